// The layout of the identifier's model: as it is compiled in, and as training/langid writes it.
//
//   ModelHeader
//   ScriptRecord[scripts]
//   LabelRecord[labels]                in order of script, then of code
//   uint16_t[LetterTable::kPages]      the letter table's pages
//   uint32_t[letter_pages * LetterTable::kPage]
//   Weights[labels]
//   Row[2^row_bits]
//   ResolverRecord[resolvers]
//   Model::Resolver::Row[resolvers * 2^row_bits >> Model::kResolverShift]
//
// Little-endian; every part but the first begins at the next multiple of 64.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "langid/model.h"

namespace sluice::langid {

inline constexpr std::array<char, 16> kModelMagic = {"sluice langid 1"};
inline constexpr size_t kModelAlignment = 64;

// In 1 / kCertainty.
struct CurveRecord {
  uint32_t share;
  uint32_t right;
};

struct ModelHeader {
  std::array<char, 16> magic;
  uint32_t row_bits;
  uint32_t scripts;
  uint32_t labels;
  uint32_t letter_pages;
  uint32_t resolvers;
  uint32_t unused;
  double unit;
  std::array<int32_t, Model::kSymbolLevels> symbol_bias;  // 1 / kNat nats
  std::array<int32_t, Model::kLetterLevels> sharpness;    // in 1 / kNat
  std::array<CurveRecord, Model::kCurvePoints> curve;     // ascending; the first 0, the last 1
};

struct ScriptRecord {
  std::array<char, 4> name;
  uint8_t unspaced;
  std::array<uint8_t, 3> unused;
};

struct LabelRecord {
  std::array<char, 16> code;  // padded with NUL
  uint32_t script;
  int32_t bias;   // 1 / kNat nats
  int32_t prior;  // likewise
};

struct ResolverRecord {
  double unit;
  uint32_t labels;
  std::array<uint32_t, Model::Resolver::kMostLabels> label;
  uint32_t unused;
};

inline constexpr double kNat = 4096;
inline constexpr double kCertainty = 1 << 20;

}  // namespace sluice::langid
