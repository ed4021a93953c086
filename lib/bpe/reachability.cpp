#include "bpe/reachability.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>

#include "bpe/pre_tokenizer.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

// Bytes that may stand before a token that begins within a character, by the number of its bytes
// there: enough to make letters of several scripts, marks, punctuation and symbols.
std::span<const std::string_view> heads(std::string_view token) {
  static constexpr std::string_view kNone[] = {""};
  static constexpr std::string_view kOne[] = {"\xC3",     "\xE4\xB8", "\xD0",
                                              "\xE2\x80", "\xCC",     "\xF0\x9F\x98"};
  static constexpr std::string_view kTwo[] = {"\xE4", "\xE2", "\xE3", "\xEA", "\xF0\x9F"};
  static constexpr std::string_view kThree[] = {"\xF1", "\xF0", "\xF3"};
  const auto first = std::find_if_not(token.begin(), token.end(), continues_character);
  switch (first - token.begin()) {
    case 0:
      return kNone;
    case 1:
      return kOne;
    case 2:
      return kTwo;
    case 3:
      return kThree;
    default:
      return {};
  }
}

// How many bytes a character that is cut at the end of the token lacks.
size_t missing_bytes(std::string_view token) {
  for (size_t back = 1; back <= std::min<size_t>(3, token.size()); ++back) {
    const uint8_t byte = static_cast<uint8_t>(token[token.size() - back]);
    if (byte < 0x80) return 0;
    if (byte < 0xC0) continue;
    const size_t size = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return size - std::min(size, back);
  }
  return 0;
}

// What may stand behind it: every byte in the first place (the digits of a script are ten of its
// characters), three beyond.
std::vector<std::string> tails(std::string_view token) {
  const size_t missing = missing_bytes(token);
  if (missing == 0) return {""};
  std::vector<std::string> tails;
  for (int first = 0x80; first < 0xC0; ++first) {
    for (const char rest : {'\x80', '\xA0', '\xBF'}) {
      tails.push_back(static_cast<char>(first) + std::string(missing - 1, rest));
      if (missing == 1) break;
    }
  }
  return tails;
}

class Reach {
 public:
  Reach(const Vocabulary& vocabulary, const Encoder& encoder)
      : splitter_({vocabulary.pre_tokenizer, vocabulary.unicode}),
        encoder_(encoder),
        scratch_(encoder) {}

  std::optional<Unreachability> judge(TokenId id, std::string_view token) {
    if (const auto why = judge_text(token)) return why;
    ids_.clear();
    encoder_.encode_piece(token, scratch_, ids_);
    if (ids_.size() == 1 && ids_[0] == id) return std::nullopt;
    return Unreachability::merged;
  }

 private:
  // What the token's bytes are to texts and to the pre-tokenizer.

  std::optional<Unreachability> judge_text(std::string_view token) {
    const std::vector<std::string> tails_of_token = tails(token);
    std::optional<std::pair<std::string_view, std::string_view>> completion;
    for (const std::string_view head : heads(token)) {
      for (const std::string_view tail : tails_of_token) {
        if (!is_valid_utf8(compose("", head, token, tail, ""))) continue;
        if (is_whole(head.size(), token.size())) return std::nullopt;
        if (!completion) completion.emplace(head, tail);
      }
    }
    if (!completion) return Unreachability::not_text;
    // White space goes with what follows it, and so does the apostrophe of 's, 're, 'll.
    for (const std::string_view before : {"", "a", "1", " ", "!"}) {
      for (const std::string_view after : {"", "s", "e", "l", "!", "\n"}) {
        compose(before, completion->first, token, completion->second, after);
        if (is_whole(before.size() + completion->first.size(), token.size())) return std::nullopt;
      }
    }
    return Unreachability::cut_apart;
  }

  std::string_view compose(std::string_view before, std::string_view head, std::string_view token,
                           std::string_view tail, std::string_view after) {
    text_.assign(before).append(head).append(token).append(tail).append(after);
    return text_;
  }

  // Whether text_[at … at + size) lies within one piece.
  bool is_whole(size_t at, size_t size) const {
    size_t begin = 0;
    bool whole = false;
    splitter_.split(text_, [&](std::string_view piece) {
      whole = whole || (begin <= at && at + size <= begin + piece.size());
      begin += piece.size();
    });
    return whole;
  }

  Splitter splitter_;
  const Encoder& encoder_;
  Encoder::Scratch scratch_;
  std::vector<TokenId> ids_;
  std::string text_;
};

bool stands_for_text(const Vocabulary& vocabulary, TokenId id) {
  if (vocabulary.tokens[id].empty() || vocabulary.unknown == id) return false;
  return !vocabulary.byte_tokens ||
         std::find(vocabulary.byte_tokens->begin(), vocabulary.byte_tokens->end(), id) ==
             vocabulary.byte_tokens->end();
}

}  // namespace

std::string_view name_of(Unreachability why) {
  switch (why) {
    case Unreachability::not_text:
      return "not text";
    case Unreachability::cut_apart:
      return "cut apart";
    case Unreachability::merged:
      return "merged";
  }
  return {};
}

std::vector<Unreachable> unreachable_tokens(const Vocabulary& vocabulary, const Encoder& encoder) {
  Reach reach(vocabulary, encoder);
  std::vector<Unreachable> lost;
  for (size_t i = 0; i < vocabulary.tokens.size(); ++i) {
    const auto id = static_cast<TokenId>(i);
    if (!stands_for_text(vocabulary, id)) continue;
    if (const auto why = reach.judge(id, vocabulary.tokens[id])) lost.push_back({id, *why});
  }
  return lost;
}

}  // namespace sluice::bpe
