// sluice-decontaminate index: evaluation sets to one file that all shards share.
#include <string>

#include "base/format.h"
#include "commands.h"
#include "index_output.h"
#include "set_options.h"

namespace sluice::decontaminate_tool {
namespace {

std::string told(const decontaminate::EvaluationIndex& index) {
  const decontaminate::IndexTables& tables = index.tables();
  return count_of(tables.items.size(), "item") + ", " +
         count_of(tables.parts.size(), "different part") + ", " +
         count_of(tables.words.size(), "word") + ", " + count_of(index.runs(), "run") + " of " +
         std::to_string(decontaminate::kAnchorWords) + " words";
}

}  // namespace

int index(int argc, char** argv) {
  return cli::run("sluice-decontaminate index", argc, argv, [](cli::Tool& tool) {
    tool.describe("Make one file of evaluation sets, which all shards share.",
                  {"sluice-decontaminate index --set gsm8k/ --set mmlu/ -o evals.index",
                   "sluice-decontaminate index --set mine=mine.jsonl --field question,answer -o "
                   "mine.index"});
    SetOptions sets(tool, SetOptions::Takes::sets);
    std::string output;
    bool quiet = false;
    tool.section("Inputs and outputs");
    tool.text("-o,--output", output, "FILE", "the index", cli::Tool::Matters::run);
    tool.section("Options");
    tool.flag("-q,--quiet", quiet, "say nothing but errors", cli::Tool::Matters::run);
    return tool.on_run([&] {
      tool.refuse_chain();
      tool.messages().set_quiet(quiet);
      const decontaminate::EvaluationIndex made = sets.open();
      check_index_output(tool, output);
      write_index_output(output, [&](io::OutputFile& out) { write_index(made, out); });
      tool.messages().say(told(made));
    });
  });
}

}  // namespace sluice::decontaminate_tool
