// A digest of the content of a large file, as a model is: what a tool's configuration holds of it.
//
//   tool.digest("model", content_digest(file.bytes()));
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

// Of more than `whole` bytes, which would take seconds to read, of a sample: the size, the first
// and last MiB, and 1,024 blocks of 4 KiB that are evenly spread. Two models that somebody trained
// differ all over.
inline constexpr uint64_t kWholeDigest = uint64_t{256} << 20;
std::string content_digest(std::string_view bytes, uint64_t whole = kWholeDigest);

}  // namespace sluice
