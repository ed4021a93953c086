#include "cli/commands.h"

#include <algorithm>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/tool.h"

namespace sluice::cli {
namespace {

std::string overview(const std::string& tool, const std::string& summary,
                     const std::vector<std::string_view>& examples,
                     const std::vector<Command>& commands) {
  size_t width = 0;
  for (const Command& command : commands) width = std::max(width, command.name.size());
  const bool has_default = std::ranges::any_of(commands, &Command::is_default);
  std::string text = summary + "\n\nUsage: " + tool + (has_default ? " [COMMAND]" : " COMMAND") +
                     " [OPTIONS] …\n\nCommands:\n";
  for (const Command& command : commands) {
    text += "  " + std::string(command.name) + std::string(width + 2 - command.name.size(), ' ') +
            std::string(command.summary) + (command.is_default ? " (the default)" : "") + "\n";
  }
  text += "\n" + tool + " COMMAND --help tells a command's options.\n\nExamples:\n";
  for (const std::string_view example : examples) text += "  " + std::string(example) + "\n";
  return text;
}

[[noreturn]] void refuse(const std::string& tool, const std::string& word,
                         const std::vector<Command>& commands) {
  const std::string where = " (" + tool + " --help lists them)";
  if (word.empty()) throw ConfigError("a command is missing" + where);
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  throw ConfigError("there is no command '" + word + "'" + did_you_mean(word, names) + where);
}

}  // namespace

int run_commands(const std::string& tool, const std::string& summary,
                 const std::vector<std::string_view>& examples,
                 const std::vector<Command>& commands, int argc, char** argv) {
  std::string word = argc > 1 ? argv[1] : "";
  std::vector<char*> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  char help[] = "--help";
  if (word == "help" && argc > 2) {
    word = argv[2];
    words = {argv[2], help};
  }
  const auto command = std::find_if(commands.begin(), commands.end(),
                                    [&](const Command& one) { return one.name == word; });
  if (command != commands.end()) {
    words.push_back(nullptr);
    return command->run(static_cast<int>(words.size()) - 1, words.data());
  }
  const bool asks_tool = word == "--describe" || word == "--version" || word == "--help" ||
                         word == "-h" || word == "help";
  const auto chosen = std::ranges::find_if(commands, &Command::is_default);
  if (chosen != commands.end() && !asks_tool) return chosen->run(argc, argv);
  return run(tool, 1, argv, [&](Tool& frame) {
    return frame.on_run([&] {
      if (word == "--describe") throw Done(summary);
      if (word == "--version") throw Done(tool + " " + Tool::version());
      if (word == "--help" || word == "-h" || word == "help") {
        throw Done(overview(tool, summary, examples, commands));
      }
      refuse(tool, word, commands);
    });
  });
}

}  // namespace sluice::cli
