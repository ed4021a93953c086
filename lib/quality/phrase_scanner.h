// Which of some phrases a line holds, whatever the case of its letters.
//
//   PhraseScanner scanner;
//   scanner.add("lorem ipsum", /*ignore_case=*/true, /*group=*/0);
//   scanner.add("{", false, 1);
//   scanner.prepare();
//   scanner.groups_in(text, line.begin, line.end)     // bit 0, bit 1: of the groups found
//
// Case is ignored as Python's str.lower() on both sides would: letters A-Z, and the two other
// characters that it turns into ASCII, U+212A KELVIN SIGN ("k") and U+0130 ("i" and U+0307).
// Letters beyond ASCII are compared as they are.
//
// Sixteen places at a time are looked up by their first three bytes, each in two tables of sixteen
// entries, which leaves the few where a phrase may begin (the method of Hyperscan's "Teddy"; Wang
// et al., NSDI 2019); these are compared. Several GB/s where few phrases begin. Immutable once
// prepared; shared by threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::quality {

class PhraseScanner {
 public:
  static constexpr uint32_t kGroups = 64;

  // `phrase`: valid UTF-8, not empty. `group` < kGroups; phrases may share one.
  void add(std::string_view phrase, bool ignore_case, uint32_t group);
  // To be called once, behind the last add().
  void prepare();

  // Groups of the phrases that lie in [begin, end) of `text`.
  uint64_t groups_in(std::string_view text, size_t begin, size_t end) const;
  // The same without vectors, which tests compare with.
  uint64_t portable_groups_in(std::string_view text, size_t begin, size_t end) const;

 private:
  static constexpr size_t kBuckets = 8;  // a bit each
  static constexpr size_t kWindow = 3;   // bytes looked up

  struct Phrase {
    std::string text;  // lower case where case is ignored
    bool ignore_case = false;
    uint64_t group = 0;  // its bit
  };
  struct Nibbles {
    alignas(16) std::array<uint8_t, 16> low{};
    alignas(16) std::array<uint8_t, 16> high{};
  };

  static bool matches(const Phrase& phrase, std::string_view text, size_t at, size_t end);
  void add_beginnings(const Phrase& phrase, size_t at, std::string beginning, uint8_t bucket);
  uint64_t groups_at(uint8_t buckets, std::string_view text, size_t at, size_t end) const;

  std::vector<Phrase> phrases_;
  std::array<std::vector<Phrase>, kBuckets> buckets_;
  std::array<Nibbles, kWindow> nibbles_;
};

}  // namespace sluice::quality
