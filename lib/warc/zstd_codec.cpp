#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>

#include "io/gzip_format.h"
#include "io/zstd_format.h"
#include "warc/codec.h"

namespace sluice::warc {
namespace {

constexpr uint64_t kDictionaryMagic = 0x184D2A5D;
constexpr int kLargestWindowLog = 31;

}  // namespace

class Dictionary {
 public:
  explicit Dictionary(std::string_view bytes)
      : prepared_(ZSTD_createDDict(bytes.data(), bytes.size())) {}
  const ZSTD_DDict* prepared() const { return prepared_.get(); }

 private:
  struct Free {
    void operator()(ZSTD_DDict* freed) const { ZSTD_freeDDict(freed); }
  };
  std::unique_ptr<ZSTD_DDict, Free> prepared_;
};

bool begins_dictionary(std::string_view bytes) {
  return bytes.size() >= 4 && io::load_little_endian(bytes.data(), 4) == kDictionaryMagic;
}

std::shared_ptr<const Dictionary> read_dictionary(std::string_view frame) {
  std::string_view bytes = frame.substr(std::min(frame.size(), io::kSkippableHeader));
  if (bytes.size() > kLargestDictionary) return nullptr;
  Buffer plain;
  if (bytes.starts_with(io::kZstdMagic)) {
    const WholeMember member = detail::decode_zstd(nullptr, bytes, kLargestDictionary, plain);
    if (member.status != WholeMember::Status::good) return nullptr;
    bytes = plain.view();
  }
  auto dictionary = std::make_shared<const Dictionary>(bytes);
  return dictionary->prepared() == nullptr ? nullptr : dictionary;
}

namespace detail {
namespace {

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

const ZSTD_DDict* prepared(const Dictionary* dictionary) {
  return dictionary == nullptr ? nullptr : dictionary->prepared();
}

// Feeds one block at a time, and only when it is there whole: the library does not say how much it
// wrote in a call that fails.
class ZstdStream : public MemberStream {
 public:
  explicit ZstdStream(const Dictionary* dictionary) : dictionary_(dictionary) {}

  void begin() override {
    ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
    ZSTD_DCtx_refDDict(context_.get(), prepared(dictionary_));
    piece_left_ = 0;
    begun_ = false;
    last_block_ = false;
    output_full_ = false;
  }
  Step step(std::string_view& bytes, bool at_end, Buffer& out) override;
  bool try_out(std::string_view bytes) override;

 private:
  size_t next_piece(std::string_view bytes);

