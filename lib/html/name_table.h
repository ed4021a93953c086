// A set of short ASCII names with a perfect hash, made when the program is compiled. Internal to
// html.
//
//   constexpr auto kTable = NameTable<3, 16>({"a", "b", "class"});
//   kTable.find("CLASS")      // 2; -1 for what is not in the table
//
// A name's letters are compared without regard to case. Names longer than 16 bytes are never found.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sluice::html {

template <size_t kNames, size_t kSlots>
class NameTable {
  static_assert(std::has_single_bit(kSlots) && kNames < 255);
  static constexpr uint8_t kFree = 255;

 public:
  constexpr explicit NameTable(const std::array<std::string_view, kNames>& names) {
    for (size_t i = 0; i < kNames; ++i) keys_[i] = key_of(names[i]);
    while (!fill()) factor_ += 2;
  }

  // Index of the name in the table, or -1.
  int find(std::string_view name) const {
    if (name.size() > 16 || name.empty()) return -1;
    const Key key = key_of(name);
    const uint8_t index = slots_[slot_of(key)];
    return index != kFree && keys_[index] == key ? index : -1;
  }

 private:
  struct Key {
    uint64_t first = 0;
    uint64_t last = 0;
    uint64_t size = 0;
    constexpr bool operator==(const Key&) const = default;
  };

  template <class Word>
  static constexpr uint64_t load(std::string_view name, size_t at) {
    if (!std::is_constant_evaluated() && std::endian::native == std::endian::little) {
      Word word;
      std::memcpy(&word, name.data() + at, sizeof word);
      return word;
    }
    uint64_t word = 0;
    for (size_t i = 0; i < sizeof(Word); ++i) {
      word |= uint64_t{static_cast<uint8_t>(name[at + i])} << (8 * i);
    }
    return word;
  }

  // Upper case letters get the bit of lower case; so do a few signs, which no name holds.
  static constexpr uint64_t lower(uint64_t word) {
    return word | (word & 0x4040'4040'4040'4040u) >> 1;
  }

  // All bytes of a name of 1 to 16, by loads that overlap.
  static constexpr Key key_of(std::string_view name) {
    const size_t size = name.size();
    if (size >= 8) {
      return {lower(load<uint64_t>(name, 0)), lower(load<uint64_t>(name, size - 8)), size};
    }
    if (size >= 4) {
      return {lower(load<uint32_t>(name, 0) | load<uint32_t>(name, size - 4) << 32), 0, size};
    }
    return {lower(load<uint8_t>(name, 0) | load<uint8_t>(name, size / 2) << 8 |
                  load<uint8_t>(name, size - 1) << 16),
            0, size};
  }

  constexpr size_t slot_of(const Key& key) const {
    const uint64_t mixed = (key.first ^ std::rotl(key.last, 29) ^ key.size << 56) * factor_;
    return mixed >> (64 - std::bit_width(kSlots - 1));
  }

  // False if two names meet in a slot.
  constexpr bool fill() {
    std::array<size_t, kNames> taken{};
    for (size_t i = 0; i < kNames; ++i) {
      taken[i] = slot_of(keys_[i]);
      if (marks_[taken[i]] == factor_) return false;
      marks_[taken[i]] = factor_;
    }
    slots_.fill(kFree);
    for (size_t i = 0; i < kNames; ++i) slots_[taken[i]] = static_cast<uint8_t>(i);
    return true;
  }

  std::array<Key, kNames> keys_{};
  std::array<uint8_t, kSlots> slots_{};
  std::array<uint64_t, kSlots> marks_{};  // the factor that last put a name there
  uint64_t factor_ = 0x9E37'79B9'7F4A'7C15u;
};

}  // namespace sluice::html
