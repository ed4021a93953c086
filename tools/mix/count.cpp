// sluice-mix count: stage 1, what the documents of the sources hold.
#include <vector>

#include "cli/collisions.h"
#include "commands.h"
#include "io/output.h"
#include "mix_options.h"
#include "passes.h"

namespace sluice::mix_tool {

int count(int argc, char** argv) {
  return cli::run("sluice-mix count", argc, argv, [](cli::Tool& tool) {
    tool.describe("Stage 1 of a mix: count the documents and tokens of a part of its files.",
                  {"sluice-mix count plan.toml --work stages/ --part 3/64",
                   "sluice-mix count plan.toml --work stages/ --tokenizer sluice-64k"});
    auto& options = tool.add<MixOptions>();
    StageFolder stages(tool, /*parts=*/true);
    return tool.on_run([&] {
      stages.check();
      const Mix mix = options.open();
      const std::string path = stages.path(stages.part().file("counts"));
      cli::refuse_collisions(mix.inputs, {{path, "--work"}});
      io::remove_stale_pending({&path, 1});
      count_documents(mix, options.fields(), stages.part(), path);
    });
  });
}

}  // namespace sluice::mix_tool
