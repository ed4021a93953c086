#include "sizing/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "complaint.h"
#include "sizing/activations.h"
#include "sizing/budget.h"
#include "sizing/compute.h"
#include "sizing/corpus.h"
#include "sizing/memory.h"
#include "sizing/parallelism.h"
#include "sizing/reliability.h"
#include "sizing/repetition.h"
#include "sizing/roofline.h"
#include "sizing/scaling_law.h"
#include "sizing/serving.h"
#include "sizing/shapes.h"
#include "sizing/utilisation.h"
#include "sizing/vocabulary.h"

namespace sluice::sizing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Bounds, NameTheInputAndWhatWouldBeRight) {
  EXPECT_EQ(complaint_of([] { positive("tokens", -3); }), "tokens must be more than 0, not -3");
  EXPECT_EQ(complaint_of([] { not_negative("price", kNan); }),
            "price must be 0 or more, and is not a number");
  EXPECT_EQ(complaint_of([] { at_least("chunks", 0.5, 1); }), "chunks must be at least 1, not 0.5");
  EXPECT_EQ(complaint_of([] { share("goodput", 1.01); }),
            "goodput must be more than 0 and at most 1, not 1.01");
  EXPECT_EQ(complaint_of([] { utilisation("mfu", 1); }),
            "mfu must be more than 0 and less than 1, not 1");
  EXPECT_EQ(complaint_of([] { positive("peak", kInfinity); }),
            "peak must be more than 0, and is infinite");
  EXPECT_EQ(share("goodput", 1), 1);
  EXPECT_EQ(not_negative("price", 0), 0);
}

struct Input {
  const char* name;  // that the complaint must begin with
  std::function<double(double)> formula;
  bool takes_zero = false;
};

// A formula and one of its inputs, the others in order.
std::vector<Input> inputs() {
  const Server h100{
      .memory_bytes = 80e9, .bandwidth = 3.35e12, .peak = 989e12, .price_per_gpu_hour = 2};
  return {
      {"parameters", [](double x) { return training_flops(x, 1e12); }},
      {"tokens", [](double x) { return training_flops(7e9, x); }, true},
      {"gpus", [](double x) { return run_cost(1e20, {.gpus = x, .peak = 1, .mfu = 0.4}).days; }},
      {"peak", [](double x) { return run_cost(1e20, {.peak = x, .mfu = 0.4}).days; }},
      {"mfu", [](double x) { return run_cost(1e20, {.peak = 1, .mfu = x}).days; }},
      {"goodput", [](double x) { return flops_within({.peak = 1, .mfu = 0.4, .goodput = x}, 1); }},
      {"flops", [](double x) { return rule_of_thumb(x).tokens; }},
      {"flops", [](double x) { return compute_optimal(kBesiroglu, x).tokens; }},
      {"parameters",
       [](double x) {
         return loss(kBesiroglu, {x, 1e12});
       }},
      {"tokens",
       [](double x) {
         return loss(kBesiroglu, {7e9, x});
       }},
      {"unique tokens", [](double x) { return effective_tokens(x, 1e12); }},
      {"parameters", [](double x) { return effective_parameters(x, 1e12); }},
      {"data_parallel",
       [](double x) { return state_bytes(7e9, kMixedPrecision, ZeroStage::weights, x); }},
      {"sequence", [](double x) { return activation_bytes(gpt3(), {.sequence = x}, {}); }},
      {"tensor_parallel",
       [](double x) {
         return activation_bytes(gpt3(), {.sequence = 2048}, {.tensor_parallel = x});
       }},
      {"chunks", [](double x) { return layers_held(96, 8, 64, x); }},
      {"microbatches", [](double x) { return pipeline_bubble(8, x); }},
      {"gpus of a ring", [](double x) { return all_reduce_bytes(1e9, x); }},
      {"bandwidth", [](double x) { return ridge(989e12, x); }},
      {"concurrency", [=](double x) { return serve(h100, {.parameters = 8e9}, x).gpus; }},
      {"parameters", [=](double x) { return serve(h100, {.parameters = x}).gpus; }},
      {"interval", [](double x) { return expected_loss(x, 3600); }},
      {"mtbf", [](double x) { return young_interval(60, x); }},
      {"checkpoint", [](double x) { return daly_interval(x, 3600); }, true},
      {"mean", [](double x) { return static_cast<double>(poisson_range(x).high); }, true},
      {"gpu_hours", [](double x) { return run_utilisation(1e20, 312e12, x); }},
      {"bytes_per_token", [](double x) { return tokens_of(1e12, x); }},
      {"tokens_per_byte", [](double x) { return crawl_for(1e12, {.tokens_per_byte = x}).bytes; }},
      {"yield of all", [](double x) { return extrapolate_yield(0.8, x, 2); }},
  };
}

TEST(Bounds, AreCheckedByTheFormulas) {
  for (const Input& input : inputs()) {
    for (const double value : {kNan, kInfinity, -kInfinity, -1.0, 0.0}) {
      if (value == 0 && input.takes_zero) {
        EXPECT_TRUE(std::isfinite(input.formula(0))) << input.name;
      } else {
        EXPECT_EQ(complaint_of([&] { input.formula(value); }).rfind(input.name, 0), 0)
            << input.name << " = " << value;
      }
    }
  }
}

}  // namespace
}  // namespace sluice::sizing
