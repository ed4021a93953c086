// What is read of stage files: any bytes are one or an Error, and what was accepted can be read
// whole.
#include "io/stage_file.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "dedup/record_file.h"
#include "dedup/sketch_file.h"

namespace {

using namespace sluice;
using namespace sluice::dedup;

void put(std::string& bytes, size_t at, const Hash128& hash) {
  std::memcpy(bytes.data() + at, &hash, sizeof hash);
}

uint64_t number_at(const std::string& bytes, size_t at) {
  uint64_t number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

// Makes all checksums right, so that what lies behind them is reached.
std::string repaired(std::string bytes) {
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

void read_all(std::string_view bytes) {
  try {
    const SketchFile file(bytes, "fuzz");
    std::vector<SortRecord> records;
    for (uint32_t partition = 0; partition < file.config().partitions(); ++partition) {
      file.append_partition(partition, 0, records);
    }
    for (const SortRecord& record : records) {
      if (record.value >= file.documents()) __builtin_trap();
    }
    if (records.size() != file.records()) __builtin_trap();
    for (uint64_t index = 0; index < file.documents(); ++index) {
      if (file.sketch(index).size() != file.config().sketch_bytes) __builtin_trap();
      file.survivor(index);
    }
  } catch (const Error&) {
  }
  try {
    const RecordFile<SortRecord> file(bytes, "fuzz");
    for (uint64_t at = 0; at < file.size(); ++at) file[at];
    if (file.lower_bound({.key = 1, .value = 0}) > file.size()) __builtin_trap();
  } catch (const Error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  read_all(bytes);
  read_all(repaired(bytes));
  return 0;
}