  const Dictionary* dictionary_;
  Context context_ = make_context();
  size_t piece_left_ = 0;  // of the header or block that is being fed
  bool begun_ = false;
  bool last_block_ = false;
  bool output_full_ = false;  // the library may hold back output for want of room
};

size_t ZstdStream::next_piece(std::string_view bytes) {
  if (!begun_) {
    begun_ = true;
    return io::parse_zstd_header(bytes).size;  // the caller has seen it whole
  }
  if (last_block_) return io::kZstdChecksum;
  if (bytes.size() < io::kZstdBlockHeader) return 0;
  const io::ZstdBlock block = io::parse_zstd_block(bytes);
  last_block_ = block.last;
  return block.valid ? block.stored : io::kZstdBlockHeader;  // the library will complain
}

MemberStream::Step ZstdStream::step(std::string_view& bytes, bool at_end, Buffer& out) {
  if (piece_left_ == 0 && !output_full_) {
    piece_left_ = next_piece(bytes);
    if (piece_left_ == 0) {
      return {.status = Status::need, .want = at_end ? 0 : io::kZstdBlockHeader};
    }
  }
  if (bytes.size() < piece_left_) {
    return {.status = Status::need, .want = at_end ? 0 : piece_left_};
  }
  constexpr size_t kOutputBytes = size_t{1} << 20;
  const size_t before = out.size();
  char* const room = out.grow(kOutputBytes);
  ZSTD_inBuffer input = {.src = bytes.data(), .size = piece_left_, .pos = 0};
  ZSTD_outBuffer output = {.dst = room, .size = kOutputBytes, .pos = 0};
  const size_t hint = ZSTD_decompressStream(context_.get(), &output, &input);
  out.truncate(before + output.pos);
  bytes.remove_prefix(input.pos);
  piece_left_ -= input.pos;
  output_full_ = output.pos == output.size;
  if (hint == 0) return {.status = Status::done};
  if (!ZSTD_isError(hint)) return {};
  if (ZSTD_getErrorCode(hint) == ZSTD_error_checksum_wrong) {
    bytes.remove_prefix(std::min(piece_left_, bytes.size()));
    return {.status = Status::wrong_checksum, .problem = ZSTD_getErrorName(hint)};
  }
  return {.status = Status::damaged, .problem = ZSTD_getErrorName(hint)};
}

bool ZstdStream::try_out(std::string_view bytes) {
  const io::ZstdHeader header = io::parse_zstd_header(bytes);
  if (header.status != io::ZstdHeader::Status::complete) return false;
  bytes.remove_prefix(header.size);
  return bytes.size() >= io::kZstdBlockHeader && io::parse_zstd_block(bytes).valid;
}

// How much a frame can hold: what its header says, or full blocks. `frame` is whole.
uint64_t content_bound(std::string_view frame) {
  const io::ZstdHeader header = io::parse_zstd_header(frame);
  if (header.content_size) return *header.content_size;
  uint64_t bound = 0;
  for (size_t at = header.size; at + io::kZstdBlockHeader <= frame.size();) {
    const io::ZstdBlock block = io::parse_zstd_block(frame.substr(at));
    bound += io::kZstdLargestBlock;
    at += block.stored;
    if (block.last) break;
  }
  return bound;
}

}  // namespace

MemberHeader parse_zstd(std::string_view bytes) {
  if (io::begins_skippable(bytes)) {
    if (bytes.size() < io::kSkippableHeader) return {.status = MemberHeader::Status::incomplete};
    const uint64_t size = io::load_little_endian(&bytes[4], 4);
    if (size > kLargestDictionary) {
      return {.status = MemberHeader::Status::damaged,
              .problem = "the skippable zstd frame is larger than 64 MiB"};
    }
    return {.status = MemberHeader::Status::skippable, .size = io::kSkippableHeader + size};
  }
  // The first bytes of a skippable frame's magic look like nothing until there are four.
  if (bytes.size() < io::kZstdMagic.size()) return {.status = MemberHeader::Status::incomplete};
  const io::ZstdHeader header = io::parse_zstd_header(bytes);
  switch (header.status) {
    case io::ZstdHeader::Status::complete:
      if (header.window > uint64_t{1} << kLargestWindowLog) {
        return {.status = MemberHeader::Status::damaged,
                .problem = "the zstd frame needs a window over 2 GiB"};
      }
      return {.status = MemberHeader::Status::member, .size = header.size};
    case io::ZstdHeader::Status::incomplete:
      return {.status = MemberHeader::Status::incomplete};
    case io::ZstdHeader::Status::invalid:
      break;
  }
  if (!bytes.starts_with(io::kZstdMagic)) return {.problem = "no zstd frame begins here"};
  return {.status = MemberHeader::Status::damaged,
          .problem = "reserved bits are set in the zstd frame header"};
}

WholeMember decode_zstd(const Dictionary* dictionary, std::string_view bytes, size_t limit,
                        Buffer& out) {
  const size_t size = ZSTD_findFrameCompressedSize(bytes.data(), bytes.size());
  if (ZSTD_isError(size)) return {};
  thread_local const Context context = make_context();
  const size_t before = out.size();
  const size_t room_size = std::min<uint64_t>(content_bound(bytes.substr(0, size)), limit);
  char* const room = out.grow(room_size);
  const size_t produced = ZSTD_decompress_usingDDict(context.get(), room, room_size, bytes.data(),
                                                     size, prepared(dictionary));
  out.truncate(before);
  if (!ZSTD_isError(produced)) {
    out.grow(produced);
    return {.status = WholeMember::Status::good, .size = size};
  }
  if (ZSTD_getErrorCode(produced) != ZSTD_error_checksum_wrong) return {};
  return {.status = WholeMember::Status::wrong_checksum,
          .size = size,
          .problem = ZSTD_getErrorName(produced)};
}

std::unique_ptr<MemberStream> make_zstd_stream(const Dictionary* dictionary) {
  return std::make_unique<ZstdStream>(dictionary);
}

}  // namespace detail
}  // namespace sluice::warc
