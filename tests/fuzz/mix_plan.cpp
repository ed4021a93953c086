// Plans of mixes from any bytes: refused with a message, or a plan that shares out exactly what it
// asks for, or refuses to.
#include "mix/mix_plan.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "mix/quotas.h"

namespace sluice::mix {
namespace {

void share_out_by(const MixPlan& plan) {
  std::vector<Amount> amounts;
  for (uint64_t i = 0; i < plan.sources.size(); ++i) {
    const uint64_t tokens = i % 3 == 2 ? 0 : (i + 1) * 1'000'003;
    amounts.push_back({.documents = 1, .tokens = tokens, .epoch_tokens = tokens});
  }
  std::vector<Quota> quotas;
  try {
    quotas = share_out(plan, amounts);
  } catch (const CheckError&) {
    return;
  }
  uint64_t sum = 0;
  for (size_t i = 0; i < quotas.size(); ++i) {
    const Quota& quota = quotas[i];
    if (quota.epochs * amounts[i].epoch_tokens + quota.rest != quota.tokens) std::abort();
    if (quota.tokens > 0 && quota.rest >= amounts[i].epoch_tokens) std::abort();
    sum += quota.tokens;
  }
  if (plan.tokens && sum != *plan.tokens) std::abort();
}

void check(std::string_view bytes) {
  MixPlan plan;
  try {
    plan = read_mix_plan(bytes, "fuzz.toml");
  } catch (const ConfigError&) {
    return;
  }
  if (plan.sources.empty() || plan.canonical().empty() || plan.shard_tokens == 0) std::abort();
  for (const SourcePlan& source : plan.sources) {
    if (source.name.empty() || source.files.empty() || !(source.epochs > 0)) std::abort();
    for (const uint64_t value : {uint64_t{0}, uint64_t{5}, UINT64_MAX}) {
      const uint64_t copies = source.copies_of(value);
      if (copies < 1 || copies > kMostCopies) std::abort();
    }
  }
  share_out_by(plan);
}

}  // namespace
}  // namespace sluice::mix

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  sluice::mix::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
