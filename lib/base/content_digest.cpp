#include "base/content_digest.h"

#include "base/buffer.h"
#include "base/format.h"
#include "base/hash.h"

namespace sluice {

std::string content_digest(std::string_view bytes, uint64_t whole) {
  constexpr size_t kEnd = size_t{1} << 20;
  constexpr size_t kBlock = 4096;
  constexpr size_t kBlocks = 1024;
  const auto digest = [](std::string_view content) {
    const Hash128 hash = hash128(content);
    return hex64(hash.high) + hex64(hash.low);
  };
  const size_t size = bytes.size();
  if (size <= whole || size < kEnd) return digest(bytes);
  Buffer sample;
  sample.append(std::to_string(size));
  sample.append(bytes.substr(0, kEnd));
  sample.append(bytes.substr(size - kEnd));
  for (size_t i = 0; i < kBlocks; ++i) {
    sample.append(bytes.substr((size - kBlock) / (kBlocks - 1) * i, kBlock));
  }
  return digest(sample.view());
}

}  // namespace sluice
