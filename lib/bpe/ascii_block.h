// Sixteen bytes of text at a time: what their ASCII characters are.
//
//   const AsciiBlock block = ascii_block(at);        // at[0..16) must be readable
//   std::countr_one(block.letters);                  // how many letters the block begins with
//
// Bit i of a mask stands for byte i. The vector kernel and the portable one agree
// (pre_tokenizer_test).
#pragma once

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice::bpe {

struct AsciiBlock {
  static constexpr int kSize = 16;

  uint32_t letters = 0;  // A-Z, a-z
  uint32_t small = 0;    // of the letters, a-z; other bits mean nothing
  uint32_t spaces = 0;   // U+0020
  uint32_t apostrophes = 0;
  uint32_t punctuation = 0;  // other \p{P} and \p{S}
  uint32_t high = 0;         // 0x80-0xFF: bytes of characters beyond ASCII
};

inline AsciiBlock portable_ascii_block(const char* at) {
  AsciiBlock block;
  for (int i = 0; i < AsciiBlock::kSize; ++i) {
    const auto byte = static_cast<unsigned char>(at[i]);
    const bool letter = (byte | 0x20u) - 'a' < 26u;
    const bool digit = byte - unsigned{'0'} < 10u;
    const bool graphic = byte > ' ' && byte < 0x7F && byte != '\'';
    block.letters |= uint32_t{letter} << i;
    block.small |= uint32_t{(byte & 0x20) != 0} << i;
    block.spaces |= uint32_t{byte == ' '} << i;
    block.apostrophes |= uint32_t{byte == '\''} << i;
    block.punctuation |= uint32_t{graphic && !letter && !digit} << i;
    block.high |= uint32_t{byte >= 0x80} << i;
  }
  return block;
}

#if defined(__SSE2__)

inline AsciiBlock ascii_block(const char* at) {
  const auto all = [](int byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
  const auto mask = [](__m128i lanes) { return static_cast<uint32_t>(_mm_movemask_epi8(lanes)); };
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  // SSE2 compares signed bytes only: the first of a range is moved to the lowest value.
  const __m128i lower = _mm_or_si128(bytes, all(0x20));
  const __m128i letters = _mm_cmplt_epi8(_mm_add_epi8(lower, all(0x80 - 'a')), all(0x80 + 26));
  const __m128i digits = _mm_cmplt_epi8(_mm_add_epi8(bytes, all(0x80 - '0')), all(0x80 + 10));
  const __m128i apostrophes = _mm_cmpeq_epi8(bytes, all('\''));
  const __m128i neither = _mm_or_si128(apostrophes, _mm_cmpeq_epi8(bytes, all(0x7F)));
  const __m128i others = _mm_or_si128(_mm_or_si128(letters, digits), neither);
  const __m128i graphic = _mm_cmpgt_epi8(bytes, all(' '));
  return {.letters = mask(letters),
          .small = mask(_mm_slli_epi16(bytes, 2)),  // bit 5 of each byte on top
          .spaces = mask(_mm_cmpeq_epi8(bytes, all(' '))),
          .apostrophes = mask(apostrophes),
          .punctuation = mask(_mm_andnot_si128(others, graphic)),
          .high = mask(bytes)};
}

#else

inline AsciiBlock ascii_block(const char* at) { return portable_ascii_block(at); }

#endif

}  // namespace sluice::bpe
