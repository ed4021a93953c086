#include "bpe/vocabulary.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "bpe/token_index.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

// What a digest is taken of: numbers in four bytes, least significant first; strings behind their
// size.
class Canonical {
 public:
  Canonical& number(uint64_t value) {
    for (int shift = 0; shift < 32; shift += 8) bytes_ += static_cast<char>(value >> shift & 0xFF);
    return *this;
  }
  Canonical& string(std::string_view value) {
    number(value.size());
    bytes_ += value;
    return *this;
  }
  std::string_view view() const { return bytes_; }

 private:
  std::string bytes_;
};

std::vector<const AddedToken*> by_id(const std::vector<AddedToken>& added) {
  std::vector<const AddedToken*> sorted;
  sorted.reserve(added.size());
  for (const AddedToken& token : added) sorted.push_back(&token);
  std::ranges::stable_sort(sorted, {}, &AddedToken::id);
  return sorted;
}

[[noreturn]] void complain(const std::string& what) { throw ConfigError(what); }

std::string text_of(uint64_t number) { return std::to_string(number); }

void check_tokens(const Vocabulary& vocabulary, const TokenIndex& index) {
  const std::vector<std::string>& tokens = vocabulary.tokens;
  bool any = false;
  for (size_t id = 0; id < tokens.size(); ++id) {
    const std::string& token = tokens[id];
    if (token.empty()) continue;
    any = true;
    if (token.size() > kLongestToken) {
      complain("token " + text_of(id) + " has " + count_of(token.size(), "byte") +
               "; at most 65,536 are supported");
    }
    const TokenId first = index.find(token);
    if (first != id) complain("tokens " + text_of(first) + " and " + text_of(id) + " are the same");
    if (!vocabulary.byte_level && !is_valid_utf8(token)) {
      complain("token " + text_of(id) + " is not valid UTF-8");
    }
  }
  if (!any) complain("the vocabulary has no tokens");
}

void check_merges(const Vocabulary& vocabulary, const TokenIndex& index) {
  const std::vector<std::string>& tokens = vocabulary.tokens;
  if (vocabulary.merges.size() > kMostMerges) {
    complain("more than " + with_thousands(uint64_t{kMostMerges}) + " merges");
  }
  if (vocabulary.semantics == Semantics::rank && !vocabulary.merges.empty()) {
    complain("a vocabulary that merges by rank has no list of merges");
  }
  std::unordered_set<uint64_t> pairs;
  pairs.reserve(vocabulary.merges.size());
  for (size_t i = 0; i < vocabulary.merges.size(); ++i) {
    const Merge& merge = vocabulary.merges[i];
    const auto is_token = [&](TokenId id) { return id < tokens.size() && !tokens[id].empty(); };
    const std::string place = "merge " + text_of(i) + ": ";
    if (!is_token(merge.left)) complain(place + "its left part is no token");
    if (!is_token(merge.right)) complain(place + "its right part is no token");
    if (index.find(tokens[merge.left], tokens[merge.right]) == kNoToken) {
      complain(place + "what it makes is no token");
    }
    if (!pairs.insert(uint64_t{merge.left} << 32 | merge.right).second) {
      complain(place + "the pair stands in the list twice");
    }
  }
}

void check_added(const Vocabulary& vocabulary) {
  std::unordered_set<std::string_view> contents;
  std::unordered_set<TokenId> ids;
  for (const AddedToken& added : vocabulary.added) {
    const std::string place = "added token " + text_of(added.id) + ": ";
    if (added.id >= kMostTokens) complain(place + "its id is too high");
    if (added.content.empty()) complain(place + "it is empty");
    if (added.content.size() > kLongestToken) complain(place + "it is longer than 65,536 bytes");
    if (!is_valid_utf8(added.content)) complain(place + "it is not valid UTF-8");
    if (!ids.insert(added.id).second) complain(place + "its id stands there twice");
    if (!contents.insert(added.content).second) complain(place + "it stands there twice");
    if (added.id < vocabulary.tokens.size()) {
      const std::string& token = vocabulary.tokens[added.id];
      if (!token.empty() && token != added.content) complain(place + "its id is another token's");
    }
  }
}

