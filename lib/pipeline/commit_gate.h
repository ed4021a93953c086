// Publishing together: how the tools of a chain agree that all of them ended well.
//
// A tool alone cannot tell the end of its input from a crash upstream. Within `sluice chain`, each
// tool therefore stops before its first rename, reports what it saw (documents and id fingerprints,
// in and out), and waits; the chain compares the reports of neighbours and lets all of them
// publish, or none.
//
// Protocol, over a socket that the tool inherits (its number in SLUICE_COMMIT_FD): the tool writes
// one line `ready <in documents> <in ids> <out documents> <out ids>\n`; the chain answers
// "commit\n" or closes the socket. That a tool published is told by its exit code, as ever.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "stats/ledger.h"

namespace sluice::pipeline {

struct ReadyReport {
  uint64_t in_documents = 0;
  IdSum in_ids;
  uint64_t out_documents = 0;
  IdSum out_ids;

  std::string line() const;
  static std::optional<ReadyReport> parse(std::string_view line);
};

inline constexpr const char* kCommitFdVariable = "SLUICE_COMMIT_FD";

class CommitGate {
 public:
  CommitGate() = default;  // always open
  // Taken from the environment, whence it is removed, since commands that a tool starts are no
  // members of the chain; a gate that is always open if the variable is not set. ConfigError if it
  // names no open descriptor. To be called before there are threads.
  static CommitGate from_environment();

  // Whether somebody decides for us.
  bool guarded() const { return fd_ >= 0; }

  // Returns when publishing is allowed; throws DownstreamClosed if the chain gave up (it says why).
  // Where the gate is guarded, standard output is closed first, so that the next tool sees the end
  // of its input.
  void wait(const stats::Ledger& ledger) const;

 private:
  int fd_ = -1;
};

}  // namespace sluice::pipeline
