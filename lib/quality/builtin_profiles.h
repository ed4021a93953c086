// The files profiles/**.toml, as the build puts them into the library (builtin_profiles.cpp.in).
#pragma once

#include <span>
#include <string_view>

namespace sluice::quality {

struct BuiltinProfile {
  std::string_view name;  // its path without ".toml"
  std::string_view toml;
};

extern const std::span<const BuiltinProfile> kBuiltinProfiles;  // by name

}  // namespace sluice::quality
