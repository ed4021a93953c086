// The data behind normalize.h, as scripts/generate-unicode-tables writes it from Unicode's.
//
//   for (const Decomposition& composite : kNormalizationData.composites) …
//
// For normalization_table.cpp alone.
#pragma once

#include <cstdint>
#include <span>

namespace sluice {

struct CombiningRange {
  char32_t begin;
  char32_t end;             // the code point after the last
  uint8_t combining_class;  // 1..254
};

// One step of a canonical decomposition; `first` may decompose further, `second` may not.
struct Decomposition {
  char32_t composed;
  char32_t first;
  char32_t second = 0;  // none: a singleton
};

struct NormalizationData {
  std::span<const CombiningRange> combining;
  std::span<const Decomposition> composites;  // put together again by NFC
  std::span<const Decomposition> others;      // not: singletons and composition exclusions
};
extern const NormalizationData kNormalizationData;

}  // namespace sluice
