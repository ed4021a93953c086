// Evaluation items and scans for the tests of decontamination.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/mix_bits.h"
#include "decontaminate/index.h"
#include "decontaminate/item.h"
#include "decontaminate/scanner.h"

namespace sluice::decontaminate::test {

inline Item item(const std::string& id, const std::string& question, const std::string& answer = "",
                 const std::string& passage = "", const std::string& set = "set") {
  return {.set = set, .split = "test", .id = id, .parts = {question, answer, passage}};
}

// Ids of what is found, joined by spaces, the worst first.
class Scan {
 public:
  explicit Scan(std::vector<Item> items, const Scanner::Options& options = {})
      : index_(build_index(std::move(items))), scanner_(index_, index_.weights(), options) {}

  const EvaluationIndex& index() const { return index_; }
  const Scanner& scanner() const { return scanner_; }

  std::vector<Finding> findings(std::string_view text) {
    std::vector<Finding> found;
    scanner_.scan(text, scratch_, found);
    return found;
  }
  std::string ids(std::string_view text) {
    std::string all;
    for (const Finding& finding : findings(text)) {
      all += (all.empty() ? "" : " ") +
             std::string(index_.string(index_.tables().items[finding.item].id));
    }
    return all;
  }

 private:
  EvaluationIndex index_;
  Scanner scanner_;
  Scanner::Scratch scratch_;
};

// Words that are nobody's: "w17 w3 …".
inline std::string random_words(SplitMix& random, size_t count, uint64_t different = 1'000'000) {
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    text += (i == 0 ? "w" : " w") + std::to_string(random.next() % different);
  }
  return text;
}

// A question of 27 words and an answer of 30, written for this project.
inline const std::string kQuestion =
    "The miller's café by the river grinds 12 sacks of grain on each day of May, and half as many "
    "on Sundays. How many sacks does it grind?";
inline const std::string kAnswer =
    "May has 31 days, of which four are Sundays in this year. On 27 days it grinds 27 * 12 = 324 "
    "sacks, on Sundays 24, which makes 348 sacks.";

}  // namespace sluice::decontaminate::test
