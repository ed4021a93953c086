#include "cli/tool.h"

#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <new>
#include <utility>

#include "base/buffer.h"
#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/suggest.h"
#include "cli/config_file.h"
#include "cli/messages.h"
#include "cli/signals.h"
#include "document/json_writer.h"

namespace sluice::cli {

struct Tool::State {
  State(const std::string& tool_name, int count, char** words)
      : name(tool_name),
        messages(tool_name),
        app("", tool_name),
        argc(count),
        argv(words),
        command(words, words + count) {
    // A tool's command is given its own words alone.
    const size_t space = name.find(' ');
    if (space != std::string::npos && count > 0 && name.substr(space + 1) == command.front()) {
      command.insert(command.begin(), name.substr(0, space));
    }
  }

  // The long name of an option as a person would type it.
  static std::string long_name(const CLI::Option& option) {
    return option.get_lnames().empty() ? option.get_name() : "--" + option.get_lnames().front();
  }

  CLI::Option* add(CLI::Option* option, const std::string& value, Matters matters,
                   std::function<std::string()> canonical) {
    if (!value.empty()) option->option_text(value);
    if (!heading.empty()) option->group(heading);
    if (matters == Matters::result) decisive[long_name(*option)] = std::move(canonical);
    return option;
  }

  std::string name;
  Messages messages;
  CLI::App app;
  std::vector<std::string> reads;
  int argc;
  char** argv;
  std::vector<std::string> command;
  std::string heading;
  bool describe = false;
  bool print_plan = false;
  // What config_digest is made of, by name: options (as functions, since they are parsed later) and
  // contents.
  std::map<std::string, std::function<std::string()>> decisive;
  std::map<std::string, std::string> digests;
};

namespace {

template <class Parse>
auto parsed(const std::string& names, const std::string& text, const std::string& wanted,
            Parse parse) {
  const auto value = parse(text);
  if (!value) throw ConfigError(names + ": '" + text + "' is not " + wanted);
  return *value;
}

std::string joined(const std::vector<std::string>& texts) {
  Buffer out;
  JsonWriter json(out);
  json.begin_array();
  for (const std::string& text : texts) json.string(text);
  json.end_array();
  return std::string(out.view());
}

// Nobody means an empty name: a variable of a script was empty, and the run would go on as if the
// option had been left out.
void refuse_empty(CLI::Option& option) {
  const std::string name = option.get_name();  // "--explain", "INPUT"
  option.check(CLI::Validator(
      [name](const std::string& value) -> std::string {
        if (value.empty()) throw ConfigError(name + ": the name is empty");
        return {};
      },
      ""));
}

}  // namespace

Tool::Tool(const std::string& name, int argc, char** argv)
    : state_(std::make_unique<State>(name, argc, argv)) {
  CLI::App& app = state_->app;
  app.allow_extras();  // reported by us, with the nearest name
  app.set_help_flag("-h,--help", "print this help and exit");
  app.add_flag_callback(
      "--version", [this] { throw Done(state_->name + " " + version()); },
      "print the version and exit");
  // What other programs of this toolchain ask a tool; left out of --help.
  app.add_flag("--describe", state_->describe)->group("");
  app.add_flag("--print-plan", state_->print_plan)->group("");
  app.get_formatter()->column_width(36);
}

Tool::~Tool() = default;

void Tool::describe(const std::string& summary, const std::vector<std::string>& examples) {
  std::string footer = "\nExamples:";
  for (const std::string& example : examples) footer += "\n  " + example;
  state_->app.description(summary);
  state_->app.footer(footer);
}

void Tool::section(const std::string& heading) { state_->heading = heading; }

void Tool::text(const std::string& names, std::string& target, const std::string& value,
                const std::string& help, Matters matters) {
  CLI::Option* option = state_->app.add_option(names, target, help);
  refuse_empty(*state_->add(option, value, matters, [&target] { return target; }));
}

void Tool::texts(const std::string& names, std::vector<std::string>& target,
                 const std::string& value, const std::string& help, Matters matters) {
  CLI::Option* option = state_->app.add_option(names, target, help)->allow_extra_args(false);
  refuse_empty(*state_->add(option, value, matters, [&target] { return joined(target); }));
}

void Tool::number(const std::string& names, uint64_t& target, const std::string& value,
                  const std::string& help, Matters matters) {
  const auto set = [&target, names](const std::string& text) {
    target = parsed(names, text, "a whole number of 0 or more", parse_u64);
  };
  state_->add(state_->app.add_option_function<std::string>(names, set, help), value, matters,
              [&target] { return std::to_string(target); });
}

void Tool::number(const std::string& names, double& target, const std::string& value,
                  const std::string& help, Matters matters) {
  const auto set = [&target, names](const std::string& text) {
    target = parsed(names, text, "a number", parse_double);
  };
  state_->add(state_->app.add_option_function<std::string>(names, set, help), value, matters,
              [&target] { return shortest_double(target); });
}

void Tool::bytes(const std::string& names, uint64_t& target, const std::string& help,
                 Matters matters) {
  const auto set = [&target, names](const std::string& text) {
    target = parsed(names, text, "a size such as 500000, 64MiB or 1.5G", parse_bytes);
  };
  state_->add(state_->app.add_option_function<std::string>(names, set, help), "BYTES", matters,
              [&target] { return std::to_string(target); });
}

void Tool::flag(const std::string& names, bool& target, const std::string& help, Matters matters) {
  state_->add(state_->app.add_flag(names, target, help), "", matters,
              [&target] { return target ? "true" : "false"; });
}

void Tool::one_of(const std::string& names, std::string& target,
                  const std::vector<std::string>& choices, const std::string& help,
                  Matters matters) {
  std::string list;
  for (const std::string& choice : choices) list += (list.empty() ? "" : "|") + choice;
  const auto set = [&target, names, choices, list](const std::string& text) {
    if (std::find(choices.begin(), choices.end(), text) == choices.end()) {
      throw ConfigError(names + ": '" + text + "' is none of " + list);
    }
    target = text;
  };
  state_->add(state_->app.add_option_function<std::string>(names, set, help), list, matters,
              [&target] { return target; });
}

void Tool::reword(const std::string& long_name, const std::string& help) {
  CLI::Option* option = state_->app.get_option(long_name)->description(help);
  if (help.empty()) option->group("");
}

void Tool::arguments(const std::string& name, std::vector<std::string>& target,
                     const std::string& help) {
  refuse_empty(*state_->app.add_option(name, target, help)->option_text(" "));
}

bool Tool::given(const std::string& long_name) const {
  const CLI::Option* option = state_->app.get_option_no_throw(long_name);
  return option != nullptr && option->count() > 0;
}

void Tool::digest(const std::string& name, std::string_view content) {
  state_->digests[name] = sha256_hex(content);
}

std::string Tool::config_digest() const {
  Buffer out;
  JsonWriter json(out);
  json.begin_object();
  json.key("tool").string(state_->name);
  json.key("options").begin_object();
  for (const auto& [name, canonical] : state_->decisive) json.key(name).string(canonical());
  json.end_object();
  json.key("contents").begin_object();
  for (const auto& [name, digest] : state_->digests) json.key(name).string(digest);
  json.end_object().end_object();
  return sha256_hex(out.view());
}

Messages& Tool::messages() { return state_->messages; }

void Tool::reads(const std::string& path) { state_->reads.push_back(path); }
const std::vector<std::string>& Tool::read_files() const { return state_->reads; }

bool Tool::wants_plan() const { return state_->print_plan; }

void Tool::refuse_chain() const {
  if (!wants_plan()) return;
  throw ConfigError("it does not hand documents on, so it cannot stand in a chain");
}

const std::string& Tool::name() const { return state_->name; }
std::string Tool::program() const { return state_->name.substr(0, state_->name.find(' ')); }
std::string Tool::version() { return SLUICE_VERSION; }
const std::vector<std::string>& Tool::command() const { return state_->command; }

namespace {

std::vector<std::string_view> names_of(const std::vector<std::string>& owned) {
  return {owned.begin(), owned.end()};
}

// Hidden options have no group.
std::vector<std::string> long_names(const CLI::App& app, const std::string& prefix) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    for (const std::string& name : option->get_lnames()) names.push_back(prefix + name);
  }
  return names;
}

