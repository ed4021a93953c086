// Rule files and FineWeb-2's configurations from any bytes: refused with a message, or a filter that
// judges, and whose edits leave valid text; what is read can be expanded to a file that is read, too.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "quality/expansion.h"
#include "quality/explanation.h"
#include "quality/filter.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

void judge_with(const std::function<Profile()>& read) {
  try {
    std::vector<Profile> profiles;
    profiles.push_back(read());
    const Filter filter(std::move(profiles));
    Filter::Scratch scratch;
    Judgement judgement;
    filter.judge("A t\u00e9xt [1] of\u2028two lines \u8a9e.\nAnd { so ...\n", {.language = "de"},
                 scratch, judgement);
    if (judgement.findings.size() != filter.rules().size()) std::abort();
    if (!is_valid_utf8(judgement.text)) std::abort();
    for (const Finding& finding : judgement.findings) {
      if (finding.value && !std::isfinite(*finding.value)) std::abort();
    }
    if (explain(filter, judgement).empty() || filter.digest().size() != 64) std::abort();
  } catch (const ConfigError&) {
  }
}

// What has been read can be expanded, unless it leaves open whose words are right, and read again.
void expand(std::string_view toml, const Loading& loading) {
  std::string expanded;
  try {
    expanded = toml_of(expand_profile(toml, "fuzz.toml", loading), {"step"});
  } catch (const ConfigError&) {
    return;
  }
  read_profile(expanded, "expanded.toml", loading);
}

}  // namespace
}  // namespace sluice::quality

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice::quality;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // Files that it names are itself, so that it may use itself.
  Loading loading;
  loading.file = [bytes](const std::string&) { return bytes; };
  judge_with([&] { return read_profile(bytes, "fuzz.toml", loading); });
  expand(bytes, loading);
  const std::vector<std::pair<std::string, std::string_view>> files = {{"de.yml", bytes}};
  judge_with([&] { return read_fineweb2(files, loading); });
  return 0;
}
