// Hostile WARC files, plain, gzip or zstd: no crash, no hang, the same records and losses whatever
// the sizes of reads and blocks.

#include <cstddef>
#include <cstdint>

#include "crawl_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  sluice::warc::fuzz::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
