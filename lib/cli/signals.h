// What a process needs before it opens anything: its standard descriptors, and signals that become
// io::interrupt or errors of write(2).
#pragma once

namespace sluice::cli {

// Opens /dev/null on each of the descriptors 0, 1 and 2 that is closed, such that writing standard
// output then fails. Throws IoError. SIGINT, SIGTERM and SIGHUP
// raise io::interrupt, unless they are ignored; SIGPIPE and SIGXFSZ are ignored, so that writes
// fail with EPIPE and EFBIG. To be called once, first.
void prepare_process();

}  // namespace sluice::cli
