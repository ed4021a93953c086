#include "unicode/normalize.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "unicode/hangul.h"
#include "unicode/normalization_table.h"
#include "unicode/utf8.h"

namespace sluice {
namespace {

using Entry = NormalizationTable::Entry;

// Vectors as GCC and Clang have them on every machine.
using Bytes = uint8_t __attribute__((vector_size(16)));
using Mask = decltype(Bytes{} == uint8_t{0});

constexpr size_t kBlock = 2 * sizeof(Bytes);
constexpr size_t kBeyond = 2;  // bytes behind a block that common() reads

Bytes load(const char* bytes) {
  Bytes loaded;
  std::memcpy(&loaded, bytes, sizeof loaded);
  return loaded;
}

bool all(Mask mask) {
  std::array<uint64_t, 2> halves;
  std::memcpy(halves.data(), &mask, sizeof mask);
  return (halves[0] & halves[1]) == ~uint64_t{0};
}

Mask within(Bytes bytes, uint8_t first, uint8_t last) {
  return bytes - first <= static_cast<uint8_t>(last - first);
}

// Which bytes belong to code points that are stable whatever stands beside them: all below 0xCC (up
// to U+02FF, and what continues a sequence), and the leads of the letters of Cyrillic (D0, D1), of
// CJK from U+4000 (E4..E9) and of Hangul (EB..ED).
Mask plain(Bytes bytes) {
  return (bytes < uint8_t{0xCC}) | within(bytes, 0xD0, 0xD1) | within(bytes, 0xE4, 0xE9) |
         within(bytes, 0xEB, 0xED);
}

// The same with more of what is common, told by two or three bytes, at a fraction of the speed.
Mask common(const char* bytes) {
  const Bytes lead = load(bytes);
  const Bytes second = load(bytes + 1);
  const Bytes third = load(bytes + 2);
  // U+0380..03FF but the Greek ano teleia; U+2002..203F: dashes, quotation marks, …
  const Mask greek =
      (lead == uint8_t{0xCF}) | ((lead == uint8_t{0xCE}) & (second != uint8_t{0x87}));
  const Mask general =
      (lead == uint8_t{0xE2}) & (second == uint8_t{0x80}) & (third >= uint8_t{0x82});
  // U+3000..30FF but the marks there; U+FF00..FF7F: full-width forms.
  const Mask cjk = (second == uint8_t{0x80}) & ~within(third, 0xAA, 0xAF);
  const Mask kana =
      within(second, 0x81, 0x83) & ~((second == uint8_t{0x82}) & within(third, 0x99, 0x9A));
  const Mask wide = (lead == uint8_t{0xEF}) & within(second, 0xBC, 0xBD);
  return plain(lead) | greek | general | ((lead == uint8_t{0xE3}) & (cjk | kana)) | wide;
}

bool is_stable_block(const char* bytes) {
  const char* half = bytes + sizeof(Bytes);
  return all(plain(load(bytes)) & plain(load(half))) || all(common(bytes) & common(half));
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
    decompose_fully(text);
    compose_marks();
  }
  void decompose_fully(std::string_view text) {
    decompose(text);
    order();
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

  // Appends normal form D.
  void append_decomposed_to(std::string& out);

 private:
  // The segment that is being read.
  struct Open {
    size_t begin = 0;
    char32_t starter = 0;    // its last; 0 if there is none
    uint8_t last_class = 0;  // of what stands behind the starter; 0 if nothing
  };
  enum class Outcome : uint8_t { normal, not_normal, unclear };
  Outcome add(char32_t value, Entry entry, Open& open) const;

  size_t skip_stable(size_t from) const;
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
  size_t stretch = kBlock;  // looked at by code points before a block is tried again
  while (at < text_.size()) {
    const size_t behind = skip_stable(at);
    if (behind != at) stretch = kBlock;
    at = behind;
    const size_t stop = std::min(at + stretch, text_.size());
    stretch = std::min(2 * stretch, 16 * kBlock);
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

void Normalizer::append_decomposed_to(std::string& out) {
  for (size_t at = 0; at < text_.size();) {
    // The last of a run of ASCII may have marks behind it.
    const size_t ascii = at + find_non_ascii(text_.substr(at));
    if (ascii > at + 1 || ascii == text_.size()) {
      const size_t end = ascii == text_.size() ? ascii : ascii - 1;
      out.append(text_, at, end - at);
      at = end;
      continue;
    }
    const CodePoint next = decode_utf8(text_, at);
    if (next.size == 0) {
      out.push_back(text_[at++]);
      continue;
    }
    const size_t end = segment_end(at);
    if (end == at + next.size && !table_.find(next.value).decomposes() &&
        !hangul::is_syllable(next.value)) {
      out.append(text_, at, next.size);
    } else {
      segment_.decompose_fully(text_.substr(at, end - at));
      segment_.append_to(out);
    }
    at = end;
  }
}

// UAX #15's quick check, which leaves open whether a code point composes with what stands before
// it; that is looked up here. Unclear remains what follows a starter that decomposes: the starter
// may come apart and be put together otherwise (é + dot below is ẹ + acute). No Hangul syllable
// ever is.
Normalizer::Outcome Normalizer::add(char32_t value, Entry entry, Open& open) const {
  const uint8_t combining_class = entry.combining_class();
  if (entry.is_never_in_nfc()) return Outcome::not_normal;
  if (combining_class != 0 && combining_class < open.last_class) return Outcome::not_normal;
  if (entry.may_compose_back()) {
    if (table_.find(open.starter).decomposes()) return Outcome::unclear;
    const bool blocked = open.last_class != 0 && open.last_class >= combining_class;
    if (!blocked && compose(table_, open.starter, value) != 0) return Outcome::not_normal;
  }
  if (combining_class == 0) open.starter = value;
  open.last_class = combining_class;
  return Outcome::normal;
}

// Skips blocks of stable code points, to the beginning of the last code point of the last of them
// (it may go on behind the block, and a mark may follow it).
size_t Normalizer::skip_stable(size_t from) const {
  size_t end = from;
  while (text_.size() - end >= kBlock + kBeyond && is_stable_block(text_.data() + end)) {
    end += kBlock;
  }
  if (end == from) return from;
  size_t last = end - 1;
  while (end - last < 4 && (static_cast<uint8_t>(text_[last]) & 0xC0) == 0x80) --last;
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

void to_nfd(std::string_view text, std::string& out) { Normalizer(text).append_decomposed_to(out); }

}  // namespace sluice
