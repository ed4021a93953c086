#include <unistd.h>

#include <cstdio>
#include <string>

#include "base/error.h"
#include "cli/chain.h"
#include "commands.h"
#include "sisters.h"

namespace sluice::front {
namespace {

void print_line(const std::string& name, const std::string& what) {
  std::printf("  %-15s %s\n", name.c_str(), what.c_str());
}

}  // namespace

int help(int argc, char** argv) {
  if (argc > 2) {
    const std::string program = program_of(argv[2]);
    ::execl(program.c_str(), program.c_str(), "--help", nullptr);
    std::fprintf(stderr, "sluice: there is no tool '%s' (sluice help lists them)\n", argv[2]);
    return static_cast<int>(ExitCode::usage);
  }
  std::printf(
      "Web-crawl shards into a language-model training corpus, and what training on it costs.\n\n"
      "Usage: sluice TOOL [OPTIONS] …   the same as   sluice-TOOL [OPTIONS] …\n\nTools:\n");
  for (const std::string& tool : tool_names()) {
    std::string summary;
    try {
      summary = cli::output_of({program_of(tool), "--describe"});
    } catch (const Error&) {
      continue;  // another program that happens to have such a name
    }
    print_line(tool, summary.substr(0, summary.find('\n')));
  }
  std::printf("\nOf the front door itself:\n");
  print_line("help TOOL", "a tool's options, as sluice-TOOL --help");
  print_line("chain", "Run tools joined by pipes; publish only if all of them end well.");
  print_line("stats merge", "Add up stats files.");
  return 0;
}

}  // namespace sluice::front
