#include "io/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "io/wait.h"

namespace sluice::io {
namespace {

constexpr size_t kErrorTail = 4096;
constexpr size_t kLongestErrorLine = 300;

std::pair<Descriptor, Descriptor> make_pipe(const std::string& name) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_errno(name, "cannot make a pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

// posix_spawn's attributes and file actions, which have to be destroyed.
struct SpawnPlan {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  SpawnPlan() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  // A process group of its own, and signals as a program expects them: ours may be ignored or
  // blocked.
  void set_up_signals() {
    sigset_t all;
    sigset_t none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    ::posix_spawnattr_setsigdefault(&attributes, &all);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }
};

std::string_view last_line(std::string_view text) {
  const size_t end = text.find_last_not_of(" \t\r\n");
  if (end == std::string_view::npos) return {};
  text = text.substr(0, end + 1);
  const size_t newline = text.find_last_of('\n');
  return text.substr(newline == std::string_view::npos ? 0 : newline + 1, kLongestErrorLine);
}

}  // namespace

Child::Child(std::string name, const std::string& command) : name_(std::move(name)) {
  auto [output, output_end] = make_pipe(name_);
  auto [errors, errors_end] = make_pipe(name_);
  SpawnPlan plan;
  plan.set_up_signals();
  ::posix_spawn_file_actions_addopen(&plan.actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&plan.actions, output_end.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&plan.actions, errors_end.get(), STDERR_FILENO);
  std::string shell = "sh";
  std::string option = "-c";
  std::string script = command;
  const std::array<char*, 4> arguments = {shell.data(), option.data(), script.data(), nullptr};
  const int code = ::posix_spawn(&process_, "/bin/sh", &plan.actions, &plan.attributes,
                                 arguments.data(), environ);
  if (code != 0) {
    process_ = -1;
    errno = code;
    throw_errno(name_, "cannot start /bin/sh");
  }
  output_ = std::move(output);
  errors_ = std::move(errors);
  ::fcntl(errors_.get(), F_SETFL, O_NONBLOCK);
  enlarge_pipe(output_.get());
}

Child::~Child() {
  if (process_ < 0) return;
  ::kill(-process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

size_t Child::read(char* room, size_t count) {
  for (;;) {
    const std::array<pollfd, 2> ends = {{{.fd = output_.get(), .events = POLLIN, .revents = 0},
                                         {.fd = errors_.get(), .events = POLLIN, .revents = 0}}};
    wait_ready(ends, -1);
    drain_errors();
    if (!wait_ready(output_.get(), POLLIN, 0)) continue;
    const ssize_t got = ::read(output_.get(), room, count);
    if (got >= 0) return static_cast<size_t>(got);
    if (errno != EINTR && errno != EAGAIN) throw_errno(name_, "cannot read the command's output");
  }
}

// Takes what is there of the command's standard error, so that it never blocks on it, and keeps the
// tail.
void Child::drain_errors() {
  std::array<char, 4096> bytes{};
  while (errors_.is_open()) {
    const ssize_t got = ::read(errors_.get(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return;  // EAGAIN: nothing more for now
    if (got == 0) errors_.close();
    error_tail_.append(bytes.data(), static_cast<size_t>(got));
    if (error_tail_.size() > kErrorTail) error_tail_.erase(0, error_tail_.size() - kErrorTail);
  }
}

std::string Child::finish() {
  output_.close();
  // A process cannot be polled everywhere, so it is asked after ever longer pauses; most have ended
  // when they closed their output.
  constexpr int kLongestPauseMs = 50;
  for (int pause_ms = 1;; pause_ms = std::min(2 * pause_ms, kLongestPauseMs)) {
    int status = 0;
    const pid_t ended = ::waitpid(process_, &status, WNOHANG);
    if (ended < 0 && errno != EINTR) throw_errno(name_, "cannot wait for the command");
    drain_errors();
    if (ended == process_) {
      process_ = -1;
      return describe(status);
    }
    wait_ready(errors_.get(), POLLIN, pause_ms);
  }
}

std::string Child::describe(int status) const {
  std::string text;
  if (WIFSIGNALED(status)) {
    text = "killed by signal " + std::to_string(WTERMSIG(status));
  } else if (WEXITSTATUS(status) != 0) {
    text = "exit status " + std::to_string(WEXITSTATUS(status));
  } else {
    return {};
  }
  const std::string_view line = last_line(error_tail_);
  return line.empty() ? text : text + ": " + std::string(line);
}

}  // namespace sluice::io
