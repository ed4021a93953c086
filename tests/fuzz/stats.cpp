// from_json never crashes; what it accepts is written the same for ever after, and adds up with
// itself.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "stats/stats_file.h"

namespace {

using namespace sluice;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const stats::Stats& read) {
  const std::string written = stats::to_json(read);
  const stats::Stats again = stats::from_json(written, "written");
  require(stats::to_json(again) == written);
  stats::summary(read);

  stats::Stats left = read;
  stats::Stats right = again;
  stats::merge(left, again);  // throws CheckError where a sum does not fit
  stats::merge(right, read);
  require(stats::to_json(left) == stats::to_json(right));
  stats::from_json(stats::to_json(left), "sum");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  stats::Stats read;
  try {
    read = stats::from_json(text, "input");
  } catch (const ConfigError&) {
    return 0;
  }
  try {
    check(read);
  } catch (const CheckError&) {
  }
  return 0;
}
