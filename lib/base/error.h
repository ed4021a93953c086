// What stops a run: one family of exceptions, each with the exit code that DESIGN's contract gives
// it.
//
// A bad record (broken JSON, invalid UTF-8, …) is never an exception: readers return it as a value
// and go on. Exceptions are for what makes the request itself impossible: bad configuration, a file
// that cannot be read, a failed check. Messages say what, where, and what would be right.
//
//   throw ConfigError("rules.toml:14: unknown key 'max_word_lenght'; did you mean …?");
//   throw IoError("in.warc.gz", 91204551, "truncated member; --allow-truncated accepts it");
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sluice {

// Exit codes of every tool. A signal adds 128 to its number.
enum class ExitCode : int {
  ok = 0,
  failed = 1,         // stopped by bad records, a failed check, or an unmet request
  usage = 2,          // bad usage or configuration, before any input was read
  io = 3,             // cannot read or write; a truncated input
  signal_base = 128,  // 128 + signal number
  broken_pipe = 141,  // downstream closed (128 + SIGPIPE)
};

class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

// A request that cannot be carried out as it stands: unknown option, wrong type, unreadable model.
class ConfigError : public Error {
 public:
  explicit ConfigError(const std::string& message) : Error(ExitCode::usage, message) {}
};

// Reading or writing failed. The message opens with the path and, where there is one, the byte
// offset (of the file as stored, that is before decompression).
class IoError : public Error {
 public:
  IoError(std::string_view path, std::string_view what);
  IoError(std::string_view path, uint64_t offset, std::string_view what);
};

// The run did what it could, and the answer is no: too many bad records, an unbalanced ledger.
class CheckError : public Error {
 public:
  explicit CheckError(const std::string& message) : Error(ExitCode::failed, message) {}
};

// The reader of our output went away (EPIPE): exit 141, without a message.
class DownstreamClosed : public Error {
 public:
  explicit DownstreamClosed(std::string_view path);
};

// A signal asked the run to stop; outputs are discarded and the tool exits with 128 + signal.
class Interrupted : public Error {
 public:
  explicit Interrupted(int signal);
};

// `file: what: <reason of errno>`, for system calls that failed.
[[noreturn]] void throw_errno(std::string_view path, std::string_view what);

}  // namespace sluice
