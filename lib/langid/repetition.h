// Tables, lists and generated programs say one word a hundred times, which then drowns the rest:
// only its first few times count.
//
//   Repetition repetition;                      // of one window
//   if (repetition.is_new(word_hash(letters))) …   // true kTimes times for each word
//
// Words share kSlots places: one that comes back after another took its place counts anew.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::langid {

inline uint32_t word_hash(std::span<const char32_t> letters) {
  auto hash = static_cast<uint32_t>(letters.size());
  for (const char32_t letter : letters) hash = (hash ^ letter) * 0x9E3779B1u;
  return hash;
}

class Repetition {
 public:
  static constexpr uint8_t kTimes = 3;

  bool is_new(uint32_t hash) {
    Slot& slot = slots_[hash >> (32 - kSlotBits)];
    if (slot.hash != hash) slot = {hash, 0};
    if (slot.times == kTimes) return false;
    ++slot.times;
    return true;
  }

 private:
  static constexpr int kSlotBits = 6;
  struct Slot {
    uint32_t hash = 0;
    uint32_t times = 0;
  };
  std::array<Slot, size_t{1} << kSlotBits> slots_{};
};

}  // namespace sluice::langid
