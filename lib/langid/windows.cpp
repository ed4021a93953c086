#include "langid/windows.h"

#include <algorithm>

#include "base/ascii.h"
#include "unicode/utf8.h"

namespace sluice::langid {
namespace {

constexpr size_t kNear = 32;

// The nearest place before `at` where a window may begin or end: behind white space if there is
// some within kNear bytes, otherwise between two characters.
size_t cut_before(std::string_view text, size_t at) {
  if (at >= text.size()) return text.size();
  const size_t nearest = at - std::min(at, kNear);
  for (size_t i = at; i > nearest; --i) {
    if (is_space(text[i - 1])) return i;
  }
  return character_boundary(text, at);
}

}  // namespace

void choose_windows(std::string_view text, size_t count, std::vector<std::string_view>& windows) {
  windows.clear();
  if (text.size() <= count * kWindowBytes) {
    for (size_t begin = 0; begin < text.size();) {
      size_t end = cut_before(text, begin + kWindowBytes);
      if (windows.size() + 1 == count || end <= begin) end = text.size();
      windows.push_back(text.substr(begin, end - begin));
      begin = end;
    }
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    // In the middle of one of `count` equal parts. In this order no product leaves 64 bits.
    const size_t middle =
        text.size() / count * i + text.size() % count * i / count + text.size() / count / 2;
    const size_t begin = cut_before(text, middle - kWindowBytes / 2);
    const size_t end = cut_before(text, middle + kWindowBytes / 2);
    windows.push_back(text.substr(begin, end - begin));
  }
}

}  // namespace sluice::langid
