#include "bpe/naive_bpe.h"

namespace sluice::bpe {
namespace {

constexpr uint64_t kNever = ~uint64_t{0};

// The tokens of single bytes.
std::vector<TokenId> bytes_of(std::string_view word,
                              const std::unordered_map<std::string, TokenId>& ids) {
  std::vector<TokenId> tokens;
  for (const char byte : word) {
    const auto id = ids.find(std::string(1, byte));
    if (id != ids.end()) tokens.push_back(id->second);
  }
  return tokens;
}

std::unordered_map<std::string, TokenId> ids_of(const std::vector<std::string>& tokens) {
  std::unordered_map<std::string, TokenId> ids;
  for (TokenId id = 0; id < tokens.size(); ++id) {
    if (!tokens[id].empty()) ids.emplace(tokens[id], id);
  }
  return ids;
}

void replace(std::vector<TokenId>& tokens, Merge merge, TokenId result) {
  std::vector<TokenId> replaced;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i + 1 < tokens.size() && Merge{tokens[i], tokens[i + 1]} == merge) {
      replaced.push_back(result);
      ++i;
    } else {
      replaced.push_back(tokens[i]);
    }
  }
  tokens = std::move(replaced);
}

}  // namespace

NaiveBpe::NaiveBpe(const Vocabulary& vocabulary)
    : vocabulary_(vocabulary), ids_(ids_of(vocabulary.tokens)) {
  for (size_t rank = 0; rank < vocabulary.merges.size(); ++rank) {
    const auto [left, right] = vocabulary.merges[rank];
    merges_[uint64_t{left} << 32 | right] = {
        rank, ids_.at(vocabulary.tokens[left] + vocabulary.tokens[right])};
  }
}

const std::pair<uint64_t, TokenId>* NaiveBpe::merge_of(TokenId left, TokenId right) const {
  const uint64_t key = uint64_t{left} << 32 | right;
  const auto known = merges_.find(key);
  if (known != merges_.end()) return known->second.first == kNever ? nullptr : &known->second;
  if (vocabulary_.semantics == Semantics::merges) return nullptr;
  const auto id = ids_.find(vocabulary_.tokens[left] + vocabulary_.tokens[right]);
  std::pair<uint64_t, TokenId>& merge = merges_[key];
  if (id == ids_.end()) {
    merge = {kNever, kNoToken};
    return nullptr;
  }
  merge = {id->second, id->second};
  return &merge;
}

std::vector<TokenId> NaiveBpe::encode(std::string_view word) const {
  if (vocabulary_.semantics == Semantics::rank || vocabulary_.ignore_merges) {
    const auto whole = ids_.find(std::string(word));
    if (whole != ids_.end()) return {whole->second};
  }
  std::vector<TokenId> tokens = bytes_of(word, ids_);
  for (;;) {
    std::pair<uint64_t, TokenId> best = {kNever, kNoToken};
    size_t at = 0;
    for (size_t i = 0; i + 1 < tokens.size(); ++i) {
      const auto* merge = merge_of(tokens[i], tokens[i + 1]);
      if (merge != nullptr && merge->first < best.first) {
        best = *merge;
        at = i;
      }
    }
    if (best.first == kNever) return tokens;
    tokens[at] = best.second;
    tokens.erase(tokens.begin() + static_cast<ptrdiff_t>(at) + 1);
  }
}

uint64_t NaiveBpe::count(const WordCounts& words) const {
  uint64_t tokens = 0;
  for (const auto& [word, count] : words.sorted()) tokens += encode(word).size() * count;
  return tokens;
}

NaiveTraining train_naively(const WordCounts& words, std::vector<std::string> tokens, size_t merges,
                            uint64_t min_frequency) {
  NaiveTraining training;
  training.tokens = std::move(tokens);
  const std::unordered_map<std::string, TokenId> ids = ids_of(training.tokens);
  std::vector<std::pair<std::vector<TokenId>, uint64_t>> text;
  for (const auto& [word, count] : words.sorted()) text.emplace_back(bytes_of(word, ids), count);

  while (training.merges.size() < merges) {
    std::map<std::pair<TokenId, TokenId>, uint64_t> counts;
    for (const auto& [word, count] : text) {
      for (size_t i = 0; i + 1 < word.size(); ++i) counts[{word[i], word[i + 1]}] += count;
    }
    uint64_t highest = 0;
    Merge best;
    for (const auto& [pair, count] : counts) {  // in the order of ids
      if (count > highest) {
        highest = count;
        best = {pair.first, pair.second};
      }
    }
    if (highest == 0 || highest < min_frequency) break;
    const auto result = static_cast<TokenId>(training.tokens.size());
    training.tokens.push_back(training.tokens[best.left] + training.tokens[best.right]);
    training.merges.push_back(best);
    training.counts.push_back(highest);
    for (auto& [word, count] : text) replace(word, best, result);
  }
  return training;
}

}  // namespace sluice::bpe
