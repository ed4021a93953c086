// sluice-dedup verify: which candidates are near-duplicates, from sketches and texts.
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cli/read_options.h"
#include "cli/work_options.h"
#include "commands.h"
#include "io/inputs.h"
#include "sketch_options.h"
#include "stage_options.h"
#include "text_pass.h"

namespace sluice::dedup_tool {
namespace {

struct VerifyOptions {
  explicit VerifyOptions(cli::Tool& tool) {
    using Matters = cli::Tool::Matters;
    tool.section("Inputs and outputs");
    tool.text("--pairs", pairs, "FILE", "what link wrote", Matters::run);
    tool.texts("--reference-documents", references, "FILE|DIR",
               "the documents of --against; without them their pairs are estimated (repeatable)",
               Matters::run);
    tool.section("What is dropped");
    tool.flag("--no-verify", no_verify, "believe signatures: read no texts");
    tool.section("Options");
  }

  std::string pairs;
  std::vector<std::string> references;
  bool no_verify = false;
};

// The documents of each shard, those of references first.
std::vector<ShardInputs> shard_inputs(const cli::ReadOptions& reading, const VerifyOptions& options,
                                      const Sketches& sketches, const dedup::SketchSet& set) {
  std::vector<ShardInputs> shards;
  if (!options.references.empty()) {
    for (const io::Input& input :
         io::expand_inputs({.paths = options.references, .list = {}, .fetch = {}})) {
      shards.push_back({reference_of(set, sketches.references, input), {input}});
    }
  }
  std::vector<bool> named(set.shards());
  for (const io::Input& input : reading.inputs()) {
    if (input.is_stdin()) throw ConfigError("name the documents of all shards that were sketched");
    pipeline::Job job;
    job.inputs = {input};
    shards.push_back({shard_of(set, job), {input}});
    named[shards.back().shard] = true;
  }
  // Their pairs would be estimated, so that other documents were dropped.
  for (size_t shard = sketches.references; shard < set.shards(); ++shard) {
    if (!named[shard]) {
      throw ConfigError(set.path(shard) + ": name also the documents that it was made of");
    }
  }
  return shards;
}

}  // namespace

int verify(int argc, char** argv) {
  return cli::run("sluice-dedup verify", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Tell near-duplicates from candidates that only look so.",
        {"sluice-dedup verify --sketches sketches/ --pairs run.pairs shards/ -o run.edges",
         "sluice-dedup verify --sketches sketches/ --pairs run.pairs --against published.sketch "
         "--reference-documents published.jsonl.zst shards/ -o run.edges"});
    cli::ReadOptions reading(tool, "JSON Lines, plain, gzip or zstd");
    cli::KeyOptions keys(tool);
    SketchFiles files(tool);
    auto& sketching = tool.add<SketchOptions>();
    VerifyOptions options(tool);
    cli::WorkOptions work(tool);
    StageOutput output(tool);
    return tool.on_run([&] {
      tool.refuse_chain();
      sketching.settle();
      work.check();
      if (options.pairs.empty()) throw ConfigError("--pairs: name what link wrote");
      tool.reads(options.pairs);
      for (const std::string& path : options.references) tool.reads(path);
      const pipeline::RunOptions run = reading.run_options();
      const Sketches sketches = files.sketches();
      output.prepare(reading.inputs());
      const dedup::SketchSet set = sketches.open(work.memory / 4);
      if (set.config() != sketching.config()) {
        throw ConfigError(set.path(0) + ": was sketched with other options than these");
      }
      const auto inputs = shard_inputs(reading, options, sketches, set);
      const dedup::Sketcher sketcher = sketching.sketcher();
      output.write("verify", [&](io::OutputFile& out) {
        PairTexts texts(set, options.pairs, sketcher,
                        {.threshold = sketching.threshold(), .verify = !options.no_verify},
                        {.memory = work.memory, .folder = work.folder, .threads = run.threads});
        read_texts(run, keys.fields(), inputs, texts);
        texts.write_edges(out);
        return texts.details();
      });
    });
  });
}

}  // namespace sluice::dedup_tool
