// Under the sanitizers tests look for faults of memory and of threads: there an eighth of the rounds
// of long comparisons is enough, whose full number the release build runs.
//
//   for (uint64_t seed = 0; seed < rounds_of(1000); ++seed) …
#pragma once

#include <cstdint>

namespace sluice {

#ifdef SLUICE_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

constexpr uint64_t rounds_of(uint64_t full) { return kSanitized ? full / 8 : full; }

}  // namespace sluice
