// Scores beside those of fastText's own library, on models that it trained.

#include "quality/classifier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/error.h"
#include "fasttext/support.h"

namespace sluice::quality {
namespace {

using fasttext::Loss;
using fasttext::test::Oracle;
using fasttext::test::trained;

constexpr double kNear = 1e-4;  // fasttext/model.h

double of_label(const Oracle& oracle, std::string_view text, std::string_view label, int labels) {
  for (const Oracle::Answer& answer : oracle.predict(text, labels)) {
    if (answer.label == label) return answer.score;
  }
  return 0;
}

TEST(Classifier, ScoresAsFastTextDoes) {
  for (const Loss loss : {Loss::softmax, Loss::hierarchical_softmax, Loss::one_vs_all}) {
    for (const uint32_t labels : {2u, 5u}) {
      const std::string model = trained({.loss = loss, .labels = labels});
      const Oracle oracle(model);
      const Classifier classifier(model, "made.bin", "__label__l_1");
      for (const std::string& text : fasttext::test::odd_texts(3, 100)) {
        const auto best = oracle.predict(text, 1);
        const std::optional<double> score = classifier.score(text);
        ASSERT_EQ(score.has_value(), !best.empty());
        if (!score) continue;
        // Of two labels the best one decides, and the other is the rest.
        const double expected = labels > 2 ? of_label(oracle, text, "__label__l_1", 5)
                                : best.front().label == "__label__l_1" ? best.front().score
                                                                       : 1 - best.front().score;
        EXPECT_NEAR(*score, std::clamp(expected, 0.0, 1.0), kNear) << text;
        EXPECT_GE(*score, 0);
        EXPECT_LE(*score, 1);
      }
    }
  }
}

TEST(Classifier, NewlinesAreSpaces) {
  const std::string model = trained({.labels = 2});
  const Classifier classifier(model, "made.bin", "l_0");
  const std::string text = fasttext::test::made_text(0, 6, 1);
  std::string lines = text;
  std::ranges::replace(lines, ' ', '\n');
  EXPECT_EQ(classifier.score(lines), classifier.score(text));
  EXPECT_EQ(classifier.score(text + "\n"), classifier.score(text));
}

TEST(Classifier, RefusesLabelsThatTheModelHasNot) {
  const std::string model = trained({.labels = 2});
  try {
    const Classifier classifier(model, "made.bin", "__label__l_2");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "made.bin: has no label '__label__l_2'; did you mean '__label__l_0'? (it has "
                 "__label__l_0, __label__l_1)");
  }
  EXPECT_THROW(Classifier("no model", "made.bin", "hq"), ConfigError);
}

// P(draw > x) = (1 + x)^-alpha; four standard deviations.
TEST(ParetoDraw, IsDistributedAsTheFormulaSays) {
  constexpr int kDraws = 20'000;
  for (const double alpha : {1.0, 3.0, 9.0}) {
    for (const double x : {0.0, 0.1, 0.5, 0.9, 3.0}) {
      const double share = std::pow(1 + x, -alpha);
      int above = 0;
      for (int i = 0; i < kDraws; ++i) above += pareto_draw(std::to_string(i), 7, alpha) > x;
      EXPECT_NEAR(above, kDraws * share, 4 * std::sqrt(kDraws * share * (1 - share)) + 5)
          << alpha << ' ' << x;
    }
  }
}

TEST(ParetoDraw, GoesByIdAndSeedAlone) {
  EXPECT_EQ(pareto_draw("a", 1, 3), pareto_draw("a", 1, 3));
  EXPECT_NE(pareto_draw("a", 1, 3), pareto_draw("b", 1, 3));
  EXPECT_NE(pareto_draw("a", 1, 3), pareto_draw("a", 2, 3));
  for (int i = 0; i < 1000; ++i) {
    const double draw = pareto_draw(std::to_string(i), 0, 0.01);
    EXPECT_GE(draw, 0);
    EXPECT_LE(draw, 1e6);
  }
}

}  // namespace
}  // namespace sluice::quality
