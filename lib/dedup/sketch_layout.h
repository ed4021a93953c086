// What lies where in a sketch file. Internal to dedup.
//
//   section               id          holds
//   band records          partition   u56 bucket key, u32 index; ascending by index
//   sketches, survivors   batch       of each document of the batch, in order
//   ids                   batch       the same (id_section.h)
//   lines                 0           LineRun by LineRun; none if there are no documents
//
// The head's values: bands, rows, prefix_bits, sketch_bytes, documents, records, 0, 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/record_sort.h"

namespace sluice::dedup {

inline constexpr size_t kBandKeyBytes = 7;
inline constexpr size_t kBandRecordBytes = kBandKeyBytes + sizeof(uint32_t);

inline void store_band_record(char* room, uint64_t key, uint32_t index) {
  std::memcpy(room, &key, kBandKeyBytes);  // the lower bytes come first
  std::memcpy(room + kBandKeyBytes, &index, sizeof index);
}

inline SortRecord load_band_record(const char* bytes) {
  SortRecord record;
  std::memcpy(&record.key, bytes, kBandKeyBytes);
  uint32_t index;
  std::memcpy(&index, bytes + kBandKeyBytes, sizeof index);
  record.value = index;
  return record;
}

}  // namespace sluice::dedup
