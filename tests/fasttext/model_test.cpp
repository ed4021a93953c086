// Predictions beside those of fastText's own library, on models that it trained.

#include "fasttext/model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <utility>
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
        SCOPED_TRACE(std::to_string(static_cast<int>(loss)) + " " + std::to_string(norms) + " " +
                     std::to_string(cutoff));
        // Pieces that do and do not make up the dimensions.
        const size_t dsub = norms == (cutoff == 0) ? 2 : 5;
        const std::string model =
            trained({.loss = loss, .word_ngrams = 2},
                    {.norms = norms, .retrain = cutoff > 0, .cutoff = cutoff, .dsub = dsub});
        EXPECT_TRUE(agrees(compare(model, texts())));
        EXPECT_TRUE(agrees(compare(model, texts(), {.most_copied_bytes = 0})));
      }
    }
  }
}

TEST(Model, PredictsWhatFastTextDoesWithQuantisedOutput) {
  for (const Loss loss : kLosses) {
    SCOPED_TRACE(static_cast<int>(loss));
    const std::string model = trained({.loss = loss, .epoch = 1, .labels = 300},
                                      {.norms = loss != Loss::softmax, .output = true, .dsub = 5});
    const auto some = odd_texts(3, 80);
    EXPECT_TRUE(agrees(compare(model, some)));
    EXPECT_TRUE(agrees(compare(model, some, {.most_copied_bytes = 0})));
  }
}

// Version 11 has a length of n-grams that was not trained with.
TEST(Model, PredictsWhatFastTextDoesWithOlderModels) {
  std::string model = trained({});
  ASSERT_EQ(model[4], 12);
  model[4] = 11;
  EXPECT_TRUE(agrees(compare(model, texts())));
}

// More buckets than a bitmap is made for: of what training does with 3,000 the pairs are led to
// other buckets, those of n-grams that texts have.
TEST(Model, PredictsWhatFastTextDoesWithVeryManyBuckets) {
  std::string model = trained({.word_ngrams = 2}, {.cutoff = 900});
  constexpr uint32_t kBuckets = 2'000'000'000;
  const ModelFile file = read_model_file(model, "model");
  const size_t pairs = static_cast<size_t>(file.prune_pairs.data() - model.data());
  std::set<uint32_t> buckets;
  for (const std::string& text : texts()) {
    each_ngram(text, 2, 4, [&](uint32_t hash) { buckets.insert(hash % kBuckets); });
  }
  size_t at = pairs;
  for (const uint32_t bucket : buckets) {
    if (at == pairs + file.prune_pairs.size()) break;
    std::memcpy(model.data() + at, &bucket, sizeof bucket);
    at += 8;
  }
  std::memcpy(model.data() + kBucketOption, &kBuckets, sizeof kBuckets);
  EXPECT_TRUE(agrees(compare(model, texts())));
}

TEST(Model, GivesAsManyLabelsAsFastTextForEveryThreshold) {
  for (const Loss loss : kLosses) {
    const std::string bytes = trained({.loss = loss, .epoch = 1});
    const Model model(bytes, "model");
    const Oracle oracle(bytes);
    Scratch scratch(model);
    for (const std::string& text : odd_texts(2, 60)) {
      for (const double threshold : {0.0, 0.05, 0.3, 0.5, 0.9, 1.0}) {
        for (const size_t k : {1, 3, 100}) {
          const auto found = model.predict(text, k, threshold, scratch);
          const auto expected =
              oracle.predict(text, static_cast<int>(k), static_cast<float>(threshold));
          // One whose score is the threshold but for the last digits may be there or not.
          const auto clear = [&](const auto& answers) {
            return std::count_if(answers.begin(), answers.end(), [&](const auto& answer) {
              return answer.score > threshold + 1.2e-5;
            });
          };
          ASSERT_EQ(clear(found), clear(expected)) << static_cast<int>(loss) << " " << threshold;
          ASSERT_LE(found.size(), k);
          for (size_t i = 1; i < found.size(); ++i) ASSERT_LE(found[i].score, found[i - 1].score);
        }
      }
    }
  }
}

