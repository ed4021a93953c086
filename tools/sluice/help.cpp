#include <unistd.h>

#include <cstdio>
#include <string>

#include "base/error.h"
#include "cli/chain.h"
#include "cli/messages.h"
#include "cli/sisters.h"
#include "cli/tool.h"
#include "commands.h"

namespace sluice::front {
namespace {

std::string line_about(const std::string& name, const std::string& what) {
  const size_t width = 15;
  return "  " + name + std::string(name.size() < width ? width - name.size() : 0, ' ') + " " +
         what + "\n";
}

std::string about_all() {
  std::string text =
      "Web-crawl shards into a language-model training corpus, and what training on it costs.\n\n"
      "Usage: sluice TOOL [OPTIONS] …   the same as   sluice-TOOL [OPTIONS] …\n\nTools:\n";
  for (const std::string& tool : cli::tool_names()) {
    const cli::Answer answer = cli::ask_program({cli::program_of(tool), "--describe"});
    if (answer.exit_code != 0) continue;  // another program that happens to have such a name
    text += line_about(tool, answer.text.substr(0, answer.text.find('\n')));
  }
  return text + "\nOf the front door itself:\n" +
         line_about("help TOOL", "a tool's options, as sluice-TOOL --help") +
         line_about("chain", "Run tools joined by pipes; publish only if all of them end well.") +
         line_about("stats merge", "Add up stats files.");
}

// Says `text` as a tool does: errors become messages and exit codes.
int say(const std::string& text) {
  char name[] = "sluice";
  char* words[] = {name, nullptr};
  return cli::run(name, 1, words,
                  [&](cli::Tool& tool) { return tool.on_run([&] { cli::print(text); }); });
}

}  // namespace

int help(int argc, char** argv) {
  if (argc <= 2) return say(about_all());
  const std::string what = argv[2];
  char option[] = "--help";
  char* words[] = {argv[2], option, nullptr};
  if (what == "chain") return chain(2, words);
  if (what == "stats") return stats(2, words);
  const std::string program = cli::program_of(what);
  ::execl(program.c_str(), program.c_str(), "--help", nullptr);
  std::fprintf(stderr, "sluice: there is no tool '%s' (sluice help lists them)\n", argv[2]);
  return static_cast<int>(ExitCode::usage);
}

int version() { return say("sluice " + cli::Tool::version() + "\n"); }

}  // namespace sluice::front
