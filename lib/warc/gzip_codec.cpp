#include <libdeflate.h>

#include <algorithm>
#include <memory>
#include <new>

#include "io/gzip_format.h"
#include "io/inflater.h"
#include "warc/codec.h"

namespace sluice::warc::detail {
namespace {

using io::GzipHeader;
using io::load_little_endian;

// Pieces of fixed size, so that what is decoded before damage is always the same.
constexpr size_t kFeedBytes = size_t{64} << 10;
constexpr size_t kOutputBytes = size_t{1} << 20;
constexpr size_t kTrialOutput = size_t{1} << 10;

libdeflate_decompressor* decompressor() {
  struct Free {
    void operator()(libdeflate_decompressor* freed) const { libdeflate_free_decompressor(freed); }
  };
  thread_local std::unique_ptr<libdeflate_decompressor, Free> kept(libdeflate_alloc_decompressor());
  if (kept == nullptr) throw std::bad_alloc();
  return kept.get();
}

const char* check_trailer(std::string_view trailer, uint64_t crc, uint64_t length) {
  if (load_little_endian(trailer.data(), 4) != crc) return "wrong CRC of a gzip member";
  if (load_little_endian(trailer.data() + 4, 4) != (length & 0xffffffff)) {
    return "wrong length in a gzip member's trailer";
  }
  return nullptr;
}

class GzipStream : public MemberStream {
 public:
  void begin() override {
    inflater_.reset();
    state_ = State::header;
  }
  Step step(std::string_view& bytes, bool at_end, Buffer& out) override;
  bool try_out(std::string_view bytes) override;

 private:
  enum class State { header, data, trailer };
  Step read_trailer(std::string_view& bytes, bool at_end);

  io::Inflater inflater_;
  io::Inflater trial_{kTrialOutput};
  State state_ = State::header;
};

MemberStream::Step GzipStream::step(std::string_view& bytes, bool at_end, Buffer& out) {
  if (state_ == State::header) {
    bytes.remove_prefix(io::parse_gzip_header(bytes).size);  // the caller has seen it whole
    state_ = State::data;
  }
  if (state_ == State::trailer) return read_trailer(bytes, at_end);
  if (bytes.size() < kFeedBytes && !at_end) return {.status = Status::need, .want = kFeedBytes};
  const size_t before = out.size();
  char* const room = out.grow(kOutputBytes);
  const io::Inflater::Step step = inflater_.step(bytes.substr(0, kFeedBytes), room, kOutputBytes);
  out.truncate(before + step.produced);
  const char* const begin = bytes.data();
  bytes.remove_prefix(step.consumed);
  if (step.status == io::Inflater::Status::invalid) {
    return {.status = Status::damaged, .problem = inflater_.problem()};
  }
  if (step.status == io::Inflater::Status::done) {
    // What was read ahead stands before `begin` if the last bytes came with an earlier step.
    bytes = {begin + step.consumed - step.returned, bytes.size() + step.returned};
    state_ = State::trailer;
    return {};
  }
  return step.stalled() ? Step{.status = Status::need} : Step{};
}

MemberStream::Step GzipStream::read_trailer(std::string_view& bytes, bool at_end) {
  if (bytes.size() < io::kGzipTrailer) {
    return {.status = Status::need, .want = at_end ? 0 : io::kGzipTrailer};
  }
  const char* const problem =
      check_trailer(bytes.substr(0, io::kGzipTrailer), inflater_.crc(), inflater_.length());
  bytes.remove_prefix(io::kGzipTrailer);
  if (problem == nullptr) return {.status = Status::done};
  return {.status = Status::wrong_checksum, .problem = problem};
}

bool GzipStream::try_out(std::string_view bytes) {
  bytes = bytes.substr(0, kTrialBytes);
  const GzipHeader header = io::parse_gzip_header(bytes);
  if (header.status != GzipHeader::Status::complete) return false;
  bytes.remove_prefix(header.size);
  char room[kTrialOutput];
  trial_.reset();
  const io::Inflater::Step step = trial_.step(bytes, room, sizeof room);
  if (step.status != io::Inflater::Status::done) {
    return step.status == io::Inflater::Status::more;
  }
  const std::string_view trailer = bytes.substr(step.consumed - step.returned, io::kGzipTrailer);
  return trailer.size() < io::kGzipTrailer || load_little_endian(trailer.data(), 4) == trial_.crc();
}

}  // namespace

MemberHeader parse_gzip(std::string_view bytes) {
  const GzipHeader header = io::parse_gzip_header(bytes.substr(0, io::kGzipLongestHeader));
  switch (header.status) {
    case GzipHeader::Status::complete:
      return {.status = MemberHeader::Status::member, .size = header.size};
    case GzipHeader::Status::incomplete:
      if (bytes.size() < io::kGzipLongestHeader)
        return {.status = MemberHeader::Status::incomplete};
      return {.status = MemberHeader::Status::damaged,
              .problem = "the gzip header is longer than 1 MiB"};
    case GzipHeader::Status::invalid:
      break;
  }
  const bool is_gzip = io::begins_gzip(bytes);
  return {.status = is_gzip ? MemberHeader::Status::damaged : MemberHeader::Status::garbage,
          .problem = header.problem};
}

WholeMember decode_gzip(std::string_view bytes, size_t limit, Buffer& out) {
  const GzipHeader header = io::parse_gzip_header(bytes.substr(0, io::kGzipLongestHeader));
  if (header.status != GzipHeader::Status::complete) return {};
  const std::string_view data = bytes.substr(header.size);
  const size_t before = out.size();
  size_t consumed = 0;
  size_t produced = 0;
  libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
  constexpr size_t kFirstRoom = size_t{256} << 10;
  for (size_t room = kFirstRoom; result == LIBDEFLATE_INSUFFICIENT_SPACE; room *= 4) {
    out.truncate(before);
    out.grow(std::min(room, limit));
    const size_t available = std::min(out.capacity() - before, limit);
    result = libdeflate_deflate_decompress_ex(decompressor(), data.data(), data.size(),
                                              out.data() + before, available, &consumed, &produced);
    if (available == limit) break;
  }
  out.truncate(before);
  const size_t end = header.size + consumed;
  if (result != LIBDEFLATE_SUCCESS || bytes.size() - end < io::kGzipTrailer) return {};
  out.grow(produced);
  const char* const problem =
      check_trailer(bytes.substr(end, io::kGzipTrailer),
                    libdeflate_crc32(0, out.data() + before, produced), produced);
  const size_t size = end + io::kGzipTrailer;
  if (problem == nullptr) return {.status = WholeMember::Status::good, .size = size};
  return {.status = WholeMember::Status::wrong_checksum, .size = size, .problem = problem};
}

std::unique_ptr<MemberStream> make_gzip_stream() { return std::make_unique<GzipStream>(); }

}  // namespace sluice::warc::detail
