// Chunks cut into whole lines, without copying them.
//
// A chunk's own lines stay where they are (`body`); only the line that began in earlier chunks is
// put together (`head`). A line that grows over the limit is given up and streamed past, never
// buffered whole.
//
//   LineJoiner joiner(max_line_bytes);
//   for (Chunk chunk; reader.next(chunk);) {      // in order, one thread
//     ChunkReader::expand(chunk);
//     joiner.join(chunk, batch);
//     for_each_line(batch, [&](std::string_view line, bool terminated, uint64_t offset) { … });
//   }
//
// The same lines, offsets and losses come out whatever the sizes of the chunks, if the caller takes
// a line over the limit for lost: one that ends within a chunk's length still comes as a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "io/chunk.h"

namespace sluice::io {

// A stretch of input that gave no line: a line over the limit, or what damage of the compressed
// stream cut off.
struct LostLine {
  std::string_view reason;  // "document_too_large", or the defect's reason
  uint64_t offset = 0;  // too large: of the line in the plain data; damage: of the member as stored
  bool stored = false;  // the offset is one of the input as stored
  std::string detail;
  bool truncated = false;  // the input ends too early
  bool continues = false;  // the next batch's lost_rest goes on with it
  Buffer raw;              // what had been read of it
};

struct LineBatch {
  // Bytes behind a LostLine of an earlier batch that belong to it, its '\n' included.
  std::string_view lost_rest;
  // … and there is no '\n' (the rest may be empty): the input ended or is damaged.
  bool lost_rest_unterminated = false;

  Buffer head;  // one line begun in earlier chunks, with its '\n' unless the input ended
  std::string_view
      body;  // whole lines within the chunk; the last lacks its '\n' if the input ended so
  uint64_t offset = 0;  // of head, or else body, in the input's plain data

  std::vector<LostLine> lost;  // behind all lines of this batch; one at most of each kind

  void clear();
};

class LineJoiner {
 public:
  explicit LineJoiner(uint64_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}

  // `batch.body` points into chunk.bytes. Chunks of one input, then of the next, in order.
  void join(Chunk& chunk, LineBatch& batch);

  // Bytes of the unfinished line: what a consumer that bounds its memory must know.
  size_t carried() const { return carry_.size(); }

 private:
  size_t finish_lost_line(const Chunk& chunk, LineBatch& batch);
  void keep_tail(std::string_view tail, LineBatch& batch);
  void lose(const Defect& defect, LineBatch& batch);

  uint64_t max_line_bytes_;
  Buffer carry_;           // the unfinished line
  uint64_t position_ = 0;  // plain bytes of this input that were joined
  bool skipping_ = false;  // within a line that was given up
};

// Calls use(line without '\n', whether it had one, offset) for every line of the batch.
template <class Use>
void for_each_line(const LineBatch& batch, Use&& use) {
  uint64_t offset = batch.offset;
  for (std::string_view rest : {batch.head.view(), batch.body}) {
    while (!rest.empty()) {
      const void* end = std::memchr(rest.data(), '\n', rest.size());
      const bool terminated = end != nullptr;
      const size_t length = terminated
                                ? static_cast<size_t>(static_cast<const char*>(end) - rest.data())
                                : rest.size();
      use(rest.substr(0, length), terminated, offset);
      const size_t consumed = length + (terminated ? 1 : 0);
      rest.remove_prefix(consumed);
      offset += consumed;
    }
  }
}

}  // namespace sluice::io
