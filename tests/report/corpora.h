// Stats files of a small pipeline, for tests: extract, langid, filter, dedup over shards.
#pragma once

#include <string>
#include <vector>

#include "dedup/cluster_sizes.h"
#include "report/funnel.h"
#include "stats/stats_file.h"

namespace sluice::report {

// What a stage does with the documents from `first` to `last`, of 1000 tokens and 4000 bytes each:
// every `drops`th is rejected (0: none).
inline stats::Stats stage(const std::string& tool, int first, int last, int drops,
                          const std::string& tokenizer = "tiny@00") {
  stats::Stats made{.tool = tool, .version = "0.1.0", .config_digest = "c0"};
  made.tokenizer = stats::TokenizerInfo::from_label(tokenizer);
  for (int i = first; i < last; ++i) {
    const std::string id = "doc-" + std::to_string(i);
    made.ledger.tokens.counted_by(tokenizer);
    made.ledger.see({id, 4000, 1000}, {});
    if (drops != 0 && i % drops == 0) {
      made.ledger.reject("short", {id, 4000, 1000});
    } else {
      made.ledger.keep({id, 4000, 1000}, {id, 4000, 1000}, {});
    }
  }
  made.run.user_s = 1.5;
  made.run.system_s = 0.5;
  return made;
}

// The stage that takes what `drops` left of the documents.
inline stats::Stats stage_after(const std::string& tool, int last, int dropped, int drops) {
  stats::Stats made{.tool = tool, .version = "0.1.0", .config_digest = "c1"};
  made.tokenizer = stats::TokenizerInfo::from_label("tiny@00");
  for (int i = 0; i < last; ++i) {
    if (i % dropped == 0) continue;
    const std::string id = "doc-" + std::to_string(i);
    made.ledger.tokens.counted_by("tiny@00");
    made.ledger.see({id, 4000, 1000}, {});
    if (i % drops == 0) {
      made.ledger.reject("copy", {id, 4000, 1000});
    } else {
      made.ledger.keep({id, 4000, 1000}, {id, 4000, 1000}, {});
    }
  }
  made.run.user_s = 4;
  return made;
}

// 1,000 documents in two shards of two stages, and a third stage over all.
inline std::vector<stats::Stats> small_pipeline_files() {
  std::vector<stats::Stats> all;
  for (const int first : {0, 500}) {
    stats::Stats extracted = stage("sluice-extract", first, first + 500, 0);
    const std::string file = "crawl-" + std::to_string(first) + ".warc.gz";
    extracted.run.inputs = {{.path = file, .bytes = 10'000'000}};
    all.push_back(extracted);
    all.push_back(stage("sluice-filter", first, first + 500, 5));
  }
  stats::Stats deduplicated = stage_after("sluice-dedup", 1000, 5, 2);
  // Every document is there twice.
  dedup::ClusterSizes pairs;
  pairs.add(2, {.documents = 400, .bytes = 1'600'000, .tokens = 400'000});
  deduplicated.details.value =
      stats::Details::Object{{"cluster_sizes", dedup::details_of(pairs)}, {"other", {int64_t{7}}}};
  all.push_back(deduplicated);
  return all;
}

inline StageSums sums_of(const std::vector<stats::Stats>& files) {
  StageSums sums;
  for (const stats::Stats& one : files) sums.add(one);
  return sums;
}

inline StageSums small_pipeline() { return sums_of(small_pipeline_files()); }

}  // namespace sluice::report
