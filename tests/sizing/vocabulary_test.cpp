#include "sizing/vocabulary.h"

#include <gtest/gtest.h>

#include <numbers>

#include "sizing/compute.h"
#include "sizing/model_shape.h"
#include "sizing/printed.h"
#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

struct Share {
  ModelShape shape;
  const char* parameters;
  const char* percent;
};

TEST(VocabularyParameters, AreThePublishedShares) {
  for (const Share& example :
       {Share{gpt2_small(), "38,597,376", "31.0169"}, Share{llama3_8b(), "1,050,673,152", "13.08"},
        Share{llama3_70b(), "2,101,346,304", "2.9784"}}) {
    const ModelShape& shape = example.shape;
    const ParameterCount count = count_parameters(shape);
    const double parameters = vocabulary_parameters(shape.vocabulary, shape.width, shape.tied);
    EXPECT_TRUE(prints_as(parameters, example.parameters));
    EXPECT_EQ(parameters, count.vocabulary());
    EXPECT_TRUE(prints_as(100 * parameters / count.total(), example.percent));
  }
}

TEST(HeadFlops, AreSevenPercentOfLlama3_8bsWeights) {
  EXPECT_TRUE(prints_as(head_flops_per_token(128'256, 4096), "3,152,019,456"));
  const double layers = count_parameters(llama3_8b()).active_layer_matrices;
  EXPECT_TRUE(prints_as(100 * head_share(128'256, 4096, layers), "7.0001"));
}

TEST(LogitsBytes, AreFourForEachPositionAndEntry) {
  EXPECT_TRUE(prints_as(logits_bytes(8192, 128'256) / 1e9, "4.202692608"));
  EXPECT_EQ(logits_bytes(8192, 128'256, 8), logits_bytes(1024, 128'256));
}

TEST(ParametersWith, MovesOneMatrixOrTwo) {
  const double gpt2 = parameters_with(124'439'808, 50'257, 128'256, 768, /*tied=*/true);
  EXPECT_TRUE(prints_as(gpt2, "184,343,040"));
  EXPECT_TRUE(prints_as(100 * (gpt2 / 124'439'808 - 1), "48.14"));
  const double llama3_70b = 70'553'706'496;
  const double more = parameters_with(llama3_70b, 50'257, 128'256, 8192, /*tied=*/false);
  EXPECT_TRUE(prints_as(more - llama3_70b, "1,277,935,616"));
  EXPECT_TRUE(prints_as(100 * (more / llama3_70b - 1), "1.81"));
  EXPECT_EQ(parameters_with(more, 128'256, 50'257, 8192, false), llama3_70b);
}

// Compute for the same text falls only if bytes a token rise by more than parameters do.
TEST(TrainingFlopsPerByte, BreaksEvenWhereTokensShrinkAsParametersGrow) {
  const double grown = 184'343'040 / 124'439'808.0;
  EXPECT_DOUBLE_EQ(training_flops_per_byte(184'343'040, 4 * grown),
                   training_flops_per_byte(124'439'808, 4));
}

TEST(TrainingFlopsPerByte, IsTrainingOverTheTextsBytes) {
  const double tokens = tokens_of(6e12, 4.2);
  EXPECT_DOUBLE_EQ(training_flops_per_byte(8e9, 4.2), training_flops(8e9, tokens) / 6e12);
}

TEST(BitsPerByte, IsOneBitForAByteATokenAtLossLn2) {
  EXPECT_DOUBLE_EQ(bits_per_byte(std::numbers::ln2, 1), 1);
  EXPECT_DOUBLE_EQ(bits_per_byte(2 * std::numbers::ln2, 4), 0.5);
}

// Tao et al. 2024: 7B-class models deserve 60,000 to 67,000 entries, Llama 2 70B at least 216,000.
TEST(OptimalVocabulary, IsWhatThePaperSaysOfLlama2) {
  EXPECT_EQ(optimal_vocabulary_parameters(33e6), 3'145'728);
  const ParameterCount small = count_parameters(llama2_7b());
  const double best = optimal_vocabulary(small.total() - small.vocabulary(), 4096);
  EXPECT_TRUE(prints_as(best, "63,208"));
  const ParameterCount large = count_parameters(llama(80, 8192, 64, 8, 28672, 32'000));
  EXPECT_GT(optimal_vocabulary(large.total() - large.vocabulary(), 8192), 216'000);
}

TEST(OptimalVocabulary, IsGroundedWithinItsFit) {
  for (const double parameters : {33e6, 124e6, 3e9}) {
    EXPECT_EQ(optimal_vocabulary_label(parameters), Label::grounded) << parameters;
  }
  for (const double parameters : {32e6, 3.1e9, 70e9}) {
    EXPECT_EQ(optimal_vocabulary_label(parameters), Label::extrapolated) << parameters;
  }
}

}  // namespace
}  // namespace sluice::sizing
