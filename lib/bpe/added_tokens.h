// Finds added tokens in text: at each place the longest, from left to right, as Hugging Face does.
//
//   AddedTokenFinder finder(contents);
//   if (const auto match = finder.next(text, 0)) use(match->index, match->at, match->size);
//
// A text without them is passed over by its first bytes. Linear in the text; where it has many
// beginnings of tokens, times their length.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::bpe {

class AddedTokenFinder {
 public:
  // Empty contents are never found; of equal ones the last is.
  explicit AddedTokenFinder(const std::vector<std::string_view>& contents);

  bool empty() const { return nodes_.size() == 1; }

  struct Match {
    size_t at = 0;
    size_t size = 0;
    size_t index = 0;  // of the content
  };
  // The first at or behind `from`.
  std::optional<Match> next(std::string_view text, size_t from) const;

 private:
  static constexpr uint32_t kNone = ~uint32_t{0};
  struct Node {
    uint32_t first_child = 0;
    uint32_t children = 0;
    uint32_t index = kNone;
  };

  uint32_t child_of(uint32_t node, unsigned char byte) const;
  std::optional<Match> longest_at(std::string_view text, size_t at) const;
  // The first place at or behind `from` where a content's first two bytes stand.
  size_t candidate(std::string_view text, size_t from) const;

  std::vector<Node> nodes_;           // a trie; the children of a node lie side by side
  std::vector<unsigned char> bytes_;  // by which each node is reached
  std::array<bool, 256> begins_{};
  std::vector<bool> begins_with_;   // by the first two bytes
  std::optional<char> only_first_;  // the one byte that all begin with
};

// White space and word characters as Rust's regular expressions have them (`\s`, `\w`), for added
// tokens that take the space around them or stand between words alone.
bool begins_with_word(std::string_view text);
bool ends_with_word(std::string_view text);
size_t space_at_begin(std::string_view text);  // bytes
size_t space_at_end(std::string_view text);    // bytes

}  // namespace sluice::bpe
