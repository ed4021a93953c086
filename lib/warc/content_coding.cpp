#include "warc/content_coding.h"

#include <brotli/decode.h>
#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <limits>
#include <new>

#include "io/compression.h"
#include "io/gzip_format.h"
#include "warc/http_text.h"
#include "warc/mime_sniff.h"

namespace sluice::warc {
namespace {

constexpr size_t kFirstRoom = size_t{64} << 10;

// A decoder keeps its window. RFC 9659 allows 8 MiB in this coding, the library up to 128 MiB.
constexpr size_t kKeptContext = size_t{16} << 20;

size_t clamped_sum(size_t one, size_t other) {
  return one > std::numeric_limits<size_t>::max() - other ? std::numeric_limits<size_t>::max()
                                                          : one + other;
}

// Makes room behind what is in `out`: by its own size again, within the bound. Nothing if the bound
// is reached.
size_t more_room(Buffer& out, size_t most) {
  const size_t used = out.size();
  const size_t wanted = std::min(most, std::max({used * 2, kFirstRoom, out.capacity()}));
  if (wanted <= used) return 0;
  out.reserve(wanted);
  return wanted - used;
}

enum class Wrapper { gzip, zlib, raw };

// By zlib, which hands out each byte before a fault and tells a wrong checksum from wrong data.
// Used for what is not whole; the whole is decoded faster below.
CodingEnd inflate_stream(z_stream& stream, std::string_view& input, size_t most, Buffer& out) {
  const auto chunk_of = [](size_t size) {
    return static_cast<uInt>(std::min(size, size_t{1} << 30));
  };
  for (;;) {
    const size_t room = more_room(out, most);
    char probe;  // where the bound is reached: does anything more come?
    const bool full = room == 0;
    const uInt given = chunk_of(input.size());
    const uInt offered = full ? 1 : chunk_of(room);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream.avail_in = given;
    stream.next_out = reinterpret_cast<Bytef*>(full ? &probe : out.data() + out.size());
    stream.avail_out = offered;
    const int code = inflate(&stream, Z_NO_FLUSH);
    input.remove_prefix(given - stream.avail_in);
    const size_t produced = offered - stream.avail_out;
    if (full && produced > 0) return CodingEnd::too_large;
    if (!full) out.grow(produced);
    if (code == Z_STREAM_END) return CodingEnd::complete;
    if (code == Z_DATA_ERROR) {
      const std::string_view problem = stream.msg == nullptr ? "" : stream.msg;
      return problem == "incorrect data check" || problem == "incorrect length check"
                 ? CodingEnd::bad_checksum
                 : CodingEnd::damaged;
    }
    if (code == Z_NEED_DICT) return CodingEnd::damaged;
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (input.empty() && produced < offered) return CodingEnd::truncated;
  }
}

bool begins_zlib(std::string_view input) {
  if (input.size() < 2) return false;
  const unsigned method = static_cast<unsigned char>(input[0]);
  const unsigned flags = static_cast<unsigned char>(input[1]);
  constexpr unsigned kDictionary = 0x20;
  return (method & 0xf) == 8 && method >> 4 <= 7 && (method << 8 | flags) % 31 == 0 &&
         (flags & kDictionary) == 0;
}

// Whether the first bytes are proof of the coding. zlib's may be those of a text ("x^2").
bool is_marked(ContentCoding coding, std::string_view input) {
  switch (coding) {
    case ContentCoding::gzip:
      return io::sniff_compression(input) == io::Compression::gzip;
    case ContentCoding::zstd:
      return io::sniff_compression(input) == io::Compression::zstd;
    case ContentCoding::deflate:
      return begins_zlib(input) && (input[1] < ' ' || input[1] > '~');
    default:
      return false;
  }
}

}  // namespace

ContentCoding content_coding_of(std::string_view name) {
  struct Row {
    std::string_view name;
    ContentCoding coding;
  };
  constexpr Row kRows[] = {
      {"gzip", ContentCoding::gzip},       {"x-gzip", ContentCoding::gzip},
      {"deflate", ContentCoding::deflate}, {"br", ContentCoding::brotli},
      {"zstd", ContentCoding::zstd},       {"identity", ContentCoding::identity},
      {"none", ContentCoding::identity},   {"", ContentCoding::identity},
  };
  name = trim(name);
  for (const Row& row : kRows) {
    if (equals_ignoring_case(name, row.name)) return row.coding;
  }
  return ContentCoding::unknown;
}

struct ContentDecoder::Contexts {
  libdeflate_decompressor* deflate = nullptr;
  ZSTD_DCtx* zstd = nullptr;
  z_stream stream{};
  bool has_stream = false;

  Contexts() = default;
  Contexts(const Contexts&) = delete;
  Contexts& operator=(const Contexts&) = delete;
  ~Contexts() {
    libdeflate_free_decompressor(deflate);
    ZSTD_freeDCtx(zstd);
    if (has_stream) inflateEnd(&stream);
  }

