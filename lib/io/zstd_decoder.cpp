#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <new>
#include <utility>

#include "base/format.h"
#include "io/decoder.h"
#include "io/gzip_format.h"
#include "io/zstd_format.h"

namespace sluice::io {
namespace {

constexpr int kLargestWindowLog = 31;

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};
using Context = std::unique_ptr<ZSTD_DCtx, FreeContext>;

Context make_context() {
  Context context(ZSTD_createDCtx());
  if (context == nullptr) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context.get(), ZSTD_d_windowLogMax, kLargestWindowLog);
  return context;
}

// Whether `bytes` may follow the end of a frame: nothing, padding, or a frame.
bool is_boundary(std::string_view bytes) {
  constexpr std::string_view kPadding("\0\0\0\0", 4);
  return kPadding.starts_with(bytes.substr(0, kPadding.size())) || begins_zstd(bytes);
}

// Whether a frame begins here, as far as its header and that of its first block show.
bool is_frame(std::string_view bytes) {
  const ZstdHeader header = parse_zstd_header(bytes);
  if (header.status != ZstdHeader::Status::complete) {
    return header.status == ZstdHeader::Status::incomplete;
  }
  bytes.remove_prefix(header.size);
  return bytes.size() < kZstdBlockHeader || parse_zstd_block(bytes).valid;
}

class ZstdDecoder : public Decoder {
 public:
  ZstdDecoder(StoredBytes& stored, const ChunkReader::Options& options)
      : stored_(stored), options_(options), context_(make_context()) {}

  void next(Chunk& chunk) override {
    while (chunk.bytes.size() < options_.chunk_bytes && !chunk.last && !chunk.defect) {
      if (in_frame_) {
        decompress(chunk);
      } else if (!begin_frame(chunk)) {
        return;
      }
    }
  }

 private:
  bool begin_frame(Chunk& chunk);
  void begin_stream(const ZstdHeader& header);
  void decompress(Chunk& chunk);
  size_t next_piece();
  void fail_block(Chunk& chunk, size_t code);
  void fail(Chunk& chunk, Defect::Kind kind, std::string detail);
  size_t whole_frame(const ZstdHeader& header);
  bool find_frame();

  StoredBytes& stored_;
  const ChunkReader::Options options_;
  Context context_;
  Resumption resumption_;
  uint64_t frame_ = 0;     // offset of the current frame
  size_t piece_left_ = 0;  // of the block that is being fed
  bool last_block_ = false;
  bool output_full_ = false;  // the library may hold back output for want of room
  bool in_frame_ = false;
};

// Returns whether to go on filling the chunk.
bool ZstdDecoder::begin_frame(Chunk& chunk) {
  skip_zero_padding(stored_);
  frame_ = stored_.offset();
  const std::string_view bytes = stored_.peek(kZstdLongestHeader);
  if (bytes.empty()) {
    chunk.last = true;
    return false;
  }
  if (begins_skippable(bytes)) {
    const bool complete = bytes.size() >= kSkippableHeader &&
                          stored_.skip_over(kSkippableHeader + load_little_endian(&bytes[4], 4));
    if (!complete) fail(chunk, Defect::Kind::truncated, "the input ends within a skippable frame");
    return true;
  }
  const ZstdHeader header = parse_zstd_header(bytes);
  if (header.status == ZstdHeader::Status::incomplete) {
    fail(chunk, Defect::Kind::truncated, "the input ends within a zstd frame header");
  } else if (header.status == ZstdHeader::Status::invalid) {
    const bool is_zstd = begins_zstd(bytes);
    if (!is_zstd && sniff_compression(bytes) == Compression::gzip) {
      changes_format_ = true;
      return false;
    }
    fail(chunk, is_zstd ? Defect::Kind::damaged : Defect::Kind::trailing_garbage,
         is_zstd ? "reserved bits are set in the zstd frame header" : "no zstd frame begins here");
  } else if (header.window > options_.window_bytes) {
    fail(chunk, Defect::Kind::window_too_large,
         "the frame needs a window of " + std::to_string(header.window) + " bytes");
  } else if (const size_t size = whole_frame(header); size > 0) {
    if (!chunk.bytes.empty()) return false;
    chunk.offset = frame_;
    chunk.bytes.reserve(size);
    chunk.bytes.append(stored_.peek(size).substr(0, size));
    chunk.compressed = true;
    stored_.skip(size);
    chunk.last = stored_.at_end();
    return false;
  } else {
    begin_stream(header);
  }
  return true;
}

