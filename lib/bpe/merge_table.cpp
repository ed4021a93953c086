#include "bpe/merge_table.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>
#include <utility>

namespace sluice::bpe {
namespace {

std::vector<MergeTable::Pair> halves(const Vocabulary& vocabulary, const TokenIndex& index) {
  std::vector<MergeTable::Pair> pairs;
  pairs.reserve(vocabulary.tokens.size() * 3);
  for (uint32_t id = 0; id < vocabulary.tokens.size(); ++id) {
    const std::string_view token = vocabulary.tokens[id];
    for (size_t cut = 1; cut < token.size(); ++cut) {
      const TokenId left = index.find(token.substr(0, cut));
      if (left == kNoToken) continue;
      const TokenId right = index.find(token.substr(cut));
      if (right != kNoToken) pairs.push_back({left, right, id});
    }
  }
  return pairs;
}

// Whether `token` is the one behind the other.
bool joins(std::string_view token, std::string_view left, std::string_view right) {
  return token.size() == left.size() + right.size() && token.starts_with(left) &&
         token.ends_with(right);
}

}  // namespace

MergeTable::MergeTable(std::span<const Pair> pairs, TokenId first_result)
    : MergeTable(pairs, std::vector<TokenId>()) {
  first_result_ = first_result;
}

MergeTable::MergeTable(std::span<const Pair> pairs, std::vector<TokenId> results)
    : results_(std::move(results)) {
  const size_t slots = std::bit_ceil(std::max<size_t>(pairs.size() * 2, 16));
  slots_.assign(slots, kFree);
  mask_ = slots - 1;
  shift_ = 64 - std::countr_zero(slots);
  for (const auto& [left, right, rank] : pairs) {
    const uint64_t pair = uint64_t{left} << kIdBits | right;
    size_t at = slot_of(pair);
    while (slots_[at] != kFree && slots_[at] >> kRankBits != pair) at = (at + 1) & mask_;
    slots_[at] = pair << kRankBits | rank;
  }
}

MergeTable merges_of(const Vocabulary& vocabulary, const TokenIndex& index) {
  std::vector<TokenId> results;
  if (vocabulary.semantics == Semantics::rank) {
    results.resize(vocabulary.tokens.size());
    std::iota(results.begin(), results.end(), TokenId{0});
    return MergeTable(halves(vocabulary, index), std::move(results));
  }
  std::vector<MergeTable::Pair> pairs;
  pairs.reserve(vocabulary.merges.size());
  results.reserve(vocabulary.merges.size());
  const std::vector<std::string>& tokens = vocabulary.tokens;
  for (const auto& [left, right] : vocabulary.merges) {
    pairs.push_back({left, right, static_cast<uint32_t>(pairs.size())});
    // Nearly always the token after the last one.
    const size_t next = results.empty() ? tokens.size() : size_t{results.back()} + 1;
    const bool guessed = next < tokens.size() && joins(tokens[next], tokens[left], tokens[right]);
    results.push_back(guessed ? static_cast<TokenId>(next)
                              : index.find(tokens[left], tokens[right]));
  }
  return MergeTable(pairs, std::move(results));
}

}  // namespace sluice::bpe
