#include "io/decoder.h"

#include <algorithm>

namespace sluice::io {
namespace {

class PlainDecoder : public Decoder {
 public:
  PlainDecoder(StoredBytes& stored, size_t chunk_bytes)
      : stored_(stored), chunk_bytes_(chunk_bytes) {}

  void next(Chunk& chunk) override {
    const size_t size = stored_.read(rest_of_chunk(chunk.bytes, chunk_bytes_), chunk_bytes_);
    chunk.bytes.truncate(size);
    chunk.last = size < chunk_bytes_;
  }

 private:
  StoredBytes& stored_;
  const size_t chunk_bytes_;
};

}  // namespace

std::unique_ptr<Decoder> make_decoder(StoredBytes& stored, const ChunkReader::Options& options) {
  constexpr size_t kMagicBytes = 4;
  switch (sniff_compression(stored.peek(kMagicBytes))) {
    case Compression::gzip:
      return make_gzip_decoder(stored, options);
    case Compression::zstd:
      return make_zstd_decoder(stored, options);
    case Compression::none:
      break;
  }
  return std::make_unique<PlainDecoder>(stored, options.chunk_bytes);
}

void Resumption::go_back(StoredBytes& stored, uint64_t from) {
  const uint64_t here = stored.offset();
  farthest_ = std::max(farthest_, here);
  if (from >= here) {
    stored.skip_over(from - here);
    return;
  }
  const uint64_t step = std::min<uint64_t>(here - from, StoredBytes::kHistory);
  if (gone_back_ + step > farthest_ + StoredBytes::kHistory) return;
  gone_back_ += step;
  stored.rewind(here - step);
}

}  // namespace sluice::io
