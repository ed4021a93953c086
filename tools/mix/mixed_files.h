// The files of a mix: shards to train on and to validate with, maps of where their documents come
// from, and the manifest.
//
//   DIR/train/00000-of-00012.jsonl.zst       DIR/map/train-00000-of-00012.jsonl.zst
//   DIR/validation/00000-of-00001.jsonl.zst  DIR/map/validation-00000-of-00001.jsonl.zst
//   DIR/manifest.json
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "mix/layout.h"
#include "mix/lines.h"
#include "mix_options.h"
#include "passes.h"

namespace sluice::mix_tool {

inline constexpr std::array kMixFolders = {"train", "validation", "map"};

struct MixedFiles {
  std::string folder;
  std::string extension = "jsonl.zst";  // jsonl, jsonl.gz
  int level = 0;                        // 0: the format's own
  uint32_t train = 1;
  uint32_t validation = 0;

  uint32_t all() const { return train + validation; }
  // Within the folder. `file`: those of validation behind those to train on.
  std::string shard(uint32_t file) const;
  std::string map(uint32_t file) const;
  std::string path(const std::string& within) const { return folder + "/" + within; }
  std::string manifest() const { return path("manifest.json"); }
  // Of all of them, the manifest last.
  std::vector<std::string> paths() const;

  // Throws CheckError where a file lies in the folder that a mix would not leave there: its
  // readers would take it for a part of this one.
  void refuse_others() const;
  // Throws CheckError where the manifest in the folder is not this one: of files of the same names,
  // parts could not tell which are there already.
  void refuse_other_mix(const std::string& own_manifest) const;
  // Whether all are, the manifest apart.
  bool are_there() const;
};

// Writes the files of the part, all of which appear when all are there. The manifest, which is the
// same whoever writes it, appears with the last files of the mix. Returns the sizes of what is
// there.
std::vector<stats::FileUse> write_files(const Mix& mix, const mix::Layout& layout,
                                        const std::vector<std::string>& lines, const Part& part,
                                        const MixedFiles& files, uint64_t memory);

}  // namespace sluice::mix_tool
