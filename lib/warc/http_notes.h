// Sets of notes: what a parser or decoder met on its way, to be counted by name.
//
//   NoteSet<HttpNote> notes;
//   notes.add(HttpNote::folded_field);
//   notes.for_each([&](HttpNote note) { ++counters[to_string(note)]; });
//
// A note says that something is unusual, not that it is wrong: crawls hold what servers sent.
#pragma once

#include <bit>
#include <cstdint>

namespace sluice::warc {

// `Note`: an enumeration whose values count up from 0, fewer than 32 of them.
template <typename Note>
class NoteSet {
 public:
  constexpr void add(Note note) { bits_ |= uint32_t{1} << static_cast<uint32_t>(note); }
  constexpr void remove(Note note) { bits_ &= ~(uint32_t{1} << static_cast<uint32_t>(note)); }
  constexpr bool has(Note note) const { return (bits_ >> static_cast<uint32_t>(note) & 1) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool operator==(const NoteSet&) const = default;
  constexpr NoteSet& operator|=(NoteSet other) {
    bits_ |= other.bits_;
    return *this;
  }

  // In the order of the enumeration.
  template <typename Function>
  constexpr void for_each(Function&& function) const {
    for (uint32_t rest = bits_; rest != 0; rest &= rest - 1) {
      function(static_cast<Note>(std::countr_zero(rest)));
    }
  }

 private:
  uint32_t bits_ = 0;
};

}  // namespace sluice::warc
