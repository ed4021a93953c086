// The seeded choices of a mix. Each is a hash of what it is about, so that none depends on how
// documents are divided into files, on threads or on memory.
//
// A document is known by the 64-bit hash of its id: documents of one source with the same id are
// drawn together.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash.h"
#include "base/mix_bits.h"

namespace sluice::mix {

inline uint64_t id_hash(std::string_view id) { return hash64(id); }

// Held out: by the id alone, so the same documents whatever the plan and its seed.
inline bool is_validation(uint64_t id, double share) {
  constexpr uint64_t kSalt = 0x76616C6964617465;
  return unit_interval(mix_bits(id ^ kSalt)) < share;
}

// One standing of a document in the mix.
struct Copy {
  uint32_t source = 0;
  uint32_t epoch = 0;
  uint32_t copy = 0;  // within the epoch
  uint64_t id = 0;    // id_hash()
};

// A source as these hashes see it: by its name, so that others may be added before it.
inline uint64_t source_seed(uint64_t seed, std::string_view name) { return hash64(name, seed); }

namespace detail {
inline uint64_t hash_of(uint64_t source_seed, const Copy& copy, uint64_t salt) {
  const uint64_t turn = uint64_t{copy.epoch} << 32 | copy.copy;
  return mix_bits(mix_bits(source_seed ^ salt ^ mix_bits(turn + 1)) ^ copy.id);
}
}  // namespace detail

// Where an epoch is not read whole, its copies are taken in this order.
inline uint64_t draw_key(uint64_t source_seed, const Copy& copy) {
  return detail::hash_of(source_seed, copy, 0x64726177);
}

// The order of the mix.
inline uint64_t shuffle_key(uint64_t source_seed, const Copy& copy) {
  return detail::hash_of(source_seed, copy, 0x73687566666C65);
}

// Which of so many files a copy is written to: files follow one another in the order of the mix.
inline uint32_t file_of(uint64_t shuffle_key, uint32_t files) {
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<uint32_t>(Wide{shuffle_key} * files >> 64);
}

}  // namespace sluice::mix
