#include "document/escapes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "unicode/utf8.h"

// Highway compiles this file once for each instruction set (hwy/foreach_target.h); what does not
// depend on it is guarded by HWY_ONCE or lies here.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "document/escapes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef SLUICE_DOCUMENT_ESCAPES_ONCE
#define SLUICE_DOCUMENT_ESCAPES_ONCE
namespace sluice {
namespace {

// What a one-letter escape stands for, by its letter; 0 if it is none.
constexpr std::array<char, 256> kUnescaped = [] {
  std::array<char, 256> table{};
  table['"'] = '"';
  table['\\'] = '\\';
  table['/'] = '/';
  table['b'] = '\b';
  table['f'] = '\f';
  table['n'] = '\n';
  table['r'] = '\r';
  table['t'] = '\t';
  return table;
}();

// The same letters as a set for a vector's table lookups: by the lower half of a letter, a bit for
// each upper half.
constexpr std::array<uint8_t, 16> kBitOfHigh = {1, 2, 4, 8, 16, 32, 64, 128};
constexpr std::array<uint8_t, 16> kLetters = [] {
  std::array<uint8_t, 16> table{};
  for (size_t c = 0; c < 128; ++c) {
    if (kUnescaped[c] != 0)
      table[c & 15] = static_cast<uint8_t>(table[c & 15] | kBitOfHigh[c >> 4]);
  }
  return table;
}();

// The value of a hexadecimal digit, or 255.
constexpr std::array<uint8_t, 256> kHexDigit = [] {
  std::array<uint8_t, 256> table{};
  table.fill(255);
  for (uint8_t i = 0; i < 10; ++i) table[static_cast<size_t>('0' + i)] = i;
  for (uint8_t i = 0; i < 6; ++i) {
    table[static_cast<size_t>('a' + i)] = static_cast<uint8_t>(10 + i);
    table[static_cast<size_t>('A' + i)] = static_cast<uint8_t>(10 + i);
  }
  return table;
}();

// How the bytes that must be escaped are spelled: below 0x20, '"' and '\\'.
struct Escaped {
  std::array<char, 7> spelling{};
  uint8_t size = 0;
};
constexpr std::array<Escaped, 128> kEscaped = [] {
  constexpr std::string_view digits = "0123456789abcdef";
  std::array<Escaped, 128> table{};
  for (size_t c = 0; c < 0x20; ++c) {
    table[c] = {{'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]}, 6};
  }
  constexpr std::string_view letters = "\"\"\\\\\bb\ff\nn\rr\tt";
  for (size_t i = 0; i < letters.size(); i += 2) {
    table[static_cast<size_t>(letters[i])] = {{'\\', letters[i + 1]}, 2};
  }
  return table;
}();
constexpr size_t kLongestEscape = 6;

constexpr size_t kLongestVector = 64;  // bytes, so that one word holds a bit for each

constexpr uint32_t kNotHex = 0xFFFFFFFF;

// The code unit of the four hexadecimal digits at `at`, or kNotHex.
inline uint32_t code_unit(const char* at, const char* end) {
  if (end - at < 4) return kNotHex;
  uint32_t value = 0;
  uint32_t faults = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t digit = kHexDigit[static_cast<unsigned char>(at[i])];
    faults |= digit;
    value = (value << 4) | (digit & 15);
  }
  return faults > 15 ? kNotHex : value;
}

struct Escape {
  char32_t code_point = 0;
  uint32_t size = 0;  // bytes of its spelling; 0 if faulty
  EscapeFault fault = EscapeFault::none;
};

// Decodes the escape whose backslash is at `at`.
inline Escape decode_escape(const char* at, const char* end) {
  constexpr Escape bad = {0, 0, EscapeFault::bad_escape};
  constexpr Escape lone = {0, 0, EscapeFault::lone_surrogate};
  if (end - at < 2) return bad;
  if (at[1] != 'u') {
    const char letter = kUnescaped[static_cast<unsigned char>(at[1])];
    return letter == 0 ? bad : Escape{static_cast<char32_t>(letter), 2, EscapeFault::none};
  }
  const uint32_t unit = code_unit(at + 2, end);
  if (unit == kNotHex) return bad;
  if (!is_surrogate(unit)) return {unit, 6, EscapeFault::none};
  if (unit >= 0xDC00 || end - at < 8 || at[6] != '\\' || at[7] != 'u') return lone;
  const uint32_t second = code_unit(at + 8, end);
  if (second == kNotHex) return bad;
  if (second < 0xDC00 || second >= 0xE000) return lone;
  return {0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00), 12, EscapeFault::none};
}

}  // namespace
}  // namespace sluice
#endif  // SLUICE_DOCUMENT_ESCAPES_ONCE

