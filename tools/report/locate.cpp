// sluice-report locate: the documents that a training step saw.
#include "report/locate.h"

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "bpe/shard_manifest.h"
#include "cli/messages.h"
#include "cli/tool.h"
#include "commands.h"
#include "io/chunk.h"
#include "io/mapped_file.h"

namespace sluice::report_tool {
namespace {

std::vector<bpe::ShardInfo> manifest_of(const std::string& path) {
  const std::string json = io::read_whole(io::Input{.name = path});
  try {
    return bpe::read_manifest(json);
  } catch (const ConfigError& error) {
    throw ConfigError(path + ": " + error.what());
  }
}

// shard, first token, tokens, id: a line a document.
std::string lines_of(const std::string& manifest, const std::vector<bpe::ShardInfo>& shards,
                     const std::vector<report::Stretch>& stretches) {
  const std::filesystem::path folder = std::filesystem::path(manifest).parent_path();
  std::string lines;
  for (const report::Stretch& stretch : stretches) {
    const bpe::ShardInfo& shard = shards[stretch.shard];
    const std::string path = (folder / shard.map).string();
    const io::MappedFile map(path);
    for (const report::LocatedDocument& document :
         report::documents_within(map.bytes(), stretch, path)) {
      lines += shard.file + "\t" + std::to_string(document.offset) + "\t" +
               std::to_string(document.length) + "\t" + document.id + "\n";
    }
  }
  return lines;
}

}  // namespace

int locate(int argc, char** argv) {
  return cli::run("sluice-report locate", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "List the documents that a training step saw: where to look when the loss spikes.",
        {"sluice-report locate tokens/manifest.json --step 2 --batch-tokens 1024",
         "sluice-report locate tokens/manifest.json --step 3 --batch-tokens 1024 | cut "
         "-f 4"});
    std::vector<std::string> manifests;
    uint64_t step = 0;
    uint64_t batch_tokens = 0;
    tool.arguments("MANIFEST", manifests, "manifest.json that sluice-bpe encode wrote");
    tool.number("--step", step, "N", "the step, from 0");
    tool.number("--batch-tokens", batch_tokens, "N", "tokens of a step, over all replicas");
    return tool.on_run([&] {
      tool.refuse_chain();
      if (manifests.size() != 1) throw ConfigError("name one manifest.json");
      if (!tool.given("--step")) throw ConfigError("--step: which step?");
      if (batch_tokens == 0) throw ConfigError("--batch-tokens: how many tokens has a step?");
      const std::vector<bpe::ShardInfo> shards = manifest_of(manifests.front());
      const auto stretches = report::tokens_of_step(shards, step, batch_tokens);
      const std::string lines = lines_of(manifests.front(), shards, stretches);
      for (const report::Stretch& stretch : stretches) {
        tool.messages().say("step " + with_thousands(step) + ": tokens " +
                            with_thousands(stretch.begin) + " to " + with_thousands(stretch.end) +
                            " of " + shards[stretch.shard].file + ", epoch " +
                            with_thousands(stretch.epoch + 1));
      }
      tool.messages().say(
          "if training reads the shards in the manifest's order, unshuffled, batch after batch");
      cli::print(lines);
    });
  });
}

}  // namespace sluice::report_tool
