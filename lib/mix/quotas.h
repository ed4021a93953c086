// How many tokens of each source a mix has: quotas that add up exactly.
//
//   const auto quotas = share_out(plan, amounts);     // throws CheckError where epochs forbid it
//   quotas[2].tokens;                                 // of the plan's third source
//   quotas[2].epochs;                                 // whole ones, then `rest` tokens of another
//
// A quota is the source's share of the tokens, rounded by the method of largest remainders, so that
// the quotas add up to the tokens asked for. Arithmetic is in whole numbers of 128 bits: the same
// quotas on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mix/mix_plan.h"

namespace sluice::mix {

// What there is of a source, validation documents left out.
struct Amount {
  uint64_t documents = 0;
  uint64_t tokens = 0;        // of each document once
  uint64_t epoch_tokens = 0;  // of an epoch: copies counted
};

struct Quota {
  uint64_t tokens = 0;
  uint64_t epochs = 0;  // whole ones
  uint64_t rest = 0;    // tokens of one more epoch
};

// `amounts`: by source. Throws CheckError that says which sources have too little, how many epochs
// the plan would take, and the nearest plan that is possible.
std::vector<Quota> share_out(const MixPlan& plan, const std::vector<Amount>& amounts);

// Shares of `total` that are as `weights`, each rounded down but for those of the largest
// remainders (the first ones of equal remainders), which get one more. All 0 if the weights are.
// Weights are finite and not negative; at most 2^16 of them.
std::vector<uint64_t> largest_remainders(uint64_t total, const std::vector<double>& weights);

// As equal as can be without more than `most` of any (UniMax): the sum is `total`, or that of
// `most` where that is less.
std::vector<uint64_t> unimax(uint64_t total, const std::vector<uint64_t>& most);

}  // namespace sluice::mix
