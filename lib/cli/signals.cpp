#include "cli/signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>

#include "base/error.h"
#include "io/interrupt.h"

namespace sluice::cli {
namespace {

// A closed standard descriptor would be given to the first file that is opened: messages would then
// be written into an output. What takes the place of standard output cannot be written to, so that
// documents do not vanish with exit code 0.
void open_standard_descriptors() {
  for (;;) {
    const int descriptor = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) throw_errno("/dev/null", "cannot be opened");
    if (descriptor > STDERR_FILENO) {
      ::close(descriptor);
      return;
    }
    ::close(descriptor);
    // The same number again, since it is the lowest that is free.
    if (::open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR) < 0) {
      throw_errno("/dev/null", "cannot be opened");
    }
  }
}

}  // namespace

void prepare_process() {
  open_standard_descriptors();
  io::interrupt::wake_fd();  // makes its descriptor now, since a handler must not
  struct sigaction action {};
  action.sa_handler = [](int signal) { io::interrupt::raise(signal); };
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    // Whoever started us to ignore it (nohup, a shell's background job) means it.
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, nullptr);
  sigaction(SIGXFSZ, &ignore, nullptr);
}

}  // namespace sluice::cli
