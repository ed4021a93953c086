// From a measured corpus to a budget: how much crawl makes how many tokens, and what to do when
// there are too few.
//
//   const CrawlRate rate{.tokens_per_byte = 0.02, .cpu_seconds_per_byte = 3e-7};
//   crawl_for(1e12, rate);                                   // 50 TB, 4,167 CPU hours
//   shortfall(kBesiroglu, {7e9, 2e12}, 500e9, rate);         // four ways out, each with its price
//
// Measured on a sample, everything scales with its shards but what deduplication leaves: duplicates
// grow with the corpus (extrapolate_yield()). Units: tokens, bytes of crawl as stored, CPU hours,
// nats a token. Each comment opens with the formula's number in the report and its label
// (compute.h).
#pragma once

#include <span>

#include "sizing/scaling_law.h"

namespace sluice::sizing {

// What the pipeline made of the crawl that it was measured on.
struct CrawlRate {
  double tokens_per_byte = 0;  // kept at the end, a byte of crawl
  double cpu_seconds_per_byte = 0;
};

struct CrawlNeed {
  double bytes = 0;
  double cpu_hours = 0;
};

// F24, grounded: D / tokens_per_byte bytes, and their CPU time.
CrawlNeed crawl_for(double tokens, const CrawlRate& rate);

// F24, rough: the share that deduplication will keep of `factor` times as much input, from those of
// half and all of the input: y (y / y_half)^log2(factor), the power law through the two. Show them
// beside it. More input brings no duplicate back, and at worst all that is added is duplicates, so
// y / y_half counts as 1/2 to 1; no result is over 1. Shares: 0 < y <= 1.
double extrapolate_yield(double yield_of_half, double yield_of_all, double factor);

struct MixedSource {
  double unique_tokens = 0;
  double weight = 1;
  double epochs = 1;
};
// F24, grounded: D = sum of w U epochs.
double mixed_tokens(std::span<const MixedSource> sources);

// F24: gap = max(0, D - U), and the ways to live with it.
struct Shortfall {
  double gap = 0;
  // Repeat what there is: D / U epochs, and the loss above that of new tokens (F16, extrapolated
  // beyond its fit). Up to four epochs are nearly as good as new data.
  double epochs = 1;
  double repeat_penalty = 0;
  // Shrink the model to U / 20 parameters (F5): 0.3 U^2 FLOPs.
  Allocation shrunk;
  double shrunk_flops = 0;
  // Crawl what is missing.
  CrawlNeed crawl;
  // Accept fewer tokens: L(N, U) - L(N, D) (F7).
  double accept_penalty = 0;
};

// F24, grounded but for the losses. `unique`: after deduplication and decontamination. Without a
// gap all but epochs (D / U, at most 1) and `shrunk` is 0.
Shortfall shortfall(const LossSurface& surface, const Allocation& plan, double unique,
                    const CrawlRate& rate);

}  // namespace sluice::sizing
