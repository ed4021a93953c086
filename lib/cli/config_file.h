// Option files: TOML tables of long option names.
//
//   max-errors = "1%"
//   threads = 8
//   where = ["metadata.language = en", "metadata.language_score >= 0.8"]
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::cli {

struct ConfigEntry {
  std::string key;
  std::vector<std::string> values;  // as they would stand on the command line
  uint32_t line = 0;
};

// In the order of the file. Values may be strings, whole numbers, numbers, booleans and arrays of
// these; ConfigError with file and line for anything else, and for what is no TOML.
std::vector<ConfigEntry> read_config_file(const std::string& path);

}  // namespace sluice::cli
