// Stats files: what a tool did, as JSON that adds up (schema "sluice.stats/1", docs/formats.md).
//
//   Stats stats{.tool = "sluice-cat", .version = "0.1.0", .config_digest = "…", .ledger = ledger};
//   std::string text = to_json(stats);        // the same stats give the same bytes
//   Stats sum = from_json(text, "a.json");    // throws ConfigError: file, key, what would be right
//   merge(sum, other);                        // throws CheckError: other tool, configuration, …
//   std::fputs(summary(sum).c_str(), stderr); // a table for the terminal
//
// Everything that may differ between two equal runs stands under `run`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "stats/ledger.h"

namespace sluice::stats {

inline constexpr std::string_view kSchema = "sluice.stats/1";

// A tool's own counters, mergeable: integers add up, objects merge by key, arrays of one length add
// up element by element, strings must be equal. Nested at most kMaxDepth deep, the outermost object
// included.
struct Details {
  static constexpr size_t kMaxDepth = 8;
  using Object = std::map<std::string, Details>;
  using Array = std::vector<Details>;
  std::variant<int64_t, std::string, Object, Array> value = Object{};

  friend bool operator==(const Details&, const Details&) = default;
};

struct FileUse {
  std::string path = {};
  std::optional<uint64_t> bytes = {};  // stored size; unknown for streams
  int64_t modified_ns = 0;             // mtime, 0 where there is none: --resume compares it

  friend auto operator<=>(const FileUse&, const FileUse&) = default;
};

struct Run {
  std::vector<std::string> command = {};
  std::vector<FileUse> inputs = {};
  std::vector<FileUse> outputs = {};
  double wall_s = 0;            // merged by maximum
  double user_s = 0;            // merged by sum, in whole microseconds
  double system_s = 0;          // merged by sum, in whole microseconds
  uint64_t peak_rss_bytes = 0;  // merged by maximum
  // A digest of all that was read where outputs depend on more than their own inputs (a run over
  // many shards); empty elsewhere, and where merged ones differ.
  std::string corpus = {};
};

struct TokenizerInfo {
  std::string name = {};
  std::string digest = {};                  // may be empty
  std::optional<uint64_t> vocab_size = {};  // unknown for counts that came with the documents

  // "name@digest", as metadata.tokenizer holds it; the name alone where there is no digest.
  std::string label() const;
  // The inverse: what follows the last '@', if anything, is the digest.
  static TokenizerInfo from_label(std::string_view label);

  friend bool operator==(const TokenizerInfo&, const TokenizerInfo&) = default;
};

struct Stats {
  std::string tool = {};
  std::string version = {};
  std::string config_digest = {};
  // The tokenizer the tool was given. The file names the one that counted; see counted_by().
  std::optional<TokenizerInfo> tokenizer = {};
  Ledger ledger = {};
  std::map<std::string, uint64_t, std::less<>> bad_records = {};
  Details details = {};
  Run run = {};
  std::string file = {};  // where from_json() found it, for messages; not written

  bool has_documents() const { return ledger.in.documents > 0 || ledger.repeated.documents > 0; }

  // The tokenizer that all token counts of the ledger come from: the ledger's, with the
  // vocabulary's size if `tokenizer` is the same; `tokenizer` itself if there were no documents.
  // Nothing: tokens are null in the file.
  std::optional<TokenizerInfo> counted_by() const;
};

// Pretty-printed, a tally a line, keys of maps in byte order; ends in a newline. All strings must
// be valid UTF-8, but for paths and the words of the command, which may be any bytes and come back
// as they were (docs/formats.md says how they are written).
std::string to_json(const Stats& stats);

// Strict: every key must be there and known, counters whole, details at most Details::kMaxDepth
// deep and the ledger balanced. `file` opens the messages: "a.json: ledger.in.documents: expected a
// whole number, found a string".
Stats from_json(std::string_view text, std::string_view file);

// into += other; commutative and associative. The files of a run are put in order of their paths; a
// command is kept if equal, else left out. Throws CheckError naming both files and values if tool,
// version, configuration or tokenizer differ or details do not match, and if a sum does not fit 64
// bits; `into` is then worthless. Stats without documents merge with any tokenizer.
void merge(Stats& into, const Stats& other);

// Adds up stats that come one after the other as a binary counter does: each takes part in O(log n)
// merges, so that thousands of files cost O(n log n), and only O(log n) ledgers are kept.
class Sum {
 public:
  using Add = std::function<void(Stats& into, Stats& other)>;

  explicit Sum(Add add = [](Stats& into, Stats& other) { merge(into, other); })
      : add_(std::move(add)) {}

  void add(Stats part);
  // What was added, at least one (else ConfigError); a single one as it came. Empty afterwards.
  Stats take();

 private:
  struct Part {
    Stats stats;
    size_t parts;  // how many it is the sum of: falling powers of two
  };
  void merge_last();

  Add add_;
  std::vector<Part> parts_;
};

// The sum of any number of stats, at least one (else ConfigError), in O(n log n).
Stats merge_all(std::vector<Stats> parts);

// What a person wants to know at the end of a run, in at most 80 columns and 24 lines; "-" where
// tokens are unknown. The share is that of in + repeated.
//
//   sluice-filter 0.1.0, tokens of gpt2
//                     documents   share     bytes   tokens
//   in                    1,200           2.40 MB  480,000
//   out                     900  75.0 %   1.79 MB  357,300
//   changed                              -9.00 kB   -2,700
//   rejects                 300  25.0 %    600 kB  120,000
//     gopher_quality        225  18.8 %    450 kB   90,000
//     c4_quality             75   6.2 %    150 kB   30,000
//   bad records  1,003: invalid_utf8 1,000, bad_json 3
std::string summary(const Stats& stats);

}  // namespace sluice::stats
