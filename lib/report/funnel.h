// The corpus as it was measured: the stats files of all tools, put in the order in which documents
// passed them, and checked against each other.
//
//   const Funnel funnel(std::move(sums));        // of any number of shards and tools, in any order
//   funnel.stages().back().stats.ledger.out;     // what is left
//   funnel.unique_tokens();                      // nothing where nobody counted
//
// Stats of one tool and configuration are shards of one stage and are added up. A stage's `in` must
// be the `out` of the one before: the same documents (as multisets of ids), of the same bytes; so a
// shard that is missing from one of the stages is found. The order is that of the links; where
// stages drop nothing and it is open, that in which a corpus is usually made.
//
// Cost: O(n log n) in files. Immutable.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dedup/yield.h"
#include "sizing/compute.h"
#include "stats/stats_file.h"

namespace sluice::report {

// Stats of any number of shards and tools, added up by tool and configuration as they come.
//
//   StageSums sums;                                      // one a thread
//   sums.add(stats::from_json(text, "a.json"));
//   sums.add(std::move(others));
//
// Memory is that of a few files of each stage, not of all. Details are dropped but for the sizes of
// clusters of sluice-dedup.
class StageSums {
 public:
  // Throws CheckError where merge() of stats_file.h refuses.
  void add(stats::Stats one);
  void add(StageSums other);
  bool empty() const { return sums_.empty(); }
  // One of each stage, by tool and configuration. Empty afterwards.
  std::vector<stats::Stats> take();

 private:
  std::map<std::pair<std::string, std::string>, stats::Sum> sums_;
};

struct Stage {
  stats::Stats stats;  // of all shards

  const stats::Tally& in() const { return stats.ledger.in; }
  const stats::Tally& out() const { return stats.ledger.out; }
  bool counts_tokens() const { return stats.counted_by().has_value(); }
  double cpu_seconds() const { return stats.run.user_s + stats.run.system_s; }
  // "dedup", or "dedup link" where all shards were run by the same command.
  std::string name() const;
};

// What a stage of sluice-dedup keeps of more and of fewer documents than came in.
struct DedupYield {
  double documents = 0;  // that came in
  std::vector<dedup::YieldPoint> curve;
};

class Funnel {
 public:
  // Throws CheckError where no stage has documents or two do not join, naming both and what
  // differs, where their tokenizers differ. `all` is not empty.
  explicit Funnel(StageSums all);

  // Those that documents passed; at least one.
  const std::vector<Stage>& stages() const { return stages_; }
  // Those that took none, as sluice-dedup link: they cost time all the same.
  const std::vector<Stage>& others() const { return others_; }
  const stats::Tally& out() const { return stages_.back().out(); }

  // Bytes of the files that the first stage read, as stored; nothing if one is not known (a pipe).
  std::optional<uint64_t> stored_bytes() const;
  // Left at the end, each document once; nothing where tokens are not counted.
  std::optional<double> unique_tokens() const;
  std::optional<double> bytes_per_token() const;
  std::optional<stats::TokenizerInfo> tokenizer() const;
  // CPU seconds of all stages.
  double cpu_seconds() const;
  bool deduplicated() const;
  // What each stage of sluice-dedup that tells of its clusters keeps of a share of its documents;
  // 1 is all of them, up to 2 is extrapolated (dedup/yield.h).
  std::vector<DedupYield> yields() const;
  // Of `factor` times as many documents all stages of sluice-dedup keep this part of the share that
  // they keep of these: at most 1. Nothing if one of them does not tell.
  std::optional<double> yield_at_scale(double factor) const;

  // Lengths of the documents that are left, for sizing::mean_context(); empty without tokens.
  std::vector<sizing::DocumentLength> lengths() const;

 private:
  void put_in_order();
  void check_tokenizers() const;

  std::vector<Stage> stages_;
  std::vector<Stage> others_;
};

}  // namespace sluice::report
