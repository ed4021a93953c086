// sluice-dedup sketch: what fuzzy deduplication compares, a stage file a shard.
#include <memory>
#include <string>

#include "cli/document_options.h"
#include "commands.h"
#include "sketch_options.h"
#include "sketch_rendering.h"
#include "stage_options.h"

namespace sluice::dedup_tool {
namespace {

void run_sketch(cli::DocumentOptions& documents, const SketchOptions& sketching) {
  Fields fields = documents.fields();
  const dedup::Sketcher sketcher = sketching.sketcher();
  const DocumentFacts facts(sketching.facts(), fields);
  const dedup::SketchConfig config = sketching.config();
  write_sketches(documents, fields, "sketch", [&](const std::string& path) {
    return std::make_shared<SketchRendering>(sketcher, facts, config, path, kSketchWriterBytes);
  });
}

}  // namespace

int sketch(int argc, char** argv) {
  return cli::run("sluice-dedup sketch", argc, argv, [](cli::Tool& tool) {
    tool.describe("Write what fuzzy deduplication compares: a stage file a shard.",
                  {"sluice-dedup sketch shards/ -o sketches/ --stats sketches.stats/ --resume",
                   "sluice-dedup sketch part-7.jsonl.zst -o sketches/"});
    cli::DocumentOptions documents(tool, "stored");
    reword_for_sketches(tool);
    auto& sketching = tool.add<SketchOptions>();
    return tool.on_run([&] {
      tool.refuse_chain();
      sketching.settle();
      if (documents.verbose()) tool.messages().block(recall_curve(sketching.banding()));
      run_sketch(documents, sketching);
    });
  });
}

}  // namespace sluice::dedup_tool
