// What a mix is to be: sources, how much of each, and where the copies go. Read from TOML:
//
//   [mix]
//   tokens = 10e9                 # of the whole mix; absent: every source once
//   shares = "weights"            # proportional (default without weights), temperature, unimax
//   epochs = 4                    # no source is read more often
//   validation = 0.001            # share of documents held out, by their ids
//   shard_tokens = 100e6          # of a file of the mix, about
//   seed = 1
//
//   [[source]]
//   name = "web"
//   files = ["web/*.jsonl.zst", "more/"]
//   weight = 0.7                  # or tokens = 3e9
//
//   [[source.copies]]             # up-sampling: documents of clusters of 5 and more stand twice
//   from = 5
//   copies = 2
//
// Every error is a ConfigError with file and line that names the nearest key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::mix {

enum class Shares {
  weights,       // as the sources' weights say
  proportional,  // as many tokens as they have
  temperature,   // p^alpha of their proportion p (Devlin et al. 2019)
  unimax,        // the same of each, but no more than its epochs (Chung et al. 2023)
};

struct CopyStep {
  uint64_t from = 0;    // a value of the field
  uint64_t copies = 1;  // 1..kMostCopies
};
inline constexpr uint64_t kMostCopies = 1000;

struct SourcePlan {
  std::string name;
  std::vector<std::string> files;  // as named: paths, directories, patterns
  std::optional<double> weight;
  std::optional<uint64_t> tokens;
  double epochs = 4;  // at most
  std::string copies_by = "metadata.dedup.size";
  std::vector<CopyStep> copies;  // ascending; below the first one copy

  // How often a document stands in one epoch; a document without the field counts as 0.
  uint64_t copies_of(uint64_t value) const;
};

struct MixPlan {
  std::optional<uint64_t> tokens;
  Shares shares = Shares::proportional;
  double alpha = 0.5;  // of Shares::temperature, 0..1
  double validation = 0;
  uint64_t shard_tokens = 100'000'000;
  uint64_t seed = 1;
  std::vector<SourcePlan> sources;

  // What decides the result, the names of files apart, in one spelling.
  std::string canonical() const;
};

// `path`: for messages.
MixPlan read_mix_plan(std::string_view toml, const std::string& path);

}  // namespace sluice::mix
