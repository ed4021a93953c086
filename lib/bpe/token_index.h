// From a token's bytes to its id: a hash table over strings that lie elsewhere.
//
//   const TokenIndex index(vocabulary.tokens);
//   index.find("ing");          // its id, or kNoToken
//   index.find("in", "g");      // of the concatenation
//
// Holds views: the tokens must stay where they are. Memory: 32 to 48 bytes a token.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

class TokenIndex {
 public:
  // By id. Empty strings are no tokens; of equal ones the first is found.
  explicit TokenIndex(std::vector<std::string_view> tokens);
  explicit TokenIndex(std::span<const std::string> tokens)
      : TokenIndex(std::vector<std::string_view>(tokens.begin(), tokens.end())) {}

  TokenId find(std::string_view token) const;
  TokenId find(std::string_view left, std::string_view right) const;

 private:
  struct Slot {
    uint32_t check = 0;  // half of the hash, so that few strings are compared in vain
    TokenId id = kNoToken;
  };
  // The slot of `token`, or the empty one where it would go.
  size_t slot_of(std::string_view token, uint64_t hash) const;

  std::vector<std::string_view> tokens_;
  size_t longest_ = 0;  // bytes
  std::vector<Slot> slots_;
};

}  // namespace sluice::bpe