  z_stream& reset_stream(Wrapper wrapper) {
    const int bits = wrapper == Wrapper::gzip ? 15 + 16 : wrapper == Wrapper::zlib ? 15 : -15;
    const int code = has_stream ? inflateReset2(&stream, bits) : inflateInit2(&stream, bits);
    if (code != Z_OK) throw std::bad_alloc();
    has_stream = true;
    return stream;
  }

  // One member or stream off `input`, behind what is in `out`: at once where it is whole and fits,
  // else as far as it goes.
  CodingEnd inflate_one(Wrapper wrapper, std::string_view& input, size_t most, Buffer& out) {
    if (deflate == nullptr) deflate = libdeflate_alloc_decompressor();
    if (deflate == nullptr) throw std::bad_alloc();
    const size_t before = out.size();
    libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
    // Each try has at least twice the room of the one before, so all of them are linear together.
    while (result == LIBDEFLATE_INSUFFICIENT_SPACE) {
      const size_t room = std::min(out.capacity(), most) - before;
      size_t consumed = 0;
      size_t produced = 0;
      const auto decompress = wrapper == Wrapper::gzip   ? libdeflate_gzip_decompress_ex
                              : wrapper == Wrapper::zlib ? libdeflate_zlib_decompress_ex
                                                         : libdeflate_deflate_decompress_ex;
      result = decompress(deflate, input.data(), input.size(), out.data() + before, room, &consumed,
                          &produced);
      if (result == LIBDEFLATE_SUCCESS) {
        out.grow(produced);
        input.remove_prefix(consumed);
        return CodingEnd::complete;
      }
      if (result != LIBDEFLATE_INSUFFICIENT_SPACE || before + room >= most) break;
      out.reserve(std::min(most, before + std::max({room * 3, kFirstRoom, before / 2})));
    }
    return inflate_stream(reset_stream(wrapper), input, most, out);
  }

  CodingEnd gunzip(std::string_view input, size_t most, Buffer& out) {
    if (io::sniff_compression(input) != io::Compression::gzip) return CodingEnd::absent;
    // The last bytes tell the size of the last member, mostly the only one. Deflate cannot expand
    // by more than 1032 times.
    const size_t told =
        input.size() < 18 ? 0 : io::load_little_endian(input.data() + input.size() - 4, 4);
    out.reserve(std::min({most, std::max(told, kFirstRoom), input.size() * 1032}));
    CodingEnd end = CodingEnd::complete;
    while (end == CodingEnd::complete) {
      end = inflate_one(Wrapper::gzip, input, most, out);
      if (input.empty() || end != CodingEnd::complete) break;
      if (!input.starts_with(io::kGzipMagic)) return CodingEnd::trailing_bytes;
    }
    return end;
  }

  // The name means zlib's format, but some servers send raw deflate data.
  CodingEnd inflate_either(std::string_view input, size_t most, Buffer& out) {
    out.reserve(std::min({most, std::max(kFirstRoom, input.size() * 4), input.size() * 1032}));
    CodingEnd end = CodingEnd::damaged;
    std::string_view rest = input;
    if (begins_zlib(input)) end = inflate_one(Wrapper::zlib, rest, most, out);
    if (end == CodingEnd::damaged && out.empty()) {
      rest = input;
      end = inflate_one(Wrapper::raw, rest, most, out);
    }
    return end == CodingEnd::complete && !rest.empty() ? CodingEnd::trailing_bytes : end;
  }

  CodingEnd decode_zstd(std::string_view input, size_t most, Buffer& out) {
    if (io::sniff_compression(input) != io::Compression::zstd) return CodingEnd::absent;
    const unsigned long long told = ZSTD_getFrameContentSize(input.data(), input.size());
    // A frame with all its room is decoded at once. A block of four bytes may hold 128 KiB.
    const size_t likely = clamped_sum(input.size() * 4, kFirstRoom);
    out.reserve(told <= most ? std::min<size_t>(told, input.size() << 16) : std::min(most, likely));
    CodingEnd end = decode_frames(input, input.size(), most, out);
    if (end == CodingEnd::damaged || end == CodingEnd::bad_checksum) {
      // The library hands out nothing of a call that meets damage, so again, block by block.
      out.clear();
      end = decode_frames(input, /*slice=*/0, most, out);
    }
    if (ZSTD_sizeof_DCtx(zstd) > kKeptContext) {
      ZSTD_freeDCtx(zstd);
      zstd = nullptr;
    }
    return end;
  }

