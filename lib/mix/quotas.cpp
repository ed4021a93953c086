#include "mix/quotas.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "base/format.h"

namespace sluice::mix {
namespace {

__extension__ typedef unsigned __int128 Wide;

// Weights as whole numbers of up to 62 bits: all times a power of two, so that nothing is rounded
// but what is less than 2^-61 of the greatest.
std::vector<uint64_t> whole(const std::vector<double>& weights) {
  const double most = weights.empty() ? 0 : *std::max_element(weights.begin(), weights.end());
  const int power = most > 0 ? 61 - std::ilogb(most) : 0;
  std::vector<uint64_t> numbers;
  for (const double weight : weights) {
    numbers.push_back(static_cast<uint64_t>(std::ldexp(weight, power)));
  }
  return numbers;
}

uint64_t most_of(const SourcePlan& source, const Amount& amount) {
  const double most = std::floor(source.epochs * static_cast<double>(amount.epoch_tokens));
  return static_cast<uint64_t>(std::min(most, 0x1p62));
}

// p^alpha of the proportions, rounded so that the last bit of pow() decides nothing.
double tempered(double proportion, double alpha) {
  return proportion > 0 ? std::round(std::ldexp(std::pow(proportion, alpha), 40)) : 0;
}

std::vector<double> weights_of(const MixPlan& plan, const std::vector<Amount>& amounts) {
  double all = 0;
  for (size_t i = 0; i < amounts.size(); ++i) {
    if (!plan.sources[i].tokens) all += static_cast<double>(amounts[i].epoch_tokens);
  }
  std::vector<double> weights;
  for (size_t i = 0; i < amounts.size(); ++i) {
    const double tokens = static_cast<double>(amounts[i].epoch_tokens);
    if (plan.sources[i].tokens) {
      weights.push_back(0);
    } else if (plan.shares == Shares::weights) {
      weights.push_back(plan.sources[i].weight.value_or(0));
    } else if (plan.shares == Shares::temperature) {
      weights.push_back(all > 0 ? tempered(tokens / all, plan.alpha) : 0);
    } else {
      weights.push_back(tokens);
    }
  }
  return weights;
}

uint64_t sum(const std::vector<uint64_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), uint64_t{0});
}

// The tokens of the sources that name them. Throws CheckError where that is no number of tokens.
uint64_t named_tokens(const MixPlan& plan) {
  constexpr uint64_t kMost = uint64_t{1} << 53;
  Wide tokens = 0;
  for (const SourcePlan& source : plan.sources) tokens += source.tokens.value_or(0);
  if (tokens > kMost) {
    throw CheckError("the sources' own tokens are over " + with_thousands(kMost) +
                     ", more than any mix has");
  }
  return static_cast<uint64_t>(tokens);
}

std::vector<uint64_t> shared_out(const MixPlan& plan, const std::vector<Amount>& amounts,
                                 const std::vector<uint64_t>& most) {
  std::vector<uint64_t> quotas;
  const uint64_t named = named_tokens(plan);
  if (!plan.tokens) {
    for (size_t i = 0; i < amounts.size(); ++i) {
      quotas.push_back(plan.sources[i].tokens.value_or(std::min(amounts[i].epoch_tokens, most[i])));
    }
    return quotas;
  }
  if (named > *plan.tokens) {
    throw CheckError("the sources' own tokens are " + with_thousands(named) +
                     ", more than the mix's " + with_thousands(*plan.tokens));
  }
  const uint64_t rest = *plan.tokens - named;
  if (plan.shares == Shares::unimax) {
    std::vector<uint64_t> room = most;
    for (size_t i = 0; i < room.size(); ++i) {
      if (plan.sources[i].tokens) room[i] = 0;
    }
    quotas = unimax(rest, room);
  } else {
    quotas = largest_remainders(rest, weights_of(plan, amounts));
  }
  if (sum(quotas) != rest) {
    throw CheckError(
        "the mix is to have " + with_thousands(*plan.tokens) + " tokens, but its sources " +
        (plan.shares == Shares::unimax
             ? "have " + with_thousands(sum(quotas) + named) + " in all their epochs"
             : "name " + with_thousands(named) + ", and none has a share of the rest"));
  }
  for (size_t i = 0; i < quotas.size(); ++i) {
    if (plan.sources[i].tokens) quotas[i] = *plan.sources[i].tokens;
  }
  return quotas;
}

std::string epochs(uint64_t quota, uint64_t epoch_tokens) {
  if (epoch_tokens == 0) return "has no tokens";
  return "would be read " +
         fixed(static_cast<double>(quota) / static_cast<double>(epoch_tokens), 2) + " times";
}

bool fit(const std::vector<uint64_t>& quotas, const std::vector<uint64_t>& most) {
  return std::ranges::equal(quotas, most, std::less_equal<>());
}

// The tokens of a mix of the same shares that no source's epochs forbid, where one more is too
// much; 0 if there is none: fewer tokens are no help to a source that names its own, nor to one
// that has none.
uint64_t largest_total(MixPlan plan, const std::vector<Amount>& amounts,
                       const std::vector<uint64_t>& most) {
  if (!plan.tokens) return 0;
  for (size_t i = 0; i < most.size(); ++i) {
    if (plan.sources[i].tokens.value_or(0) > most[i]) return 0;
    if (plan.sources[i].weight.value_or(0) > 0 && most[i] == 0) return 0;
  }
  uint64_t possible = named_tokens(plan);
  uint64_t impossible = *plan.tokens;
  while (impossible - possible > 1) {
    const uint64_t middle = possible + (impossible - possible) / 2;
    plan.tokens = middle;
    (fit(shared_out(plan, amounts, most), most) ? possible : impossible) = middle;
  }
  return possible;
}

