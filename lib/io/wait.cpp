#include "io/wait.h"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <span>

#include "base/error.h"
#include "io/interrupt.h"

namespace sluice::io {
namespace {

using Clock = std::chrono::steady_clock;

// What is left of a timeout, rounded up, so that a wait never spins on its last millisecond.
int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return left > 0 ? static_cast<int>(left) : 0;
}

}  // namespace

bool wait_ready(std::span<const pollfd> descriptors, int timeout_ms) {
  std::array<pollfd, kMaxWaited + 1> polled{};
  size_t count = 0;
  for (const pollfd& descriptor : descriptors) polled.at(count++) = descriptor;
  polled.at(count++) = {.fd = interrupt::wake_fd(), .events = POLLIN, .revents = 0};

  const auto deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
  for (;;) {
    interrupt::check();
    const int left = timeout_ms < 0 ? -1 : milliseconds_until(deadline);
    const int ready = ::poll(polled.data(), count, left);
    if (ready < 0 && errno != EINTR) throw_errno("poll", "cannot wait");
    interrupt::check();
    if (ready == 0) return false;
    const auto is_ready = [](const pollfd& descriptor) { return descriptor.revents != 0; };
    if (ready > 0 && std::any_of(polled.begin(), polled.begin() + descriptors.size(), is_ready)) {
      return true;
    }
  }
}

bool wait_ready(int descriptor, short events, int timeout_ms) {
  const pollfd one = {.fd = descriptor, .events = events, .revents = 0};
  return wait_ready({&one, 1}, timeout_ms);
}

void pause_for(int milliseconds) { wait_ready(std::span<const pollfd>(), milliseconds); }

void enlarge_pipe(int descriptor) {
  constexpr int kPipeBytes = 1 << 20;
  ::fcntl(descriptor, F_SETPIPE_SZ, kPipeBytes);
}

}  // namespace sluice::io
