// What single windows say: for each script that has a part in a window, the probability of each of
// its languages.
//
//   Segments segments;
//   judge_window(model, window, scratch, segments);
//   for (const Likely& likely : segments.of(segments.list[0])) …   // label and probability
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "langid/model.h"
#include "langid/word_cache.h"
#include "langid/words.h"

namespace sluice::langid {

struct Likely {
  uint32_t label = 0;      // the model's number
  double probability = 0;  // those of a segment add up to 1
};

struct Segment {
  uint64_t weight = 0;   // letters; those of unspaced scripts count as kUnspacedWeight
  uint64_t letters = 0;  // of the words that count (repetition.h): what sharpness goes by
  size_t begin = 0;      // of its languages, in Segments
  size_t end = 0;
};

// A character of Han says about as much as so many letters.
inline constexpr uint64_t kUnspacedWeight = 3;

struct Segments {
  void clear() {
    list.clear();
    likely.clear();
  }
  // In order of label; none whose probability is below about 1e-5.
  std::span<const Likely> of(const Segment& segment) const {
    return std::span(likely).subspan(segment.begin, segment.end - segment.begin);
  }

  std::vector<Segment> list;
  std::vector<Likely> likely;
};

struct ScriptCount {
  uint64_t letters = 0;
  uint64_t symbols = 0;
};

// Of one thread, for one model.
struct WindowScratch {
  WordCache cache;
  std::string normalized;
  Words words;
  std::vector<uint32_t> rows;
  std::vector<ScriptCount> counts;  // of each script
  std::vector<int32_t> scores;
};

// Appends a segment for each script with a fifth or more of the window's letters. None if there is
// no letter, or only of scripts without a language.
void judge_window(const Model& model, std::string_view window, WindowScratch& scratch,
                  Segments& segments);

// How full of symbols words are: the level for Model::symbol_bias().
size_t symbol_level(uint64_t symbols, uint64_t letters);

}  // namespace sluice::langid
