#include "sizing/scaling_law.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "sizing/printed.h"

namespace sluice::sizing {
namespace {

struct Divided {
  double flops;
  const char* parameters;
  const char* tokens;
};

TEST(RuleOfThumb, AgreesWithTheWorkedExamples) {
  for (const Divided& example :
       {Divided{5.88e23, "7.0e10", "1.4e12"},
        Divided{1e21, "2,886,751,345.948129", "57,735,026,918.96258"},
        Divided{1.0500046848e24, "93,541,643,346.69345", "1,870,832,866,933.8691"},
        Divided{3.8e25, "562,731,433,871.1378", "11,254,628,677,422.756"}}) {
    const Allocation allocation = rule_of_thumb(example.flops);
    EXPECT_TRUE(prints_as(allocation.parameters, example.parameters));
    EXPECT_TRUE(prints_as(allocation.tokens, example.tokens));
  }
}

TEST(RuleOfThumb, FromTokensSpendsThreeTenthsOfTheirSquare) {
  const Allocation allocation = rule_of_thumb_for_tokens(1.4e12);
  EXPECT_DOUBLE_EQ(allocation.parameters, 70e9);
  EXPECT_DOUBLE_EQ(6 * allocation.parameters * allocation.tokens, 0.3 * 1.4e12 * 1.4e12);
}

TEST(TokensPerParameter, AgreesWithTheWorkedExamples) {
  EXPECT_TRUE(prints_as(tokens_per_parameter(8e9, 15e12), "1875"));
  EXPECT_TRUE(prints_as(overtraining(8e9, 15e12), "93.75"));
  EXPECT_TRUE(prints_as(tokens_per_parameter(8'030'261'248, 15e12), "1867.9342473"));
  EXPECT_TRUE(prints_as(tokens_per_parameter(175e9, 300e9), "1.7142857"));
}

struct Optimum {
  double flops;
  LossSurface surface;
  const char* parameters;
  const char* tokens;
  const char* ratio;
  const char* loss;
};

TEST(ComputeOptimal, AgreesWithTheWorkedExamples) {
  const std::array examples = {
      Optimum{5.88e23, kHoffmann, "32,491,009,032.784", "3.016219037738e12", "92.832421",
              "1.929987085"},
      Optimum{5.88e23, kHoffmannTex, "40,742,659,409.310", "2.405341266889e12", "59.037414",
              "1.917694712"},
      Optimum{5.88e23, kBesiroglu, "73,016,399,355.911", "1.342164237959e12", "18.381682",
              "1.973864129"},
      Optimum{1e21, kBesiroglu, "2,778,459,463.068", "5.998527921032e10", "21.589402",
              "2.305528571"},
      Optimum{3.8e25, kBesiroglu, "618,666,481,038.784", "1.023707203710e13", "16.546996",
              "1.891707259"},
      Optimum{3.8e25, kHoffmann, "213,484,343,737.831", "2.966650023344e13", "138.963353",
              "1.816532738"},
  };
  for (const Optimum& example : examples) {
    const Allocation best = compute_optimal(example.surface, example.flops);
    EXPECT_TRUE(prints_as(best.parameters, example.parameters));
    EXPECT_TRUE(prints_as(best.tokens, example.tokens));
    EXPECT_TRUE(prints_as(best.tokens / best.parameters, example.ratio));
    EXPECT_TRUE(prints_as(loss(example.surface, best), example.loss));
  }
}

TEST(ComputeOptimal, IsTheLowestPointOfEverySurface) {
  for (const LossSurface& surface : loss_surfaces()) {
    for (double flops = 1e18; flops < 1e27; flops *= 37) {
      const Allocation best = compute_optimal(surface, flops);
      EXPECT_NEAR(6 * best.parameters * best.tokens / flops, 1, 1e-14);
      for (const double factor : {0.5, 0.99, 1.01, 2.0}) {
        const Allocation other{best.parameters * factor, best.tokens / factor};
        EXPECT_GT(loss(surface, other), loss(surface, best)) << surface.name << ' ' << flops;
      }
    }
  }
}

TEST(Loss, AgreesWithTheWorkedExamples) {
  EXPECT_TRUE(prints_as(loss(kBesiroglu, {70e9, 1.4e12}), "1.9738818632"));
  EXPECT_TRUE(prints_as(loss(kHoffmann, {70e9, 1.4e12}), "1.9366454706"));
  EXPECT_TRUE(prints_as(loss(kBesiroglu, {8e9, 15e12}), "2.0220629201"));
  EXPECT_TRUE(prints_as(loss(kHoffmann, {8e9, 15e12}), "1.9485316378"));
}

TEST(FindLossSurface, KnowsEveryNameAndNoOther) {
  for (const LossSurface& surface : loss_surfaces()) {
    ASSERT_TRUE(find_loss_surface(surface.name));
    EXPECT_EQ(find_loss_surface(surface.name)->e, surface.e);
  }
  EXPECT_EQ(loss_surfaces().front().name, "besiroglu");
  EXPECT_FALSE(find_loss_surface("kaplan"));
}

TEST(FlatRange, EndsWhereTheLossIsTheToleranceAboveTheBest) {
  for (const LossSurface& surface : loss_surfaces()) {
    const Allocation best = compute_optimal(surface, 5.88e23);
    const Range range = flat_range(surface, 5.88e23, 0.002);
    EXPECT_LT(range.low, best.parameters);
    EXPECT_GT(range.high, best.parameters);
    for (const double parameters : {range.low, range.high}) {
      EXPECT_NEAR(loss(surface, {parameters, 5.88e23 / (6 * parameters)}),
                  loss(surface, best) + 0.002, 1e-9);
    }
  }
}

// What Meta built, 405e9 parameters, is as good as the surface's own 619e9.
TEST(FlatRange, HoldsLlama3_405b) {
  const Range range = flat_range(kBesiroglu, 3.8e25, 0.002);
  EXPECT_LT(range.low, 405e9);
  EXPECT_GT(range.high, 618e9);
  EXPECT_TRUE(prints_as(loss(kBesiroglu, {405e9, 15.6e12}), "1.892585"));
  const Allocation best = compute_optimal(kBesiroglu, 6 * 405e9 * 15.6e12);
  EXPECT_TRUE(prints_as(loss(kBesiroglu, best), "1.891739"));
}

TEST(FlatRange, IsAPointWithoutTolerance) {
  const double best = compute_optimal(kBesiroglu, 1e22).parameters;
  const Range range = flat_range(kBesiroglu, 1e22, 0);
  EXPECT_NEAR(range.low / best, 1, 1e-6);
  EXPECT_NEAR(range.high / best, 1, 1e-6);
}

// The smaller of two plans of equal loss costs a quarter more to train.
TEST(TokensForLoss, AgreesWithTheWorkedExample) {
  const Allocation best = compute_optimal(kBesiroglu, 5.88e23);
  const double half = best.parameters / 2;
  EXPECT_TRUE(prints_as(half, "36,508,199,677.955"));
  const auto tokens = tokens_for_loss(kBesiroglu, half, loss(kBesiroglu, best));
  ASSERT_TRUE(tokens);
  EXPECT_TRUE(prints_as(*tokens, "3.380386022573e12"));
  EXPECT_TRUE(prints_as(6 * half * *tokens, "7.404708474041e23"));
  EXPECT_TRUE(prints_as(100 * (6 * half * *tokens / 5.88e23 - 1), "25.930416"));
}

TEST(TokensForLoss, IsNothingWhereTheModelIsTooSmall) {
  EXPECT_FALSE(tokens_for_loss(kBesiroglu, 1e9, kBesiroglu.e));
  EXPECT_FALSE(tokens_for_loss(kBesiroglu, 1e9, kBesiroglu.e + 482.01 / std::pow(1e9, 0.3478)));
}

TEST(IsoflopCurve, AgreesWithTheWorkedExample) {
  const std::vector<IsoflopPoint> curve = isoflop_curve(kBesiroglu, 1e22, 65);
  ASSERT_EQ(curve.size(), 65);
  EXPECT_TRUE(prints_as(curve[32].allocation.parameters, "9,045,158,314"));
  EXPECT_TRUE(prints_as(curve[32].loss, "2.141110960"));
  EXPECT_NEAR(curve[0].allocation.parameters * 16, curve[32].allocation.parameters, 1);
  EXPECT_NEAR(curve[64].allocation.parameters / 16, curve[32].allocation.parameters, 1);
  const auto at = [](double parameters) {
    return loss(kBesiroglu, {parameters, 1e22 / (6 * parameters)});
  };
  EXPECT_TRUE(prints_as(at(2e9), "2.188744539"));
  EXPECT_TRUE(prints_as(at(5e9), "2.148352754"));
  EXPECT_TRUE(prints_as(at(20e9), "2.154234042"));
}

TEST(IsoflopCurve, FallsToItsMiddleAndRises) {
  const std::vector<IsoflopPoint> curve = isoflop_curve(kHoffmannTex, 3e20, 33, 8);
  for (size_t i = 0; i + 1 < curve.size(); ++i) {
    EXPECT_EQ(curve[i].loss > curve[i + 1].loss, i < 16) << i;
  }
}

TEST(WithinFit, EndsAt16BillionParametersAnd1e22Flop) {
  EXPECT_TRUE(within_fit(16e9, 1e22));
  EXPECT_FALSE(within_fit(17e9, 1e21));
  EXPECT_FALSE(within_fit(1e9, 2e22));
  EXPECT_TRUE(within_fit(70e6, 1e18));
  EXPECT_FALSE(within_fit(69e6, 1e19));
  EXPECT_FALSE(within_fit(1e8, 9e17));
}

}  // namespace
}  // namespace sluice::sizing
