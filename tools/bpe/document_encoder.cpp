#include "document_encoder.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include "base/error.h"
#include "base/format.h"

namespace sluice::bpe_tool {
namespace {

// A thread carries one document at a time from count() through judge() to what is written.
struct Current {
  std::vector<bpe::TokenId> ids;
  bool encoded = false;  // by count(), and judge() has not been called since
};
thread_local Current current;

// What a batch in flight may keep for a document that was unusually long.
constexpr size_t kKeptIds = size_t{1} << 20;

bpe::SpecialText special_text(SpecialPolicy policy) {
  if (policy == SpecialPolicy::allow) return bpe::SpecialText::allow;
  if (policy == SpecialPolicy::strip) return bpe::SpecialText::strip;
  return bpe::SpecialText::plain;
}

std::optional<bpe::Encoder> own_encoder(const cli::Tokenizer& tokenizer, SpecialPolicy policy) {
  const bpe::SpecialText special = special_text(policy);
  if (special == bpe::SpecialText::plain) return std::nullopt;
  return bpe::Encoder(tokenizer.vocabulary(), {.special = special});
}

std::string specials_of(const bpe::Vocabulary& vocabulary) {
  constexpr size_t kTold = 4;
  std::string list;
  size_t told = 0;
  for (const bpe::AddedToken& added : vocabulary.added) {
    if (!added.special) continue;
    if (told++ == kTold) return list + ", …";
    list += (told == 1 ? "; it has " : ", ") + added.content;
  }
  return list;
}

}  // namespace

SpecialPolicy parse_special(std::string_view name) {
  const auto found = std::find(std::begin(kSpecialChoices), std::end(kSpecialChoices), name);
  return static_cast<SpecialPolicy>(found - std::begin(kSpecialChoices));
}

DocumentEncoder::DocumentEncoder(const cli::TokenizerCounter& counter, const Options& options)
    : counter_(counter),
      options_(options),
      own_(own_encoder(counter.tokenizer(), options.special)),
      encoder_(own_ ? *own_ : counter.tokenizer().encoder()),
      scratches_([this] { return std::make_unique<bpe::Encoder::Scratch>(encoder_); }) {}

void DocumentEncoder::encode(std::string_view text) const {
  if (current.ids.capacity() > kKeptIds) current.ids = {};
  current.ids.clear();
  scratches_.with(
      [&](bpe::Encoder::Scratch& scratch) { encoder_.encode(text, scratch, current.ids); });
}

// What is counted is about to be written, as a rule, so it is encoded at once.
uint64_t DocumentEncoder::count(std::string_view text) const {
  if (own_) return counter_.count(text);
  encode(text);
  current.encoded = true;
  return current.ids.size();
}

pipeline::Verdict DocumentEncoder::judge(const Document& document) const {
  const bool encoded = std::exchange(current.encoded, false);
  const std::string_view text = document.text();
  if (options_.special == SpecialPolicy::error) {
    if (const auto match = encoder_.find_special(text)) {
      return pipeline::Verdict::reject(
          "special_token", std::string(text.substr(match->at, match->size)) + " at byte " +
                               with_thousands(match->at));
    }
  }
  if (!encoded) encode(text);
  if (options_.eos) current.ids.push_back(*options_.eos);
  if (current.ids.size() > options_.most_ids) {
    return pipeline::Verdict::reject("too_many_tokens", with_thousands(current.ids.size()));
  }
  return pipeline::Verdict::keep();
}

std::span<const bpe::TokenId> DocumentEncoder::ids() { return current.ids; }

void require_special_tokens(const cli::Tokenizer& tokenizer) {
  if (std::ranges::any_of(tokenizer.vocabulary().added, &bpe::AddedToken::special)) return;
  throw ConfigError(tokenizer.label() +
                    " has no special tokens (a .tiktoken file tells none; tokenizer.json does)");
}

bpe::TokenId token_named(const cli::Tokenizer& tokenizer, std::string_view spelling) {
  const bpe::Vocabulary& vocabulary = tokenizer.vocabulary();
  const bool digits =
      !spelling.empty() && spelling.find_first_not_of("0123456789") == std::string_view::npos;
  for (const bpe::AddedToken& added : vocabulary.added) {
    if (!digits && added.content == spelling) return added.id;
  }
  bpe::TokenId id = 0;
  if (digits) {
    const char* const end = spelling.data() + spelling.size();
    if (std::from_chars(spelling.data(), end, id).ec == std::errc() && id < vocabulary.size()) {
      return id;
    }
    throw ConfigError(tokenizer.label() + " has no token " + std::string(spelling) +
                      "; its ids go to " + with_thousands(vocabulary.size() - 1));
  }
  if (const auto found = tokenizer.encoder().find(spelling)) return *found;
  throw ConfigError(tokenizer.label() + " has no token '" + std::string(spelling) + "'" +
                    specials_of(vocabulary));
}

}  // namespace sluice::bpe_tool
