#include "unicode/utf8.h"

#include <simdjson.h>

#include <cstring>

namespace sluice {
namespace {

// Size of what one U+FFFD stands for at the beginning of `bytes`, where no well-formed sequence
// begins: the longest beginning of one, or one byte.
size_t maximal_subpart(std::string_view bytes) {
  const auto byte = [&bytes](size_t at) { return static_cast<unsigned char>(bytes[at]); };
  const unsigned char lead = byte(0);
  const size_t length = lead >= 0xF0 && lead <= 0xF4   ? 4
                        : lead >= 0xE0 && lead <= 0xEF ? 3
                        : lead >= 0xC2 && lead <= 0xDF ? 2
                                                       : 1;
  // The second byte may not make it overlong, a surrogate, or above U+10FFFF.
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (length == 1 || bytes.size() < 2 || byte(1) < low || byte(1) > high) return 1;
  size_t size = 2;
  while (size < length && size < bytes.size() && (byte(size) & 0xC0) == 0x80) ++size;
  return size;
}

// Calls well_formed(from, to) for stretches without a fault, ASCII or not, and ill_formed() for
// each maximal subpart; multibyte() for each well-formed sequence of several bytes.
template <class WellFormed, class Multibyte, class IllFormed>
void walk(std::string_view bytes, WellFormed&& well_formed, Multibyte&& multibyte,
          IllFormed&& ill_formed) {
  size_t begin = 0;
  size_t at = 0;
  while (at < bytes.size()) {
    at += find_non_ascii(bytes.substr(at));
    if (at == bytes.size()) break;
    const CodePoint next = decode_utf8(bytes, at);
    if (next.size > 0) {
      multibyte();
      at += next.size;
      continue;
    }
    well_formed(begin, at);
    ill_formed();
    at += maximal_subpart(bytes.substr(at));
    begin = at;
  }
  well_formed(begin, at);
}

}  // namespace

size_t find_invalid_utf8(std::string_view text) {
  if (simdjson::validate_utf8(text.data(), text.size())) return text.size();
  size_t at = 0;
  while (at < text.size()) {
    const CodePoint next = decode_utf8(text, at);
    if (next.size == 0) break;
    at += next.size;
  }
  return at;
}

size_t find_non_ascii(std::string_view text) {
  constexpr uint64_t kHighBits = 0x8080808080808080;
  size_t at = 0;
  uint64_t word = 0;
  for (; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & kHighBits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

uint64_t append_as_utf8(std::string_view bytes, Buffer& out) {
  uint64_t replaced = 0;
  walk(
      bytes,
      [&](size_t from, size_t to) {
        if (to > from) out.append(bytes.substr(from, to - from));
      },
      [] {},
      [&] {
        out.append("\xEF\xBF\xBD");
        ++replaced;
      });
  return replaced;
}

Utf8Census count_utf8(std::string_view bytes) {
  Utf8Census census;
  walk(
      bytes, [](size_t, size_t) {}, [&] { ++census.multibyte; }, [&] { ++census.invalid; });
  return census;
}

}  // namespace sluice