// What belongs to one kind of vocabulary only.
void check_kind(const Vocabulary& vocabulary) {
  const bool spaces_replaced = vocabulary.normalizer == Normalizer::metaspace ||
                               vocabulary.normalizer == Normalizer::prefix_metaspace;
  if (vocabulary.byte_level) {
    if (vocabulary.byte_tokens || vocabulary.unknown) {
      complain("a byte-level vocabulary has no tokens for bytes and unknown characters");
    }
    if (spaces_replaced || vocabulary.pre_tokenizer == PreTokenizer::metaspace) {
      complain("a byte-level vocabulary does not replace spaces");
    }
    return;
  }
  const uint64_t size = vocabulary.size();
  if (vocabulary.unknown && *vocabulary.unknown >= size) complain("the unknown token has no entry");
  if (!vocabulary.byte_tokens) return;
  for (const TokenId id : *vocabulary.byte_tokens) {
    if (id >= size) complain("the token of a byte has no entry");
  }
}

}  // namespace

uint64_t Vocabulary::size() const {
  uint64_t size = 0;
  for (size_t i = tokens.size(); i > 0 && size == 0; --i) {
    if (!tokens[i - 1].empty()) size = i;
  }
  for (const AddedToken& token : added) size = std::max(size, uint64_t{token.id} + 1);
  return size;
}

std::string Vocabulary::digest() const {
  Canonical canonical;
  canonical.string("sluice.vocabulary/1");
  for (size_t id = 0; id < tokens.size(); ++id) {
    if (!tokens[id].empty()) canonical.number(id).string(tokens[id]);
  }
  canonical.number(kNoToken);
  if (semantics == Semantics::rank) {
    canonical.string("rank");
  } else {
    canonical.string("merges").number(merges.size());
    for (const Merge& merge : merges) canonical.number(merge.left).number(merge.right);
    canonical.number(ignore_merges);
  }
  canonical.string(name_of(pre_tokenizer)).string(name_of(unicode));
  canonical.number(static_cast<uint64_t>(normalizer));
  canonical.number(added.size());
  for (const AddedToken* token : by_id(added)) {
    canonical.number(token->id).string(token->content).number(token->special);
    canonical.number(token->single_word).number(token->lstrip).number(token->rstrip);
    canonical.number(token->normalized);
  }
  canonical.number(byte_level);
  canonical.number(byte_tokens.has_value());
  if (byte_tokens) {
    for (const TokenId id : *byte_tokens) canonical.number(id);
  } else if (!byte_level) {
    canonical.number(unknown.value_or(kNoToken)).number(fuse_unknown);
  }
  return sha256_hex(canonical.view());
}

std::string Vocabulary::label() const { return name + "@" + digest().substr(0, 12); }

void check_squares(std::span<const std::string> tokens) {
  uint64_t squares = 0;
  for (const std::string& token : tokens) squares += uint64_t{token.size()} * token.size();
  if (squares > kMostSquares) {
    complain("the tokens are too long to merge by rank: the squares of their lengths add up to " +
             with_thousands(squares) + ", of which " + with_thousands(kMostSquares) +
             " are supported");
  }
}

void check(const Vocabulary& vocabulary) {
  if (vocabulary.tokens.size() > kMostTokens) {
    complain("more than " + with_thousands(uint64_t{kMostTokens}) + " tokens");
  }
  if (vocabulary.semantics == Semantics::rank) check_squares(vocabulary.tokens);
  const TokenIndex index(vocabulary.tokens);
  check_tokens(vocabulary, index);
  check_merges(vocabulary, index);
  check_added(vocabulary);
  check_kind(vocabulary);
}

}  // namespace sluice::bpe