void refuse_unknown_options(const CLI::App& app) {
  for (const std::string& extra : app.remaining()) {
    if (extra == "--") continue;  // what follows it are no options
    const std::string option = extra.substr(0, extra.find('='));
    const std::vector<std::string> known = long_names(app, "--");
    throw ConfigError("unknown option '" + option + "'" + did_you_mean(option, names_of(known)) +
                      " (--help lists all)");
  }
}

// Options that the command line does not give are taken from the file.
void apply_config_file(CLI::App& app, const std::string& path) {
  for (const ConfigEntry& entry : read_config_file(path)) {
    CLI::Option* option = app.get_option_no_throw("--" + entry.key);
    if (option == nullptr || option->get_group().empty() || entry.key == "config" ||
        entry.key == "help" || entry.key == "version") {
      const std::vector<std::string> known = long_names(app, "");
      throw ConfigError(path + ":" + std::to_string(entry.line) + ": unknown key '" + entry.key +
                        "'" + did_you_mean(entry.key, names_of(known)));
    }
    const bool repeatable = option->get_items_expected_max() > 1;
    if (option->count() > 0 || (repeatable && entry.values.empty())) continue;
    for (const std::string& value : entry.values) option->add_result(value);
    try {
      option->run_callback();
    } catch (const std::exception& error) {
      throw ConfigError(path + ":" + std::to_string(entry.line) + ": " + error.what());
    }
  }
}

}  // namespace

