#include "sizing/corpus.h"

#include <algorithm>
#include <cmath>

#include "sizing/bounds.h"
#include "sizing/compute.h"
#include "sizing/repetition.h"

namespace sluice::sizing {

CrawlNeed crawl_for(double tokens, const CrawlRate& rate) {
  not_negative("cpu_seconds_per_byte", rate.cpu_seconds_per_byte);
  const double bytes =
      not_negative("tokens", tokens) / positive("tokens_per_byte", rate.tokens_per_byte);
  return {.bytes = bytes, .cpu_hours = bytes * rate.cpu_seconds_per_byte / 3600};
}

double extrapolate_yield(double yield_of_half, double yield_of_all, double factor) {
  share("yield of half", yield_of_half);
  share("yield of all", yield_of_all);
  positive("factor", factor);
  // A doubling loses at most all that it adds, and brings no duplicate back.
  const double a_doubling = std::clamp(yield_of_all / yield_of_half, 0.5, 1.0);
  return std::min(1.0, yield_of_all * std::pow(a_doubling, std::log2(factor)));
}

double mixed_tokens(std::span<const MixedSource> sources) {
  double tokens = 0;
  for (const MixedSource& source : sources) {
    tokens += not_negative("weight", source.weight) *
              not_negative("unique tokens", source.unique_tokens) *
              not_negative("epochs", source.epochs);
  }
  return tokens;
}

Shortfall shortfall(const LossSurface& surface, const Allocation& plan, double unique,
                    const CrawlRate& rate) {
  Shortfall result;
  result.epochs = positive("tokens", plan.tokens) / positive("unique tokens", unique);
  result.shrunk = rule_of_thumb_for_tokens(unique);
  result.shrunk_flops = training_flops(result.shrunk.parameters, result.shrunk.tokens);
  result.gap = std::max(0.0, plan.tokens - unique);
  if (result.gap == 0) return result;
  result.repeat_penalty = repetition_penalty(plan.parameters, plan.tokens, unique);
  result.crawl = crawl_for(result.gap, rate);
  result.accept_penalty = loss(surface, {plan.parameters, unique}) - loss(surface, plan);
  return result;
}

}  // namespace sluice::sizing
