// A shard's map from any bytes: refused with a message, or documents that the stretch touches. The
// first byte is where the stretch begins.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "report/locate.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  if (size == 0) return 0;
  const report::Stretch stretch{.begin = data[0], .end = data[0] + uint64_t{100}};
  const std::string_view map(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    for (const report::LocatedDocument& one : report::documents_within(map, stretch, "map")) {
      if (one.offset >= stretch.end) std::abort();
    }
  } catch (const ConfigError&) {
  }
  return 0;
}
