// Groups of languages that are easily taken for each other, and of which each that is common has
// enough text to learn the difference from.
#pragma once

#include <string_view>
#include <vector>

namespace sluice::training {

// Codes; no code is in two groups, all of a group are of one script, none has more than
// langid::Model::Resolver::kMostLabels.
const std::vector<std::vector<std::string_view>>& confusable_groups();

}  // namespace sluice::training
