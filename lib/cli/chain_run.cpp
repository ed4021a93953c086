#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "base/error.h"
#include "base/format.h"
#include "cli/chain.h"
#include "io/descriptor.h"
#include "io/interrupt.h"
#include "pipeline/commit_gate.h"

namespace sluice::cli {
namespace {

using pipeline::ReadyReport;

using io::Descriptor;

struct Member {
  std::string name;
  pid_t pid = -1;
  Descriptor socket;     // our end; closed: told to give up, or gone
  std::string received;  // a line that is not whole yet
  std::optional<ReadyReport> ready;
  std::optional<int> status;  // of waitpid

  bool exited_with(int code) const { return WIFEXITED(*status) && WEXITSTATUS(*status) == code; }
  bool succeeded() const { return exited_with(0); }
  // It ended since another one did: its reader went away, or the chain gave up.
  bool is_victim() const {
    return exited_with(static_cast<int>(ExitCode::broken_pipe)) ||
           exited_with(static_cast<int>(ExitCode::signal_base) + SIGTERM) ||
           (WIFSIGNALED(*status) && WTERMSIG(*status) == SIGTERM);
  }
  // How likely it is to be the cause of a failure: it failed by itself, it ended without a word, it
  // failed for another one's sake.
  int guilt() const {
    if (succeeded()) return ready ? 0 : 2;
    return is_victim() ? 1 : 3;
  }
  // What the chain ends with on its account.
  ExitCode exit_code() const {
    for (const ExitCode code : {ExitCode::usage, ExitCode::io}) {
      if (exited_with(static_cast<int>(code))) return code;
    }
    return ExitCode::failed;
  }
};

std::string ending(const Member& member) {
  if (WIFSIGNALED(*member.status)) {
    return member.name + " was killed by signal " + std::to_string(WTERMSIG(*member.status));
  }
  if (member.succeeded()) return member.name + " ended without reporting what it did";
  return member.name + " ended with exit code " + std::to_string(WEXITSTATUS(*member.status));
}

constexpr int kNotStarted = 127;  // as a shell has it

// Runs in the child, between fork and exec.
[[noreturn]] void become(const std::vector<std::string>& command, int input, int output) {
  if (input >= 0) ::dup2(input, STDIN_FILENO);
  if (output >= 0) ::dup2(output, STDOUT_FILENO);
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  std::_Exit(kNotStarted);
}

// A signal that came between fork and exec would be caught in the child by the chain's own
// handlers, and lost: a process that was asked to end would go on. So none comes before they are
// gone.
pid_t fork_without_handlers() {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      struct sigaction action {};
      ::sigaction(signal, nullptr, &action);
      if (action.sa_handler != SIG_IGN) ::signal(signal, SIG_DFL);
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return pid;
}

int wait_for(pid_t pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

class Chain {
 public:
  ~Chain() { dismiss_all(); }

  // Once. Processes that were started end at the latest when the chain is destroyed, also where not
  // all of them could be started.
  void run(const std::vector<ChainProcess>& processes, const std::function<void()>& before_commit) {
    start(processes);
    await_ready();
    compare_neighbours();
    refuse_the_dead();
    // One after the other, so that the last tool's output appears only when all else has been
    // published.
    if (before_commit) before_commit();
    io::interrupt::check();  // for the last time: what has begun to publish is finished
    for (Member& member : members_) {
      static constexpr std::string_view kCommit = "commit\n";
      ::send(member.socket.get(), kCommit.data(), kCommit.size(), MSG_NOSIGNAL);
      reap(member);
      if (!member.succeeded()) fail();
      published_ = member.name;
    }
  }

 private:
  void start(const std::vector<ChainProcess>& processes) {
    Descriptor input;  // what the next process reads
    for (size_t i = 0; i < processes.size(); ++i) {
      std::array<int, 2> sockets{};
      std::array<int, 2> pipe{-1, -1};
      if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
        throw_errno("chain", "cannot make a socket");
      }
      Descriptor ours(sockets[0]);
      const Descriptor theirs(sockets[1]);
      if (i + 1 < processes.size() && ::pipe2(pipe.data(), O_CLOEXEC) != 0) {
        throw_errno("chain", "cannot make a pipe");
      }
      Descriptor next_input(pipe[0]);
      const Descriptor output(pipe[1]);
      const pid_t pid = fork_without_handlers();
      if (pid < 0) throw_errno(processes[i].argv.front(), "cannot start");
      if (pid == 0) {
        ::fcntl(theirs.get(), F_SETFD, 0);
        ::setenv(pipeline::kCommitFdVariable, std::to_string(theirs.get()).c_str(), 1);
        become(processes[i].argv, input.get(), output.get());
      }
      Member& member = members_.emplace_back();
      member.name = processes[i].name;
      member.pid = pid;
      member.socket = std::move(ours);
      input = std::move(next_input);
    }
  }

  void await_ready() {
    for (;;) {
      std::vector<pollfd> polled{{.fd = io::interrupt::wake_fd(), .events = POLLIN, .revents = 0}};
      bool waiting = false;
      for (const Member& member : members_) {
        polled.push_back({.fd = member.socket.get(), .events = POLLIN, .revents = 0});
        waiting = waiting || !member.ready;
      }
      if (!waiting) return;
      if (::poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) {
        throw_errno("chain", "cannot wait");
      }
      io::interrupt::check();
      for (size_t i = 0; i < members_.size(); ++i) {
        if (polled[i + 1].revents != 0) receive(members_[i]);
      }
    }
  }

  // A member says that it is ready, or is gone; a ready one that goes has failed too.
  void receive(Member& member) {
    std::array<char, 256> bytes;
    const ssize_t count = ::recv(member.socket.get(), bytes.data(), bytes.size(), 0);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count <= 0) {
      reap(member);
      fail();
    }
    member.received.append(bytes.data(), static_cast<size_t>(count));
    const size_t end = member.received.find('\n');
    if (end == std::string::npos) return;
    member.ready = ReadyReport::parse(std::string_view(member.received).substr(0, end));
    if (!member.ready)
      throw CheckError(member.name + " is no tool of this version; nothing was published");
  }

