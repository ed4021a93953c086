// sluice-decontaminate df: how many documents of a background corpus have each run of an index.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/pool.h"
#include "cli/read_options.h"
#include "commands.h"
#include "decontaminate/frequencies.h"
#include "index_output.h"
#include "set_options.h"

namespace sluice::decontaminate_tool {
namespace {

using decontaminate::EvaluationIndex;
using decontaminate::Frequencies;
using decontaminate::RunCounter;

// Of one thread.
struct Worker {
  explicit Worker(const EvaluationIndex& index) : counter(index) {}
  RunCounter counter;
  RunCounter::Scratch scratch;
};

void count_documents(const EvaluationIndex& index, pipeline::RunOptions run, Fields fields,
                     Frequencies& all) {
  run.tokens = {.counter = nullptr, .stored = false};
  Pool<Worker> workers([&] { return std::make_unique<Worker>(index); });
  pipeline::run(run, fields, {{"df", [&](Document& document) {
                                 workers.with([&](Worker& worker) {
                                   worker.counter.add(document.text(), worker.scratch);
                                 });
                                 return pipeline::Verdict::keep();
                               }}});
  for (const auto& worker : workers.take_all()) all += worker->counter.frequencies();
}

}  // namespace

int df(int argc, char** argv) {
  return cli::run("sluice-decontaminate df", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Count in how many documents of a background corpus the words of evaluation sets stand.",
        {"sluice-decontaminate df --index evals.index background/ -o evals.df",
         "sluice-decontaminate df --index evals.index --merge a.df --merge b.df -o evals.df"});
    cli::ReadOptions reading(tool, "JSON Lines, plain, gzip or zstd");
    cli::KeyOptions keys(tool);
    SetOptions sets(tool, SetOptions::Takes::index);
    std::vector<std::string> merge;
    std::string output;
    tool.section("Inputs and outputs");
    tool.texts("--merge", merge, "FILE", "counts of other documents to add (repeatable)",
               cli::Tool::Matters::run);
    tool.text("-o,--output", output, "FILE", "the counts", cli::Tool::Matters::run);
    tool.section("Options");
    return tool.on_run([&] {
      tool.refuse_chain();
      const EvaluationIndex index = sets.open();
      for (const std::string& file : merge) tool.reads(file);
      pipeline::RunOptions run = reading.run_options();
      pipeline::Job job;
      job.name = tool.name();
      job.routes = {""};
      const bool counts = reading.names_inputs() || merge.empty();
      if (counts) job.inputs = reading.inputs();
      check_index_output(tool, output, job.inputs);
      Frequencies all(index);
      for (const std::string& file : merge) {
        all += cli::configured_by("--merge",
                                  [&] { return decontaminate::read_frequencies(file, index); });
      }
      run.jobs = {std::move(job)};
      write_index_output(output, [&](io::OutputFile& out) {
        if (counts) count_documents(index, std::move(run), keys.fields(), all);
        write_frequencies(all, out);
      });
    });
  });
}

}  // namespace sluice::decontaminate_tool
