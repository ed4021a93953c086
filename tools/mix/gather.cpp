// sluice-mix gather: stage 4, the files of the mix.
#include "commands.h"
#include "manifest.h"
#include "mix_options.h"
#include "mixed_files.h"
#include "output_options.h"
#include "stages.h"

namespace sluice::mix_tool {

int gather(int argc, char** argv) {
  return cli::run("sluice-mix gather", argc, argv, [](cli::Tool& tool) {
    tool.describe("Stage 4 of a mix: write a part of its files, each in the mix's order.",
                  {"sluice-mix gather plan.toml --work stages/ --part 0/16 -o mixed/",
                   "sluice-mix gather plan.toml --work stages/ -o mixed/ --extension jsonl"});
    auto& options = tool.add<MixOptions>();
    StageFolder stages(tool, /*parts=*/true);
    MixedFilesOptions output(tool);
    return tool.on_run([&] {
      stages.check();
      const Mix mix = options.open();
      output.check(mix, {});
      const mix::Layout layout = read_choice(mix, stages.path("choice"));
      const MixedFiles files = output.files(mix, layout);
      write_files(mix, layout, all_parts(stages.folder(), "lines"), stages.part(), files,
                  options.work().memory);
    });
  });
}

}  // namespace sluice::mix_tool
