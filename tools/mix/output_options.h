// What becomes files of a mix: -o, --extension, --compression-level.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/collisions.h"
#include "cli/tool.h"
#include "mix/layout.h"
#include "mixed_files.h"
#include "stats/stats_file.h"

namespace sluice::mix_tool {

class MixedFilesOptions {
 public:
  explicit MixedFilesOptions(cli::Tool& tool);

  // Before anything is read. Throws ConfigError where the mix would replace what it reads, or one
  // of `others` lies where its files will; IoError where the folder cannot be written to.
  void check(const Mix& mix, const std::vector<cli::NamedOutput>& others) const;
  // Throws as MixedFiles::refuse_others() does, and ConfigError where a file would replace an
  // input.
  MixedFiles files(const Mix& mix, const mix::Layout& layout) const;
  // The recorded output that tells where the mix is.
  std::string manifest() const { return folder() + "/manifest.json"; }
  // Whether the outputs of an earlier run are of this extension.
  bool has_extension(const std::vector<stats::FileUse>& outputs) const;

 private:
  // Without slashes at its end, so that it is recorded in one spelling.
  std::string folder() const;
  // Whether a file would lie beside those of the mix.
  bool is_among_files(const std::string& path) const;

  cli::Tool& tool_;
  std::string folder_;
  std::string extension_ = "jsonl.zst";
  uint64_t level_ = 0;
};

}  // namespace sluice::mix_tool
