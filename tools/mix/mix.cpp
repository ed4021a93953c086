// sluice-mix: shuffled training shards of several sources, to exact token quotas. Each command has
// a file of its own.
#include "cli/commands.h"
#include "commands.h"

int main(int argc, char** argv) {
  using namespace sluice;
  return cli::run_commands(
      "sluice-mix", "Mix sources to a token budget: exact quotas, shuffled, in shards.",
      {"sluice-mix plan.toml -o mixed/ --stats mix.json", "sluice-mix plan.toml --dry-run"},
      {
          {"run", "all stages in one go", mix_tool::run, true},
          {"count", "stage 1, a part at a time: documents and tokens of the sources",
           mix_tool::count},
          {"plan", "stage 2: what is taken of each source", mix_tool::plan},
          {"scatter", "stage 3, a part at a time: documents to the files of the mix",
           mix_tool::scatter},
          {"gather", "stage 4, a part at a time: the files of the mix", mix_tool::gather},
      },
      argc, argv);
}
