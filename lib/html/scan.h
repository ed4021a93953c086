// Searches for the few bytes that end or change a run of text, sixteen at a time. Internal to html.
//
//   find_any<'<', '&', '\r', '\0'>(p, end)     // a pointer in [p, end]; `end` if there is none
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSSE3__)
#include <tmmintrin.h>
#endif

namespace sluice::html {

inline const char* find_byte(const char* p, const char* end, char byte) {
  const void* const found = p == end ? nullptr : std::memchr(p, byte, static_cast<size_t>(end - p));
  return found == nullptr ? end : static_cast<const char*>(found);
}

// The wanted byte for each value of the lower four bits; where there is none, a byte with other
// lower bits, so that it equals none that is compared with it.
template <char... kBytes>
constexpr std::array<char, 16> make_wanted() {
  std::array<char, 16> wanted{};
  for (size_t i = 0; i < 16; ++i) wanted[i] = static_cast<char>(i ^ 1);
  ((wanted[kBytes & 15] = kBytes), ...);
  return wanted;
}

template <char... kBytes>
inline const char* portable_find_any(const char* p, const char* end) {
  while (p != end && ((*p != kBytes) && ...)) ++p;
  return p;
}

// The first of some ASCII bytes, whose lower four bits must differ. The vector kernel and the
// portable one agree (scan_test).
template <char... kBytes>
inline const char* find_any(const char* p, const char* end) {
#if defined(__SSSE3__)
  // Bytes from 0x80 on choose zero, which they are not.
  alignas(16) static constexpr std::array<char, 16> kWanted = make_wanted<kBytes...>();
  const __m128i wanted = _mm_load_si128(reinterpret_cast<const __m128i*>(kWanted.data()));
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i equal = _mm_cmpeq_epi8(_mm_shuffle_epi8(wanted, bytes), bytes);
    const auto mask = static_cast<uint32_t>(_mm_movemask_epi8(equal));
    if (mask != 0) return p + std::countr_zero(mask);
  }
#endif
  return portable_find_any<kBytes...>(p, end);
}

}  // namespace sluice::html
