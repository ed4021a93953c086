// One input's stored bytes as chunks, by format. Internal to io; chunk.h is the way in.
#pragma once

#include <cstdint>
#include <memory>

#include "io/chunk.h"
#include "io/stored_bytes.h"

namespace sluice::io {

class Decoder {
 public:
  virtual ~Decoder() = default;

  // Fills an empty chunk: its bytes, defect, `compressed` and `last`. Not called after the last
  // one.
  virtual void next(Chunk& chunk) = 0;

  // The input goes on in another format (files of both that were concatenated): a new decoder takes
  // over where this one stopped.
  bool changes_format() const { return changes_format_; }

 protected:
  bool changes_format_ = false;
};

// By the first bytes of `stored`, which must outlive the decoder.
std::unique_ptr<Decoder> make_decoder(StoredBytes& stored, const ChunkReader::Options& options);

std::unique_ptr<Decoder> make_gzip_decoder(StoredBytes& stored,
                                           const ChunkReader::Options& options);
std::unique_ptr<Decoder> make_zstd_decoder(StoredBytes& stored,
                                           const ChunkReader::Options& options);

// Where to look for the next member after damage.
//
// A decoder notices damage late, perhaps after it ran over the beginning of the next member, so the
// search goes back: to the damaged member's beginning, as far as StoredBytes remembers. An input
// made for it could have every byte decoded again and again that way, so all steps back together
// may be no longer than what was read, plus one full step: time stays linear in the input.
class Resumption {
 public:
  // Positions `stored` at `from`, or as near to it as memory and allowance permit; `from` may also
  // lie ahead by a few peeked bytes.
  void go_back(StoredBytes& stored, uint64_t from);

 private:
  uint64_t farthest_ = 0;   // offset that was reached before
  uint64_t gone_back_ = 0;  // sum of the steps
};

// Room for the rest of a chunk in its buffer; the caller truncates to what it filled.
inline char* rest_of_chunk(Buffer& bytes, size_t chunk_bytes) {
  bytes.reserve(chunk_bytes);
  return bytes.grow(chunk_bytes - bytes.size());
}

}  // namespace sluice::io
