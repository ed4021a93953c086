// `exact --keep first`: the first document of each key is kept, in one pass in order of the input.
//
//   run.ordered_judge = std::make_shared<FirstOfEachKey>(
//       key, facts,
//       FirstOfEachKey::Options{.memory = memory, .tells_ids = true, .folder = "/var/tmp"});
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "dedup/exact.h"
#include "dedup/exact_key.h"
#include "dedup/id_store.h"
#include "dedup/yield.h"
#include "document_facts.h"
#include "pipeline/ordered_judge.h"

namespace sluice::dedup_tool {

class FirstOfEachKey : public pipeline::OrderedJudge {
 public:
  struct Options {
    size_t memory = size_t{1} << 30;
    bool tells_ids = false;  // whose copy a rejected document is
    std::string folder = ".";
  };

  // `key` and `facts` must outlive it.
  FirstOfEachKey(const dedup::ExactKey& key, const DocumentFacts& facts, const Options& options);

  void note(const Document& document, Buffer& note) const override;
  pipeline::Verdict decide(std::string_view note, const stats::Measure& document) override;

  // Documents between the two are references: none is rejected, and they do not count below.
  void begin_references() { in_references_ = true; }
  void end_references() {
    in_references_ = false;
    references_ = seen_.size();
    without_key_ = 0;
  }

  uint64_t distinct() const { return seen_.size() - references_; }
  uint64_t without_key() const { return without_key_; }
  // Of clusters, by documents alone; of no meaning if there were references.
  dedup::ClusterSizes sizes() const;

 private:
  const dedup::ExactKey& key_;
  const DocumentFacts& facts_;
  dedup::FirstOfEach seen_;
  std::optional<dedup::IdStore> ids_;
  bool in_references_ = false;
  uint64_t references_ = 0;  // different ones
  uint64_t without_key_ = 0;
};

}  // namespace sluice::dedup_tool
