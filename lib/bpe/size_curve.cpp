#include "bpe/size_curve.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>

#include "base/error.h"
#include "bpe/canonical_merges.h"
#include "bpe/pair_index.h"
#include "bpe/pair_map.h"
#include "bpe/symbol_text.h"

namespace sluice::bpe {
namespace {

// Without any merge each byte is a token, if it has one.
uint64_t bytes_with_token(const std::vector<WordCount>& words,
                          const std::array<TokenId, 256>& byte_ids) {
  uint64_t bytes = 0;
  for (const WordCount& word : words) {
    bytes += word.count * static_cast<uint64_t>(
                              std::count_if(word.word.begin(), word.word.end(), [&](char byte) {
                                return byte_ids[static_cast<unsigned char>(byte)] != kNoToken;
                              }));
  }
  return bytes;
}

// [i]: how often the merge i is applied.
std::vector<uint64_t> replay(const std::vector<CanonicalMerge>& merges,
                             const std::vector<WordCount>& words,
                             const std::array<TokenId, 256>& byte_ids, uint64_t tokens) {
  PairMap<bool> merged;
  for (const CanonicalMerge& merge : merges) merged[pair_key(merge.left, merge.right)] = true;
  const auto is_merged = [&](PairKey pair, uint64_t) { return merged.find(pair) != nullptr; };

  SymbolText text(words, byte_ids, tokens);
  PairIndex index(text, tokens);
  index.build(1, is_merged);
  std::vector<uint64_t> applied;
  applied.reserve(merges.size());
  for (const CanonicalMerge& merge : merges) {
    applied.push_back(index.merge(pair_key(merge.left, merge.right), merge.result, is_merged));
  }
  return applied;
}

}  // namespace

uint64_t SizeCurve::tokens_at(uint64_t size) const {
  return tokens[std::clamp(size, smallest, largest()) - smallest];
}

bool is_canonical(const Vocabulary& vocabulary) { return canonical_merges(vocabulary).has_value(); }

SizeCurve size_curve(const Vocabulary& vocabulary, const WordCounts& words) {
  const std::optional<std::vector<CanonicalMerge>> merges = canonical_merges(vocabulary);
  if (!merges) {
    throw ConfigError("the vocabulary " + vocabulary.name +
                      " makes tokens in more than one way, so that its sizes have to be encoded "
                      "one by one");
  }
  if (words.bytes() == std::numeric_limits<uint64_t>::max()) {
    throw ConfigError("the words' counts add up to more than 64 bits hold");
  }
  const std::array<TokenId, 256> byte_ids = byte_ids_of(vocabulary);
  const std::vector<WordCount> by_count = words.by_count();
  const std::vector<uint64_t> applied =
      replay(*merges, by_count, byte_ids, vocabulary.tokens.size());

  SizeCurve curve;
  for (const TokenId id : byte_ids) {
    if (id != kNoToken) curve.smallest = std::max(curve.smallest, uint64_t{id} + 1);
  }
  uint64_t tokens = bytes_with_token(by_count, byte_ids);
  for (size_t i = 0; i < merges->size(); ++i) {
    // Ids between the last token and this one change nothing.
    curve.tokens.resize((*merges)[i].result + 1 - curve.smallest, tokens);
    tokens -= applied[i];
  }
  curve.tokens.push_back(tokens);
  return curve;
}

Vocabulary cut_to(const Vocabulary& vocabulary, uint64_t size) {
  Vocabulary cut = vocabulary;
  for (const AddedToken& added : cut.added) {
    if (added.id < cut.tokens.size()) cut.tokens[added.id].clear();
  }
  cut.added.clear();
  if (size < cut.tokens.size()) cut.tokens.resize(size);
  std::unordered_set<std::string_view> kept;
  for (const std::string& token : cut.tokens) {
    if (!token.empty()) kept.insert(token);
  }
  std::erase_if(cut.merges, [&](const Merge& merge) {
    return merge.left >= size || merge.right >= size ||
           !kept.contains(vocabulary.tokens[merge.left] + vocabulary.tokens[merge.right]);
  });
  return cut;
}

}  // namespace sluice::bpe
