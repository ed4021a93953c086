// sluice: the front door. `sluice cat …` runs sluice-cat; help, stats and chain are its own.
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/sisters.h"
#include "cli/tool.h"
#include "commands.h"

namespace {

using namespace sluice;

// Becomes the tool; returns only where there is none.
int run_tool(const std::string& name, int argc, char** argv) {
  const std::string program = cli::program_of(name);
  std::vector<char*> words{argv, argv + argc};
  words[0] = const_cast<char*>(program.c_str());
  words.push_back(nullptr);
  ::execv(program.c_str(), words.data());
  std::vector<std::string> names = cli::tool_names();
  names.insert(names.end(), {"help", "stats", "chain"});
  const std::vector<std::string_view> known(names.begin(), names.end());
  std::fprintf(stderr, "sluice: there is no tool '%s'%s (sluice help lists them)\n", name.c_str(),
               did_you_mean(name, known).c_str());
  return static_cast<int>(ExitCode::usage);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "help";
  if (command == "help" || command == "--help" || command == "-h") {
    return front::help(argc, argv);
  }
  if (command == "--version") {
    return front::version();
  }
  if (command == "chain") return front::chain(argc - 1, argv + 1);
  if (command == "stats") return front::stats(argc - 1, argv + 1);
  return run_tool(command, argc - 1, argv + 1);
}
