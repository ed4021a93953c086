#include "pipeline/commit_gate.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "io/interrupt.h"

namespace sluice::pipeline {
namespace {

void send_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) throw DownstreamClosed("chain");
    text.remove_prefix(static_cast<size_t>(sent));
  }
}

// One line, or nothing if the other side closed first.
std::optional<std::string> receive_line(int fd) {
  std::string line;
  for (;;) {
    std::array<pollfd, 2> ready{{{.fd = fd, .events = POLLIN, .revents = 0},
                                 {.fd = io::interrupt::wake_fd(), .events = POLLIN, .revents = 0}}};
    if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) return std::nullopt;
    // An answer counts for more than a signal: others may have published already.
    if (ready[0].revents == 0) {
      io::interrupt::check();
      continue;
    }
    char byte = 0;
    const ssize_t got = ::recv(fd, &byte, 1, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    if (byte == '\n') return line;
    line.push_back(byte);
  }
}

}  // namespace

std::string ReadyReport::line() const {
  return "ready " + std::to_string(in_documents) + " " + in_ids.hex() + " " +
         std::to_string(out_documents) + " " + out_ids.hex();
}

std::optional<ReadyReport> ReadyReport::parse(std::string_view line) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at <= line.size();) {
    const size_t space = std::min(line.find(' ', at), line.size());
    words.push_back(line.substr(at, space - at));
    at = space + 1;
  }
  if (words.size() != 5 || words[0] != "ready") return std::nullopt;
  const auto in_documents = parse_u64(words[1]);
  const auto in_ids = IdSum::parse(words[2]);
  const auto out_documents = parse_u64(words[3]);
  const auto out_ids = IdSum::parse(words[4]);
  if (!in_documents || !in_ids || !out_documents || !out_ids) return std::nullopt;
  return ReadyReport{*in_documents, *in_ids, *out_documents, *out_ids};
}

CommitGate CommitGate::from_environment() {
  CommitGate gate;
  const char* value = std::getenv(kCommitFdVariable);
  if (value == nullptr) return gate;
  const auto fd = parse_u64(value);
  // A descriptor for this process alone: commands that it starts must neither hold the socket open
  // nor take themselves for members of the chain.
  if (!fd || *fd > 1 << 20 || ::fcntl(static_cast<int>(*fd), F_SETFD, FD_CLOEXEC) != 0) {
    throw ConfigError(std::string(kCommitFdVariable) + "='" + value + "' is no file descriptor");
  }
  ::unsetenv(kCommitFdVariable);
  gate.fd_ = static_cast<int>(*fd);
  return gate;
}

void CommitGate::wait(const stats::Ledger& ledger) const {
  if (!guarded()) return;
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing < 0 || ::dup2(nothing, STDOUT_FILENO) < 0) throw_errno("/dev/null", "cannot open");
  ::close(nothing);
  const ReadyReport report{ledger.in.documents, ledger.in.ids, ledger.out.documents,
                           ledger.out.ids};
  send_all(fd_, report.line() + "\n");
  if (receive_line(fd_) != "commit") throw DownstreamClosed("chain");
}

}  // namespace sluice::pipeline
