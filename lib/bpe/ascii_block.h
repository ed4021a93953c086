// Sixteen bytes of text at a time: which are ASCII letters, in which case, and which belong to
// characters beyond ASCII.
//
//   const AsciiBlock block = ascii_block(at);        // at[0..16) must be readable
//   std::countr_one(block.letters);                  // how many letters the block begins with
//
// Bit i of a mask stands for byte i. The vector kernel and the portable one agree (ascii_block_test).
#pragma once

#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice::bpe {

struct AsciiBlock {
  static constexpr unsigned kSize = 16;

  uint32_t letters = 0;  // A-Z, a-z
  uint32_t small = 0;    // of the letters, a-z; other bits mean nothing
  uint32_t high = 0;     // 0x80-0xFF
};

inline AsciiBlock portable_ascii_block(const char* at) {
  AsciiBlock block;
  for (unsigned i = 0; i < AsciiBlock::kSize; ++i) {
    const auto byte = static_cast<unsigned char>(at[i]);
    block.letters |= static_cast<uint32_t>((byte | 0x20u) - 'a' < 26u) << i;
    block.small |= static_cast<uint32_t>(byte >> 5 & 1) << i;
    block.high |= static_cast<uint32_t>(byte >> 7) << i;
  }
  return block;
}

#if defined(__SSE2__)

inline AsciiBlock ascii_block(const char* at) {
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
  // SSE2 compares signed bytes only: 'a'..'z' is moved to the lowest 26 values.
  const __m128i moved = _mm_add_epi8(lower, _mm_set1_epi8(static_cast<char>(0x80 - 'a')));
  const __m128i letters = _mm_cmplt_epi8(moved, _mm_set1_epi8(static_cast<char>(0x80 + 26)));
  const __m128i fifth_bits_on_top = _mm_slli_epi16(bytes, 2);
  return {static_cast<uint32_t>(_mm_movemask_epi8(letters)),
          static_cast<uint32_t>(_mm_movemask_epi8(fifth_bits_on_top)),
          static_cast<uint32_t>(_mm_movemask_epi8(bytes))};
}

#else

inline AsciiBlock ascii_block(const char* at) { return portable_ascii_block(at); }

#endif

}  // namespace sluice::bpe
