// A text's way through an Encoder: added tokens, normal form, pieces, their parts, cache, merges.
//
//   CountSink sink;
//   TextEncoding(parts, room, sink).text("some text");
//   use(sink.count);
//
// Words are collected first and looked up some time later, so that the cache's lines are on their
// way meanwhile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/encoder_parts.h"
#include "bpe/metaspace.h"
#include "unicode/normalize.h"
#include "unicode/utf8.h"

namespace sluice::bpe {

// Where tokens go: their number …
struct CountSink {
  uint64_t count = 0;

  bool takes(const WordCache::Entry&) const { return true; }
  void word(const WordCache::Entry& entry) { count += entry.count(); }
  void tokens(std::span<const TokenId> ids) { count += ids.size(); }
};

// … or they themselves.
struct IdSink {
  std::vector<TokenId>& ids;

  bool takes(const WordCache::Entry& entry) const { return entry.count() <= WordCache::kMostIds; }
  void word(const WordCache::Entry& entry) {
    for (size_t i = 0; i < entry.count(); ++i) ids.push_back(entry.id(i));
  }
  void tokens(std::span<const TokenId> more) { ids.insert(ids.end(), more.begin(), more.end()); }
};

template <class Sink>
class TextEncoding {
 public:
  TextEncoding(const EncoderParts& parts, EncodingRoom& room, Sink& sink)
      : parts_(parts), room_(room), sink_(sink) {}

  void text(std::string_view text) {
    valid_ = is_valid_utf8(text);
    cut_at_added(text, parts_.raw, [this](std::string_view part) {
      cut_at_added(normalize(part), parts_.normalized, [this](std::string_view plain) {
        split(plain);
        resolve();
      });
    });
  }

  void piece(std::string_view piece) {
    add_piece(piece, piece.data() + piece.size(),
              piece.size() > WordKey::kLongest && is_valid_utf8(piece));
    resolve();
  }

 private:
  // Hands on what stands between added tokens.
  template <class Use>
  void cut_at_added(std::string_view text, const AddedTokenSet& tokens, Use use) {
    size_t done = 0;
    if (!tokens.empty()) {
      size_t from = 0;
      while (const auto match = tokens.finder().next(text, from)) {
        from = match->at + match->size;
        const AddedToken& token = tokens.token(*match);
        if (token.special && parts_.options.special == SpecialText::plain) continue;
        if (token.single_word &&
            (ends_with_word(text.substr(0, match->at)) || begins_with_word(text.substr(from)))) {
          continue;
        }
        size_t begin = std::max(match->at, done);
        if (token.lstrip) begin -= space_at_end(text.substr(done, begin - done));
        if (begin > done) use(text.substr(done, begin - done));
        if (!token.special || parts_.options.special == SpecialText::allow) {
          sink_.tokens(std::span(&token.id, 1));
        }
        done = from + (token.rstrip ? space_at_begin(text.substr(from)) : 0);
      }
    }
    if (done < text.size()) use(text.substr(done));
  }

  // The normal form, in room_.normalized if it is not the text itself.
  std::string_view normalize(std::string_view text) {
    std::string& buffer = room_.normalized;
    switch (parts_.normalizer) {
      case Normalizer::none:
        return text;
      case Normalizer::nfc:
        return nfc_view(text, buffer);
      case Normalizer::metaspace:
      case Normalizer::prefix_metaspace:
        buffer.clear();
        if (parts_.normalizer == Normalizer::prefix_metaspace) buffer += kMetaspace;
        append_with_metaspaces(text, buffer);
        return buffer;
    }
    return text;
  }

  void split(std::string_view text) {
    if (valid_) return split_valid(text);
    while (!text.empty()) {
      const std::string_view good = text.substr(0, find_invalid_utf8(text));
      split_valid(good);
      text.remove_prefix(good.size());
      size_t bad = 0;
      while (bad < text.size() && decode_utf8(text, bad).size == 0) ++bad;
      if (bad > 0) add_piece(text.substr(0, bad), text.data() + text.size(), false);
      text.remove_prefix(bad);
    }
  }
  void split_valid(std::string_view text) {
    const char* const end = text.data() + text.size();
    const bool seams = parts_.words.has_seams();
    parts_.splitter.split(text,
                          [=, this](std::string_view piece) { add_piece(piece, end, seams); });
  }

  // `end`: up to where memory may be read. `seams`: whether the piece may be cut at them.
  void add_piece(std::string_view piece, const char* end, bool seams) {
    if (piece.size() <= WordKey::kLongest || !seams || !parts_.words.has_seams()) {
      return add(piece, end, WordEncoder::Part::whole);
    }
    size_t at = parts_.words.seams().next(piece, 0);
    if (at == piece.size()) return add(piece, end, WordEncoder::Part::whole);
    for (size_t begin = 0;;) {
      add(piece.substr(begin, at - begin), end, WordEncoder::Part::between);
      if (at == piece.size()) return;
      begin = at;
      at = parts_.words.seams().next(piece, begin);
    }
  }

  void add(std::string_view word, const char* end, WordEncoder::Part part) {
    if (room_.pending_size == room_.pending.size()) resolve();
    PendingWord& pending = room_.pending[room_.pending_size++];
    pending.word = word;
    pending.part = part;
    if (word.size() > WordKey::kLongest) return;
    pending.key = WordKey::of(word.data(), word.size(), static_cast<size_t>(end - word.data()),
                              part == WordEncoder::Part::between);
    room_.cache.prefetch(pending.key);
  }

  void resolve() {
    for (const PendingWord& pending : std::span(room_.pending.data(), room_.pending_size)) {
      const bool short_word = pending.word.size() <= WordKey::kLongest;
      const WordCache::Entry* entry = short_word ? room_.cache.find(pending.key) : nullptr;
      if (entry != nullptr && sink_.takes(*entry)) {
        sink_.word(*entry);
        continue;
      }
      parts_.words.encode(pending.word, pending.part, room_.room);
      sink_.tokens(room_.room.symbols);
      if (short_word && entry == nullptr) room_.cache.insert(pending.key, room_.room.symbols);
    }
    room_.pending_size = 0;
  }

  const EncoderParts& parts_;
  EncodingRoom& room_;
  Sink& sink_;
  bool valid_ = true;
};

}  // namespace sluice::bpe
