#include "unicode/words.h"

#include "unicode/segments.h"

namespace sluice {

uint64_t count_words(std::string_view text) {
  constexpr size_t kKeptMemory = size_t{1} << 20;  // what a huge text needed is given back
  thread_local Segmenter segmenter;
  uint64_t words = 0;
  segmenter.for_each(text,
                     [&words](const Segment& segment) { words += segment.is_word() ? 1 : 0; });
  if (segmenter.memory() > kKeptMemory) segmenter = Segmenter();
  return words;
}

}  // namespace sluice
