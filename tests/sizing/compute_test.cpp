#include "sizing/compute.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include "sizing/printed.h"
#include "sizing/shapes.h"

namespace sluice::sizing {
namespace {

TEST(TrainingFlops, IsSixTimesParametersTimesTokens) {
  EXPECT_TRUE(prints_as(training_flops(405e9, 15.6e12), "3.7908e25"));
  EXPECT_TRUE(prints_as(training_flops(70e9, 1.4e12), "5.88e23"));
  EXPECT_TRUE(prints_as(training_flops(6'738'415'616, 2e12), "8.0860987392e22"));
  EXPECT_TRUE(prints_as(training_flops(37e9, 14.8e12), "3.2856e24"));
}

TEST(TrainingFlops, IsWithinAQuarterOfAPercentOfLlama3sPaper) {
  EXPECT_TRUE(prints_as((training_flops(405e9, 15.6e12) / 3.8e25 - 1) * 100, "-0.242105"));
  EXPECT_TRUE(prints_as((training_flops(405'853'388'800, 15.6e12) / 3.8e25 - 1) * 100, "-0.0319"));
}

struct Counted {
  ModelShape shape;
  double context;
  const char* six_n;
  const char* full;
  const char* causal;
};

TEST(FlopsPerToken, AgreesWithTheWorkedExamplesOfBothConventions) {
  const std::array examples = {
      Counted{llama2_7b(), 4096, "40,430,493,696", "46,084,915,200", "42,863,689,728"},
      Counted{llama3_8b(), 8192, "48,181,567,488", "57,912,852,480", "51,470,401,536"},
      Counted{gpt3(), 2048, "1,047,625,555,968", "1,076,373,430,272", "1,061,877,915,648"},
      Counted{llama3_405b(), 8192, "2,435,120,332,800", "2,625,424,588,800", "2,523,955,986,432"},
  };
  for (const Counted& example : examples) {
    const double parameters = count_parameters(example.shape).total();
    EXPECT_TRUE(prints_as(training_flops(parameters, 1), example.six_n));
    EXPECT_TRUE(
        prints_as(flops_per_token(example.shape, example.context, Attention::full), example.full));
    EXPECT_TRUE(prints_as(flops_per_token(example.shape, example.context, Attention::causal),
                          example.causal));
  }
}

TEST(FlopsPerToken, ExceedsSixNInSmallModels) {
  const double six_n = training_flops(count_parameters(gpt2_small()).total(), 1);
  EXPECT_TRUE(prints_as(flops_per_token(gpt2_small(), 1024, Attention::full) / six_n, "1.144"));
}

// 2 L nh hd T / M is T / (6 d) where the layers are 12 d^2 and the head is left out.
TEST(AttentionShare, IsContextOverSixWidthsWithoutAVocabulary) {
  ModelShape shape = gpt3();
  shape.vocabulary = 0;
  EXPECT_NEAR(attention_share(shape, 2048, Attention::full), 2048 / (6 * 12288.0), 1e-15);
  EXPECT_NEAR(attention_share(shape, 2048, Attention::causal), 2048 / (12 * 12288.0), 1e-15);
}

TEST(AttentionShare, IsWhatTheExactCountAddsToTheWeights) {
  const double weights = 6 * count_parameters(llama3_8b()).matmul();
  for (const Attention attention : {Attention::full, Attention::causal}) {
    EXPECT_NEAR(weights * (1 + attention_share(llama3_8b(), 8192, attention)),
                flops_per_token(llama3_8b(), 8192, attention), 1);
  }
}

TEST(MeanContext, WeighsDocumentsByTheirTokens) {
  const std::array lengths = {DocumentLength{100, 3}, DocumentLength{700, 1}};
  EXPECT_NEAR(mean_context(lengths, 1e12), (3 * 100 * 100 + 700 * 700) / 1000.0, 1e-6);
}

// Squares of the pieces of a document that begins `offset` tokens into a sequence.
double squares_of_pieces(uint64_t length, uint64_t offset, uint64_t sequence) {
  double squares = 0;
  while (length > 0) {
    const uint64_t piece = std::min(length, sequence - offset);
    squares += static_cast<double>(piece * piece);
    length -= piece;
    offset = 0;
  }
  return squares;
}

TEST(MeanContext, IsTheMeanOverAllPlacesWhereADocumentMayBegin) {
  for (const uint64_t sequence : {1, 2, 7, 64}) {
    for (uint64_t length = 1; length < 4 * sequence; ++length) {
      double squares = 0;
      for (uint64_t offset = 0; offset < sequence; ++offset) {
        squares += squares_of_pieces(length, offset, sequence);
      }
      const double tokens = static_cast<double>(length * sequence);
      const std::array lengths = {DocumentLength{static_cast<double>(length), 1}};
      EXPECT_NEAR(mean_context(lengths, static_cast<double>(sequence)), squares / tokens, 1e-9)
          << length << " tokens in sequences of " << sequence;
    }
  }
}

// Documents of many lengths one after the other, as token shards pack them.
TEST(MeanContext, IsThatOfAPackedStream) {
  constexpr uint64_t kSequence = 2048;
  std::mt19937_64 random(5);
  std::lognormal_distribution<double> length_of(6.5, 1.2);
  std::vector<DocumentLength> lengths;
  double squares = 0;
  double tokens = 0;
  uint64_t offset = 0;
  for (int i = 0; i < 200'000; ++i) {
    const auto length = static_cast<uint64_t>(1 + length_of(random));
    squares += squares_of_pieces(length, offset, kSequence);
    tokens += static_cast<double>(length);
    offset = (offset + length) % kSequence;
    lengths.push_back({static_cast<double>(length), 1});
  }
  const double expected = squares / tokens;
  EXPECT_NEAR(mean_context(lengths, kSequence) / expected, 1, 0.002);
}

TEST(MeanContext, ComesNearTheSequenceInLongDocuments) {
  const std::array lengths = {DocumentLength{1e6, 5}, DocumentLength{4096, 7}};
  EXPECT_LT(mean_context(lengths, 4096), 4096);
  EXPECT_NEAR(mean_context(std::array{DocumentLength{1e9, 2}}, 4096), 4096, 0.01);
  EXPECT_NEAR(mean_context(std::array{DocumentLength{4096, 2}}, 4096), 4096 * 2 / 3.0, 0.001);
}

TEST(MeanContext, IsZeroWithoutTokens) {
  EXPECT_EQ(mean_context({}, 4096), 0);
  EXPECT_EQ(mean_context(std::array{DocumentLength{0, 9}}, 4096), 0);
}

}  // namespace
}  // namespace sluice::sizing
