// Finds many strings in one pass over a text (Aho, Corasick 1975, "Efficient string matching: an
// aid to bibliographic search").
//
//   const AhoCorasick list({"he", "she", "hers"});
//   list.scan("ushers", [](uint32_t which, size_t end) {   // 1 at 4, 0 at 4, 2 at 6
//     return true;                                         // false: enough
//   });
//
// The automaton is a dense table: a step a byte of the text, whatever the list. It takes 4 bytes
// for each state (at most the bytes of the list) and each different byte in the list: 600 KB for
// 400 English words. It is for lists of words, then, not for lists of millions. Strings are bytes;
// case is the caller's. Immutable once built: any number of threads may scan.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class AhoCorasick {
 public:
  AhoCorasick() : AhoCorasick(std::span<const std::string>()) {}
  // Strings are numbered as they stand; of equal ones only the first is reported, empty ones never.
  // Throws ConfigError if the table would have more than 2^29 entries (2 GiB).
  explicit AhoCorasick(std::span<const std::string> strings);
  AhoCorasick(std::initializer_list<std::string> strings)
      : AhoCorasick(std::span(strings.begin(), strings.size())) {}

  // Calls found(which, end) for every occurrence, overlapping ones included, in order of their
  // ends (the byte behind), at one end the longest first, until it returns false.
  // Time: O(text + occurrences).
  template <class Found>
  void scan(std::string_view text, Found found) const {
    uint32_t row = 0;
    for (size_t at = 0; at < text.size(); ++at) {
      // What depends on the row before is one load.
      const uint32_t* column = table_.data() + classes_[static_cast<uint8_t>(text[at])];
      row = column[row];
      if (row < first_hit_row_) continue;
      for (uint32_t hit = hits_[row / width_]; hit != kNone; hit = found_[hit].next) {
        if (!found(found_[hit].which, at + 1)) return;
      }
    }
  }

  bool empty() const { return found_.empty(); }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  // What ends in a state: a string, then what ends in the longest shorter state.
  struct Hit {
    uint32_t which;
    uint32_t next;
  };

  uint32_t add_state();
  void insert(std::string_view string, uint32_t which);
  void link();
  void order_by_hits();

  std::array<uint8_t, 256> classes_{};  // of bytes; 0: those in no string
  uint32_t width_ = 1;                  // classes
  uint32_t first_hit_row_ = 0;          // from here on all states have hits
  std::vector<uint32_t> table_;         // [state * width_ + class]: the next state * width_
  std::vector<uint32_t> hits_;          // [state]: in found_, or kNone
  std::vector<Hit> found_;
};

}  // namespace sluice
