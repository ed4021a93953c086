// From what a user named to the list of inputs: files, directories, lists, fetch commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/source.h"

namespace sluice::io {

struct InputSpec {
  std::vector<std::string> paths;  // files, directories, "-"; empty with no list: standard input
  std::string list;   // a file with one name a line ("-": standard input; may be compressed)
  std::string fetch;  // a shell command with {} where the name goes
};

// The inputs in the order named. A directory stands for its files, sorted by name, dot-files left
// out; one that is empty, or holds anything but files (a folder, a broken link), is an error, since
// documents would be missed silently. Lists skip blank lines and lines that begin with '#'. With
// `fetch` every name becomes a command, {} replaced by the name quoted for the shell (ConfigError
// if there is no {}, or one within quotes of the command). "-" may be named once. Files are not
// opened; a path that does not exist is IoError, so that a run over 10,000 shards fails before it
// starts.
std::vector<Input> expand_inputs(const InputSpec& spec);

// `text` as one word of /bin/sh.
std::string shell_quote(const std::string& text);

}  // namespace sluice::io
