// Stats files: what a tool did, as JSON that adds up (schema "sluice.stats/1", docs/formats.md).
//
//   Stats stats{.tool = "sluice-cat", .version = "0.1.0", .config_digest = "…", .ledger = ledger};
//   std::string text = to_json(stats);        // the same stats give the same bytes
//   Stats sum = from_json(text, "a.json");    // throws ConfigError naming file, key and what would be right
//   merge(sum, other);                        // throws CheckError: other tool, configuration or tokenizer
//
// Everything that may differ between two equal runs stands under `run`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "stats/ledger.h"

namespace sluice::stats {

// A tool's own counters, mergeable: integers add up, objects merge by key, arrays of one length add up element by element,
// strings must be equal. Nested at most 8 deep.
struct Details {
  using Object = std::map<std::string, Details>;
  using Array = std::vector<Details>;
  std::variant<int64_t, std::string, Object, Array> value = Object{};
};

struct FileUse {
  std::string path;
  std::optional<uint64_t> bytes;  // stored size; unknown for streams
  int64_t modified_ns = 0;        // mtime, 0 where there is none: --resume compares it
};

struct Run {
  std::vector<std::string> command;
  std::vector<FileUse> inputs;
  std::vector<FileUse> outputs;
  double wall_s = 0;    // merged by maximum
  double user_s = 0;    // merged by sum
  double system_s = 0;  // merged by sum
  uint64_t peak_rss_bytes = 0;  // merged by maximum
};

struct TokenizerInfo { std::string name; std::string digest; std::optional<uint64_t> vocab_size; };

struct Stats {
  std::string tool;
  std::string version;
  std::string config_digest;
  std::optional<TokenizerInfo> tokenizer;
  Ledger ledger;
  std::map<std::string, uint64_t, std::less<>> bad_records;
  Details details;
  Run run;
};

std::string to_json(const Stats& stats);
Stats from_json(std::string_view text, std::string_view file);

// into += other; commutative and associative but for the order of run.inputs, run.outputs (concatenated; command: kept if equal).
// A stats without any documents merges with any tokenizer.
void merge(Stats& into, const Stats& other);

}  // namespace sluice::stats
