// A tool of several commands, each with a main function of its own.
//
//   int main(int argc, char** argv) {
//     return cli::run_commands("sluice-bpe", "Train, count, …", {"sluice-bpe train …"},
//                              {{"train", "train a vocabulary on documents or text", train}, …},
//                              argc, argv);
//   }
//
// Answers --help, help COMMAND, --version, and what the front door asks of every tool; an unknown
// command is a ConfigError that names the nearest one, unless one is the default: then words that
// name no command are that command's own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sluice::cli {

struct Command {
  std::string_view name;
  std::string_view summary;
  // Gets its own name as argv[0], and makes a Tool (cli/tool.h).
  int (*run)(int argc, char** argv);
  bool is_default = false;  // of one at most: it need not be named
};

// Returns the process's exit code. `summary`: one sentence. `examples`: command lines.
int run_commands(const std::string& tool, const std::string& summary,
                 const std::vector<std::string_view>& examples,
                 const std::vector<Command>& commands, int argc, char** argv);

}  // namespace sluice::cli
