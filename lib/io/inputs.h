// From what a user named to the list of inputs: files, directories, lists, fetch commands.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/source.h"

namespace sluice::io {

struct InputSpec {
  std::vector<std::string> paths;  // files, directories, "-"; empty with no list: standard input
  std::string list;   // a file with one name a line ("-": standard input; may be compressed)
  std::string fetch;  // a shell command with {} where the name goes
  // Directories may hold pages and folders (see below).
  bool page_trees = false;
};

// Whether a file is a page by its name: .html, .htm or .xhtml without case, then perhaps .gz or
// .zst.
bool names_page(std::string_view name);

// The inputs in the order named. A directory stands for its files, sorted by name, dot-files left
// out; one that is empty, or holds anything but files (a folder, a broken link), is an error, since
// documents would be missed silently. With `page_trees` a directory that holds folders or pages
// stands for all pages and crawl files below it (names_page(); .warc, .arc, .wet, then perhaps .gz
// or .zst), sorted by path; what else lies there, as saved pages have it, is passed over, and all
// of them are one shard (Input::shard). A link to a folder, and anything called like a page or
// crawl file that is no file (a pipe, a broken link), is an error there, too. Lists skip blank
// lines and lines that begin with '#'. With `fetch` every name becomes a command, {} replaced by
// the name quoted for the shell (ConfigError if there is no {}, or one within quotes of the
// command). "-" may be named once. Files are not opened; a path that does not exist is IoError, so
// that a run over 10,000 shards fails before it starts.
std::vector<Input> expand_inputs(const InputSpec& spec);

// `text` as one word of /bin/sh.
std::string shell_quote(const std::string& text);

}  // namespace sluice::io
