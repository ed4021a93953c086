// sluice chain: tools joined by pipes, published together.
#include "base/format.h"
#include "cli/chain_plan.h"
#include "cli/tool.h"
#include "commands.h"

namespace sluice::front {

int chain(int argc, char** argv) {
  return cli::run("sluice-chain", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Run tools joined by pipes; publish only if all of them end well.",
        {"sluice chain 'cat --where \"metadata.language = en\" | cat --sample 0.1' "
         "crawl.jsonl.gz -o sample.jsonl.zst",
         "sluice chain 'cat --rejects rejects/{shard} --sample 0.5 | cat' shards/ -o out/ "
         "--stats stats --resume"});
    auto& options = tool.add<cli::ChainOptions>();
    return tool.on_run([&] {
      tool.messages().set_quiet(options.quiet);
      const cli::ChainPlan plan(options);
      if (options.resume) plan.remove_stale_outputs();
      uint64_t skipped = 0;
      for (const cli::ChainRun& run : plan.runs()) {
        if (options.resume && plan.is_done(run)) {
          ++skipped;
        } else {
          cli::run_chain(plan.processes(run), [&] { plan.withdraw_stats(run); });
        }
      }
      if (skipped > 0) {
        tool.messages().say(count_of(skipped, "shard") + " skipped, done before (--resume)");
      }
    });
  });
}

}  // namespace sluice::front
