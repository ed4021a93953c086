#include "io/inputs.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "base/error.h"
#include "io/chunk.h"

namespace sluice::io {
namespace {

namespace fs = std::filesystem;

std::string named(const std::string& list) { return list == "-" ? "standard input" : list; }

// The names of a list, one a line.
std::vector<std::string> read_list(const std::string& list) {
  const std::string text = read_whole({.name = list});
  std::vector<std::string> names;
  std::string_view rest = text;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with('#')) continue;
    names.emplace_back(line);
  }
  if (names.empty()) throw IoError(named(list), "names no inputs");
  return names;
}

[[noreturn]] void refuse_entry(const std::string& directory, const std::string& name) {
  throw IoError(directory, "holds " + name +
                               ", which is no file that can be read; name the inputs one by one");
}

std::vector<std::string> files_of(const std::string& directory) {
  std::vector<std::string> files;
  std::error_code error;
  fs::directory_iterator entry(directory, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (entry->path().filename().native().starts_with('.')) continue;
    std::error_code gone;
    // Left out silently, a folder or a broken link would make a corpus smaller than its owner
    // thinks.
    if (!entry->is_regular_file(gone)) {
      refuse_entry(directory, entry->path().filename().native());
    }
    files.push_back(entry->path().native());
  }
  if (error) throw IoError(directory, "cannot be listed: " + error.message());
  if (files.empty()) throw IoError(directory, "the directory holds no files");
  std::sort(files.begin(), files.end());
  return files;
}

bool ends_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() &&
         equals_ignoring_case(text.substr(text.size() - end.size()), end);
}

bool has_extension(std::string_view name, std::initializer_list<std::string_view> extensions) {
  for (const std::string_view compression : {".gz", ".zst"}) {
    if (ends_ignoring_case(name, compression)) name.remove_suffix(compression.size());
  }
  return std::any_of(extensions.begin(), extensions.end(), [name](std::string_view extension) {
    return ends_ignoring_case(name, extension);
  });
}

bool names_crawl_file(std::string_view name) {
  return has_extension(name, {".warc", ".arc", ".wet"});
}

// The files below `directory` that a tool for pages reads; nothing if it holds neither folders nor
// pages, and so is a directory like any other.
std::vector<std::string> pages_below(const std::string& directory) {
  std::vector<std::string> files;
  bool is_tree = false;
  std::error_code error;
  fs::recursive_directory_iterator entry(directory, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().native();
    std::error_code gone;
    const bool is_folder = entry->is_directory(gone);
    if (name.starts_with('.')) {
      if (is_folder) entry.disable_recursion_pending();
      continue;
    }
    const bool is_page = !is_folder && names_page(name);
    is_tree = is_tree || is_folder || is_page;
    // Links to folders are not followed, and what is behind them would be missed; a pipe would be
    // waited for.
    const bool is_linked_folder = is_folder && entry->is_symlink(gone);
    const bool is_wanted = is_page || (!is_folder && names_crawl_file(name));
    if (is_linked_folder || (is_wanted && !entry->is_regular_file(gone))) {
      refuse_entry(directory, entry->path().lexically_relative(directory).native());
    }
    if (is_wanted) files.push_back(entry->path().native());
  }
  if (error) throw IoError(directory, "cannot be listed: " + error.message());
  if (!is_tree) return {};
  if (files.empty()) throw IoError(directory, "holds neither pages nor crawl files");
  std::sort(files.begin(), files.end());
  return files;
}

bool is_directory(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) throw_errno(path, "cannot be read");
  return S_ISDIR(status.st_mode);
}

// "pages" of "a/pages/", and of "." nothing better.
std::string base_name(const std::string& directory) {
  fs::path path(directory);
  if (path.filename().empty()) path = path.parent_path();
  return path.filename().string();
}

void append_path(const std::string& path, bool page_trees, std::vector<Input>& inputs) {
  if (path.empty()) throw ConfigError("an input has an empty name");
  if (path == "-" || !is_directory(path)) {
    inputs.push_back({.name = path});
    return;
  }
  if (page_trees) {
    std::vector<std::string> files = pages_below(path);
    for (std::string& file : files) {
      inputs.push_back({.name = std::move(file), .shard = base_name(path)});
    }
    if (!files.empty()) return;
  }
  for (std::string& file : files_of(path)) inputs.push_back({.name = std::move(file)});
}

constexpr std::string_view kPlaceholder = "{}";

// `fetch` with every {} replaced by the quoted name.
std::string command_for(const std::string& fetch, const std::string& name) {
  const std::string quoted = shell_quote(name);
  std::string command;
  size_t done = 0;
  for (size_t at; (at = fetch.find(kPlaceholder, done)) != std::string::npos;) {
    command.append(fetch, done, at - done).append(quoted);
    done = at + kPlaceholder.size();
  }
  return command.append(fetch, done);
}

// Whether a {} of the command stands within quotes of the shell, where the quotes of the name would
// end them, and the name be run.
bool is_quoted(const std::string& fetch) {
  char quote = 0;
  for (size_t at = 0; at < fetch.size(); ++at) {
    const char c = fetch[at];
    if (quote != 0 && fetch.compare(at, kPlaceholder.size(), kPlaceholder) == 0) return true;
    if (c == '\\' && quote != '\'') {
      ++at;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    }
  }
  return false;
}

void check_spec(const InputSpec& spec) {
  const auto dashes = std::count(spec.paths.begin(), spec.paths.end(), "-");
  if (dashes + (spec.list == "-" ? 1 : 0) > 1) {
    throw ConfigError("standard input (-) is named more than once");
  }
  if (spec.fetch.empty()) return;
  if (spec.fetch.find(kPlaceholder) == std::string::npos) {
    throw ConfigError("the fetch command '" + spec.fetch +
                      "' has no {} where the input's name goes; for example 'curl -fsS {}'");
  }
  if (is_quoted(spec.fetch)) {
    throw ConfigError(
        "the fetch command '" + spec.fetch +
        "' has {} within quotes; the name is quoted already, so write {} without any");
  }
  if (spec.paths.empty() && spec.list.empty()) {
    throw ConfigError("a fetch command needs names of inputs; give a list or arguments");
  }
}

}  // namespace

bool names_page(std::string_view name) { return has_extension(name, {".html", ".htm", ".xhtml"}); }

std::vector<Input> expand_inputs(const InputSpec& spec) {
  check_spec(spec);
  std::vector<std::string> names = spec.paths;
  if (!spec.list.empty()) {
    for (std::string& name : read_list(spec.list)) {
      if (name == "-" && spec.fetch.empty()) {
        throw ConfigError(named(spec.list) + ": a list cannot name standard input (-)");
      }
      names.push_back(std::move(name));
    }
  }
  if (names.empty()) names.emplace_back("-");
  std::vector<Input> inputs;
  inputs.reserve(names.size());
  for (const std::string& name : names) {
    if (spec.fetch.empty()) {
      append_path(name, spec.page_trees, inputs);
    } else {
      inputs.push_back({.name = name, .command = command_for(spec.fetch, name)});
    }
  }
  return inputs;
}

std::string shell_quote(const std::string& text) {
  std::string quoted = "'";
  for (const char byte : text) {
    if (byte == '\'') {
      quoted += "'\\''";
    } else {
      quoted += byte;
    }
  }
  return quoted + "'";
}

}  // namespace sluice::io
