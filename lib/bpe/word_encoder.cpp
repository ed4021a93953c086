#include "bpe/word_encoder.h"

#include <algorithm>
#include <vector>

#include "bpe/word_merger.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

// Whether tokens that stand for something else than their spelling, which is what seams are found
// by, stay out of merges.
bool merges_as_spelled(const Vocabulary& vocabulary) {
  if (vocabulary.semantics == Semantics::rank) return false;
  const std::array<TokenId, 256>& bytes = *vocabulary.byte_tokens;
  std::vector<bool> merged(vocabulary.tokens.size());
  for (const Merge& merge : vocabulary.merges) merged[merge.left] = merged[merge.right] = true;
  return std::ranges::none_of(bytes, [&merged](TokenId id) { return merged[id]; });
}

}  // namespace

WordEncoder::WordEncoder(const Vocabulary& vocabulary, std::span<const std::string> tokens)
    : index_(tokens),
      merges_(merges_of(vocabulary, index_)),
      seams_(tokens),
      pieces_are_tokens_(vocabulary.semantics == Semantics::rank || vocabulary.ignore_merges),
      short_tokens_(pieces_are_tokens_ ? tokens : std::span<const std::string>()),
      byte_level_(vocabulary.byte_level),
      byte_tokens_(vocabulary.byte_tokens),
      unknown_(vocabulary.unknown),
      fuse_unknown_(vocabulary.fuse_unknown) {
  for (size_t byte = 0; byte < byte_ids_.size(); ++byte) {
    const char c = static_cast<char>(byte);
    byte_ids_[byte] = index_.find(std::string_view(&c, 1));
  }
  const bool all_bytes = std::ranges::count(byte_ids_, kNoToken) == 0;
  complete_ = byte_level_ ? all_bytes : byte_tokens_.has_value() && merges_as_spelled(vocabulary);
  if (complete_) number_by_rank(used_merges(tokens, vocabulary.merges), tokens);
  if (byte_level_ && all_bytes) {
    byte_ranks_.reserve(size_t{1} << 16);
    for (const TokenId left : byte_ids_) {
      for (const TokenId right : byte_ids_) byte_ranks_.push_back(merges_.rank(left, right));
    }
  }
}

// The merges that happen, one a token.
//
// Whatever text a token is made in, nothing reaches across its ends until it is made, so it is made
// as it is from its own spelling alone: by one pair. All other merges never happen, and are left
// out. Where no token has two, as in what a trainer made, there is nothing to leave out.
std::vector<MergeTable::Pair> WordEncoder::used_merges(std::span<const std::string> tokens,
                                                       std::span<const Merge> merges) const {
  std::vector<MergeTable::Pair> used;
  std::vector<bool> made(tokens.size());
  for (const Merge& merge : merges) {
    const auto rank = static_cast<uint32_t>(used.size());
    if (made[merges_.result(rank)]) break;
    made[merges_.result(rank)] = true;
    used.push_back({merge.left, merge.right, rank});
  }
  if (!merges.empty() && used.size() == merges.size()) return used;

  used.clear();
  MergeRoom room;
  for (const std::string& token : tokens) {
    start(token, room);
    if (room.symbols.size() < 2) continue;
    WordMerger(merges_).merge(room);
    if (room.symbols.size() != 1) continue;
    const auto& [left, right] = room.last;
    used.push_back({left, right, merges_.rank(left, right)});
  }
  std::ranges::sort(used, {}, &MergeTable::Pair::rank);
  return used;
}

void WordEncoder::number_by_rank(std::vector<MergeTable::Pair> used,
                                 std::span<const std::string> tokens) {
  symbols_.assign(tokens.size(), kNoToken);
  tokens_.resize(tokens.size());
  auto next = static_cast<TokenId>(tokens.size() - used.size());
  const TokenId first_made = next;
  const auto number = [this](TokenId token, TokenId symbol) {
    symbols_[token] = symbol;
    tokens_[symbol] = token;
  };
  for (const MergeTable::Pair& pair : used) number(merges_.result(pair.rank), next++);
  next = 0;
  for (TokenId token = 0; token < tokens.size(); ++token) {
    if (symbols_[token] == kNoToken) number(token, next++);
  }
  for (size_t i = 0; i < used.size(); ++i) {
    used[i] = {symbols_[used[i].left], symbols_[used[i].right], static_cast<uint32_t>(i)};
  }
  merges_ = MergeTable(used, first_made);
  for (TokenId& id : byte_ids_) id = symbol_of(id);
  if (byte_tokens_) {
    for (TokenId& id : *byte_tokens_) id = symbol_of(id);
  }
  if (unknown_) unknown_ = symbol_of(*unknown_);
}

void WordEncoder::merge(std::string_view word, MergeRoom& room) const {
  start(word, room);
  WordMerger(merges_).merge(room);
  if (tokens_.empty()) return;
  for (TokenId& symbol : room.symbols) symbol = tokens_[symbol];
}

void WordEncoder::start(std::string_view word, MergeRoom& room) const {
  byte_level_ ? start_with_bytes(word, room) : start_with_characters(word, room);
  const size_t size = room.symbols.size();
  room.ranks.resize(size);
  if (size == 0) return;
  if (!byte_ranks_.empty()) {
    const auto byte = [word](size_t i) { return size_t{static_cast<unsigned char>(word[i])}; };
    for (size_t i = 0; i + 1 < size; ++i) {
      room.ranks[i] = byte_ranks_[byte(i) << 8 | byte(i + 1)];
    }
  } else {
    for (size_t i = 0; i + 1 < size; ++i) {
      room.ranks[i] = merges_.rank(room.symbols[i], room.symbols[i + 1]);
    }
  }
  room.ranks[size - 1] = MergeTable::kNoRank;
}

void WordEncoder::start_with_bytes(std::string_view word, MergeRoom& room) const {
  room.symbols.resize(word.size());
  size_t symbols = 0;
  for (const char c : word) {
    room.symbols[symbols] = byte_ids_[static_cast<unsigned char>(c)];
    symbols += room.symbols[symbols] != kNoToken;
  }
  room.symbols.resize(symbols);
}

void WordEncoder::start_with_characters(std::string_view word, MergeRoom& room) const {
  room.symbols.clear();
  bool in_unknown = false;
  for (size_t at = 0; at < word.size();) {
    const auto byte = static_cast<unsigned char>(word[at]);
    const size_t size = byte < 0x80 ? 1 : std::max(decode_utf8(word, at).size, 1u);
    const std::string_view character = word.substr(at, size);
    const TokenId id = byte < 0x80 ? byte_ids_[byte] : symbol_of(index_.find(character));
    at += size;
    if (id != kNoToken) {
      room.symbols.push_back(id);
      in_unknown = false;
    } else if (byte_tokens_) {
      for (const char c : character) {
        room.symbols.push_back((*byte_tokens_)[static_cast<unsigned char>(c)]);
      }
    } else if (unknown_) {
      if (!in_unknown || !fuse_unknown_) room.symbols.push_back(*unknown_);
      in_unknown = true;
    }
  }
}

}  // namespace sluice::bpe
