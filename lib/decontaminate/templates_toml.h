// The file templates.toml, as the build puts it into the library (templates_toml.cpp.in).
#pragma once

#include <string_view>

namespace sluice::decontaminate {

extern const std::string_view kTemplatesToml;

}  // namespace sluice::decontaminate
