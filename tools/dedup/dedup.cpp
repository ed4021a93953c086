// sluice-dedup: finds documents that are copies of others, and drops them. Each command has a file
// of its own.
#include "cli/commands.h"
#include "commands.h"

int main(int argc, char** argv) {
  using namespace sluice;
  return cli::run_commands(
      "sluice-dedup", "Drop copies of documents: near-duplicates and exact ones.",
      {"sluice-dedup fuzzy crawl.jsonl.zst -o unique.jsonl.zst",
       "sluice-dedup fuzzy shards/ -o unique/ --stats stats/ -j 16"},
      {
          {"fuzzy", "drop near-duplicates, in one go", dedup_tool::fuzzy},
          {"sketch", "stage 1 of fuzzy, a shard at a time: what is compared", dedup_tool::sketch},
          {"link", "stage 2: candidate pairs of all shards", dedup_tool::link},
          {"verify", "stage 3: which of them are near-duplicates", dedup_tool::verify},
          {"cluster", "stage 4: who is kept", dedup_tool::cluster},
          {"apply", "stage 5, a shard at a time: drop the others", dedup_tool::apply},
          {"exact", "drop documents that are the same as another one", dedup_tool::exact},
          {"fingerprint", "stage 1 of exact, a shard at a time", dedup_tool::fingerprint},
          {"match", "stage 2: who is kept; then apply", dedup_tool::match},
          {"explain", "what a document shares with others, and where they differ",
           dedup_tool::explain},
          {"yield", "what more data would yield, from stats files", dedup_tool::yield},
      },
      argc, argv);
}
