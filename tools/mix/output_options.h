// What becomes files of a mix: -o, --extension, --compression-level.
#pragma once

#include <cstdint>
#include <string>

#include "cli/tool.h"
#include "mix/layout.h"
#include "mixed_files.h"

namespace sluice::mix_tool {

class MixedFilesOptions {
 public:
  explicit MixedFilesOptions(cli::Tool& tool);

  // Throws ConfigError. `inputs`: that no output may replace.
  void check(const Mix& mix) const;
  bool named() const { return !folder_.empty(); }
  MixedFiles files(const mix::Layout& layout) const;

 private:
  cli::Tool& tool_;
  std::string folder_;
  std::string extension_ = "jsonl.zst";
  uint64_t level_ = 0;
};

}  // namespace sluice::mix_tool
