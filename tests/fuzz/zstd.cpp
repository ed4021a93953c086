// Hostile zstd data: no crash, no hang, the same content whatever the sizes of reads and chunks.

#include <cstddef>
#include <cstdint>

#include "chunk_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  sluice::io::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