// Quotas of the same total in which what is too much for some goes to the others, as their quotas
// are; nothing if all together have too little.
std::optional<std::vector<uint64_t>> spread(std::vector<uint64_t> quotas,
                                            const std::vector<uint64_t>& most) {
  while (true) {
    uint64_t surplus = 0;
    std::vector<double> open(quotas.size(), 0);
    for (size_t i = 0; i < quotas.size(); ++i) {
      if (quotas[i] > most[i]) {
        surplus += quotas[i] - most[i];
        quotas[i] = most[i];
      } else if (quotas[i] < most[i]) {
        open[i] = static_cast<double>(quotas[i]);
      }
    }
    if (surplus == 0) return quotas;
    const std::vector<uint64_t> more = largest_remainders(surplus, open);
    if (sum(more) == 0) return std::nullopt;
    for (size_t i = 0; i < quotas.size(); ++i) quotas[i] += more[i];
  }
}

[[noreturn]] void refuse(const MixPlan& plan, const std::vector<Amount>& amounts,
                         const std::vector<uint64_t>& quotas, const std::vector<uint64_t>& most) {
  constexpr size_t kNamed = 5;
  std::string text = "the plan takes more of some sources than their epochs allow:";
  size_t over = 0;
  for (size_t i = 0; i < quotas.size(); ++i) {
    if (quotas[i] <= most[i] || ++over > kNamed) continue;
    text += "\n  " + plan.sources[i].name + ": " + with_thousands(quotas[i]) + " of " +
            with_thousands(amounts[i].epoch_tokens) + " tokens; " +
            epochs(quotas[i], amounts[i].epoch_tokens) + ", at most " +
            plain_double(plan.sources[i].epochs);
  }
  if (over > kNamed) text += "\n  and " + std::to_string(over - kNamed) + " more";
  if (const uint64_t largest = largest_total(plan, amounts, most)) {
    text += "\nwith the same shares the largest mix has tokens = " + std::to_string(largest);
  }
  if (const auto other = spread(quotas, most)) {
    text += "\nwith the same tokens the nearest shares are, in tokens:";
    size_t named = 0;
    for (size_t i = 0; i < quotas.size() && named < 4 * kNamed; ++i) {
      if ((*other)[i] == quotas[i]) continue;
      ++named;
      text += "\n  " + plan.sources[i].name + ": " + std::to_string((*other)[i]);
    }
  } else {
    uint64_t all = 0;
    for (size_t i = 0; i < quotas.size(); ++i) all += quotas[i] > 0 ? most[i] : 0;
    text += "\nall sources with a share together have " + with_thousands(all) +
            " tokens in all their epochs";
  }
  throw CheckError(text);
}

}  // namespace

std::vector<uint64_t> largest_remainders(uint64_t total, const std::vector<double>& weights) {
  const std::vector<uint64_t> numbers = whole(weights);
  Wide all = 0;
  for (const uint64_t number : numbers) all += number;
  std::vector<uint64_t> shares(weights.size(), 0);
  if (all == 0) return shares;
  std::vector<Wide> remainders;
  uint64_t given = 0;
  for (size_t i = 0; i < numbers.size(); ++i) {
    const Wide product = Wide{total} * numbers[i];
    shares[i] = static_cast<uint64_t>(product / all);
    remainders.push_back(product % all);
    given += shares[i];
  }
  std::vector<size_t> order(weights.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::greater<>(), [&](size_t i) { return remainders[i]; });
  for (size_t i = 0; given < total; ++i, ++given) ++shares[order[i]];
  return shares;
}

std::vector<uint64_t> unimax(uint64_t total, const std::vector<uint64_t>& most) {
  std::vector<size_t> order(most.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, std::less<>(), [&](size_t i) { return most[i]; });
  std::vector<uint64_t> shares(most.size(), 0);
  uint64_t left = total;
  for (size_t at = 0; at < order.size(); ++at) {
    const uint64_t sources = order.size() - at;
    shares[order[at]] = std::min(left / sources, most[order[at]]);
    left -= shares[order[at]];
  }
  return shares;
}

std::vector<Quota> share_out(const MixPlan& plan, const std::vector<Amount>& amounts) {
  std::vector<uint64_t> most;
  for (size_t i = 0; i < amounts.size(); ++i) most.push_back(most_of(plan.sources[i], amounts[i]));
  const std::vector<uint64_t> tokens = shared_out(plan, amounts, most);
  if (!fit(tokens, most)) refuse(plan, amounts, tokens, most);
  std::vector<Quota> quotas;
  for (size_t i = 0; i < tokens.size(); ++i) {
    Quota quota{.tokens = tokens[i], .epochs = 0, .rest = 0};
    if (tokens[i] > 0) {
      quota.epochs = tokens[i] / amounts[i].epoch_tokens;
      quota.rest = tokens[i] % amounts[i].epoch_tokens;
    }
    quotas.push_back(quota);
  }
  return quotas;
}

}  // namespace sluice::mix
