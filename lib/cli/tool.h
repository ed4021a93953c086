// A command-line tool's frame: options, help, configuration file, signals, exit codes.
//
//   int main(int argc, char** argv) {
//     return cli::run("sluice-cat", argc, argv, [](cli::Tool& tool) {
//       tool.describe("Concatenate, convert, select …", {"sluice-cat a.jsonl.gz -o b.jsonl.zst"});
//       auto& documents = tool.add<cli::DocumentOptions>();  // a group of options, shared by tools
//       double sample = 1;
//       tool.number("--sample", sample, "SHARE", "keep this share of the documents");
//       return tool.on_run([&] { … });  // parses, then calls; exceptions become exit codes
//     });
//   }
//
// Every option of the tool can also stand in a TOML file (`--config FILE`), under its long name
// without dashes; the command line wins. Unknown options and keys are errors that name the nearest
// known one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "cli/messages.h"

namespace sluice::cli {

// Thrown within on_run(): print this on standard output, with a line end, and end with exit code 0.
class Done {
 public:
  explicit Done(std::string text) : text_(std::move(text)) {}
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Calls `use` for an option's value; what it finds wrong becomes a ConfigError that opens with the
// option. A file that configures a tool and cannot be read is bad configuration, not failed input.
template <class Use>
auto configured_by(const std::string& option, Use&& use) {
  try {
    return use();
  } catch (const ConfigError& error) {
    throw ConfigError(option + ": " + error.what());
  } catch (const IoError& error) {
    throw ConfigError(option + ": " + error.what());
  }
}

class Tool {
 public:
  Tool(const std::string& name, int argc, char** argv);
  ~Tool();

  // One sentence, and command lines that a real user would type (at least two).
  void describe(const std::string& summary, const std::vector<std::string>& examples);

  // Makes a group of options that lives as long as the tool; its constructor takes the tool and
  // declares them.
  template <class Group>
  Group& add() {
    auto group = std::make_shared<Group>(*this);
    groups_.push_back(group);
    return *group;
  }

  // Options declared from here on stand under this heading in --help.
  void section(const std::string& heading);

  // What an option has a bearing on: the result (then it is part of config_digest), or only how or
  // where the work is done.
  enum class Matters { result, run };

  // `names`: "-o,--output". `value` holds the default, and names its unit in help ("FILE",
  // "BYTES"). Bad values are ConfigErrors that name the option; an empty text is one.
  void text(const std::string& names, std::string& target, const std::string& value,
            const std::string& help, Matters matters = Matters::result);
  void texts(const std::string& names, std::vector<std::string>& target, const std::string& value,
             const std::string& help, Matters matters = Matters::result);  // repeatable
  void number(const std::string& names, uint64_t& target, const std::string& value,
              const std::string& help, Matters matters = Matters::result);
  void number(const std::string& names, double& target, const std::string& value,
              const std::string& help, Matters matters = Matters::result);
  // "64MiB", "1.5G" (base/format.h).
  void bytes(const std::string& names, uint64_t& target, const std::string& help,
             Matters matters = Matters::result);
  void flag(const std::string& names, bool& target, const std::string& help,
            Matters matters = Matters::result);
  void one_of(const std::string& names, std::string& target,
              const std::vector<std::string>& choices, const std::string& help,
              Matters matters = Matters::result);
  // Says something else of an option that a group has declared; without `help`, leaves it out of
  // --help.
  void reword(const std::string& long_name, const std::string& help);
  // Everything that is no option.
  void arguments(const std::string& name, std::vector<std::string>& target,
                 const std::string& help);

  // Was it given, on the command line or in the configuration file? ("--output")
  bool given(const std::string& long_name) const;

  // Tells of a file, beside the inputs, that the tool reads (a list, a model): no output may
  // replace it.
  void reads(const std::string& path);
  const std::vector<std::string>& read_files() const;

  // Adds the content of a model or rule file to config_digest, under a name.
  void digest(const std::string& name, std::string_view content);
  // SHA-256 over the tool's name and what decides its result: options by name, in canonical
  // spelling, and contents given to digest(). Not: version, paths, threads, progress.
  std::string config_digest() const;
  // --print-plan was given, by which a chain asks a tool for its config_digest and its outputs.
  bool wants_plan() const;
  // Throws ConfigError if it was: for tools that do not take and give documents.
  void refuse_chain() const;

  // Parses and calls `body`; what it throws becomes a message on standard error and an exit code.
  // Returns the code.
  int on_run(const std::function<void()>& body);

  // "sluice-cat"; of a command of a tool both: "sluice-bpe train".
  const std::string& name() const;
  // The tool alone: "sluice-bpe".
  std::string program() const;
  // Where everything is said, so that lines and progress do not run into each other.
  Messages& messages();
  static std::string version();
  const std::vector<std::string>& command() const;

 private:
  void parse_and_call(const std::function<void()>& body);

  struct State;
  std::unique_ptr<State> state_;
  std::vector<std::shared_ptr<void>> groups_;
};

// Installs the signal handlers, makes a Tool and calls `setup`; returns the process's exit code.
// `name`: Tool::name().
int run(const std::string& name, int argc, char** argv, const std::function<int(Tool&)>& setup);

}  // namespace sluice::cli
