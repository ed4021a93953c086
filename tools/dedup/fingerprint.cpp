// sluice-dedup fingerprint: what exact deduplication compares, a stage file a shard.
#include <string>

#include "cli/document_options.h"
#include "commands.h"
#include "exact_run.h"
#include "stage_options.h"

namespace sluice::dedup_tool {

int fingerprint(int argc, char** argv) {
  return cli::run("sluice-dedup fingerprint", argc, argv, [](cli::Tool& tool) {
    tool.describe("Write what exact deduplication compares: a stage file a shard.",
                  {"sluice-dedup fingerprint shards/ -o prints/ --stats prints.stats/ --resume",
                   "sluice-dedup fingerprint --by url part-7.jsonl.zst -o prints/"});
    cli::DocumentOptions documents(tool, "stored");
    reword_for_sketches(tool);
    auto& options = tool.add<FingerprintOptions>();
    return tool.on_run([&] {
      tool.refuse_chain();
      options.check(tool);
      Fields fields = documents.fields();
      const dedup::ExactKey key = options.key(fields);
      const DocumentFacts facts(options.facts, fields);
      write_sketches(documents, fields, "fingerprint", [&](const std::string& path) {
        return fingerprint_rendering(key, options, facts, path, kSketchWriterBytes);
      });
    });
  });
}

}  // namespace sluice::dedup_tool