std::vector<std::vector<Prediction>> predictions(const Model& model,
                                                 const std::vector<std::string>& texts) {
  std::vector<std::vector<Prediction>> all;
  Scratch scratch(model);
  for (const std::string& text : texts) {
    const auto found = model.predict(text, 3, 0, scratch);
    all.emplace_back(found.begin(), found.end());
  }
  return all;
}

void expect_same(const std::vector<std::vector<Prediction>>& one,
                 const std::vector<std::vector<Prediction>>& other) {
  ASSERT_EQ(one.size(), other.size());
  for (size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].size(), other[i].size()) << i;
    for (size_t k = 0; k < one[i].size(); ++k) {
      ASSERT_EQ(one[i][k].label, other[i][k].label) << i;
      ASSERT_EQ(one[i][k].score, other[i][k].score) << i;
    }
  }
}

// Whatever the width of vectors, and where columns and labels fill none of them.
TEST(Model, PredictsTheSameWithEveryInstructionSet) {
  for (const Loss loss : kLosses) {
    const std::string bytes = trained({.loss = loss, .dim = 77, .epoch = 1, .labels = 150});
    const Model model(bytes, "model");
    const auto some = odd_texts(4, 80);
    const auto expected = predictions(model, some);
    sluice::test::for_each_target([&] { expect_same(predictions(model, some), expected); });
  }
}

// Words that are met again are not summed up again.
TEST(Model, PredictsTheSameWhateverWasPredictedBefore) {
  const std::string bytes = trained({});
  const Model model(bytes, "model");
  auto some = odd_texts(5, 200);
  const auto expected = predictions(model, some);
  std::reverse(some.begin(), some.end());
  auto found = predictions(model, some);
  std::reverse(found.begin(), found.end());
  expect_same(found, expected);
  std::vector<std::vector<Prediction>> fresh;
  for (const auto& text : some) fresh.insert(fresh.begin(), predictions(model, {text})[0]);
  expect_same(fresh, expected);
}

// Models are mapped wherever their file begins with them.
TEST(Model, PredictsTheSameFromUnalignedBytes) {
  const std::string bytes = trained({});
  const auto expected = predictions(Model(bytes, "model"), texts());
  for (const size_t shift : {1, 2, 3}) {
    const std::string shifted = std::string(shift, ' ') + bytes;
    expect_same(predictions(Model(std::string_view(shifted).substr(shift), "model"), texts()),
                expected);
  }
}

TEST(Model, TakesNewlinesForSpaces) {
  const std::string bytes = trained({.word_ngrams = 2});
  const Model model(bytes, "model");
  const std::string one = made_text(0, 3, 1);
  const std::string other = made_text(1, 3, 2);
  expect_same(predictions(model, {one + '\n' + other + "\r\n", one + "\n\n" + other}),
              predictions(model, {one + ' ' + other, one + ' ' + other}));
}

TEST(Model, SpellsLabelsAsTheyWereTrained) {
  const std::string bytes = trained({});
  const Model model(bytes, "model");
  EXPECT_EQ(model.labels(), 8u);
  EXPECT_EQ(model.label(0), "__label__l_0");
  EXPECT_EQ(without_prefix(model.label(3)), "l_3");
  EXPECT_EQ(without_prefix("other"), "other");
}

// Weights that are no numbers, as of a training that ran away: no label, and no crash.
TEST(Model, GivesNoLabelWhereWeightsAreNoNumbers) {
  for (const Loss loss : kLosses) {
    SCOPED_TRACE(static_cast<int>(loss));
    std::string bytes = trained({.loss = loss});
    const ModelFile file = read_model_file(bytes, "model");
    const auto at = static_cast<size_t>(file.output.weights() - bytes.data());
    std::memset(bytes.data() + at, 0xFF, bytes.size() - at);
    const Model model(bytes, "model");
    Scratch scratch(model);
    EXPECT_TRUE(model.predict("a text", 1, 0, scratch).empty());
    EXPECT_TRUE(model.predict("a text", 5, 0, scratch).empty());
  }
}

}  // namespace
}  // namespace sluice::fasttext
