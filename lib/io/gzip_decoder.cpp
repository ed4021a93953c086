#include <string>
#include <utility>

#include "base/format.h"
#include "io/decoder.h"
#include "io/gzip_format.h"
#include "io/inflater.h"

namespace sluice::io {
namespace {

// Input is fed in pieces cut by position, not by how the source delivered it, so that what is
// decoded before damage is always the same.
constexpr size_t kFeedBytes = size_t{64} << 10;

// A place that looks like a member is one if this much of it decodes. Random bytes pass the
// header's test once in 2^27 places and hardly ever decode for long.
constexpr size_t kTrialInput = size_t{4} << 10;
constexpr size_t kTrialOutput = size_t{1} << 10;

constexpr size_t kZstdMagicBytes = 4;

class GzipDecoder : public Decoder {
 public:
  GzipDecoder(StoredBytes& stored, size_t chunk_bytes)
      : stored_(stored), chunk_bytes_(chunk_bytes) {}

  void next(Chunk& chunk) override {
    while (chunk.bytes.size() < chunk_bytes_ && !chunk.last && !chunk.defect && !changes_format_) {
      if (in_member_) {
        inflate(chunk);
      } else {
        begin_member(chunk);
      }
    }
  }

 private:
  void begin_member(Chunk& chunk);
  GzipHeader read_header();
  void inflate(Chunk& chunk);
  void end_member(Chunk& chunk);
  void fail(Chunk& chunk, Defect::Kind kind, std::string detail);
  bool at_boundary();
  bool find_member();
  bool is_member(std::string_view bytes);

  StoredBytes& stored_;
  const size_t chunk_bytes_;
  Inflater inflater_;
  Inflater trial_{kTrialOutput};
  Resumption resumption_;
  uint64_t member_ = 0;  // offset of the current member
  bool in_member_ = false;
};

void GzipDecoder::begin_member(Chunk& chunk) {
  skip_zero_padding(stored_);
  member_ = stored_.offset();
  if (stored_.at_end()) {
    chunk.last = true;
    return;
  }
  const GzipHeader header = read_header();
  switch (header.status) {
    case GzipHeader::Status::complete:
      stored_.skip(header.size);
      inflater_.reset();
      in_member_ = true;
      return;
    case GzipHeader::Status::incomplete:
      return fail(chunk, Defect::Kind::truncated, "the input ends within a gzip header");
    case GzipHeader::Status::invalid:
      const bool is_gzip = begins_gzip(stored_.peek(kGzipMagic.size()));
      if (!is_gzip && sniff_compression(stored_.peek(kZstdMagicBytes)) == Compression::zstd) {
        changes_format_ = true;
        return;
      }
      return fail(chunk, is_gzip ? Defect::Kind::damaged : Defect::Kind::trailing_garbage,
                  header.problem);
  }
}

GzipHeader GzipDecoder::read_header() {
  for (size_t want = kGzipFixedHeader;; want *= 2) {
    const std::string_view bytes = stored_.peek(want);
    const GzipHeader header = parse_gzip_header(bytes.substr(0, kGzipLongestHeader));
    if (header.status != GzipHeader::Status::incomplete || bytes.size() < want) return header;
    if (want >= kGzipLongestHeader) return {.problem = "the gzip header is longer than 1 MiB"};
  }
}

void GzipDecoder::inflate(Chunk& chunk) {
  const std::string_view input = stored_.peek(kFeedBytes).substr(0, kFeedBytes);
  const size_t before = chunk.bytes.size();
  const size_t room_size = chunk_bytes_ - before;
  char* room = rest_of_chunk(chunk.bytes, chunk_bytes_);
  const Inflater::Step step = inflater_.step(input, room, room_size);
  chunk.bytes.truncate(before + step.produced);
  stored_.skip(step.consumed);

  if (step.status == Inflater::Status::done) {
    stored_.rewind(stored_.offset() - step.returned);
    end_member(chunk);
  } else if (step.status == Inflater::Status::invalid) {
    fail(chunk, Defect::Kind::damaged, inflater_.problem());
  } else if (step.stalled()) {
    fail(chunk, Defect::Kind::truncated, "the input ends within a gzip member");
  }
}

void GzipDecoder::end_member(Chunk& chunk) {
  const std::string_view trailer = stored_.peek(kGzipTrailer);
  if (trailer.size() < kGzipTrailer) {
    return fail(chunk, Defect::Kind::truncated, "the input ends within a gzip trailer");
  }
  const uint64_t crc = load_little_endian(trailer.data(), 4);
  const uint64_t length = load_little_endian(trailer.data() + 4, 4);
  stored_.skip(kGzipTrailer);
  in_member_ = false;
  if (crc == inflater_.crc() && length == inflater_.length()) return;
  const char* problem = crc != inflater_.crc() ? "wrong CRC of a gzip member"
                                               : "wrong length in a gzip member's trailer";
  if (at_boundary()) {
    // The member has its end where it should: nothing within it (it may hold gzip data itself)
    // should be taken for the next member.
    chunk.defect = Defect{.offset = member_, .detail = problem};
  } else {
    fail(chunk, Defect::Kind::damaged, problem);
  }
}

// Whether a member's end is followed by what may follow one.
bool GzipDecoder::at_boundary() {
  skip_zero_padding(stored_);
  const std::string_view bytes = stored_.peek(kGzipFixedHeader);
  return bytes.empty() || parse_gzip_header(bytes).status != GzipHeader::Status::invalid;
}

// Ends the chunk with a defect, and finds where to go on.
void GzipDecoder::fail(Chunk& chunk, Defect::Kind kind, std::string detail) {
  in_member_ = false;
  resumption_.go_back(stored_, member_ + 1);
  if (!find_member()) {
    chunk.last = true;
  } else if (kind == Defect::Kind::truncated) {
    kind = Defect::Kind::damaged;  // the input goes on: it was the member that had no end
  }
  if (kind == Defect::Kind::trailing_garbage) {
    detail = with_thousands(stored_.offset() - member_) + " bytes that are no gzip member";
  }
  chunk.defect = Defect{.kind = kind, .offset = member_, .detail = std::move(detail)};
}

bool GzipDecoder::find_member() {
  for (;;) {
    const std::string_view bytes = stored_.peek(kTrialInput);
    const size_t found = bytes.find(kGzipMagic);
    if (found != std::string_view::npos) {
      stored_.skip(found);
      if (is_member(stored_.peek(kTrialInput).substr(0, kTrialInput))) return true;
      stored_.skip(1);
    } else if (bytes.size() < kTrialInput) {
      stored_.skip(bytes.size());
      return false;
    } else {
      stored_.skip(bytes.size() - (kGzipMagic.size() - 1));
    }
  }
}

bool GzipDecoder::is_member(std::string_view bytes) {
  const GzipHeader header = parse_gzip_header(bytes);
  if (header.status != GzipHeader::Status::complete) return false;
  bytes.remove_prefix(header.size);
  char room[kTrialOutput];
  trial_.reset();
  const Inflater::Step step = trial_.step(bytes, room, sizeof room);
  if (step.status != Inflater::Status::done) return step.status == Inflater::Status::more;
  const std::string_view trailer = bytes.substr(step.consumed - step.returned, kGzipTrailer);
  return trailer.size() < kGzipTrailer || load_little_endian(trailer.data(), 4) == trial_.crc();
}

}  // namespace

std::unique_ptr<Decoder> make_gzip_decoder(StoredBytes& stored,
                                           const ChunkReader::Options& options) {
  return std::make_unique<GzipDecoder>(stored, options.chunk_bytes);
}

}  // namespace sluice::io
