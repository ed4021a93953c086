// A file that a command makes anew: an index, counts.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "cli/collisions.h"
#include "cli/tool.h"
#include "io/output.h"
#include "io/source.h"

namespace sluice::decontaminate_tool {

// Throws ConfigError: no output, one that is no file, or one of the files that are read.
inline void check_index_output(const cli::Tool& tool, const std::string& path,
                               std::vector<io::Input> inputs = {}) {
  std::error_code none;
  const auto type = std::filesystem::status(path, none).type();
  if (path.empty() || path == "-") throw ConfigError("-o: name the file that is to be written");
  if (type != std::filesystem::file_type::regular &&
      type != std::filesystem::file_type::not_found) {
    throw ConfigError("-o " + path + ": is no stream, device or folder");
  }
  for (const std::string& read : tool.read_files()) inputs.push_back({.name = read});
  cli::refuse_collisions(inputs, {{path, "--output"}});
  io::remove_stale_pending({&path, 1});
}

// Whole or not at all.
template <class Write>
void write_index_output(const std::string& path, Write&& write) {
  io::OutputSet outputs;
  write(outputs.open(path));
  outputs.publish();
}

}  // namespace sluice::decontaminate_tool
