// From a word of up to 15 bytes to the token that it is, by the key that its cache has it under.
//
//   const ShortTokens tokens(vocabulary.tokens);
//   tokens.prefetch(key);
//   tokens.find(key);          // kNoToken: none
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/large_pages.h"
#include "bpe/vocabulary.h"
#include "bpe/word_cache.h"

namespace sluice::bpe {

class ShortTokens {
 public:
  explicit ShortTokens(std::span<const std::string> tokens) {
    const auto is_short = [](const std::string& token) {
      return !token.empty() && token.size() <= ShortKey::kLongest;
    };
    const auto size = static_cast<size_t>(std::ranges::count_if(tokens, is_short));
    slots_.resize(std::bit_ceil(std::max<size_t>(size + size / 4, 16)));
    shift_ = 64 - std::countr_zero(slots_.size());
    for (size_t id = 0; id < tokens.size(); ++id) {
      if (!is_short(tokens[id])) continue;
      const std::string& token = tokens[id];
      const ShortKey key = ShortKey::of(token.data(), token.size(), token.size(), /*part=*/false);
      Slot& slot = slots_[place_of(key)];
      if (slot.id == kNoToken) slot = {key, static_cast<TokenId>(id)};
    }
  }

  void prefetch(const ShortKey& key) const { __builtin_prefetch(&slots_[first_of(key)]); }
  TokenId find(const ShortKey& key) const { return slots_[place_of(key)].id; }

 private:
  struct Slot {
    ShortKey key;
    TokenId id = kNoToken;
  };

  size_t first_of(const ShortKey& key) const { return static_cast<size_t>(key.hash() >> shift_); }
  // Where the key is, or would be.
  size_t place_of(const ShortKey& key) const {
    size_t at = first_of(key);
    while (slots_[at].id != kNoToken && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  std::vector<Slot, LargePageAllocator<Slot>> slots_;
  int shift_ = 0;
};

}  // namespace sluice::bpe
