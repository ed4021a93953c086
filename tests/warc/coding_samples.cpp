#include "warc/coding_samples.h"

#include <brotli/encode.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace sluice::warc::test {
namespace {

std::string deflate_with(int window_bits, std::string_view content) {
  z_stream stream{};
  if (deflateInit2(&stream, 6, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("deflateInit2");
  }
  std::string out(deflateBound(&stream, content.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("deflate");
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace

std::string_view coding_name(Format format) {
  switch (format) {
    case Format::gzip:
      return "gzip";
    case Format::zlib:
    case Format::raw_deflate:
      return "deflate";
    case Format::brotli:
      return "br";
    case Format::zstd:
      return "zstd";
  }
  return "";
}

std::string encode(Format format, std::string_view content) {
  constexpr int kWindow = 15;
  if (format == Format::gzip) return deflate_with(kWindow + 16, content);
  if (format == Format::zlib) return deflate_with(kWindow, content);
  if (format == Format::raw_deflate) return deflate_with(-kWindow, content);
  std::string out;
  if (format == Format::brotli) {
    size_t size = BrotliEncoderMaxCompressedSize(content.size()) + 64;
    out.resize(size);
    if (BrotliEncoderCompress(5, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, content.size(),
                              reinterpret_cast<const uint8_t*>(content.data()), &size,
                              reinterpret_cast<uint8_t*>(out.data())) == BROTLI_FALSE) {
      throw std::runtime_error("BrotliEncoderCompress");
    }
    out.resize(size);
    return out;
  }
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  out.resize(ZSTD_compressBound(content.size()));
  const size_t size =
      ZSTD_compress2(context, out.data(), out.size(), content.data(), content.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(size)) throw std::runtime_error(ZSTD_getErrorName(size));
  out.resize(size);
  return out;
}

std::string page(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  constexpr std::array<std::string_view, 12> kPieces = {"<p>",   "</p>\n", "<a href=\"/", "\">",
                                                        "</a>",  " the",   " of",         " crawl",
                                                        " page", " water", ", ",          ". "};
  std::string text = "<!DOCTYPE html>\n<html><body>\n";
  while (text.size() < size) {
    text += kPieces[random() % kPieces.size()];
    if (random() % 3 == 0) text += std::to_string(random() % 10'000);
  }
  text.resize(size);
  return text;
}

std::string noise(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string chunked(std::string_view content, size_t largest, std::mt19937_64& random) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto size_line = [&](size_t size) {
    std::string line;
    for (size_t rest = size; rest > 0 || line.empty(); rest /= 16) {
      line.insert(line.begin(), kHex[rest % 16]);
    }
    if (random() % 4 == 0) std::transform(line.begin(), line.end(), line.begin(), ::toupper);
    if (random() % 4 == 0) line.insert(0, random() % 5, '0');
    if (random() % 5 == 0) line += "  ";
    if (random() % 5 == 0) line += ";name=\"value\"";
    return line + (random() % 8 == 0 ? "\n" : "\r\n");
  };
  std::string out;
  while (!content.empty()) {
    const size_t size = std::min<size_t>(content.size(), 1 + random() % largest);
    out += size_line(size);
    out += content.substr(0, size);
    out += random() % 8 == 0 ? "\n" : "\r\n";
    content.remove_prefix(size);
  }
  out += "0\r\n";
  if (random() % 3 == 0) out += "X-Trailer: yes\r\n";
  return out + "\r\n";
}

std::string response(std::string_view fields, std::string_view body) {
  return "HTTP/1.1 200 OK\r\n" + std::string(fields) + "\r\n" + std::string(body);
}

}  // namespace sluice::warc::test
