// sluice-mix plan: stage 2, what is taken of each source.
#include "commands.h"
#include "io/output.h"
#include "manifest.h"
#include "mix_options.h"
#include "stages.h"

namespace sluice::mix_tool {

int plan(int argc, char** argv) {
  return cli::run("sluice-mix plan", argc, argv, [](cli::Tool& tool) {
    tool.describe("Stage 2 of a mix: what is taken of each source, by the counts of all parts.",
                  {"sluice-mix plan plan.toml --work stages/",
                   "sluice-mix plan plan.toml --work stages/ --memory 8GiB"});
    auto& options = tool.add<MixOptions>();
    StageFolder stages(tool, /*parts=*/false);
    return tool.on_run([&] {
      stages.check();
      const Mix mix = options.open();
      const std::string path = stages.path("choice");
      io::remove_stale_pending({&path, 1});
      const mix::Layout layout = lay_out(mix, all_parts(stages.folder(), "counts"), options.work());
      write_choice(mix, layout, path);
      say_warnings(tool, mix, layout);
      throw cli::Done(table_of(mix.plan, layout, nullptr));
    });
  });
}

}  // namespace sluice::mix_tool
