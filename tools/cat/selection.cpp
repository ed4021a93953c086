#include "selection.h"

#include "base/error.h"
#include "base/hash.h"

namespace sluice::cat {

SelectionOptions::SelectionOptions(cli::Tool& tool) {
  tool.section("Selecting");
  tool.texts("--where", where, "CONDITION",
             "keep documents for which this holds, as 'metadata.language_score >= 0.8' "
             "(=, !=, <, <=, >, >=, in, exists, not; repeatable: all must hold)");
  tool.text("--ids", ids, "FILE", "keep only the ids listed in this file, one a line",
            cli::Tool::Matters::run);
  tool.text("--not-ids", not_ids, "FILE", "drop the ids listed in this file (takedowns)",
            cli::Tool::Matters::run);
  tool.number("--sample", sample, "SHARE",
              "keep this share of the documents, chosen by the hash of seed and id (1)");
  tool.number("--seed", seed, "N", "seed of --sample (0)");
}

Selection::Selection(const SelectionOptions& options, cli::Tool& tool, Fields& fields)
    : conditions_(options.where), sample_(options.sample), seed_(options.seed) {
  if (!(sample_ >= 0 && sample_ <= 1)) {
    throw ConfigError("--sample: must be between 0 and 1, as 0.01 for one document in a hundred");
  }
  if (tool.given("--seed") && !tool.given("--sample")) {
    throw ConfigError("--seed: is that of --sample, which is not given");
  }
  for (const std::string& condition : conditions_) {
    where_.push_back(
        cli::configured_by("--where", [&] { return Where::parse(condition, fields); }));
  }
  for (const std::string& path : {options.ids, options.not_ids}) {
    if (path == "-") throw ConfigError("a list of ids is a file; standard input is for documents");
    if (!path.empty()) tool.reads(path);
  }
  // The lists' contents decide the result, not their paths.
  if (!options.ids.empty()) {
    ids_ = cli::configured_by("--ids", [&] { return IdSet::read(options.ids); });
    tool.digest("ids", ids_->digest());
  }
  if (!options.not_ids.empty()) {
    not_ids_ = cli::configured_by("--not-ids", [&] { return IdSet::read(options.not_ids); });
    tool.digest("not-ids", not_ids_->digest());
  }
}

pipeline::Verdict Selection::judge(const Document& document) const {
  using pipeline::Verdict;
  for (size_t i = 0; i < where_.size(); ++i) {
    if (!where_[i].holds(document)) return Verdict::reject("where", conditions_[i]);
  }
  if (ids_ && !ids_->contains(document.id())) return Verdict::reject("ids");
  if (not_ids_ && not_ids_->contains(document.id())) return Verdict::reject("not_ids");
  if (sample_ < 1 && unit_interval(hash64(document.id(), seed_)) >= sample_) {
    return Verdict::reject("sample");
  }
  return Verdict::keep();
}

}  // namespace sluice::cat
