// Why each block of a page was kept or dropped: for people who look at one page.
//
//   extractor.extract(tree, stated, scratch, result);
//   const Explanation explanation = explain(tree, scratch, result);
//   write_lines(explanation, out);                         // a line a block, for a terminal or cut
//   write_page({.heading = id, .…}, explanation, out);     // a page to look at
//
// The effect of a feature is what the block's score (log-odds by the second forest) owes to it: of
// each tree that asks about the feature, the leaf that the block reached less the mean of those it
// would reach if the feature alone had another value. Thresholds cut values into stretches whose
// values all give the same answers, so that mean is over the other stretches, each counting once.
// Effects do not add up to the score: where two features tell the same, each alone may have
// none. No path of normal extraction comes here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/extractor.h"
#include "extract/forest.h"
#include "html/tree.h"

namespace sluice::extract {

// By feature, what row `row` owes to it, in units of 1 / kLogit. Forests without trees give zeros.
// O(trees * depth^2).
std::vector<int64_t> effects(const Forest& forest, const FeatureMatrix& matrix, size_t row);

struct Reason {
  Feature feature;
  int16_t value;   // as features.inc has it
  int64_t effect;  // in 1 / kLogit
};

struct ExplainedBlock {
  bool kept = false;
  uint32_t first = 0;             // probability by the first forest, in 1 / kCertain
  uint32_t likely = 0;            // by the second
  std::vector<Reason> reasons{};  // the strongest first, kReasons at most
  std::string path{};             // "html>body>div.content>p"
  std::string text{};             // lines as in the page where they count (pre), else one
  uint8_t heading = 0;            // 1..6, or 0
};

struct Explanation {
  static constexpr size_t kReasons = 4;

  std::array<uint32_t, kPageKinds> kinds{};  // in the order of Feature::kind_…, in 1 / kCertain
  uint32_t expected = 0;                     // F-measure, likewise
  uint32_t threshold = 0;                    // likewise
  uint64_t kept_bytes = 0;
  uint64_t visible_bytes = 0;
  bool stated = false;  // JSON-LD's text took the place of what the blocks give
  std::vector<ExplainedBlock> blocks{};
};

// `scratch` and `result` as extract() left them, in another mode than Mode::all.
Explanation explain(const html::Tree& tree, const Extractor::Scratch& scratch,
                    const Extractor::Result& result);

// "article 0.93, documentation 0.02, …", the likeliest first.
std::string kinds_of(const Explanation& explanation);

// What holds for the page, each on a line that begins with "# "; a line of column names; and a line
// a block, its values parted by tabs.
void write_lines(const Explanation& explanation, std::string& out);

struct Titles {
  std::string heading{};  // the record's id
  std::string address{};  // "" for none
  std::string title{};    // what the page calls itself, likewise
};
// A whole HTML document in UTF-8 without scripts, pictures or links: the blocks' texts, those kept
// and those dropped in different colours, with score, reasons and path where the mouse rests.
void write_page(const Titles& titles, const Explanation& explanation, std::string& out);

}  // namespace sluice::extract
