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

bool may_be_letter(char byte) {
  return is_letter(byte) || static_cast<unsigned char>(byte) >= 0x80;
}

}  // namespace

void choose_outer_windows(std::string_view text, std::vector<std::string_view>& windows) {
  windows.clear();
  const auto first = std::ranges::find_if(text, may_be_letter);
  if (first == text.end()) return;
  const auto last = std::find_if(text.rbegin(), text.rend(), may_be_letter).base();
  text = text.substr(static_cast<size_t>(first - text.begin()), static_cast<size_t>(last - first));
  if (text.size() <= 2 * kWindowBytes) return windows.assign(1, text);
  const size_t end = cut_before(text, kWindowBytes);
  const size_t begin = cut_before(text, text.size() - kWindowBytes);
  windows = {text.substr(0, end), text.substr(begin)};
}

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
