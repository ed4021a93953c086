// What sluice-cat keeps: conditions, id lists and samples, as one stage.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/tool.h"
#include "document/document.h"
#include "document/id_set.h"
#include "document/where.h"
#include "pipeline/verdict.h"

namespace sluice::cat {

class SelectionOptions {
 public:
  explicit SelectionOptions(cli::Tool& tool);

  std::vector<std::string> where;
  std::string ids;
  std::string not_ids;
  double sample = 1;
  uint64_t seed = 0;
};

// Immutable; safe to share between threads.
class Selection {
 public:
  // Reads the id lists, puts their digests into the tool's configuration, declares fields. Throws
  // ConfigError, IoError.
  Selection(const SelectionOptions& options, cli::Tool& tool, Fields& fields);

  // Rejects under "where", "ids", "not_ids" or "sample", in this order, with the condition as
  // detail.
  pipeline::Verdict judge(const Document& document) const;

 private:
  std::vector<std::string> conditions_;
  std::vector<Where> where_;
  std::optional<IdSet> ids_;
  std::optional<IdSet> not_ids_;
  double sample_;
  uint64_t seed_;
};

}  // namespace sluice::cat
