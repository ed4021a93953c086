// Word segments and sentences of any bytes: the segments cover the text, none is empty, and
// a line feed parts the words before it from those behind; stray bytes do no
// harm.
#include "unicode/segments.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "unicode/words.h"

namespace {

void require(bool condition) {
  if (!condition) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static Segmenter segmenter;
  std::vector<Segment> segments;
  segmenter.split(text, segments);
  size_t at = 0;
  uint64_t words = 0;
  for (const Segment& segment : segments) {
    require(segment.size > 0 && segment.size <= text.size() - at);
    words += segment.is_word() ? 1 : 0;
    at += segment.size;
  }
  require(at == text.size());
  require(count_words(text) == words);
  require(Segmenter::count_sentences(text) <= text.size());

  const size_t line_feed = text.find('\n');
  if (line_feed != std::string_view::npos) {
    const uint64_t before = count_words(text.substr(0, line_feed));
    require(before + count_words(text.substr(line_feed)) == words);
  }
  return 0;
}
