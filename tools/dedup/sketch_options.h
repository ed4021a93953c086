// How documents are made comparable: the options of every command that reads texts for fuzzy
// deduplication.
//
//   auto& sketching = tool.add<SketchOptions>();
//   …
//   sketching.settle();                        // what a profile and --threshold choose; checks
//   const dedup::Sketcher sketcher = sketching.sketcher();
//   sketcher.config(sketching.description()).digest   // of stage files
#pragma once

#include <cstdint>
#include <string>

#include "cli/tool.h"
#include "dedup/sketcher.h"
#include "document_facts.h"

namespace sluice::dedup_tool {

// The bands and rows that find near-duplicates of this similarity, within 112 hashes: the lines of
// text that say how often.
std::string recall_curve(const dedup::Banding& banding);

class SketchOptions {
 public:
  explicit SketchOptions(cli::Tool& tool);

  // Throws ConfigError where options do not go together.
  void settle();

  dedup::Sketcher sketcher() const { return dedup::Sketcher(sketcher_); }
  dedup::SketchConfig config() const;
  const dedup::Banding& banding() const { return sketcher_.banding; }
  const DocumentFactsOptions& facts() const { return facts_; }
  bool is_fineweb() const { return profile_ == "fineweb"; }
  double threshold() const { return threshold_; }

 private:
  void settle_fineweb();

  cli::Tool& tool_;
  DocumentFactsOptions facts_;
  std::string profile_ = "none";
  std::string normalize_ = "lower,punctuation,marks";
  std::string words_ = "script";
  uint64_t ngram_ = 5;
  double threshold_ = 0.75;
  uint64_t bands_ = 0;
  uint64_t rows_ = 0;
  uint64_t seed_ = 1;
  std::string hash_ = "sha1";
  dedup::Sketcher::Options sketcher_;
};

}  // namespace sluice::dedup_tool
