#include "bpe/canonical_merges.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "bpe/pair_index.h"
#include "bpe/symbol_text.h"

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

  // The tokens themselves are the text. When it is a token's turn, all before it are made.
  std::vector<WordCount> words;
  for (const TokenId id : *made) words.push_back({vocabulary.tokens[id], 1});
  SymbolText text(words, byte_ids, vocabulary.tokens.size());
  PairIndex index(text, vocabulary.tokens.size());
  const auto every = [](PairKey, uint64_t) { return true; };
  index.build(1, every);

  std::vector<CanonicalMerge> merges;
  SymbolText::Position at = 1;
  for (size_t i = 0; i < made->size(); ++i) {
    const TokenId id = (*made)[i];
    const std::vector<TokenId> parts = text.word_at(at);
    if (parts.size() != 2) return std::nullopt;
    if (listed && vocabulary.merges[i] != Merge{parts[0], parts[1]}) return std::nullopt;
    merges.push_back({parts[0], parts[1], id});
    index.merge(pair_key(parts[0], parts[1]), id, every);
    at += static_cast<SymbolText::Position>(vocabulary.tokens[id].size() + 1);
  }
  return merges;
}

}  // namespace sluice::bpe
