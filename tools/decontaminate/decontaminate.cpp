// sluice-decontaminate: finds evaluation items in documents, and drops them. Each command has a
// file of its own.
#include "cli/commands.h"
#include "commands.h"

int main(int argc, char** argv) {
  using namespace sluice;
  return cli::run_commands(
      "sluice-decontaminate", "Drop documents that hold items of evaluation sets.",
      {"sluice-decontaminate --set gsm8k/ --set mmlu/ crawl.jsonl.zst -o clean.jsonl.zst",
       "sluice-decontaminate --index evals.index shards/ -o clean/ --report report.md"},
      {
          {"scan", "drop, trim or annotate documents", decontaminate_tool::scan, true},
          {"index", "evaluation sets to one file that all shards share", decontaminate_tool::index},
          {"df", "how common the words of the sets are in a corpus", decontaminate_tool::df},
          {"report", "reports of many shards to one", decontaminate_tool::report},
      },
      argc, argv);
}
