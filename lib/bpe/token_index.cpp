#include "bpe/token_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/hash.h"

namespace sluice::bpe {

TokenIndex::TokenIndex(std::vector<std::string_view> tokens) : tokens_(std::move(tokens)) {
  slots_.resize(std::bit_ceil(2 * tokens_.size() + 1));
  for (size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view token = tokens_[i];
    if (token.empty()) continue;
    longest_ = std::max(longest_, token.size());
    const uint64_t hash = hash64(token);
    Slot& slot = slots_[slot_of(token, hash)];
    if (slot.id == kNoToken) slot = {static_cast<uint32_t>(hash >> 32), static_cast<TokenId>(i)};
  }
}

size_t TokenIndex::slot_of(std::string_view token, uint64_t hash) const {
  const size_t mask = slots_.size() - 1;
  const auto check = static_cast<uint32_t>(hash >> 32);
  size_t at = hash & mask;
  while (slots_[at].id != kNoToken &&
         (slots_[at].check != check || tokens_[slots_[at].id] != token)) {
    at = (at + 1) & mask;
  }
  return at;
}

TokenId TokenIndex::find(std::string_view token) const {
  if (token.size() > longest_) return kNoToken;
  return slots_[slot_of(token, hash64(token))].id;
}

TokenId TokenIndex::find(std::string_view left, std::string_view right) const {
  const size_t size = left.size() + right.size();
  if (size > longest_) return kNoToken;
  std::array<char, 128> room;
  if (size <= room.size()) {
    std::ranges::copy(right, std::ranges::copy(left, room.begin()).out);
    return find(std::string_view(room.data(), size));
  }
  return find(std::string(left).append(right));
}

}  // namespace sluice::bpe
