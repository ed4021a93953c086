// sluice-dedup exact: drops documents whose text, address or other field is that of another one.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "cli/document_options.h"
#include "commands.h"
#include "dedup/cluster_sizes.h"
#include "document_facts.h"
#include "exact_run.h"
#include "first_of_each.h"
#include "io/inputs.h"
#include "io/stage_file.h"
#include "text_pass.h"

namespace sluice::dedup_tool {
namespace {

// What --keep first does: one pass, the first one of each key.
class OnePass {
 public:
  OnePass(const ExactOptions& options, cli::Tool& tool, cli::DocumentOptions& documents)
      : options_(options), tool_(tool), documents_(documents) {}

  void run() {
    Fields fields = documents_.fields();
    const dedup::ExactKey key = options_.fingerprints.key(fields);
    const DocumentFacts facts(options_.fingerprints.facts, fields);
    pipeline::RunOptions run = documents_.run_options();
    if (run.resume && run.jobs.size() > 1) {
      throw ConfigError(
          "--resume: with --keep first, what is dropped of a shard depends on all shards before, "
          "which would not be read again");
    }
    const auto references = reference_inputs(tool_, options_.passes.against);
    if (!references.empty()) {
      run.identity.corpus = sha256_hex(name_references(tool_, references));
      run.identity.config_digest = tool_.config_digest();
    }
    const auto judge = std::make_shared<FirstOfEachKey>(
        key, facts,
        FirstOfEachKey::Options{.memory = options_.passes.work->memory,
                                .tells_ids = !run.jobs.front().rejects.empty(),
                                .folder = options_.passes.work->folder});
    run.ordered_judge = judge;
    run.add_details = [&](const pipeline::Job& job, stats::Details::Object& details) {
      if (&job == &run.jobs.back()) add_details(*judge, details);
    };
    if (!references.empty()) read_references(run, fields, references, *judge);
    documents_.run(run, fields, {{"exact", keep_document}});
  }

 private:
  // A chain's gate is left to the pass that writes.
  void read_references(pipeline::RunOptions& run, Fields& fields,
                       const std::vector<io::Input>& references, FirstOfEachKey& judge) const {
    for (const io::Input& input : references) {
      if (!io::is_stage_file(input.name)) continue;
      throw ConfigError("--against " + input.name +
                        ": --keep first takes documents there, no stage files");
    }
    documents_.check_outputs(run);
    run.gate = pipeline::CommitGate::from_environment();
    const pipeline::RunOptions reading = early_pass(run, {job_of("--against", references, "")});
    judge.begin_references();
    pipeline::run(reading, fields, {{"exact", keep_document}});
    judge.end_references();
  }

  void add_details(const FirstOfEachKey& judge, stats::Details::Object& details) const {
    details["exact"] = {
        stats::Details::Object{{"distinct", {static_cast<int64_t>(judge.distinct())}},
                               {"without_key", {static_cast<int64_t>(judge.without_key())}}}};
    // Clusters that references are in are none of this corpus.
    if (options_.passes.against.empty()) {
      details[dedup::kClusterSizes] = dedup::details_of(judge.sizes(), dedup::Weighed::no);
    }
  }

  const ExactOptions& options_;
  cli::Tool& tool_;
  cli::DocumentOptions& documents_;
};

}  // namespace

int exact(int argc, char** argv) {
  return cli::run("sluice-dedup exact", argc, argv, [](cli::Tool& tool) {
    tool.describe("Drop documents whose text, address or other field is that of another one.",
                  {"sluice-dedup exact --keep first crawl.jsonl.zst -o unique.jsonl.zst",
                   "sluice-dedup exact --by url --against published/ new/ -o more/ "
                   "--rejects copies/"});
    cli::DocumentOptions documents(tool, "stored");
    auto& options = tool.add<ExactOptions>();
    return tool.on_run([&] {
      options.check(tool);
      if (options.fingerprints.facts.keep == "first") {
        OnePass(options, tool, documents).run();
      } else {
        ExactRun(tool, documents, options).run();
      }
    });
  });
}

}  // namespace sluice::dedup_tool
