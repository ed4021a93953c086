// What is read of stage files: any bytes are one or an Error, and what was accepted can be read
// whole.
#include "io/stage_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "dedup/record_file.h"
#include "dedup/sketch_file.h"
#include "stage_fuzz.h"

namespace {

using namespace sluice;
using namespace sluice::dedup;

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
  read_all(fuzz::repaired(bytes));
  return 0;
}
