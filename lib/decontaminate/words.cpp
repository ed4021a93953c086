#include "decontaminate/words.h"

#include <algorithm>

#include "base/mix_bits.h"
#include "unicode/general_category.h"
#include "unicode/unspaced.h"
#include "unicode/utf8.h"
#include "unicode/word_hashes.h"

namespace sluice::decontaminate {
namespace {

const CategoryTable& categories() { return CategoryTable::of(UnicodeVersion::v15_0); }

bool begins_word_alone(char32_t code_point) {
  return code_point >= kFirstUnspaced && is_unspaced(code_point) &&
         !categories().is(code_point, kMarks);
}

// Whether the form of a character of a script without spaces may depend on what stands behind it:
// marks of such scripts, and what is dropped, behind which there may be one.
bool belongs_to_one_before(char32_t code_point) {
  if (categories().is(code_point, set_of(GeneralCategory::Cf))) return true;
  return categories().is(code_point, kMarks) &&
         (is_unspaced(code_point) || is_optional_mark(code_point));
}

const TextNormalizer& shared_normalizer() {
  static const TextNormalizer normalizer(
      {.lower = true, .digits = false, .punctuation = Punctuation::all, .marks = Marks::drop});
  return normalizer;
}

}  // namespace

WordReader::WordReader() : normalizer_(shared_normalizer()) {
  for (char32_t c = 0; c < parts_ascii_.size(); ++c) {
    parts_ascii_[c] = normalizer_.becomes_space(c);
  }
}

void WordReader::read(std::string_view text, Scratch& scratch, std::vector<uint32_t>& words) const {
  words.clear();
  normalizer_.normalize_words(text, scratch.normalized);
  for_each_word_hash(scratch.normalized, /*by_script=*/true, [&](uint64_t word) {
    words.push_back(static_cast<uint32_t>(mix_bits(word) >> 32));
  });
}

size_t WordReader::count(std::string_view piece, Scratch& scratch) const {
  normalizer_.normalize_words(piece, scratch.normalized);
  size_t words = 0;
  for_each_word_hash(scratch.normalized, /*by_script=*/true, [&](uint64_t) { ++words; });
  return words;
}

// A piece has no space in it. Parts of it are normalised by themselves where their characters do
// not depend on each other: before and behind a character of a script without spaces, but not
// before a mark.
template <class Use>
bool WordReader::each_of_piece(std::string_view text, Span piece, Scratch& scratch,
                               Use& use) const {
  size_t begin = piece.begin;
  bool after_alone = false;
  const auto use_up_to = [&](size_t end) {
    if (end == begin) return true;
    const size_t words = count(text.substr(begin, end - begin), scratch);
    const Span place{begin, end};
    begin = end;
    for (size_t i = 0; i < words; ++i) {
      if (!use(place)) return false;
    }
    return true;
  };
  for (size_t at = piece.begin; at < piece.end;) {
    const CodePoint next = decode_utf8(text, at);
    const bool alone = next.size != 0 && begins_word_alone(next.value);
    const bool parts =
        alone || (after_alone && next.size != 0 && !belongs_to_one_before(next.value));
    if (parts && !use_up_to(at)) return false;
    after_alone = alone || (after_alone && !parts);
    at += std::max(next.size, 1u);
  }
  return use_up_to(piece.end);
}

// Calls use(where it stands) for each word in order, until it returns false.
template <class Use>
void WordReader::each_place(std::string_view text, Scratch& scratch, Use&& use) const {
  Span piece;
  bool is_ascii = true;
  const auto end_piece = [&](size_t end) {
    piece.end = end;
    if (piece.size() == 0) return true;
    return is_ascii ? use(piece) : each_of_piece(text, piece, scratch, use);
  };
  for (size_t at = 0; at < text.size();) {
    const auto byte = static_cast<uint8_t>(text[at]);
    size_t size = 1;
    bool parts = false;
    if (byte < parts_ascii_.size()) {
      parts = parts_ascii_[byte];
    } else {
      const CodePoint next = decode_utf8(text, at);
      size = std::max(next.size, 1u);
      parts = next.size != 0 && normalizer_.becomes_space(next.value);
      is_ascii = is_ascii && parts;
    }
    if (parts) {
      if (!end_piece(at)) return;
      piece.begin = at + size;
      is_ascii = true;
    }
    at += size;
  }
  end_piece(text.size());
}

void WordReader::locate(std::string_view text, std::span<const Span> runs, Scratch& scratch,
                        std::span<Span> places) const {
  std::fill(places.begin(), places.end(), Span{text.size(), text.size()});
  // Runs by their ends, since they may overlap.
  std::vector<size_t> by_end(runs.size());
  for (size_t i = 0; i < runs.size(); ++i) by_end[i] = i;
  std::ranges::sort(by_end, {}, [&](size_t i) { return runs[i].end; });
  size_t begun = 0;
  size_t ended = 0;
  size_t word = 0;
  each_place(text, scratch, [&](Span place) {
    for (; begun < runs.size() && runs[begun].begin == word; ++begun) {
      places[begun].begin = place.begin;
    }
    ++word;
    for (; ended < runs.size() && runs[by_end[ended]].end == word; ++ended) {
      places[by_end[ended]].end = place.end;
    }
    return ended < runs.size();
  });
}

}  // namespace sluice::decontaminate
