#include "make_crawl_encode.h"

#include <brotli/encode.h>
#include <libdeflate.h>
#include <openssl/evp.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <new>

#include "base/buffer.h"
#include "io/compression.h"

namespace sluice::crawl {
namespace {

constexpr int kLevel = 6;  // what web servers use, about

struct FreeCompressor {
  void operator()(libdeflate_compressor* freed) const { libdeflate_free_compressor(freed); }
};

libdeflate_compressor* compressor() {
  static const std::unique_ptr<libdeflate_compressor, FreeCompressor> made(
      libdeflate_alloc_compressor(kLevel));
  if (made == nullptr) throw std::bad_alloc();
  return made.get();
}

std::string raw_deflate(std::string_view bytes) {
  std::string out(libdeflate_deflate_compress_bound(compressor(), bytes.size()), '\0');
  out.resize(libdeflate_deflate_compress(compressor(), bytes.data(), bytes.size(), out.data(),
                                         out.size()));
  return out;
}

std::string brotli(std::string_view bytes) {
  constexpr int kQuality = 4;
  std::string out(BrotliEncoderMaxCompressedSize(bytes.size()) + 16, '\0');
  size_t size = out.size();
  if (BrotliEncoderCompress(kQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.size(),
                            reinterpret_cast<const uint8_t*>(bytes.data()), &size,
                            reinterpret_cast<uint8_t*>(out.data())) == BROTLI_FALSE) {
    throw std::bad_alloc();  // the only failure left with room for the bound
  }
  out.resize(size);
  return out;
}

std::string block(io::Compression compression, int level, std::string_view bytes) {
  Buffer out;
  io::compress_block(compression, level, bytes, out);
  return std::string(out.view());
}

}  // namespace

std::string sha1_digest(std::string_view bytes) {
  unsigned char digest[20];
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest, &size, EVP_sha1(), nullptr) != 1) {
    throw std::bad_alloc();
  }
  // 160 bits are 32 digits of 5 bits, so there is no padding (RFC 4648).
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  std::string text = "sha1:";
  uint32_t bits = 0;
  int held = 0;
  for (const unsigned char byte : digest) {
    bits = (bits << 8) | byte;
    for (held += 8; held >= 5; held -= 5) text += kDigits[(bits >> (held - 5)) & 31];
  }
  return text;
}

std::string_view name_of(ContentEncoding encoding) {
  switch (encoding) {
    case ContentEncoding::identity:
      return "";
    case ContentEncoding::gzip:
      return "gzip";
    case ContentEncoding::deflate:
    case ContentEncoding::raw_deflate:
      return "deflate";
    case ContentEncoding::br:
      return "br";
    case ContentEncoding::zstd:
      return "zstd";
  }
  return "";
}

std::string encode_body(ContentEncoding encoding, std::string_view body) {
  switch (encoding) {
    case ContentEncoding::identity:
      return std::string(body);
    case ContentEncoding::gzip:
      return block(io::Compression::gzip, kLevel, body);
    case ContentEncoding::deflate:
      return zlib_compress(body);
    case ContentEncoding::raw_deflate:
      return raw_deflate(body);
    case ContentEncoding::br:
      return brotli(body);
    case ContentEncoding::zstd:
      return block(io::Compression::zstd, 3, body);
  }
  return std::string(body);
}

std::string zlib_compress(std::string_view bytes) {
  std::string out(libdeflate_zlib_compress_bound(compressor(), bytes.size()), '\0');
  out.resize(
      libdeflate_zlib_compress(compressor(), bytes.data(), bytes.size(), out.data(), out.size()));
  return out;
}

std::string chunk_body(std::string_view body, Random& random) {
  const size_t usual = size_t{1} << (9 + random.below(7));
  const char* const format = random.chance(0.2) ? "%08zX" : random.chance(0.2) ? "%zX" : "%zx";
  const bool extension = random.chance(0.05);
  std::string out;
  out.reserve(body.size() + body.size() / 256 + 64);
  while (!body.empty()) {
    const size_t size = random.chance(0.1) ? 1 + random.below(16) : usual;
    const std::string_view chunk = body.substr(0, std::min(size, body.size()));
    body.remove_prefix(chunk.size());
    char digits[24];
    std::snprintf(digits, sizeof digits, format, chunk.size());
    out += digits;
    if (extension) out += ";part=1";
    out.append("\r\n").append(chunk).append("\r\n");
  }
  out += random.chance(0.03) ? "0\r\nX-Trailer: end\r\n\r\n" : "0\r\n\r\n";
  return out;
}

}  // namespace sluice::crawl
