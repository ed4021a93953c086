#include "bpe/usage.h"

#include <algorithm>
#include <string>

namespace sluice::bpe {
namespace {

std::vector<TokenId> entries_of(const Vocabulary& vocabulary) {
  std::vector<TokenId> entries;
  entries.reserve(vocabulary.tokens.size());
  for (size_t id = 0; id < vocabulary.tokens.size(); ++id) {
    if (!vocabulary.tokens[id].empty()) entries.push_back(static_cast<TokenId>(id));
  }
  return entries;
}

}  // namespace

Usage usage_of(const Vocabulary& vocabulary, std::span<const uint64_t> counts, uint64_t least) {
  const auto count_of = [&](TokenId id) { return id < counts.size() ? counts[id] : 0; };
  Usage usage;
  for (const TokenId id : entries_of(vocabulary)) {
    ++usage.entries;
    const uint64_t count = count_of(id);
    if (count == 0) {
      usage.unused.push_back(id);
    } else if (count < least) {
      usage.under_trained.push_back(id);
    }
  }
  std::stable_sort(usage.under_trained.begin(), usage.under_trained.end(),
                   [&](TokenId a, TokenId b) { return count_of(a) < count_of(b); });
  return usage;
}

std::vector<TokenId> longest_tokens(const Vocabulary& vocabulary, size_t most) {
  std::vector<TokenId> entries = entries_of(vocabulary);
  const auto longer = [&](TokenId a, TokenId b) {
    const size_t size_a = vocabulary.tokens[a].size();
    const size_t size_b = vocabulary.tokens[b].size();
    return size_a != size_b ? size_a > size_b : a < b;
  };
  most = std::min(most, entries.size());
  std::partial_sort(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(most),
                    entries.end(), longer);
  entries.resize(most);
  return entries;
}

std::bitset<256> bytes_with_tokens(const Vocabulary& vocabulary) {
  std::bitset<256> bytes;
  if (!vocabulary.byte_level && vocabulary.byte_tokens) return bytes.set();
  for (const std::string& token : vocabulary.tokens) {
    if (token.size() == 1) bytes.set(static_cast<uint8_t>(token[0]));
  }
  return bytes;
}

}  // namespace sluice::bpe
