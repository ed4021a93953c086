#include "cli/signals.h"

#include <csignal>
#include <initializer_list>

#include "io/interrupt.h"

namespace sluice::cli {

void install_signal_handlers() {
  io::interrupt::wake_fd();  // makes its pipe now, since a handler must not
  struct sigaction action {};
  action.sa_handler = [](int signal) { io::interrupt::raise(signal); };
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, nullptr);
}

}  // namespace sluice::cli
