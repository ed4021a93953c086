#include "bpe/encoder_parts.h"

#include <functional>

#include "bpe/metaspace.h"
#include "unicode/normalize.h"

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
                          [](const AddedToken& token) { return token.special; })),
      all(tokens_that(added, Normalizer::none, [](const AddedToken&) { return true; })) {
  const std::vector<std::string>& own = texts.empty() ? tokens : texts;
  decoded.assign(own.begin(), own.end());
  decoded.resize(size);
  for (const AddedToken& token : added) {
    if (decoded[token.id].empty()) decoded[token.id] = token.content;
  }
}

bool EncoderParts::reaches_across(std::string_view text, size_t cut) const {
  if (all.empty()) return false;
  const size_t before = space_at_end(text.substr(0, cut)) + all.longest();
  const size_t behind = space_at_begin(text.substr(cut)) + all.longest();
  const size_t begin = cut - std::min(before, cut);
  const std::string_view around = text.substr(begin, cut - begin + behind);
  // Every token that stands there, not those alone that the whole text's matches leave room for.
  for (size_t from = 0; const auto match = all.finder().next(around, from);) {
    from = match->at + 1;
    const AddedToken& token = all.token(*match);
    size_t first = begin + match->at;
    size_t last = first + match->size;
    if (token.lstrip) first -= space_at_end(text.substr(0, first));
    if (token.rstrip) last += space_at_begin(text.substr(last));
    const size_t reach = token.single_word || token.lstrip || token.rstrip ? 1 : 0;
    if (first < cut + reach && last + reach > cut) return true;
  }
  return false;
}

}  // namespace sluice::bpe