  // A member that was killed while it waited.
  void refuse_the_dead() {
    for (Member& member : members_) {
      pollfd polled{.fd = member.socket.get(), .events = POLLIN, .revents = 0};
      if (::poll(&polled, 1, 0) > 0) receive(member);
    }
  }

  void compare_neighbours() const {
    for (size_t i = 0; i + 1 < members_.size(); ++i) {
      const ReadyReport& left = *members_[i].ready;
      const ReadyReport& right = *members_[i + 1].ready;
      if (left.out_documents == right.in_documents && left.out_ids == right.in_ids) continue;
      throw CheckError(members_[i].name + " put out " + count_of(left.out_documents, "document") +
                       ", but " + members_[i + 1].name + " took in " +
                       with_thousands(right.in_documents) +
                       (left.out_documents == right.in_documents ? ", with other ids" : "") +
                       "; nothing was published");
    }
  }

  static void reap(Member& member) { member.status = wait_for(member.pid); }

  // Closing its socket tells a waiting member to discard what it has; a working one is asked to
  // stop.
  void dismiss_all() {
    for (Member& member : members_) {
      if (member.status) continue;
      int status = 0;
      if (::waitpid(member.pid, &status, WNOHANG) == member.pid) {
        member.status = status;
        continue;
      }
      member.socket.close();
      if (!member.ready) ::kill(member.pid, SIGTERM);
    }
    for (Member& member : members_) {
      if (!member.status) reap(member);
    }
  }

  // Ends all and throws, with the exit code of the process that failed by itself and its name.
  [[noreturn]] void fail() {
    dismiss_all();
    const Member& culprit =
        *std::max_element(members_.begin(), members_.end(),
                          [](const Member& a, const Member& b) { return a.guilt() < b.guilt(); });
    const bool reader_went_away =
        culprit.is_victim() &&
        std::any_of(members_.begin(), members_.end(), [](const Member& member) {
          return member.exited_with(static_cast<int>(ExitCode::broken_pipe));
        });
    if (reader_went_away) throw DownstreamClosed("chain");
    throw Error(
        culprit.exit_code(),
        ending(culprit) + (published_.empty() ? "; nothing was published"
                                              : "; " + published_ + " had published its outputs"));
  }

  std::vector<Member> members_;
  std::string published_;  // the last member that did
};

}  // namespace

void run_chain(const std::vector<ChainProcess>& processes,
               const std::function<void()>& before_commit) {
  Chain().run(processes, before_commit);
}

Answer ask_program(const std::vector<std::string>& argv) {
  // Open for writing alone, so that a program which would read its input fails and says so.
  const Descriptor nothing(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (nothing.get() < 0) throw_errno("/dev/null", "cannot be opened");
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) throw_errno(argv.front(), "cannot make a pipe");
  const Descriptor ours(pipe[0]);
  Descriptor theirs(pipe[1]);
  const pid_t pid = fork_without_handlers();
  if (pid < 0) throw_errno(argv.front(), "cannot start");
  if (pid == 0) become(argv, nothing.get(), theirs.get());
  theirs.close();
  Answer answer;
  std::array<char, 4096> room;
  for (;;) {
    const ssize_t count = ::read(ours.get(), room.data(), room.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    answer.text.append(room.data(), static_cast<size_t>(count));
  }
  const int status = wait_for(pid);
  answer.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : kNotStarted;
  return answer;
}

}  // namespace sluice::cli
