// What tools that see everything before they decide may use: --memory and --tmp-dir.
//
//   auto& work = tool.add<cli::WorkOptions>();
//   …
//   work.check();                   // before anything is read
#pragma once

#include <cstdint>
#include <string>

#include "cli/tool.h"

namespace sluice::cli {

struct WorkOptions {
  explicit WorkOptions(Tool& tool);
  // Throws ConfigError: less than 16 MiB, or a folder that does not exist.
  void check() const;

  uint64_t memory = uint64_t{1} << 30;  // bytes
  std::string folder;                   // $TMPDIR, else /tmp
};

}  // namespace sluice::cli
