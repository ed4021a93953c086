// Where a pass puts what does not fit in memory: a file without a name.
//
//   SpillFile spill("/var/tmp");
//   const uint64_t at = spill.size();
//   spill.append(bytes);
//   spill.read(at, {room, bytes.size()});
//
// It has no name from the beginning, so that it is gone with its process, kill -9 included. It
// takes one descriptor, however much it holds; what is written goes to the system at once, so
// callers append large pieces. Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/descriptor.h"

namespace sluice::io {

class SpillFile {
 public:
  // In this folder, which must exist. Throws IoError.
  explicit SpillFile(const std::string& folder);

  uint64_t size() const { return size_; }
  // Throws IoError: a full disk, a quota.
  void append(std::string_view bytes);
  // All of `into`, from this offset on: offset + into.size() <= size(). Throws IoError.
  void read(uint64_t offset, std::span<char> into) const;

 private:
  std::string name_;  // for messages
  Descriptor file_;
  uint64_t size_ = 0;
};

}  // namespace sluice::io