  // `slice`: how much of the input to hand over at once; 0: as much as the library asks for.
  CodingEnd decode_frames(std::string_view input, size_t slice, size_t most, Buffer& out) {
    if (zstd == nullptr) zstd = ZSTD_createDCtx();
    if (zstd == nullptr) throw std::bad_alloc();
    size_t wanted = ZSTD_initDStream(zstd);
    ZSTD_inBuffer in = {.src = input.data(), .size = 0, .pos = 0};
    for (;;) {
      if (in.pos == in.size) {
        in.size += std::min(input.size() - in.pos, slice > 0 ? slice : std::max<size_t>(wanted, 1));
      }
      const size_t room = more_room(out, most);
      char probe;
      ZSTD_outBuffer to = {.dst = room == 0 ? &probe : out.data() + out.size(),
                           .size = room == 0 ? 1 : room,
                           .pos = 0};
      wanted = ZSTD_decompressStream(zstd, &to, &in);
      if (room == 0 && to.pos > 0) return CodingEnd::too_large;
      if (ZSTD_isError(wanted)) {
        return ZSTD_getErrorName(wanted) == std::string_view("Restored data doesn't match checksum")
                   ? CodingEnd::bad_checksum
                   : CodingEnd::damaged;
      }
      if (room > 0) out.grow(to.pos);
      const std::string_view rest = input.substr(in.pos);
      if (wanted == 0) {  // a frame ends
        if (rest.empty()) return CodingEnd::complete;
        if (io::sniff_compression(rest) != io::Compression::zstd) return CodingEnd::trailing_bytes;
      } else if (rest.empty() && to.pos < to.size) {
        return CodingEnd::truncated;
      }
    }
  }

  CodingEnd decode_brotli(std::string_view input, size_t most, Buffer& out) {
    if (input.empty()) return CodingEnd::absent;
    const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> state(
        BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance);
    if (state == nullptr) throw std::bad_alloc();
    out.reserve(std::min(most, clamped_sum(input.size() * 4, kFirstRoom)));
    // On invalid data the library keeps back what it decoded since it last asked for more input.
    constexpr size_t kSlice = size_t{4} << 10;
    const uint8_t* next = nullptr;
    for (size_t left = 0;;) {
      if (left == 0) {
        const std::string_view slice = input.substr(0, kSlice);
        next = reinterpret_cast<const uint8_t*>(slice.data());
        left = slice.size();
        input.remove_prefix(slice.size());
      }
      size_t room = more_room(out, most);
      uint8_t probe;
      const bool full = room == 0;
      uint8_t* to = full ? &probe : reinterpret_cast<uint8_t*>(out.data() + out.size());
      if (full) room = 1;
      const size_t offered = room;
      const auto result =
          BrotliDecoderDecompressStream(state.get(), &left, &next, &room, &to, nullptr);
      if (full && room == 0) return CodingEnd::too_large;
      if (!full) out.grow(offered - room);
      switch (result) {
        case BROTLI_DECODER_RESULT_SUCCESS:
          return left > 0 || !input.empty() ? CodingEnd::trailing_bytes : CodingEnd::complete;
        case BROTLI_DECODER_RESULT_ERROR:
          return CodingEnd::damaged;
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
          if (input.empty()) return CodingEnd::truncated;
          break;
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
          break;
      }
    }
  }
};

ContentDecoder::ContentDecoder() : contexts_(std::make_unique<Contexts>()) {}
ContentDecoder::~ContentDecoder() = default;
ContentDecoder::ContentDecoder(ContentDecoder&&) noexcept = default;
ContentDecoder& ContentDecoder::operator=(ContentDecoder&&) noexcept = default;

CodingEnd ContentDecoder::decode(ContentCoding coding, std::string_view input, size_t most,
                                 Buffer& out) {
  out.clear();
  CodingEnd end = CodingEnd::absent;
  if (coding == ContentCoding::gzip) end = contexts_->gunzip(input, most, out);
  if (coding == ContentCoding::deflate) end = contexts_->inflate_either(input, most, out);
  if (coding == ContentCoding::brotli) end = contexts_->decode_brotli(input, most, out);
  if (coding == ContentCoding::zstd) end = contexts_->decode_zstd(input, most, out);

  const bool marked = is_marked(coding, input);
  // Compressed data of any length looks like binary data, not like a text or a picture.
  const auto looks_plain = [&] { return !marked && sniff_content(input) != MediaType::binary; };
  constexpr size_t kDecisive = 64;  // bytes; fewer may look like anything, on either side
  switch (end) {
    case CodingEnd::complete:
    case CodingEnd::too_large:
    case CodingEnd::absent:
    case CodingEnd::undecodable:
      break;
    case CodingEnd::truncated: {
      // What a few bytes of text leave undecided counts as truncated, if anything came of them.
      const bool decided = out.empty() || input.size() >= kDecisive;
      if (decided && looks_plain()) end = CodingEnd::absent;
      break;
    }
    case CodingEnd::trailing_bytes:
      if (!marked && (out.empty() || looks_plain())) end = CodingEnd::absent;
      break;
    case CodingEnd::damaged:
    case CodingEnd::bad_checksum:
      if (looks_plain() || (out.size() < kDecisive && !marked)) {
        end = CodingEnd::absent;
      } else if (out.empty()) {
        end = CodingEnd::undecodable;
      }
      break;
  }
  if (end == CodingEnd::absent || end == CodingEnd::undecodable) out.clear();
  return end;
}

}  // namespace sluice::warc
