// sluice-dedup fuzzy: drops near-duplicates, in one go.
#include <string>

#include "base/error.h"
#include "cli/document_options.h"
#include "cli/work_options.h"
#include "commands.h"
#include "fuzzy_run.h"
#include "sketch_options.h"

namespace sluice::dedup_tool {
namespace {

void declare(cli::Tool& tool, FuzzyOptions& options) {
  tool.section("What is dropped");
  tool.one_of("--cluster", options.cluster, {"star", "components"},
              "star: what resembles a kept document (default); components: all but one of what "
              "pairs join");
  tool.flag("--no-verify", options.no_verify, "believe signatures: drop what shares a band");
  declare(tool, options.passes, "what resembles");
}

void check(const FuzzyOptions& options, const SketchOptions& sketching) {
  options.passes.work->check();
  if (sketching.is_fineweb() && options.cluster == "star") {
    throw ConfigError("--cluster star: --profile fineweb clusters by components");
  }
}

}  // namespace

int fuzzy(int argc, char** argv) {
  return cli::run("sluice-dedup fuzzy", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Drop near-duplicates: documents that share most of their word sequences.",
        {"sluice-dedup fuzzy crawl.jsonl.zst -o unique.jsonl.zst --rejects copies.jsonl.zst",
         "sluice-dedup fuzzy --against published/ new/ -o more/ --stats stats/ -j 16"});
    cli::DocumentOptions documents(tool, "stored");
    auto& sketching = tool.add<SketchOptions>();
    FuzzyOptions options;
    declare(tool, options);
    options.passes.work = &tool.add<cli::WorkOptions>();
    return tool.on_run([&] {
      sketching.settle();
      check(options, sketching);
      if (documents.verbose()) tool.messages().block(recall_curve(sketching.banding()));
      FuzzyRun(tool, documents, sketching, options).run();
    });
  });
}

}  // namespace sluice::dedup_tool
