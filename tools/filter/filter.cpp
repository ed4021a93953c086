// sluice-filter: drops documents by rules; draws what the rules found; fits thresholds to it. Each
// command has a file of its own.
#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "commands.h"

namespace {

using namespace sluice;

struct Command {
  std::string_view name;
  int (*run)(int argc, char** argv);
};

constexpr std::array kCommands = {
    Command{"histogram", filter_tool::histogram},
    Command{"fit", filter_tool::fit},
};

const Command* command_called(std::string_view name) {
  const auto found = std::ranges::find(kCommands, name, &Command::name);
  return found == kCommands.end() ? nullptr : &*found;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> words(argv, argv + argc);
  char help[] = "--help";
  if (argc > 1 && std::string_view(argv[1]) == "help") {
    words =
        argc > 2 ? std::vector<char*>{argv[0], argv[2], help} : std::vector<char*>{argv[0], help};
  }
  const Command* command = words.size() > 1 ? command_called(words[1]) : nullptr;
  if (command != nullptr) words.erase(words.begin());
  words.push_back(nullptr);
  const int count = static_cast<int>(words.size()) - 1;
  return command != nullptr ? command->run(count, words.data())
                            : filter_tool::filter(count, words.data());
}
