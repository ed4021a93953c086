// What single windows say: for each script that has a part in a window, the probability of each of
// its languages.
//
//   Segments segments;
//   judge_window(model, window, scratch, segments);
//   segments.of(segments.list[0])   // probabilities, in the order of the model's labels
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "langid/model.h"
#include "langid/words.h"

namespace sluice::langid {

struct Segment {
  uint8_t script = 0;
  uint64_t weight = 0;       // letters; those of unspaced scripts count as kUnspacedWeight
  size_t probabilities = 0;  // where they begin
};

// A character of Han says about as much as so many letters.
inline constexpr uint64_t kUnspacedWeight = 3;

struct Segments {
  void clear() {
    list.clear();
    probabilities.clear();
  }
  std::span<const double> of(const Model& model, const Segment& segment) const {
    return std::span(probabilities)
        .subspan(segment.probabilities, model.scripts()[segment.script].labels);
  }

  std::vector<Segment> list;
  std::vector<double> probabilities;
};

struct WindowScratch {
  std::string normalized;
  Words words;
  std::vector<uint32_t> rows;
  std::vector<int32_t> scores;
};

// Appends a segment for each script with a fifth or more of the window's letters. None if there is
// no letter, or only of scripts without a language.
void judge_window(const Model& model, std::string_view window, WindowScratch& scratch,
                  Segments& segments);

// How full of symbols words are: the level for Model::symbol_bias().
size_t symbol_level(uint64_t symbols, uint64_t letters);

}  // namespace sluice::langid
