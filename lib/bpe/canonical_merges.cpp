#include "bpe/canonical_merges.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "bpe/rank_merging.h"

namespace sluice::bpe {
namespace {

// The ids of tokens of more than a byte, rising; nothing if one cannot be made, having a byte that
// is no token of before.
std::optional<std::vector<TokenId>> made_tokens(const Vocabulary& vocabulary,
                                                const std::array<TokenId, 256>& byte_ids) {
  std::unordered_set<TokenId> added;
  for (const AddedToken& token : vocabulary.added) added.insert(token.id);
  std::vector<TokenId> made;
  for (TokenId id = 0; id < vocabulary.tokens.size(); ++id) {
    const std::string& token = vocabulary.tokens[id];
    if (token.size() < 2 || added.contains(id)) continue;
    made.push_back(id);
    const bool possible = std::all_of(token.begin(), token.end(), [&](char byte) {
      return byte_ids[static_cast<unsigned char>(byte)] < made.front();
    });
    if (!possible) return std::nullopt;
  }
  return made;
}

}  // namespace

std::array<TokenId, 256> byte_ids_of(const Vocabulary& vocabulary) {
  std::array<TokenId, 256> byte_ids;
  byte_ids.fill(kNoToken);
  for (TokenId id = 0; id < vocabulary.tokens.size(); ++id) {
    const std::string& token = vocabulary.tokens[id];
    if (token.size() == 1) byte_ids[static_cast<unsigned char>(token[0])] = id;
  }
  return byte_ids;
}

std::optional<std::vector<CanonicalMerge>> canonical_merges(const Vocabulary& vocabulary) {
  if (!vocabulary.byte_level) return std::nullopt;
  const std::array<TokenId, 256> byte_ids = byte_ids_of(vocabulary);
  const std::optional<std::vector<TokenId>> made = made_tokens(vocabulary, byte_ids);
  const bool listed = vocabulary.semantics == Semantics::merges;
  if (!made || (listed && made->size() != vocabulary.merges.size())) return std::nullopt;
  if (std::any_of(byte_ids.begin(), byte_ids.end(), [&](TokenId id) {
        return id != kNoToken && !made->empty() && id > made->front();
      })) {
    return std::nullopt;
  }

  std::vector<uint32_t> ranks(vocabulary.tokens.size(), RankMerging::kNoRank);
  for (const TokenId id : byte_ids) {
    if (id != kNoToken) ranks[id] = id;
  }
  for (const TokenId id : *made) ranks[id] = id;
  const RankMerging merging(vocabulary.tokens, ranks, RankMerging::Symbols::bytes);
  if (!merging.makes_all() || (listed && merging.merges() != vocabulary.merges)) {
    return std::nullopt;
  }
  std::vector<CanonicalMerge> merges;
  merges.reserve(made->size());
  for (size_t i = 0; i < made->size(); ++i) {
    const auto [left, right] = merging.merges()[i];
    const TokenId result = (*made)[i];
    if (left > result || right > result) return std::nullopt;
    merges.push_back({left, right, result});
  }
  return merges;
}

}  // namespace sluice::bpe
