// Stage files (io/stage_file.h) of any bytes, for fuzz targets of what reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "io/stage_file.h"

namespace sluice::fuzz {

inline void put(std::string& bytes, size_t at, const Hash128& hash) {
  std::memcpy(bytes.data() + at, &hash, sizeof hash);
}

inline uint64_t number_at(const std::string& bytes, size_t at) {
  uint64_t number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

// With all checksums made right, so that what lies behind them is reached.
inline std::string repaired(std::string bytes) {
  constexpr size_t kSections = 144, kTableAt = 152, kFileBytes = 160, kTableSum = 168;
  constexpr size_t kHeadSum = 184, kEntry = 40;
  if (bytes.size() < io::kStageHeadBytes) return bytes;
  const uint64_t size = bytes.size();
  const uint64_t table = number_at(bytes, kTableAt);
  std::memcpy(bytes.data() + kFileBytes, &size, sizeof size);
  if (table >= io::kStageHeadBytes && table <= size) {
    const uint64_t sections = (size - table) / kEntry;
    std::memcpy(bytes.data() + kSections, &sections, sizeof sections);
    for (uint64_t at = table; at + kEntry <= size; at += kEntry) {
      const uint64_t offset = number_at(bytes, at + 8);
      const uint64_t length = number_at(bytes, at + 16);
      if (offset > size || length > size - offset) continue;
      put(bytes, at + 24, hash128(std::string_view(bytes).substr(offset, length)));
    }
    put(bytes, kTableSum, hash128(std::string_view(bytes).substr(table)));
  }
  put(bytes, kHeadSum, hash128(std::string_view(bytes).substr(0, kHeadSum)));
  return bytes;
}

}  // namespace sluice::fuzz
