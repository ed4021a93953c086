// Predictions beside those of fastText's own library, on models that it trained.

#include "fasttext/model.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fasttext/support.h"
#include "sanitized.h"
#include "vector_targets.h"

namespace sluice::fasttext {
namespace {

using namespace test;

constexpr Loss kLosses[] = {Loss::hierarchical_softmax, Loss::negative_sampling, Loss::softmax,
                            Loss::one_vs_all};

std::vector<std::string> texts() { return odd_texts(1, kSanitized ? 60 : 300); }

// Every loss with every kind of input row.
TEST(Model, PredictsWhatFastTextDoes) {
  for (const Loss loss : kLosses) {
    for (const int word_ngrams : {1, 2, 3}) {
      for (const auto& [minn, maxn] : {std::pair(0, 0), std::pair(2, 4), std::pair(3, 6)}) {
        SCOPED_TRACE(std::to_string(static_cast<int>(loss)) + " " + std::to_string(word_ngrams) +
                     " " + std::to_string(minn));
        const std::string model = trained({.loss = loss,
                                           .dim = 9 + minn,
                                           .word_ngrams = word_ngrams,
                                           .minn = minn,
                                           .maxn = maxn});
        EXPECT_TRUE(agrees(compare(model, texts())));
      }
    }
  }
}

TEST(Model, PredictsWhatFastTextDoesWithQuantisedModels) {
  for (const Loss loss : kLosses) {
    for (const bool norms : {false, true}) {
      for (const size_t cutoff : {0, 700}) {
        for (const size_t dsub : {2, 5}) {
          SCOPED_TRACE(std::to_string(static_cast<int>(loss)) + " " + std::to_string(norms) + " " +
                       std::to_string(cutoff) + " " + std::to_string(dsub));
          const std::string model =
              trained({.loss = loss, .word_ngrams = 2},
                      {.norms = norms, .retrain = cutoff > 0, .cutoff = cutoff, .dsub = dsub});
          EXPECT_TRUE(agrees(compare(model, texts())));
          EXPECT_TRUE(agrees(compare(model, texts(), {.most_copied_bytes = 0})));
        }
      }
    }
  }
}

TEST(Model, PredictsWhatFastTextDoesWithQuantisedOutput) {
  for (const Loss loss : kLosses) {
    for (const bool norms : {false, true}) {
      SCOPED_TRACE(std::to_string(static_cast<int>(loss)) + " " + std::to_string(norms));
      const std::string model =
          trained({.loss = loss, .epoch = 1, .labels = 300}, {.norms = norms, .output = true});
      EXPECT_TRUE(agrees(compare(model, texts())));
      EXPECT_TRUE(agrees(compare(model, texts(), {.most_copied_bytes = 0})));
    }
  }
}

}  // namespace
}  // namespace sluice::fasttext
