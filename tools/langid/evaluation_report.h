// An evaluation as people and as programs read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "langid/evaluation.h"

namespace sluice::langid_tool {

constexpr uint64_t kWholeText = UINT64_MAX;

// Of the first so many bytes of each text.
struct EvaluationAt {
  uint64_t bytes = kWholeText;
  langid::Evaluation result;
};

// A line for each length; then of the first one the reliability of scores, the most frequent
// confusions, and the labels that are found worst (`all`: all of them).
std::string evaluations_as_table(const std::vector<EvaluationAt>& evaluations, bool all);

// Everything; ratios have six decimals. docs/sluice-langid.md tells the fields.
std::string evaluations_as_json(const std::vector<EvaluationAt>& evaluations);

}  // namespace sluice::langid_tool
