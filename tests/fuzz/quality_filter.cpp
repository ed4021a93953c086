// Any text through all built-in profiles: values are numbers, the reason is a rule that drops, and
// edits leave valid text.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "quality/filter.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

std::vector<Filter> all_filters() {
  std::vector<Filter> filters;
  for (const std::string& name : builtin_profiles()) {
    if (name == "fineweb2") continue;
    std::vector<Profile> profiles;
    profiles.push_back(builtin_profile(name, {}));
    filters.emplace_back(std::move(profiles));
  }
  return filters;
}

void judge(const Filter& filter, std::string_view text, Filter::Scratch& scratch,
           Judgement& judgement) {
  filter.judge(text, {.language = "en", .language_score = 0.5, .url = "http://a.example/b"},
               scratch, judgement);
  bool drops = false;
  for (const Finding& finding : judgement.findings) {
    if (finding.value && !std::isfinite(*finding.value)) std::abort();
    drops |= finding.drops;
  }
  if (drops != judgement.first.has_value()) std::abort();
  if (drops && !judgement.findings[*judgement.first].drops) std::abort();
  if (!is_valid_utf8(judgement.text)) std::abort();
  if (!judgement.edited && judgement.text != text) std::abort();
}

}  // namespace
}  // namespace sluice::quality

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice::quality;
  static const std::vector<Filter> filters = all_filters();
  static Filter::Scratch scratch;
  static Judgement judgement;
  sluice::Buffer text;
  sluice::append_as_utf8({reinterpret_cast<const char*>(data), size}, text);
  for (const Filter& filter : filters) judge(filter, text.view(), scratch, judgement);
  return 0;
}
