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

// Made while the program is loaded, so that the handler only ever writes to it.
const int event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);

}  // namespace

void raise(int signal) {
  const int saved_errno = errno;
  int none = 0;
  if (raised.compare_exchange_strong(none, signal)) {
    const uint64_t one = 1;
    // Cannot fail for want of room: the counter is at 0.
    [[maybe_unused]] const ssize_t written = ::write(event, &one, sizeof one);
  }
  errno = saved_errno;
}

int signal() { return raised.load(std::memory_order_relaxed); }

int wake_fd() {
  if (event < 0)
    throw IoError("eventfd", "cannot be made; raise the limit of open files (ulimit -n)");
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
