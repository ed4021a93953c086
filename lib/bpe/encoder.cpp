#include "bpe/encoder.h"

#include <algorithm>

#include "bpe/encoder_parts.h"
#include "bpe/text_encoding.h"

namespace sluice::bpe {

struct Encoder::State : EncoderParts {
  using EncoderParts::EncoderParts;
};

struct Encoder::Scratch::State : EncodingRoom {
  using EncodingRoom::EncodingRoom;
};

Encoder::Encoder(const Vocabulary& vocabulary, const Options& options)
    : state_(std::make_unique<State>(vocabulary, options)) {}
Encoder::~Encoder() = default;
Encoder::Encoder(Encoder&&) noexcept = default;

Encoder::Scratch::Scratch(const Encoder& encoder)
    : state_(std::make_unique<State>(encoder.state_->options.cache_bytes)) {}
Encoder::Scratch::~Scratch() = default;
Encoder::Scratch::Scratch(Scratch&&) noexcept = default;

uint64_t Encoder::Scratch::steps() const { return state_->merging.steps; }

uint64_t Encoder::count(std::string_view text, Scratch& scratch) const {
  CountSink sink;
  TextEncoding(*state_, *scratch.state_, sink).text(text);
  return sink.count;
}

void Encoder::encode(std::string_view text, Scratch& scratch, std::vector<TokenId>& ids) const {
  IdSink sink{ids};
  TextEncoding(*state_, *scratch.state_, sink).text(text);
}

void Encoder::encode_piece(std::string_view piece, Scratch& scratch,
                           std::vector<TokenId>& ids) const {
  if (piece.empty()) return;
  IdSink sink{ids};
  TextEncoding(*state_, *scratch.state_, sink).piece(piece);
}

size_t Encoder::decode(std::span<const TokenId> ids, std::string& bytes) const {
  for (size_t i = 0; i < ids.size(); ++i) {
    std::string_view text = token(ids[i]);
    if (text.empty()) return i;
    if (i == 0 && state_->normalizer == Normalizer::prefix_metaspace && text.front() == ' ') {
      text.remove_prefix(1);
    }
    bytes += text;
  }
  return ids.size();
}

std::string_view Encoder::token(TokenId id) const {
  return id < state_->decoded.size() ? state_->decoded[id] : std::string_view();
}

std::optional<TokenId> Encoder::find(std::string_view token) const {
  const auto added = std::ranges::find(state_->added, token, &AddedToken::content);
  if (added != state_->added.end()) return added->id;
  const TokenId id = state_->words.index().find(token);
  return id == kNoToken ? std::nullopt : std::optional(id);
}

std::optional<Encoder::SpecialMatch> Encoder::find_special(std::string_view text,
                                                           size_t from) const {
  const auto match = state_->special.finder().next(text, from);
  if (!match) return std::nullopt;
  return SpecialMatch{match->at, match->size, state_->special.token(*match).id};
}

size_t Encoder::safe_cut(std::string_view text, size_t at) const {
  for (size_t cut = at;; --cut) {
    cut = state_->splitter.safe_cut(text, cut);
    if (cut == 0 || !state_->reaches_across(text, cut)) return cut;
  }
}

size_t Encoder::cut_context() const { return state_->cut_context(); }

uint64_t Encoder::size() const { return state_->size; }

}  // namespace sluice::bpe
