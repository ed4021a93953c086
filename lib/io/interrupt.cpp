#include "io/interrupt.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>

#include "base/error.h"

namespace sluice::io::interrupt {
namespace {

std::atomic<int> raised = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler writes it");

// Made by the first wake_fd(), which a program calls before it installs a handler.
std::atomic<int> event = -1;

}  // namespace

void raise(int signal) {
  const int saved_errno = errno;
  int none = 0;
  if (raised.compare_exchange_strong(none, signal)) {
    const uint64_t one = 1;
    // Cannot fail for want of room: the counter is at 0. Without a descriptor nobody waits on it.
    [[maybe_unused]] const ssize_t written = ::write(event, &one, sizeof one);
  }
  errno = saved_errno;
}

int signal() { return raised.load(std::memory_order_relaxed); }

int wake_fd() {
  if (event < 0) {
    const int made = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (made < 0) {
      throw IoError("eventfd", "cannot be made; raise the limit of open files (ulimit -n)");
    }
    int none = -1;
    if (!event.compare_exchange_strong(none, made)) ::close(made);  // another thread was faster
  }
  return event;
}

void check() {
  if (const int number = signal(); number != 0) throw Interrupted(number);
}

void reset() {
  raised = 0;
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t drained = ::read(event, &count, sizeof count);
}

}  // namespace sluice::io::interrupt
