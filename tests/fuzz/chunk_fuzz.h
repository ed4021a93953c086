// What the fuzz targets of the stored formats share: bytes through a ChunkReader in two ways, which
// must agree, in chunks no larger than asked for.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "io/chunk.h"

namespace sluice::io::fuzz {

inline void require(bool condition) {
  if (!condition) std::abort();
}

class MemorySource : public Source {
 public:
  MemorySource(std::string_view bytes, size_t most) : rest_(bytes), most_(most) {}
  size_t read(char* room, size_t count) override {
    const size_t taken = std::min({count, most_, rest_.size()});
    if (taken > 0) std::memcpy(room, rest_.data(), taken);
    rest_.remove_prefix(taken);
    return taken;
  }

 private:
  std::string_view rest_;
  const size_t most_;
};

// Content and defects as one text. Stops after `limit` bytes: a bomb is no fault of the reader.
inline std::string read(std::string_view stored, size_t chunk_bytes, size_t read_bytes,
                        size_t limit) {
  constexpr size_t kFrameBytes = size_t{64} << 10;
  ChunkReader reader(
      {{.name = "fuzz"}},
      {.chunk_bytes = chunk_bytes, .frame_bytes = kFrameBytes, .window_bytes = uint64_t{1} << 27},
      [&](const Input&) { return std::make_unique<MemorySource>(stored, read_bytes); });
  std::string content;
  bool last = false;
  for (Chunk chunk; content.size() < limit && reader.next(chunk);) {
    require(!last);
    last = chunk.last;
    const size_t most = chunk.compressed ? kFrameBytes : chunk_bytes;
    ChunkReader::expand(chunk);
    require(chunk.bytes.size() <= most);
    content += chunk.bytes.view();
    if (chunk.defect) {
      require(chunk.defect->offset <= stored.size());
      content += "\n" + std::string(chunk.defect->reason()) + " " + chunk.defect->detail + " " +
                 std::to_string(chunk.defect->offset) + "\n";
    }
  }
  require(last || content.size() >= limit);
  content.resize(std::min(content.size(), limit));
  return content;
}

inline void check(std::string_view stored) {
  constexpr size_t kLimit = size_t{4} << 20;
  const std::string content = read(stored, /*chunk_bytes=*/size_t{1} << 20,
                                   /*read_bytes=*/size_t{1} << 20, kLimit);
  require(content == read(stored, /*chunk_bytes=*/1'000, /*read_bytes=*/7, kLimit));
}

}  // namespace sluice::io::fuzz
