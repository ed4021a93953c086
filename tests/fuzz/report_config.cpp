// A model's config.json from any bytes: refused with a message, or a shape with a finite count.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/error.h"
#include "report/hf_config.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  try {
    const report::ConfigShape config =
        report::shape_of_config({reinterpret_cast<const char*>(data), size}, "config.json");
    const sizing::ParameterCount count = sizing::count_parameters(config.shape);
    if (!std::isfinite(count.total()) || count.active() > count.total()) std::abort();
  } catch (const ConfigError&) {
  }
  return 0;
}
