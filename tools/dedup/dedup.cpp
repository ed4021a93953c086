// sluice-dedup: finds documents that are copies of others, and drops them. Each command has a file
// of its own.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/messages.h"
#include "cli/tool.h"
#include "commands.h"

namespace {

using namespace sluice;

struct Command {
  std::string_view name;
  std::string_view summary;
  int (*run)(int argc, char** argv);
};

constexpr std::array kCommands = {
    Command{"fuzzy", "drop near-duplicates, in one go", dedup_tool::fuzzy},
    Command{"sketch", "stage 1 of fuzzy, a shard at a time: what is compared", dedup_tool::sketch},
    Command{"link", "stage 2: candidate pairs of all shards", dedup_tool::link},
    Command{"verify", "stage 3: which of them are near-duplicates", dedup_tool::verify},
    Command{"cluster", "stage 4: who is kept", dedup_tool::cluster},
    Command{"apply", "stage 5, a shard at a time: drop the others", dedup_tool::apply},
    Command{"exact", "drop documents that are the same as another one", dedup_tool::exact},
    Command{"fingerprint", "stage 1 of exact, a shard at a time", dedup_tool::fingerprint},
    Command{"match", "stage 2: who is kept; then apply", dedup_tool::match},
    Command{"explain", "what a document shares with others, and where they differ",
            dedup_tool::explain},
    Command{"yield", "what more data would yield, from stats files", dedup_tool::yield},
};

constexpr std::string_view kSummary = "Drop copies of documents: near-duplicates and exact ones.";

std::string overview() {
  std::string text =
      std::string(kSummary) + "\n\nUsage: sluice-dedup COMMAND [OPTIONS] …\n\nCommands:\n";
  for (const Command& command : kCommands) {
    text += "  " + std::string(command.name) + std::string(13 - command.name.size(), ' ') +
            std::string(command.summary) + "\n";
  }
  return text +
         "\nsluice-dedup COMMAND --help tells a command's options.\n\nExamples:\n"
         "  sluice-dedup fuzzy crawl.jsonl.zst -o unique.jsonl.zst\n"
         "  sluice-dedup fuzzy shards/ -o unique/ --stats stats/ -j 16\n";
}

// What the front door asks of every tool, and what is no command.
int other_words(int argc, char** argv, const std::string& word) {
  return cli::run("sluice-dedup", 1, argv, [&](cli::Tool& tool) {
    return tool.on_run([&] {
      if (word == "--describe") throw cli::Done(std::string(kSummary));
      if (word == "--version") throw cli::Done("sluice-dedup " + cli::Tool::version());
      if (word == "--help" || word == "-h" || (word == "help" && argc == 2)) {
        throw cli::Done(overview());
      }
      std::vector<std::string_view> names;
      for (const Command& command : kCommands) names.push_back(command.name);
      throw ConfigError(word.empty()
                            ? "a command is missing (sluice-dedup --help lists them)"
                            : "there is no command '" + word + "'" + did_you_mean(word, names) +
                                  " (sluice-dedup --help lists them)");
    });
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::string word = argc > 1 ? argv[1] : "";
  std::vector<char*> words(argv + 1, argv + argc);
  char help[] = "--help";
  if (word == "help" && argc > 2) {
    word = argv[2];
    words = {argv[2], help};
  }
  const auto command = std::find_if(kCommands.begin(), kCommands.end(),
                                    [&](const Command& one) { return one.name == word; });
  if (command == kCommands.end()) return other_words(argc, argv, word);
  words.push_back(nullptr);
  return command->run(static_cast<int>(words.size()) - 1, words.data());
}
