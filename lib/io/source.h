// Where bytes come from: a file, standard input, or the output of a command.
//
//   auto source = open_source({.name = "crawl.warc.gz"});
//   while (size_t n = source->read(buffer, sizeof buffer)) …
//
// Bytes are delivered as stored; decompression is chunk.h's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sluice::io {

// One input of a run.
struct Input {
  std::string name{};  // a path, "-" for standard input; for a command the name that {} stood for
  std::string command{};  // if not empty: run by /bin/sh, its standard output is the input

  // Inputs that follow each other and have the same one make one file of an output directory,
  // called so; empty: the input makes its own.
  std::string shard{};

  // If not empty: a file that holds its bytes, which are read from there; the name is for people.
  std::string spool{};

  bool is_stdin() const { return command.empty() && name == "-"; }
};

class Source {
 public:
  virtual ~Source() = default;

  // Reads at least one and at most `count` bytes into `room`; 0 at the end, and only there. Blocks;
  // throws Interrupted on a signal and IoError on failure.
  virtual size_t read(char* room, size_t count) = 0;

  // Stored size in bytes, where it is known beforehand (regular files).
  virtual std::optional<uint64_t> size() const { return std::nullopt; }
};

struct CommandOptions {
  uint32_t retries = 4;              // further attempts after the first
  uint32_t first_backoff_ms = 1000;  // doubled each time, at most 60 s
};

// Opens an input. Throws IoError (missing, unreadable, a directory); so does read() at the end of a
// regular file that has become longer or shorter since.
//
// A command counts as read only if it exits with 0. If it fails it is run again after a pause; what
// it had delivered before is skipped in the new output after comparing hashes, so that a consumer
// never sees a byte twice. If the repeated output differs, or the retries are used up, IoError says
// the command, its exit status and the last line that it wrote to standard error. The child's
// process group is killed when the source is destroyed early.
std::unique_ptr<Source> open_source(const Input& input, const CommandOptions& options = {});

}  // namespace sluice::io
