// sluice-decontaminate scan: documents in, those without evaluation items out.
#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "cli/document_options.h"
#include "commands.h"
#include "io/output.h"
#include "judge.h"
#include "report_page.h"
#include "set_options.h"

namespace sluice::decontaminate_tool {
namespace {

using decontaminate::Policy;
using decontaminate::Scanner;

struct ScanOptions {
  explicit ScanOptions(cli::Tool& tool) {
    using Matters = cli::Tool::Matters;
    tool.section("Evaluation sets");
    tool.text("--df", df, "FILE", "what `df` wrote: how common their words are (all alike)",
              Matters::run);
    tool.section("What is dropped");
    tool.one_of("--policy", policy, {"score", "gpt3", "llama3", "any"},
                "when an item is found: score: a share of it (default); gpt3, any: one run of "
                "words; llama3: a share in runs of 8 words");
    tool.number("--threshold", threshold, "SHARE", "of an item, for score and llama3 (0.8)");
    tool.number("--ngram", ngram, "N", "words of a run, for gpt3 and any (13)");
    tool.one_of("--action", action, {"drop", "trim", "annotate"},
                "drop the document (default), leave out what was found (default of gpt3), or say "
                "what was found");
    tool.section("Inputs and outputs");
    tool.text("--report", report, "FILE", "what was found of each set: .json, or .md for people",
              Matters::run);
    tool.section("Options");
  }

  Scanner::Options scanning() const {
    if (!(threshold > 0 && threshold <= 1)) throw ConfigError("--threshold: above 0, up to 1");
    Scanner::Options options;
    options.ngram = static_cast<uint32_t>(std::min<uint64_t>(ngram, UINT32_MAX));
    options.threshold = static_cast<uint32_t>(std::lround(threshold * decontaminate::kFullScore));
    if (policy == "any") options.policy = Policy::any;
    if (policy == "gpt3") options.policy = Policy::gpt3;
    if (policy == "llama3") options.policy = Policy::llama3;
    return options;
  }

  // For reports.
  std::string policy_text() const {
    const bool by_run = policy == "any" || policy == "gpt3";
    return policy + (by_run ? ", runs of " + std::to_string(ngram) + " words"
                            : ", threshold " + shortest_double(threshold));
  }

  std::string df;
  std::string policy = "score";
  double threshold = 0.8;
  uint64_t ngram = 13;
  std::string action = "drop";
  std::string report;
};

Action action_of(const std::string& name, bool gpt3) {
  if (name == "annotate") return Action::annotate;
  if (name == "drop") return Action::drop;
  return gpt3 ? Action::trim_gpt3 : Action::trim;
}

class ScanRun {
 public:
  ScanRun(cli::Tool& tool, cli::DocumentOptions& documents, SetOptions& sets,
          const ScanOptions& options)
      : tool_(tool), documents_(documents), sets_(sets), options_(options) {}

  void run() {
    const Scanner::Options scanning = options_.scanning();
    check_report();
    const decontaminate::EvaluationIndex index = sets_.open();
    const Weights weights = open_weights(tool_, index, options_.df);
    const Scanner scanner(index, weights.values, scanning);
    const bool gpt3 = scanning.policy == Policy::gpt3;
    const std::string action =
        gpt3 && !tool_.given("--action") ? std::string("trim") : options_.action;
    if (action == "trim") documents_.count_by_default();
    Fields fields = documents_.fields();
    pipeline::RunOptions run = documents_.run_options();
    Judge judge(index, scanner,
                {.action = action_of(action, gpt3),
                 .counts_tokens = run.tokens.counter != nullptr || run.tokens.stored,
                 .action_name = action,
                 .policy = options_.policy_text(),
                 .frequencies = weights.source},
                fields);
    documents_.also_writes(options_.report, "--report");
    documents_.check_outputs(run);
    io::OutputSet reports;
    io::OutputFile* const report =
        options_.report.empty() ? nullptr : &reports.open(options_.report);
    if (report != nullptr) run.also_published = {report};
    size_t judged = 0;  // jobs
    run.add_details = [&](const pipeline::Job&, stats::Details::Object& details) {
      judge.add_details(details);
      if (++judged < run.jobs.size() || report == nullptr) return;
      report->write(report_for(judge.report(), is_json_report(options_.report, "--report")));
      reports.prepare();
    };
    run.before_publishing = [&] {
      if (judged == run.jobs.size()) reports.publish();
    };
    documents_.run(run, fields, {judge.stage()});
  }

 private:
  void check_report() const {
    if (options_.report.empty()) return;
    is_json_report(options_.report, "--report");
    if (tool_.given("--resume")) {
      throw ConfigError(
          "--report tells of all documents, and --resume passes over shards: give each shard a run "
          "and a report of its own, which sluice-decontaminate report joins");
    }
  }

  cli::Tool& tool_;
  cli::DocumentOptions& documents_;
  SetOptions& sets_;
  const ScanOptions& options_;
};

}  // namespace

int scan(int argc, char** argv) {
  return cli::run("sluice-decontaminate scan", argc, argv, [](cli::Tool& tool) {
    tool.describe("Drop documents that hold items of evaluation sets.",
                  {"sluice-decontaminate --set gsm8k/ --set mmlu/ crawl.jsonl.zst -o "
                   "clean.jsonl.zst --rejects leaks.jsonl.zst --report report.md",
                   "sluice-decontaminate --set gsm8k/ --action annotate shards/ -o "
                   "annotated/ --stats stats/ -j 16"});
    cli::DocumentOptions documents(tool, "stored");
    SetOptions sets(tool, SetOptions::Takes::index);
    ScanOptions options(tool);
    return tool.on_run([&] { ScanRun(tool, documents, sets, options).run(); });
  });
}

}  // namespace sluice::decontaminate_tool
