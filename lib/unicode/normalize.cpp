#include "unicode/normalize.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "unicode/hangul.h"
#include "unicode/normalization_table.h"
#include "unicode/utf8.h"

namespace sluice {
namespace {

using Entry = NormalizationTable::Entry;

constexpr size_t kBlock = 32;

// Whether these bytes belong to code points that are stable whatever stands beside them: all bytes
// below 0xCC (up to U+02FF, and what continues a sequence), and the leads of the letters of Cyrillic
// (D0, D1), of CJK from U+4000 (E4..E9) and of Hangul (EB..ED). Without a branch, so that compilers
// make it a few vector instructions.
bool is_plain_block(const char* bytes) {
  uint8_t others = 0;
  for (size_t i = 0; i < kBlock; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    const bool plain = byte < 0xCC || (byte & 0xFE) == 0xD0 ||
                       static_cast<uint8_t>(byte - 0xE4) < 6 ||
                       static_cast<uint8_t>(byte - 0xEB) < 3;
    others |= static_cast<uint8_t>(!plain);
  }
  return others == 0;
}

char32_t compose(const NormalizationTable& table, char32_t first, char32_t second) {
  const char32_t syllable = hangul::compose(first, second);
  return syllable != 0 ? syllable : table.compose(first, second);
}

// A stable code point and what follows it up to the next, as code points with their classes.
class Segment {
 public:
  explicit Segment(const NormalizationTable& table) : table_(table) {}

  void normalize(std::string_view text) {
    decompose(text);
    order();
    compose_marks();
  }
  void append_to(std::string& out) const {
    std::array<char, 4> bytes;
    for (const Item& item : items_) out.append(bytes.data(), encode_utf8(item.value, bytes.data()));
  }
  bool spells(std::string_view text) const {
    size_t at = 0;
    for (const Item& item : items_) {
      const CodePoint next = at < text.size() ? decode_utf8(text, at) : CodePoint{};
      if (next.size == 0 || next.value != item.value) return false;
      at += next.size;
    }
    return at == text.size();
  }

 private:
  struct Item {
    char32_t value;
    uint8_t combining_class;
  };

  void push(char32_t value) { items_.push_back({value, table_.find(value).combining_class()}); }
  void decompose(std::string_view text);
  void order();
  void sort(std::span<Item> marks);
  void compose_marks();

