// Writing all of it: partial writes, signals and full disks dealt with. Internal to io.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace sluice::io {

// Writes the pieces at `offset` of a regular file.
void write_at(int descriptor, uint64_t offset, std::span<const std::string_view> pieces,
              const std::string& path);

constexpr size_t kUnlimited = std::numeric_limits<size_t>::max();

// Writes to a stream (pipe, socket, terminal, device), waiting so that a signal can end the wait;
// `offset` is what was written before, for messages. `most` bytes a call: a descriptor that blocks
// must not be given more than what its readiness promises, and is asked for it before each call.
// kUnlimited: one that does not block, or a file; all pieces go in as few calls as it takes.
void write_stream(int descriptor, size_t most, uint64_t offset,
                  std::span<const std::string_view> pieces, const std::string& path);

}  // namespace sluice::io