// Stored size of a frame that can be handed over whole, or 0: its content is known to be small, its
// blocks lead to an end, and behind the end is what may follow a frame. A damaged block header
// leads elsewhere, over the beginning of the next frame perhaps; such a frame is decompressed as a
// stream, so that the search for the next one begins within it.
size_t ZstdDecoder::whole_frame(const ZstdHeader& header) {
  if (!header.content_size || *header.content_size == 0) return 0;
  if (*header.content_size > options_.frame_bytes) return 0;
  const size_t bound = header.size + ZSTD_compressBound(*header.content_size) + kZstdChecksum;
  // Blocks hold 128 KiB, or less where the writer split or flushed them; a walk over empty ones,
  // tried at place after place, would cost much and lead nowhere.
  size_t blocks_left = 64 + *header.content_size / 1024;
  size_t end = header.size;
  for (bool last = false; !last;) {
    if (blocks_left-- == 0) return 0;
    const std::string_view bytes = stored_.peek(end + kZstdBlockHeader);
    if (bytes.size() < end + kZstdBlockHeader) return 0;
    const ZstdBlock block = parse_zstd_block(bytes.substr(end));
    end += block.stored;
    if (!block.valid || end > bound) return 0;
    last = block.last;
  }
  if (header.checksum) end += kZstdChecksum;
  const std::string_view bytes = stored_.peek(end + kZstdMagic.size());
  return bytes.size() >= end && is_boundary(bytes.substr(end)) ? end : 0;
}

void ZstdDecoder::begin_stream(const ZstdHeader& header) {
  ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
  // The header is fed alone: with the whole frame at hand the library would decompress in one go,
  // and deliver nothing of a damaged frame or something, depending on the room.
  piece_left_ = header.size;
  last_block_ = false;
  output_full_ = false;
  in_frame_ = true;
}

// Feeds one block at a time, and only when it is there whole: the library does not say how much it
// wrote in a call that fails, and so it is the same on every machine what is delivered before
// damage.
size_t ZstdDecoder::next_piece() {
  if (last_block_) return kZstdChecksum;
  const std::string_view bytes = stored_.peek(kZstdBlockHeader);
  if (bytes.size() < kZstdBlockHeader) return kZstdBlockHeader;
  const ZstdBlock block = parse_zstd_block(bytes);
  last_block_ = block.last;
  return block.valid ? block.stored : kZstdBlockHeader;  // the library will complain
}

void ZstdDecoder::decompress(Chunk& chunk) {
  if (piece_left_ == 0 && !output_full_) piece_left_ = next_piece();
  const std::string_view bytes = stored_.peek(piece_left_);
  if (bytes.size() < piece_left_) {
    return fail(chunk, Defect::Kind::truncated, "the input ends within a zstd frame");
  }
  const size_t before = chunk.bytes.size();
  const size_t room = options_.chunk_bytes - before;
  ZSTD_inBuffer input = {.src = bytes.data(), .size = piece_left_, .pos = 0};
  ZSTD_outBuffer output = {
      .dst = rest_of_chunk(chunk.bytes, options_.chunk_bytes), .size = room, .pos = 0};
  const size_t hint = ZSTD_decompressStream(context_.get(), &output, &input);
  chunk.bytes.truncate(before + output.pos);
  stored_.skip(input.pos);
  piece_left_ -= input.pos;
  output_full_ = output.pos == output.size;
  if (ZSTD_isError(hint)) {
    fail_block(chunk, hint);
  } else if (hint == 0) {
    in_frame_ = false;
  }
}

void ZstdDecoder::fail_block(Chunk& chunk, size_t code) {
  if (ZSTD_getErrorCode(code) == ZSTD_error_checksum_wrong) {
    stored_.skip(kZstdChecksum);
    if (is_boundary(stored_.peek(kZstdMagic.size()))) {
      // The frame has its end where it should: nothing within it may be taken for the next frame.
      in_frame_ = false;
      chunk.defect = Defect{.offset = frame_, .detail = ZSTD_getErrorName(code)};
      return;
    }
  }
  fail(chunk, Defect::Kind::damaged, ZSTD_getErrorName(code));
}

// Ends the chunk with a defect, and finds where to go on.
void ZstdDecoder::fail(Chunk& chunk, Defect::Kind kind, std::string detail) {
  in_frame_ = false;
  resumption_.go_back(stored_, frame_ + 1);
  if (!find_frame()) {
    chunk.last = true;
  } else if (kind == Defect::Kind::truncated) {
    kind = Defect::Kind::damaged;  // the input goes on: it was the frame that had no end
  }
  if (kind == Defect::Kind::trailing_garbage) {
    detail = with_thousands(stored_.offset() - frame_) + " bytes that are no zstd frame";
  }
  chunk.defect = Defect{.kind = kind, .offset = frame_, .detail = std::move(detail)};
}

bool ZstdDecoder::find_frame() {
  constexpr size_t kLook = kZstdLongestHeader + kZstdBlockHeader;
  for (;;) {
    const std::string_view bytes = stored_.peek(kLook);
    const size_t found = bytes.find(kZstdMagic);
    if (found != std::string_view::npos) {
      stored_.skip(found);
      if (is_frame(stored_.peek(kLook))) return true;
      stored_.skip(1);
    } else if (bytes.size() < kLook) {
      stored_.skip(bytes.size());
      return false;
    } else {
      stored_.skip(bytes.size() - (kZstdMagic.size() - 1));
    }
  }
}

}  // namespace

std::unique_ptr<Decoder> make_zstd_decoder(StoredBytes& stored,
                                           const ChunkReader::Options& options) {
  return std::make_unique<ZstdDecoder>(stored, options);
}

}  // namespace sluice::io
