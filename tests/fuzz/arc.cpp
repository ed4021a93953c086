// Hostile ARC files behind a version block that makes them ARC: no crash, no hang, the same records
// and losses whatever the sizes of reads and blocks.

#include <cstddef>
#include <cstdint>
#include <string>

#include "crawl_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string version = "filedesc://a.arc 0.0.0.0 20140102030405 text/plain 9\n1 0 Fuzz\n\n";
  sluice::warc::fuzz::check(version + std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
