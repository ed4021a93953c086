// sluice-bpe: trains, counts, encodes, decodes, compares, converts and inspects byte-pair
// vocabularies. Each command has a file of its own.
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
    Command{"train", "train a vocabulary on documents or text", bpe_tool::train},
    Command{"count", "count the tokens of documents or text", bpe_tool::count},
    Command{"encode", "token ids as JSON, or token shards for training", bpe_tool::encode},
    Command{"decode", "token ids to text", bpe_tool::decode},
    Command{"compare", "compare vocabularies, and all sizes of one", bpe_tool::compare},
    Command{"convert", "write a vocabulary in another format", bpe_tool::convert},
    Command{"inspect", "what a vocabulary holds, and what of it a corpus uses", bpe_tool::inspect},
};

constexpr std::string_view kSummary =
    "Train, count, encode, compare and convert byte-pair vocabularies.";

std::string overview() {
  std::string text =
      std::string(kSummary) + "\n\nUsage: sluice-bpe COMMAND [OPTIONS] …\n\nCommands:\n";
  for (const Command& command : kCommands) {
    text += "  " + std::string(command.name) + std::string(10 - command.name.size(), ' ') +
            std::string(command.summary) + "\n";
  }
  return text +
         "\nsluice-bpe COMMAND --help tells a command's options.\n\nExamples:\n"
         "  sluice-bpe train --text --vocab-size 32768 corpus/*.txt -o tokenizer.json\n"
         "  sluice-bpe count --text --tokenizer cl100k_base.tiktoken book.txt\n";
}

// What the front door asks of every tool, and what is no command.
int other_words(int argc, char** argv, const std::string& word) {
  return cli::run("sluice-bpe", 1, argv, [&](cli::Tool& tool) {
    return tool.on_run([&] {
      if (word == "--describe") throw cli::Done(std::string(kSummary));
      if (word == "--version") throw cli::Done("sluice-bpe " + cli::Tool::version());
      if (word == "--help" || word == "-h" || (word == "help" && argc == 2)) {
        throw cli::Done(overview());
      }
      std::vector<std::string_view> names;
      for (const Command& command : kCommands) names.push_back(command.name);
      throw ConfigError(word.empty()
                            ? "a command is missing (sluice-bpe --help lists them)"
                            : "there is no command '" + word + "'" + did_you_mean(word, names) +
                                  " (sluice-bpe --help lists them)");
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
