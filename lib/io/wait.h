// Waiting that a signal can end. Internal to io.
#pragma once

#include <poll.h>

#include <cstddef>
#include <span>

namespace sluice::io {

constexpr size_t kMaxWaited = 2;

// Waits until one of at most kMaxWaited descriptors is ready or `timeout_ms` have passed (-1: no
// limit); negative descriptors are skipped. Returns whether one is ready; which one is found by
// reading it, or asking again with a timeout of 0. Throws Interrupted as soon as a signal was
// raised.
bool wait_ready(std::span<const pollfd> descriptors, int timeout_ms);
bool wait_ready(int descriptor, short events, int timeout_ms = -1);

// A pause that a signal ends. Throws Interrupted.
void pause_for(int milliseconds);

// A larger pipe means fewer switches between the processes; where it is refused (the user's share
// is used up, or the descriptor is no pipe) the pipe stays as it is.
void enlarge_pipe(int descriptor);

}  // namespace sluice::io
