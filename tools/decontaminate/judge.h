// Where evaluation items meet documents: drops, trims or annotates, counts for stats and report.
//
//   Judge judge(scanner, index, {.action = Action::drop}, fields);
//   run.add_details = [&](const pipeline::Job&, stats::Details::Object& details) {
//     judge.add_details(details);
//   };
//   documents.run(run, fields, {judge.stage()});
//   judge.report();                                // of all jobs
//
// May be called by many threads at once; it keeps scratch space and counts for each.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/pool.h"
#include "decontaminate/report.h"
#include "decontaminate/scanner.h"
#include "document/document.h"
#include "pipeline/document_feed.h"
#include "stats/stats_file.h"

namespace sluice::decontaminate_tool {

inline constexpr std::string_view kContaminated = "contaminated";
inline constexpr size_t kMostAnnotated = 100;  // findings in metadata.contamination

enum class Action {
  drop,
  trim,       // leave out the spans
  trim_gpt3,  // … and their surroundings (decontaminate/trim.h)
  annotate,
};

class Judge {
 public:
  struct Options {
    Action action = Action::drop;
    bool counts_tokens = true;  // by what documents say
    // What the report says of them.
    std::string action_name = "drop";
    std::string policy = {};
    std::string frequencies = {};
  };

  // `index` and `scanner` must outlive it. Declares its fields.
  Judge(const decontaminate::EvaluationIndex& index, const decontaminate::Scanner& scanner,
        const Options& options, Fields& fields);

  pipeline::Stage stage();

  // Of the documents since the last call, when nobody judges; they join the report.
  void add_details(stats::Details::Object& details);
  const decontaminate::Report& report() const { return report_; }

 private:
  using Finding = decontaminate::Finding;

  // Of one thread.
  struct Worker {
    explicit Worker(const decontaminate::EvaluationIndex& index) : tally(index) {}
    decontaminate::Scanner::Scratch scratch;
    std::vector<Finding> findings;
    std::vector<Finding> left;  // in what was trimmed
    std::vector<uint32_t> words;
    Buffer json;
    decontaminate::ReportTally tally;
  };

  pipeline::Verdict judge(Document& document, Worker& worker) const;
  pipeline::Verdict reject(Worker& worker) const;
  void annotate(Document& document, Worker& worker) const;
  std::string trimmed(std::string_view text, Worker& worker) const;
  std::string cut(std::string_view text, std::span<const Finding> findings) const;
  decontaminate::Report new_report() const;

  const decontaminate::EvaluationIndex& index_;
  const decontaminate::Scanner& scanner_;
  Options options_;
  FieldId token_count_;
  FieldId contamination_;
  decontaminate::WordReader reader_;
  mutable Pool<Worker> workers_;
  const decontaminate::Report nothing_found_;  // which takes time to make
  decontaminate::Report report_;
};

}  // namespace sluice::decontaminate_tool
