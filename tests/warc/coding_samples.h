// Encoded bodies for tests, made by the codings' own libraries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace sluice::warc::test {

enum class Format { gzip, zlib, raw_deflate, brotli, zstd };
inline constexpr Format kFormats[] = {Format::gzip, Format::zlib, Format::raw_deflate,
                                      Format::brotli, Format::zstd};

// The name by which Content-Encoding calls it.
std::string_view coding_name(Format format);

std::string encode(Format format, std::string_view content);

// Markup-like text, deterministic by seed.
std::string page(size_t size, uint64_t seed);
std::string noise(size_t size, uint64_t seed);

// In chunks of 1 to `largest` bytes, with extensions and trailers now and then.
std::string chunked(std::string_view content, size_t largest, std::mt19937_64& random);

// "HTTP/1.1 200 OK", the field lines (each ending in CRLF), a blank line, the body.
std::string response(std::string_view fields, std::string_view body);

}  // namespace sluice::warc::test
