// sluice-mix scatter: stage 3, documents to the files of the mix.
#include <string>
#include <vector>

#include "cli/collisions.h"
#include "commands.h"
#include "io/output.h"
#include "manifest.h"
#include "mix_options.h"
#include "passes.h"
#include "scatter_options.h"
#include "stages.h"

namespace sluice::mix_tool {

int scatter(int argc, char** argv) {
  return cli::run("sluice-mix scatter", argc, argv, [](cli::Tool& tool) {
    tool.describe("Stage 3 of a mix: sort the documents of a part by the files of the mix.",
                  {"sluice-mix scatter plan.toml --work stages/ --part 3/64",
                   "sluice-mix scatter plan.toml --work stages/ --rejects over.jsonl.zst"});
    auto& options = tool.add<MixOptions>();
    StageFolder stages(tool, /*parts=*/true);
    ScatterOptions outputs(tool);
    return tool.on_run([&] {
      stages.check();
      const Mix mix = options.open();
      const mix::Layout layout = read_choice(mix, stages.path("choice"));
      const std::string path = stages.path(stages.part().file("lines"));
      outputs.prepare(mix, {{path, "--work"}});
      outputs.open_stats();
      std::vector<SourceTotals> totals;
      const pipeline::RunResult result =
          scatter_documents(mix, options.fields(), stages.part(), layout, options.work().memory / 2,
                            outputs.named(path), totals);
      outputs.write_stats(result.total, details_of(mix.plan, totals));
    });
  });
}

}  // namespace sluice::mix_tool