void Tool::parse_and_call(const std::function<void()>& body) {
  CLI::App& app = state_->app;
  std::string config;
  refuse_empty(
      *app.add_option("--config", config, "take options from a TOML file; the command line wins")
           ->option_text("FILE"));
  try {
    app.parse(state_->argc, state_->argv);
    refuse_unknown_options(app);
    if (state_->describe) throw Done(app.get_description());
    if (!config.empty()) {
      reads(config);
      apply_config_file(app, config);
    }
    body();
  } catch (const CLI::CallForHelp&) {
    print(app.help());
  } catch (const CLI::ParseError& error) {
    throw ConfigError(std::string(error.what()) + " (--help lists all options)");
  } catch (const Done& done) {
    print(done.text() + "\n");
  }
}

int Tool::on_run(const std::function<void()>& body) {
  Messages& messages = state_->messages;
  try {
    parse_and_call(body);
    return static_cast<int>(ExitCode::ok);
  } catch (const DownstreamClosed& error) {
    return static_cast<int>(error.code());  // silent, as programs are that SIGPIPE or SIGINT end
  } catch (const Interrupted& error) {
    return static_cast<int>(error.code());
  } catch (const Error& error) {
    messages.error(error.what());
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    messages.error("out of memory; fewer threads (-j) or a smaller --max-document-bytes need less");
    return static_cast<int>(ExitCode::failed);
  } catch (const std::exception& error) {
    messages.error(error.what());
    return static_cast<int>(ExitCode::failed);
  }
}

int run(const std::string& name, int argc, char** argv, const std::function<int(Tool&)>& setup) {
  try {
    prepare_process();
  } catch (const Error& error) {  // as few descriptors as none at all
    Messages(name).error(error.what());
    return static_cast<int>(error.code());
  }
  // Large buffers go back to the system when they are freed, so that memory does not grow with what
  // a run has seen, and depends little on which thread freed what.
  ::mallopt(M_MMAP_THRESHOLD, 256 << 10);
  Tool tool(name, argc, argv);
  return setup(tool);
}

}  // namespace sluice::cli
