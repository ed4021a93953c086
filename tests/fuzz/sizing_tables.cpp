// Tables of hardware and shapes of models from any bytes: refused with a message, or usable.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "sizing/hardware.h"
#include "sizing/shape_record.h"

namespace sluice::sizing {
namespace {

void read_table(std::string_view bytes) {
  try {
    for (const Hardware& one : read_hardware(bytes, "fuzz.toml")) {
      if (one.bf16_peak <= 0 || one.memory_bytes <= 0 || one.node == 0) std::abort();
    }
  } catch (const ConfigError&) {
  }
}

void read_shapes(std::string_view bytes) {
  try {
    for (Record& record : read_records(bytes, "fuzz.toml")) {
      const std::optional<ModelShape> shape = take_shape(record);
      if (!shape) continue;
      const ParameterCount count = count_parameters(*shape);
      if (!std::isfinite(count.total()) || count.active() > count.total()) std::abort();
    }
  } catch (const ConfigError&) {
  }
}

}  // namespace
}  // namespace sluice::sizing

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  sluice::sizing::read_table(bytes);
  sluice::sizing::read_shapes(bytes);
  return 0;
}