  const NormalizationTable& table_;
  std::vector<Item> items_;
  std::vector<Item> unsorted_;
};

void Segment::decompose(std::string_view text) {
  items_.clear();
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    const Entry entry = table_.find(next.value);
    if (entry.decomposes()) {
      for (const char32_t part : table_.decomposition(entry)) push(part);
    } else if (hangul::is_syllable(next.value)) {
      hangul::decompose(next.value, [this](char32_t jamo) { push(jamo); });
    } else {
      push(next.value);
    }
    at += next.size;
  }
}

// The canonical ordering algorithm: within a run of marks, by class; equal ones stay in order.
void Segment::order() {
  const auto is_mark = [](const Item& item) { return item.combining_class != 0; };
  for (auto begin = items_.begin(); begin != items_.end();) {
    begin = std::find_if(begin, items_.end(), is_mark);
    const auto end = std::find_if_not(begin, items_.end(), is_mark);
    sort({begin, end});
    begin = end;
  }
}

void Segment::sort(std::span<Item> marks) {
  const auto by_class = [](const Item& a, const Item& b) {
    return a.combining_class < b.combining_class;
  };
  if (std::is_sorted(marks.begin(), marks.end(), by_class)) return;
  if (marks.size() <= 16) {
    for (auto next = marks.begin() + 1; next != marks.end(); ++next) {
      std::rotate(std::upper_bound(marks.begin(), next, *next, by_class), next, next + 1);
    }
    return;
  }
  // A run may be as long as the text, but there are only so many classes: count them.
  std::array<size_t, 257> places{};
  for (const Item& mark : marks) ++places[mark.combining_class + 1u];
  for (size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
  unsorted_.assign(marks.begin(), marks.end());
  for (const Item& mark : unsorted_) marks[places[mark.combining_class]++] = mark;
}

// The canonical composition algorithm: each code point joins the last starter, unless something
// between them blocks it (another starter, or a mark of the same or a higher class).
void Segment::compose_marks() {
  size_t kept = 0;
  size_t starter = items_.size();  // none
  uint8_t last_class = 0;          // of what was kept behind the starter; 0 if nothing
  for (const Item& item : items_) {
    const bool adjacent = starter + 1 == kept;
    if (starter < kept && (adjacent || last_class < item.combining_class)) {
      if (const char32_t composed = compose(table_, items_[starter].value, item.value)) {
        items_[starter].value = composed;
        continue;
      }
    }
    if (item.combining_class == 0) starter = kept;
    last_class = item.combining_class;
    items_[kept++] = item;
  }
  items_.resize(kept);
}

// Finds and mends the segments of a text that are not in normal form.
class Normalizer {
 public:
  explicit Normalizer(std::string_view text) : text_(text) {}

  // Where the first segment begins that is not in NFC, from the beginning of a segment on; the
  // text's size if there is none.
  size_t find_unnormalized(size_t from);

  // Appends the normal form of the text, of which find_unnormalized(0) is known.
  void append_to(std::string& out, size_t unnormalized) {
    size_t done = 0;
    while (unnormalized < text_.size()) {
      out.append(text_, done, unnormalized - done);
      done = segment_end(unnormalized);
      segment_.normalize(text_.substr(unnormalized, done - unnormalized));
      segment_.append_to(out);
      unnormalized = find_unnormalized(done);
    }
    out.append(text_, done);
  }

 private:
  // The segment that is being read.
  struct Open {
    size_t begin = 0;
    char32_t starter = 0;    // its last; 0 if there is none
    uint8_t last_class = 0;  // of what stands behind the starter; 0 if nothing
  };
  enum class Outcome : uint8_t { normal, not_normal, unclear };
  Outcome add(char32_t value, Entry entry, Open& open) const;

  size_t skip_plain(size_t at) const;
  size_t segment_end(size_t begin) const;
  bool is_normal(size_t begin, size_t end) {
    const std::string_view text = text_.substr(begin, end - begin);
    segment_.normalize(text);
    return segment_.spells(text);
  }

  std::string_view text_;
  const NormalizationTable& table_ = NormalizationTable::get();
  Segment segment_{table_};
};

size_t Normalizer::find_unnormalized(size_t from) {
  size_t at = from;
  Open open{.begin = from};
  while (at < text_.size()) {
    at = skip_plain(at);
    const size_t stop = std::min(at + kBlock, text_.size());
    while (at < stop) {
      const CodePoint next = decode_utf8(text_, at);
      const Entry entry = table_.find(next.value);
      if (entry.is_stable()) {
        // A stray byte is no part of the segment that begins behind it.
        open = {.begin = next.size == 0 ? at + 1 : at, .starter = next.value};
        at += std::max(next.size, 1u);
        continue;
      }
      const Outcome outcome = add(next.value, entry, open);
      if (outcome == Outcome::not_normal) return open.begin;
      if (outcome == Outcome::normal) {
        at += next.size;
        continue;
      }
      at = segment_end(open.begin);
      if (!is_normal(open.begin, at)) return open.begin;
    }
  }
  return text_.size();
}

// UAX #15's quick check, which leaves open whether a code point composes with what stands before it;
// that is looked up here. Unclear remains what follows a starter that decomposes: the starter may
// come apart and be put together otherwise (é + dot below is ẹ + acute).
Normalizer::Outcome Normalizer::add(char32_t value, Entry entry, Open& open) const {
  const uint8_t combining_class = entry.combining_class();
  if (entry.is_never_in_nfc()) return Outcome::not_normal;
  if (combining_class != 0 && combining_class < open.last_class) return Outcome::not_normal;
  if (entry.may_compose_back()) {
    if (table_.find(open.starter).decomposes() || hangul::is_syllable(open.starter)) {
      return Outcome::unclear;
    }
    const bool blocked = open.last_class != 0 && open.last_class >= combining_class;
    if (!blocked && compose(table_, open.starter, value) != 0) return Outcome::not_normal;
  }
  if (combining_class == 0) open.starter = value;
  open.last_class = combining_class;
  return Outcome::normal;
}

// Skips blocks of plain bytes, to the beginning of the last code point of the last of them (it may
// go on behind the block, and a mark may follow it).
size_t Normalizer::skip_plain(size_t at) const {
  const size_t from = at;
  while (text_.size() - at >= kBlock && is_plain_block(text_.data() + at)) at += kBlock;
  if (at == from) return at;
  size_t last = at - 1;
  while (at - last < 4 && (static_cast<uint8_t>(text_[last]) & 0xC0) == 0x80) --last;
  return last;
}

// Where the next stable code point begins.
size_t Normalizer::segment_end(size_t begin) const {
  size_t at = begin;
  while (at < text_.size()) {
    const CodePoint next = decode_utf8(text_, at);
    if (at != begin && table_.find(next.value).is_stable()) break;
    at += next.size;
  }
  return at;
}

}  // namespace

bool is_nfc(std::string_view text) { return Normalizer(text).find_unnormalized(0) == text.size(); }

void to_nfc(std::string_view text, std::string& out) {
  Normalizer normalizer(text);
  normalizer.append_to(out, normalizer.find_unnormalized(0));
}

std::string_view nfc_view(std::string_view text, std::string& buffer) {
  Normalizer normalizer(text);
  const size_t unnormalized = normalizer.find_unnormalized(0);
  if (unnormalized == text.size()) return text;
  buffer.clear();
  normalizer.append_to(buffer, unnormalized);
  return buffer;
}

}  // namespace sluice
