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
  static constexpr bool kOrdered = false;
  uint64_t count = 0;

  // Whether an entry of the cache tells enough.
  template <class Entry>
  bool takes(const Entry&) const {
    return true;
  }
  template <class Entry>
  void word(const Entry& entry) {
    count += entry.count();
  }
  void tokens(std::span<const TokenId> ids) { count += ids.size(); }
};

// … or they themselves.
struct IdSink {
  static constexpr bool kOrdered = true;
  std::vector<TokenId>& ids;

  template <class Entry>
  bool takes(const Entry& entry) const {
    return entry.has_ids();
  }
  template <class Entry>
  void word(const Entry& entry) {
    const size_t count = entry.count();
    if (count == 1) {  // nearly always
      ids.push_back(entry.id(0));
      return;
    }
    for (size_t i = 0; i < count; ++i) ids.push_back(entry.id(i));
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
              piece.size() > ShortKey::kLongest && is_valid_utf8(piece));
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
    if (piece.size() <= ShortKey::kLongest) return add_short(piece, end, WordPart::whole);
    add_long_piece(piece, end, seams && parts_.words.has_seams());
  }
  [[gnu::noinline]] void add_long_piece(std::string_view piece, const char* end, bool seams) {
    const Seams& places = parts_.words.seams();
    size_t at = seams ? places.next(piece, 0) : piece.size();
    if (at == piece.size()) {
      add_word(piece, end, WordPart::whole);
      return;
    }
    for (size_t begin = 0;;) {
      const std::string_view part = piece.substr(begin, at - begin);
      if (part.size() <= ShortKey::kLongest) {
        add_short(part, end, WordPart::between);
      } else {
        add_word(part, end, WordPart::between);
      }
      if (at == piece.size()) return;
      begin = at;
      at = places.next(piece, begin);
    }
  }

  void add_short(std::string_view word, const char* end, WordPart part) {
    PendingWord& pending = add_word(word, end, part);
    pending.key =
        ShortKey::of(word.data(), word.size(), pending.readable, part == WordPart::between);
    room_.short_words.prefetch(pending.key);
  }
  PendingWord& add_word(std::string_view word, const char* end, WordPart part) {
    if (room_.pending_size == room_.pending.size()) resolve();
    PendingWord& pending = room_.pending[room_.pending_size++];
    pending.word = word;
    pending.readable = static_cast<size_t>(end - word.data());
    pending.part = part;
    return pending;
  }

  [[gnu::noinline]] void resolve() {
    const std::span<PendingWord> words(room_.pending.data(), room_.pending_size);
    room_.pending_size = 0;
    size_t missed = 0;
    for (PendingWord& word : words) {
      if (word.word.size() > ShortKey::kLongest) {
        look_up_long(word);
        continue;
      }
      const ShortEntry* const entry = room_.short_words.find(word.key);
      if (entry != nullptr && sink_.takes(*entry)) {
        sink_.word(*entry);
      } else if (Sink::kOrdered) {
        encode_short(word);
      } else {
        parts_.words.prefetch(word.key);
        words[missed++] = word;  // one that is done
      }
    }
    for (const PendingWord& word : words.first(missed)) encode_short(word);
  }

  void encode_short(const PendingWord& word) {
    sink_.tokens(tokens_of(word, word.key));
    room_.short_words.insert(word.key, room_.merging.symbols);
  }

  void look_up_long(const PendingWord& word) {
    if (word.word.size() > LongKey::kLongest) {
      sink_.tokens(tokens_of(word, word.word));
      return;
    }
    const LongKey key = LongKey::of(word.word.data(), word.word.size(), word.readable,
                                    word.part == WordPart::between);
    const LongEntry* const entry = room_.long_words.find(key);
    if (entry != nullptr && sink_.takes(*entry)) return sink_.word(*entry);
    sink_.tokens(tokens_of(word, word.word));
    room_.long_words.insert(key, room_.merging.symbols);
  }

  // `whole`: the word, as the vocabulary is to be asked for it.
  template <class Whole>
  std::span<const TokenId> tokens_of(const PendingWord& word, const Whole& whole) {
    MergeRoom& merging = room_.merging;
    const TokenId token = word.part == WordPart::whole ? parts_.words.whole(whole) : kNoToken;
    if (token != kNoToken) {
      ++merging.steps;
      merging.symbols.assign(1, token);
    } else {
      parts_.words.merge(word.word, merging);
    }
    return merging.symbols;
  }

  const EncoderParts& parts_;
  EncodingRoom& room_;
  Sink& sink_;
  bool valid_ = true;
};

}  // namespace sluice::bpe
