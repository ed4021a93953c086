// The text of data/*.toml, as the build puts it into the library (embedded_tables.cpp.in).
#pragma once

#include <string_view>

namespace sluice::sizing {

extern const std::string_view kHardwareToml;
extern const std::string_view kModelsToml;

}  // namespace sluice::sizing
