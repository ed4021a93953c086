#include "bpe/word_encoder.h"

#include <algorithm>
#include <vector>

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
      merges_(vocabulary, index_),
      merger_(merges_),
      seams_(tokens),
      pieces_are_tokens_(vocabulary.semantics == Semantics::rank || vocabulary.ignore_merges),
      byte_level_(vocabulary.byte_level),
      byte_tokens_(vocabulary.byte_tokens),
      unknown_(vocabulary.unknown),
      fuse_unknown_(vocabulary.fuse_unknown) {
  for (size_t byte = 0; byte < byte_ids_.size(); ++byte) {
    const char c = static_cast<char>(byte);
    byte_ids_[byte] = index_.find(std::string_view(&c, 1));
  }
  complete_ = byte_level_ ? std::ranges::count(byte_ids_, kNoToken) == 0
                          : byte_tokens_.has_value() && merges_as_spelled(vocabulary);
}

void WordEncoder::encode(std::string_view word, Part part, MergeRoom& room) const {
  if (pieces_are_tokens_ && part == Part::whole) {
    ++room.steps;
    if (const TokenId id = index_.find(word); id != kNoToken) {
      room.symbols.assign(1, id);
      return;
    }
  }
  byte_level_ ? start_with_bytes(word, room) : start_with_characters(word, room);
  merger_.merge(room);
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
    const TokenId id = byte < 0x80 ? byte_ids_[byte] : index_.find(character);
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
