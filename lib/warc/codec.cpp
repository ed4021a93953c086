#include "warc/codec.h"

#include <string.h>  // memrchr

#include "io/gzip_format.h"
#include "io/zstd_format.h"

namespace sluice::warc {
namespace {

constexpr size_t kNone = std::string_view::npos;

// The second byte of a magic is rarer in text and in deflate data than the first.
bool begins_magic(bool gzip, std::string_view bytes) {
  if (!gzip) return bytes.starts_with(io::kZstdMagic);
  constexpr unsigned kReservedFlags = 0xe0;
  return bytes.starts_with(io::kGzipMagic) &&
         (bytes.size() < 4 || (static_cast<unsigned char>(bytes[3]) & kReservedFlags) == 0);
}

char second_byte(bool gzip) { return gzip ? io::kGzipMagic[1] : io::kZstdMagic[1]; }

}  // namespace

MemberHeader parse_member_header(const Coding& coding, std::string_view bytes) {
  return coding.compression == io::Compression::gzip ? detail::parse_gzip(bytes)
                                                     : detail::parse_zstd(bytes);
}

size_t find_member(const Coding& coding, std::string_view bytes, size_t from) {
  const bool gzip = coding.compression == io::Compression::gzip;
  for (size_t at = bytes.find(second_byte(gzip), from + 1); at != kNone;
       at = bytes.find(second_byte(gzip), at + 1)) {
    if (begins_magic(gzip, bytes.substr(at - 1))) return at - 1;
  }
  return kNone;
}

size_t find_last_member(const Coding& coding, std::string_view bytes) {
  const bool gzip = coding.compression == io::Compression::gzip;
  const size_t end = bytes.size();
  while (bytes.size() > 2) {
    const void* const found = ::memrchr(bytes.data() + 2, second_byte(gzip), bytes.size() - 2);
    if (found == nullptr) return kNone;
    const auto at = static_cast<size_t>(static_cast<const char*>(found) - bytes.data());
    if (begins_magic(gzip, {bytes.data() + at - 1, end - at + 1})) return at - 1;
    bytes = bytes.substr(0, at);
  }
  return kNone;
}

WholeMember decode_member(const Coding& coding, std::string_view bytes, size_t limit, Buffer& out) {
  return coding.compression == io::Compression::gzip
             ? detail::decode_gzip(bytes, limit, out)
             : detail::decode_zstd(coding.dictionary.get(), bytes, limit, out);
}

std::unique_ptr<MemberStream> make_stream(const Coding& coding) {
  return coding.compression == io::Compression::gzip
             ? detail::make_gzip_stream()
             : detail::make_zstd_stream(coding.dictionary.get());
}

}  // namespace sluice::warc
