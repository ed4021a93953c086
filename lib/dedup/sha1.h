// SHA-1 of many short strings at once, one to a lane of the vectors that the machine has: FineWeb's
// shingles are about as long as SHA-1's block, and a library's call costs several blocks.
//
//   sha1_prefixes(messages, prefixes);     // {"abc", …} -> {0x…, …}
//
// All instruction sets give the same. It is no defence against anybody (RFC 3174; broken in 2017).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace sluice::dedup {

// prefixes[i] = the first eight bytes of the digest of messages[i], as a little-endian number. The
// two are equally long.
void sha1_prefixes(std::span<const std::string_view> messages, std::span<uint64_t> prefixes);

}  // namespace sluice::dedup
