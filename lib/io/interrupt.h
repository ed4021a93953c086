// The wish to stop, as every blocking call sees it.
//
// A signal handler calls raise(); reads and writes that may block for long (pipes, terminals,
// commands) wait on wake_fd() as well, and throw Interrupted. One per process, since signals are.
#pragma once

namespace sluice::io::interrupt {

// Async-signal-safe. The first signal counts; later ones are ignored.
void raise(int signal);
// The signal that was raised, or 0.
int signal();
// Becomes readable when a signal was raised, and stays so.
int wake_fd();
// Throws Interrupted if a signal was raised.
void check();
// Forgets it (for tests).
void reset();

}  // namespace sluice::io::interrupt
