// How deep a TOML file nests, looked at before it is parsed.
//
//   check_toml_depth(bytes, "run.toml");      // throws ConfigError: "run.toml:3: …"
//   toml::parse(bytes, "run.toml");
//
// Parsers build a table for each part of a dotted key and descend into what they built call by
// call, so that a key of some ten thousand parts would exhaust the stack.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

inline constexpr uint32_t kMostTomlLevels = 64;

// Throws ConfigError with file and line where more than kMostTomlLevels parts of a key or [header],
// lists and inline tables lie within one another. Takes any bytes; whether they are TOML is left to
// the parser. One pass.
void check_toml_depth(std::string_view toml, const std::string& path);

}  // namespace sluice
