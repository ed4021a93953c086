// sluice-mix run: all stages in one go.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "commands.h"
#include "io/work_folder.h"
#include "manifest.h"
#include "mix_options.h"
#include "mixed_files.h"
#include "output_options.h"
#include "passes.h"
#include "pipeline/resume.h"
#include "scatter_options.h"
#include "stages.h"

namespace sluice::mix_tool {
namespace {

constexpr const char* kWorkFolder = "sluice-mix";

struct Options {
  explicit Options(cli::Tool& owner)
      : tool(owner), mix(owner.add<MixOptions>()), output(owner), outputs(owner) {
    tool.section("Running");
    tool.flag("--dry-run", dry_run, "say what would be mixed, and write nothing",
              cli::Tool::Matters::run);
    tool.flag("--resume", resume, "do nothing if the stats file says that it is done",
              cli::Tool::Matters::run);
    tool.section("Options");
  }

  cli::Tool& tool;
  MixOptions& mix;
  MixedFilesOptions output;
  ScatterOptions outputs;
  bool dry_run = false;
  bool resume = false;
};

bool is_done(const Options& options, const Mix& mix) {
  if (!options.resume) return false;
  const std::string& stats = options.outputs.stats();
  if (stats.empty()) throw ConfigError("--resume needs --stats FILE, which says what is done");
  std::vector<std::string> files = {options.output.manifest()};
  for (const cli::NamedOutput& output : options.outputs.all()) {
    if (!output.path.empty() && output.path != stats) files.push_back(output.path);
  }
  const auto done = pipeline::done_before(stats, mix.run.identity, mix.inputs, files);
  return done && options.output.has_extension(done->run.outputs);
}

void write_mix(Options& options, const Mix& mix, const mix::Layout& layout,
               const io::WorkFolder& folder) {
  const MixedFiles files = options.output.files(mix, layout);
  const uint64_t memory = options.mix.work().memory;
  std::vector<SourceTotals> totals;
  const std::string lines = folder.path("lines");
  Mix quiet = mix;
  quiet.run.say = nullptr;  // the first pass has told of bad records
  pipeline::RunResult scattered =
      scatter_documents(quiet, options.mix.fields(), Part{}, layout, memory / 2,
                        options.outputs.named(lines), totals);
  std::vector<stats::FileUse>& written = scattered.total.run.outputs;
  std::erase_if(written, [](const stats::FileUse& output) { return output.path.empty(); });
  for (const stats::FileUse& file : write_files(mix, layout, {lines}, Part{}, files, memory)) {
    written.push_back(file);
  }
  const std::string table = table_of(mix.plan, layout, &totals);
  options.outputs.write_stats(std::move(scattered.total), details_of(mix.plan, totals));
  options.tool.messages().block(table);
}

void mix_all(Options& options) {
  Mix mix = options.mix.open();
  if (!options.dry_run) options.output.check(mix, options.outputs.all());
  options.outputs.prepare(mix, {});
  mix.run.identity.config_digest = options.tool.config_digest();
  mix.run.identity.corpus = mix.digest;  // which source each of the inputs is of
  if (is_done(options, mix)) {
    options.tool.messages().say("done before (--resume)");
    return;
  }
  if (!options.dry_run) options.outputs.open_stats();
  const io::WorkFolder folder(options.mix.work().folder, kWorkFolder);
  const std::string counts = folder.path("counts");
  count_documents(mix, options.mix.fields(), Part{}, counts);
  const mix::Layout layout = lay_out(mix, {counts}, options.mix.work());
  say_warnings(options.tool, mix, layout);
  if (options.dry_run) throw cli::Done(table_of(mix.plan, layout, nullptr));
  write_mix(options, mix, layout, folder);
}

}  // namespace

int run(int argc, char** argv) {
  return cli::run("sluice-mix run", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Mix sources to a token budget: exact quotas, shuffled, in shards.",
        {"sluice-mix plan.toml -o mixed/ --stats mix.json", "sluice-mix plan.toml --dry-run"});
    Options options(tool);
    return tool.on_run([&] { mix_all(options); });
  });
}

}  // namespace sluice::mix_tool