HWY_BEFORE_NAMESPACE();
namespace sluice {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::CappedTag<uint8_t, kLongestVector>;

inline hn::Vec<Bytes> load(const char* from) {
  return hn::LoadU(Bytes(), reinterpret_cast<const uint8_t*>(from));
}

inline void store(hn::Vec<Bytes> bytes, char* to) {
  hn::StoreU(bytes, Bytes(), reinterpret_cast<uint8_t*>(to));
}

// A bit for each byte, the first one lowest.
inline uint64_t bits_of(hn::Mask<Bytes> mask) {
  uint64_t bits = 0;
  hn::StoreMaskBits(Bytes(), mask, reinterpret_cast<uint8_t*>(&bits));
  return bits;
}

inline hn::Mask<Bytes> backslashes(hn::Vec<Bytes> bytes) {
  return hn::Eq(bytes, hn::Set(Bytes(), '\\'));
}

inline hn::Mask<Bytes> to_be_escaped(hn::Vec<Bytes> bytes) {
  const Bytes d;
  const auto control = hn::Eq(hn::Min(bytes, hn::Set(d, 0x1F)), bytes);
  const auto quote = hn::Eq(bytes, hn::Set(d, '"'));
  return hn::Or(hn::Or(control, quote), backslashes(bytes));
}

// Of one letter, behind its backslash.
inline hn::Mask<Bytes> letters(hn::Vec<Bytes> bytes) {
  const Bytes d;
  const auto of_low =
      hn::TableLookupBytes(hn::LoadDup128(d, kLetters.data()), hn::And(bytes, hn::Set(d, 15)));
  const auto bit =
      hn::TableLookupBytes(hn::LoadDup128(d, kBitOfHigh.data()), hn::ShiftRight<4>(bytes));
  return hn::Ne(hn::And(of_low, bit), hn::Zero(d));  // no bit is no letter
}

// Blocks of nothing but escapes of one letter, nearly all there are, are counted without looking at
// one by one; of the last block each is.
EscapeScan scan_escapes_vectors(const char* text, size_t size) {
  const size_t lanes = hn::Lanes(Bytes());
  alignas(kLongestVector) char tail[kLongestVector] = {};
  EscapeScan scan;
  size_t resume = 0;  // behind the last escape
  size_t saved = 0;
  for (size_t block = 0; block < size; block += lanes) {
    const char* bytes = text + block;
    if (size - block < lanes) bytes = static_cast<char*>(std::memcpy(tail, bytes, size - block));
    uint64_t bits = bits_of(backslashes(load(bytes)));
    if (resume > block) bits &= ~uint64_t{0} << (resume - block);
    if (bits == 0) continue;
    if ((bits & bits << 1) == 0 && size - block > lanes &&
        (bits & ~bits_of(letters(load(bytes + 1)))) == 0) {
      saved += static_cast<size_t>(std::popcount(bits));
      resume = block + 65 - static_cast<size_t>(std::countl_zero(bits));
      continue;
    }
    while (bits != 0) {
      const size_t at = block + static_cast<size_t>(std::countr_zero(bits));
      bits &= bits - 1;
      if (at < resume) continue;
      const Escape escape = decode_escape(text + at, text + size);
      if (escape.size == 0) return {escape.fault, at, 0};
      resume = at + escape.size;
      saved += escape.size - utf8_size(escape.code_point);
    }
  }
  scan.content_bytes = size - saved;
  return scan;
}

// Writes what the escapes at `text` stand for, as long as they follow each other.
inline void unescape_some(const char*& text, const char* end, char*& out) {
  do {
    const Escape escape = decode_escape(text, end);
    text += escape.size;
    out += encode_utf8(escape.code_point, out);
  } while (text < end && *text == '\\');
}

// `out` must have room for a vector behind the text.
void unescape_vectors(const char* text, size_t size, char* out) {
  const size_t lanes = hn::Lanes(Bytes());
  const char* const end = text + size;
  // A whole block at a time, so that the next one's backslashes are found while this one is
  // written.
  while (static_cast<size_t>(end - text) >= 2 * lanes) {
    uint64_t bits = bits_of(backslashes(load(text)));
    const char* from = text;
    const char* const block_end = text + lanes;
    text = block_end;
    for (; bits != 0; bits &= bits - 1) {
      const char* const at = block_end - lanes + std::countr_zero(bits);
      if (at < from) continue;  // an escaped one
      store(load(from), out);
      out += at - from;
      from = at;
      const char letter = kUnescaped[static_cast<unsigned char>(at[1])];
      if (letter != 0) {
        *out++ = letter;
        from += 2;
      } else {
        unescape_some(from, end, out);
      }
    }
    if (from >= block_end) {
      text = from;
      continue;
    }
    store(load(from), out);
    out += block_end - from;
  }
  alignas(kLongestVector) char tail[kLongestVector] = {};
  while (text < end) {
    const size_t count = std::min(lanes, static_cast<size_t>(end - text));
    const auto bytes =
        load(count == lanes ? text : static_cast<char*>(std::memcpy(tail, text, count)));
    store(bytes, out);
    const uint64_t bits = bits_of(backslashes(bytes));
    const size_t plain = bits == 0 ? count : std::min<size_t>(count, std::countr_zero(bits));
    text += plain;
    out += plain;
    if (plain < count) unescape_some(text, end, out);
  }
}

// Returns the end of what was written. `out` must have room for six times the text and a vector.
char* escape_vectors(const char* text, size_t size, char* out) {
  const size_t lanes = hn::Lanes(Bytes());
  const char* const end = text + size;
  alignas(kLongestVector) char tail[kLongestVector] = {};
  while (text < end) {
    const size_t count = std::min(lanes, static_cast<size_t>(end - text));
    const auto bytes =
        load(count == lanes ? text : static_cast<char*>(std::memcpy(tail, text, count)));
    store(bytes, out);
    const uint64_t bits = bits_of(to_be_escaped(bytes));
    const size_t plain = bits == 0 ? count : std::min<size_t>(count, std::countr_zero(bits));
    text += plain;
    out += plain;
    if (plain == count) continue;
    const Escaped& escaped = kEscaped[static_cast<unsigned char>(*text++)];
    std::memcpy(out, escaped.spelling.data(), kLongestEscape);
    out += escaped.size;
  }
  return out;
}

}  // namespace HWY_NAMESPACE
}  // namespace sluice
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sluice {

HWY_EXPORT(scan_escapes_vectors);
HWY_EXPORT(unescape_vectors);
HWY_EXPORT(escape_vectors);

EscapeScan scan_escapes(std::string_view text) {
  return HWY_DYNAMIC_DISPATCH(scan_escapes_vectors)(text.data(), text.size());
}

void unescape(std::string_view text, size_t content_bytes, Buffer& out) {
  static_assert(Buffer::kPadding >= kLongestVector);  // the last vector ends behind the text
  char* room = out.grow(content_bytes);
  HWY_DYNAMIC_DISPATCH(unescape_vectors)(text.data(), text.size(), room);
}

void append_escaped(Buffer& out, std::string_view text) {
  // In pieces, so that the room for the worst case does not multiply a long text by six.
  constexpr size_t kPiece = 8192;
  for (size_t at = 0; at < text.size(); at += kPiece) {
    const std::string_view piece = text.substr(at, kPiece);
    const size_t before = out.size();
    char* room = out.grow(piece.size() * kLongestEscape + kLongestVector);
    const char* end = HWY_DYNAMIC_DISPATCH(escape_vectors)(piece.data(), piece.size(), room);
    out.truncate(before + static_cast<size_t>(end - room));
  }
}

}  // namespace sluice
#endif  // HWY_ONCE
