// SIGINT, SIGTERM and SIGHUP become io::interrupt; SIGPIPE becomes the EPIPE of a write.
#pragma once

namespace sluice::cli {

void install_signal_handlers();

}  // namespace sluice::cli
