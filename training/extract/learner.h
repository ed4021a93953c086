// The scorer of blocks, learned: a lexicon of names and two forests.
//
//   const Learned learned = learn(pages, select, options);
//   const std::vector<uint32_t> likely = judge(learned, page);   // probabilities, one a block
//
// The second forest is trained on scores that the first gave to pages it had not seen (stacking,
// Wolpert 1992): the selected pages' folds in turn are left out, and a first forest trained without
// them scores them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "extract/lexicon.h"
#include "training/extract/boosting.h"
#include "training/extract/corpus.h"

namespace sluice::training {

struct LearningOptions {
  BoostingOptions first{.trees = 200, .learning_rate = 0.08, .row_share = 0.5};
  BoostingOptions second{.trees = 150, .learning_rate = 0.08, .row_share = 0.5};
  BoostingOptions kinds{.trees = 60, .depth = 3, .l2 = 2, .row_share = 0.7};
  bool use_kinds = true;
  size_t domains = 8;   // that must use a word
  bool lexicon = true;  // ablation: names of class and id attributes
  bool context = true;  // ablation: the second forest
};

struct Learned {
  std::vector<extract::Lexicon::Entry> lexicon;
  std::vector<TrainedForest> kinds;  // of pages, one a kind; empty: not used
  TrainedForest first;
  TrainedForest second;  // without trees: not used
};

Learned learn(const std::vector<Page>& pages, const std::function<bool(const Page&)>& select,
              const LearningOptions& options);

// Of each block, that it is content, in 1 / extract::kCertain.
std::vector<uint32_t> judge(const Learned& learned, const Page& page);

}  // namespace sluice::training
