#include "bpe/encoder_parts.h"

#include <functional>
#include <optional>

#include "bpe/metaspace.h"
#include "unicode/general_category.h"
#include "unicode/normalize.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

// What a token that is matched in normalised text is there.
std::string normal_form(Normalizer normalizer, std::string_view content) {
  std::string result;
  switch (normalizer) {
    case Normalizer::none:
      result = content;
      break;
    case Normalizer::nfc:
      to_nfc(content, result);
      break;
    case Normalizer::metaspace:
    case Normalizer::prefix_metaspace:
      append_with_metaspaces(content, result);
      break;
  }
  return result;
}

AddedTokenSet tokens_that(const std::vector<AddedToken>& added, Normalizer normalizer,
                          const std::function<bool(const AddedToken&)>& take) {
  std::vector<const AddedToken*> tokens;
  std::vector<std::string> contents;
  for (const AddedToken& token : added) {
    if (!take(token)) continue;
    tokens.push_back(&token);
    contents.push_back(token.normalized ? normal_form(normalizer, token.content) : token.content);
  }
  return AddedTokenSet(std::move(tokens), contents);
}

// Special tokens that are plain text still hide others that stand within them, but where no other
// token is to be found there is nothing to look for.
AddedTokenSet matched_tokens(const EncoderParts& parts, bool normalized) {
  const auto stage = [=](const AddedToken& token) { return token.normalized == normalized; };
  const bool wanted = std::ranges::any_of(parts.added, [&](const AddedToken& token) {
    return stage(token) && (!token.special || parts.options.special != SpecialText::plain);
  });
  return tokens_that(parts.added, parts.normalizer,
                     [&](const AddedToken& token) { return wanted && stage(token); });
}

std::string_view byte_text(size_t byte) {
  static const std::array<char, 256> bytes = [] {
    std::array<char, 256> all{};
    for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<char>(i);
    return all;
  }();
  return {&bytes[byte], 1};
}

// For SentencePiece: what each token stands for. Empty where it is what it looks like.
std::vector<std::string> meanings(const Vocabulary& vocabulary) {
  std::vector<std::string> texts;
  if (vocabulary.byte_level) return texts;
  texts.resize(vocabulary.tokens.size());
  for (size_t id = 0; id < texts.size(); ++id) {
    append_without_metaspaces(vocabulary.tokens[id], texts[id]);
  }
  if (vocabulary.byte_tokens) {
    for (size_t byte = 0; byte < 256; ++byte) {
      texts[(*vocabulary.byte_tokens)[byte]] = byte_text(byte);
    }
  }
  return texts;
}

// Every token that stands there, not those alone that the whole text's matches leave room for.
bool stands_across(const AddedTokenSet& tokens, std::string_view text, size_t cut) {
  if (tokens.empty()) return false;
  const size_t begin = cut - std::min(tokens.longest(), cut);
  const std::string_view around = text.substr(begin, cut - begin + tokens.longest());
  for (size_t from = 0; const auto match = tokens.finder().next(around, from);) {
    from = match->at + 1;
    const AddedToken& token = tokens.token(*match);
    const size_t first = begin + match->at;
    const size_t last = first + match->size;
    const size_t reach = token.single_word || token.lstrip || token.rstrip ? 1 : 0;
    if (first < cut + reach && last + reach > cut) return true;
  }
  return false;
}

// Whether added tokens are matched in text that is spelled otherwise than what is cut.
bool matches_normal_form(const EncoderParts& parts) {
  return parts.normalizer == Normalizer::nfc && !parts.normalized.empty();
}

// UTF-8 of one character of normal form C may come from three times as many bytes: Hangul syllables
// from their parts, K from the Kelvin sign.
constexpr size_t kLongestComposed = 3;

// Where marks that may compose or change places go on for more bytes, there is no cut.
constexpr size_t kMostMarks = 64;

// Whether the character at `at` neither composes with what is before it nor changes places with it.
bool begins_anew(std::string_view text, size_t at) {
  const CodePoint character = decode_utf8(text, at);
  const bool is_jamo = character.value >= 0x1160 && character.value <= 0x11FF;
  return character.size > 0 && !is_jamo &&
         !CategoryTable::of(UnicodeVersion::v16_0).is(character.value, kMarks);
}

// The last place <= `at`, and the first >= `at`, where composing begins anew; nothing if it is far.
std::optional<size_t> composing_before(std::string_view text, size_t at) {
  for (size_t i = at; i > 0 && at - i <= kMostMarks - 4; --i) {
    if (begins_anew(text, i)) return i;
  }
  return at <= kMostMarks - 4 ? std::optional<size_t>(0) : std::nullopt;
}
std::optional<size_t> composing_behind(std::string_view text, size_t at) {
  for (size_t i = at; i < text.size() && i - at <= kMostMarks - 4; ++i) {
    if (begins_anew(text, i)) return i;
  }
  return text.size() - at <= kMostMarks - 4 ? std::optional(text.size()) : std::nullopt;
}

}  // namespace

EncoderParts::EncoderParts(const Vocabulary& vocabulary, const Encoder::Options& chosen)
    : options(chosen),
      size(vocabulary.size()),
      normalizer(vocabulary.normalizer),
      tokens(vocabulary.tokens),
      texts(meanings(vocabulary)),
      added(vocabulary.added),
      words(vocabulary, tokens),
      splitter({.pre_tokenizer = vocabulary.pre_tokenizer, .unicode = vocabulary.unicode}),
      raw(matched_tokens(*this, false)),
      normalized(matched_tokens(*this, true)),
      special(tokens_that(added, Normalizer::none,
                          [](const AddedToken& token) { return token.special; })) {
  const std::vector<std::string>& own = texts.empty() ? tokens : texts;
  decoded.assign(own.begin(), own.end());
  decoded.resize(size);
  for (const AddedToken& token : added) {
    if (decoded[token.id].empty()) decoded[token.id] = token.content;
  }
}

// A cut stands between a letter and a space with a letter behind it, or between a line end and a
// letter. So white space that a token takes along lies across the cut only if the token touches it,
// and what a token asks of its neighbours changes only there.
bool EncoderParts::reaches_across(std::string_view text, size_t cut) const {
  if (stands_across(raw, text, cut)) return true;
  if (!matches_normal_form(*this)) return stands_across(normalized, text, cut);
  // Nothing composes across a cut, but within the two parts text must be seen from a place on where
  // composing begins anew.
  const size_t reach = kLongestComposed * normalized.longest();
  const auto begin = composing_before(text, cut - std::min(reach, cut));
  const auto end = composing_behind(text, cut + std::min(reach, text.size() - cut));
  if (!begin || !end) return true;
  std::string around;
  to_nfc(text.substr(*begin, cut - *begin), around);
  const size_t middle = around.size();
  to_nfc(text.substr(cut, *end - cut), around);
  return stands_across(normalized, around, middle);
}

size_t EncoderParts::cut_context() const {
  const size_t composed = matches_normal_form(*this)
                              ? kLongestComposed * normalized.longest() + kMostMarks
                              : normalized.longest();
  return std::max({Splitter::kCutContext, raw.longest(), composed});
}

}  // namespace sluice::bpe
