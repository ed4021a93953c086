// Describes the model that is compiled in, for docs/models/extract.md: sizes, digest, and what its
// trees ask about.
//
//   describe_extract [FEATURES]      Markdown; the FEATURES most asked about (30)
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "extract/features.h"
#include "extract/model.h"

namespace {

using namespace sluice::extract;

// How often trees ask about each feature, and how far the answers move scores: the difference of
// the leaves on both sides of a question, its size's mean over all pairs, summed over questions.
struct Use {
  std::vector<size_t> splits = std::vector<size_t>(kFeatures);
  std::vector<double> swing = std::vector<double>(kFeatures);
};

void add(const Forest& forest, Use& use) {
  if (forest.splits.empty()) return;
  const size_t leaves = size_t{1} << forest.depth;
  for (size_t tree = 0; tree < forest.trees(); ++tree) {
    for (size_t level = 0; level < forest.depth; ++level) {
      const uint16_t feature = forest.splits[tree * forest.depth + level].feature;
      double sum = 0;
      for (size_t leaf = 0; leaf < leaves; ++leaf) {
        const size_t at = tree * leaves + leaf;
        const size_t other = tree * leaves + (leaf ^ size_t{1} << level);
        sum += std::abs(forest.leaves[at] - forest.leaves[other]);
      }
      ++use.splits[feature];
      use.swing[feature] += sum / static_cast<double>(leaves) / kLogit;
    }
  }
}

void print_size(const char* name, const Forest& forest) {
  const size_t trees = forest.splits.empty() ? 0 : forest.trees();
  fmt::print("| {} | {} trees of depth {}, {} bytes |\n", name, trees, forest.depth,
             forest.splits.size_bytes() + forest.leaves.size_bytes());
}

}  // namespace

int main(int argc, char** argv) {
  const size_t most = argc > 1 ? static_cast<size_t>(std::atoi(argv[1])) : 30;
  fmt::print("| | |\n|---|---|\n| digest | `{}` |\n", digest_of(kModel));
  fmt::print("| lexicon | {} words, {} bytes |\n", kModel.lexicon.entries.size(),
             kModel.lexicon.entries.size_bytes());
  print_size("each forest for a kind of page", kModel.kinds[0]);
  print_size("first forest", kModel.first);
  print_size("second forest", kModel.second);

  Use first;
  Use second;
  add(kModel.first, first);
  add(kModel.second, second);
  std::vector<size_t> order(kFeatures);
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t one, size_t other) {
    return first.swing[one] + second.swing[one] > first.swing[other] + second.swing[other];
  });
  fmt::print(
      "\n| feature | first forest: questions | swing | second: questions | swing |\n"
      "|---|---|---|---|---|\n");
  for (size_t i = 0; i < std::min(most, order.size()); ++i) {
    const size_t f = order[i];
    fmt::print("| `{}` | {} | {:.1f} | {} | {:.1f} |\n", name_of(static_cast<Feature>(f)),
               first.splits[f], first.swing[f], second.splits[f], second.swing[f]);
  }
  return 0;
}
