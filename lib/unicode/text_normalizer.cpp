#include "unicode/text_normalizer.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <cstring>

#include "base/ascii.h"
#include "unicode/general_category.h"
#include "unicode/hangul.h"
#include "unicode/normalization_table.h"
#include "unicode/normalize.h"
#include "unicode/utf8.h"

namespace sluice {
namespace {

constexpr char32_t kCodePoints = 0x110000;
constexpr char32_t kEmptyPlanes = 0x40000;  // 4 to 13: nothing was ever assigned there
constexpr char32_t kLastPlanes = 0xE0000;
constexpr size_t kMostGrowth = 3;  // of all decompositions in UTF-8 (Unicode Standard Annex #15)
constexpr size_t kShort = 4;       // bytes: any code point's
constexpr char32_t kSigma = 0x3A3;
constexpr std::string_view kSmallSigma = "\u03C3";
constexpr std::string_view kFinalSigma = "\u03C2";
constexpr char32_t kCapitalDottedI = 0x130;
constexpr CategorySet kNonspacing = set_of(GeneralCategory::Mn);

const CategoryTable& categories() { return CategoryTable::of(UnicodeVersion::v15_0); }

UChar32 icu(char32_t code_point) { return static_cast<UChar32>(code_point); }

void append(char32_t code_point, std::string& out) {
  std::array<char, 4> bytes;
  out.append(bytes.data(), encode_utf8(code_point, bytes.data()));
}

// str.isspace.
bool is_white_space(char32_t code_point) {
  return categories().is(code_point, kWhiteSpace) || (code_point >= 0x1C && code_point <= 0x1F);
}

// What two numbers may have between them and be one.
bool joins_digits(char32_t code_point) {
  switch (code_point) {
    case U'.':
    case U',':
    case 0x060C:  // Arabic comma
    case 0x066B:  // Arabic decimal separator
    case 0x2396:  // decimal separator key symbol, and its kin
    case 0x2397:
    case 0x2398:
      return true;
    default:
      return false;
  }
}

// The character that ends before `at`, or {} if none does.
CodePoint character_before(std::string_view text, size_t at) {
  if (at == 0) return {};
  size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && continues_character(text[begin])) --begin;
  const CodePoint found = decode_utf8(text.substr(0, at), begin);
  return begin + found.size == at ? found : CodePoint{};
}

// The condition Final_Sigma (The Unicode Standard, table 3-17): a cased letter before, none behind,
// whatever is ignorable between. Linear in all: what one sigma looks at, the next does not pass.
bool is_final_sigma(std::string_view text, size_t at, size_t end) {
  const auto is_ignorable = [](CodePoint c) {
    return c.size != 0 && u_hasBinaryProperty(icu(c.value), UCHAR_CASE_IGNORABLE);
  };
  const auto is_cased = [](CodePoint c) {
    return c.size != 0 && u_hasBinaryProperty(icu(c.value), UCHAR_CASED);
  };
  CodePoint before = character_before(text, at);
  while (is_ignorable(before)) {
    at -= before.size;
    before = character_before(text, at);
  }
  if (!is_cased(before)) return false;
  const auto next = [&] { return end < text.size() ? decode_utf8(text, end) : CodePoint{}; };
  CodePoint after = next();
  while (is_ignorable(after)) {
    end += after.size;
    after = next();
  }
  return !is_cased(after);
}

}  // namespace

bool is_optional_mark(char32_t code_point) {
  if (!categories().is(code_point, kNonspacing)) return false;
  if (code_point == 0x3099 || code_point == 0x309A) return false;  // kana's voicing marks
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(icu(code_point), &status)) {
    case USCRIPT_INHERITED:
    case USCRIPT_COMMON:
    case USCRIPT_LATIN:
    case USCRIPT_GREEK:
    case USCRIPT_CYRILLIC:
    case USCRIPT_HEBREW:
    case USCRIPT_ARABIC:
    case USCRIPT_SYRIAC:
      return true;
    default:
      return false;
  }
}

TextNormalizer::TextNormalizer(const Options& options)
    : options_(options), block_of_(kCodePoints >> kBlockShift), entries_(kBlockSize) {
  std::sort(options_.listed.begin(), options_.listed.end());
  ascii_.lower = options.lower;
  ascii_.squeeze = options.space;
  std::array<Entry, kBlockSize> block;
  for (char32_t begin = 0; begin < kCodePoints; begin += kBlockSize) {
    if (begin == kEmptyPlanes && options_.listed.empty()) begin = kLastPlanes;
    bool all_copied = true;
    for (char32_t i = 0; i < kBlockSize; ++i) {
      block[i] = make_entry(begin + i);
      all_copied = all_copied && block[i].action == Action::copy;
    }
    if (all_copied) continue;
    block_of_[begin >> kBlockShift] = static_cast<uint16_t>(entries_.size() >> kBlockShift);
    entries_.insert(entries_.end(), block.begin(), block.end());
  }
  for (char32_t code_point = 0; code_point < 0x80; ++code_point) add_ascii(code_point);
  ascii_words_ = ascii_;
  ascii_words_.squeeze = false;
  replacements_.append(kShort, '\0');  // so that kShort bytes of the last can be read, too
}

void TextNormalizer::add_ascii(char32_t code_point) {
  const auto bit = static_cast<uint8_t>(1 << (code_point >> 4));
  switch (find(code_point).action) {
    case Action::space:
      ascii_.spaces[code_point & 15] |= bit;
      break;
    case Action::copy:
    case Action::replace:  // capitals alone
      break;
    default:
      ascii_.stops[code_point & 15] |= bit;
  }
}

bool TextNormalizer::becomes_space(char32_t code_point) const {
  const bool white = is_white_space(code_point);
  if (white && options_.space) return true;
  switch (options_.punctuation) {
    case Punctuation::keep:
      return false;
    case Punctuation::all:
      return !white &&
             categories().is(code_point, kPunctuation | kSymbols | set_of(GeneralCategory::Cc));
    case Punctuation::listed:
      return std::binary_search(options_.listed.begin(), options_.listed.end(), code_point);
  }
  return false;
}

bool TextNormalizer::is_dropped(char32_t code_point) const {
  switch (options_.marks) {
    case Marks::keep:
    case Marks::compose:
      return false;
    case Marks::drop:
      return is_optional_mark(code_point) ||
             categories().is(code_point, set_of(GeneralCategory::Cf));
    case Marks::drop_all:
      return categories().is(code_point, kNonspacing);
  }
  return false;
}

std::string TextNormalizer::lowered(char32_t code_point) const {
  std::string lower;
  if (!options_.lower) {
    append(code_point, lower);
  } else if (code_point == kCapitalDottedI) {
    lower = "i\u0307";  // the one character whose lower case is two (SpecialCasing.txt)
  } else {
    append(static_cast<char32_t>(u_tolower(icu(code_point))), lower);
  }
  return lower;
}

// The code point by itself, through lower case and marks.
std::string TextNormalizer::mapped(char32_t code_point) const {
  std::string lower = lowered(code_point);
  if (options_.marks == Marks::keep) return lower;
  std::string decomposed;
  to_nfd(lower, decomposed);
  std::string kept;
  for (size_t at = 0; at < decomposed.size();) {
    const CodePoint part = decode_utf8(decomposed, at);
    if (!is_dropped(part.value)) kept.append(decomposed, at, part.size);
    at += part.size;
  }
  if (options_.marks == Marks::drop_all) return kept;
  std::string composed;
  to_nfc(kept, composed);
  return composed;
}

// A text made of such parts is in its normal form, but where a part begins with what may combine or
// change places with what is before it, or ends with what is such a thing itself.
bool TextNormalizer::depends_on_neighbours(std::string_view mapped) const {
  const NormalizationTable& table = NormalizationTable::get();
  const auto first = table.find(decode_utf8(mapped, 0).value);
  const auto last = table.find(character_before(mapped, mapped.size()).value);
  if (options_.marks == Marks::drop_all) {
    return first.combining_class() != 0 || last.combining_class() != 0;
  }
  return !first.is_stable() || !last.is_stable();
}

TextNormalizer::Entry TextNormalizer::replaced_by(std::string_view bytes, Action action) {
  const size_t at = replacements_.size();
  replacements_.append(bytes);
  return {action, static_cast<uint8_t>(bytes.size()), static_cast<uint16_t>(at)};
}

TextNormalizer::Entry TextNormalizer::make_entry(char32_t code_point) {
  if (is_surrogate(code_point)) return {};
  const char32_t lower =
      options_.lower ? static_cast<char32_t>(u_tolower(icu(code_point))) : code_point;
  if (options_.digits && categories().is(code_point, set_of(GeneralCategory::Nd))) {
    return {.action = Action::digit};
  }
  if (becomes_space(lower)) return {.action = Action::space};
  if (options_.lower && code_point == kSigma) return {.action = Action::sigma};
  if (hangul::is_syllable(code_point)) {
    return {.action = options_.marks == Marks::drop_all ? Action::syllable : Action::copy};
  }
  const NormalizationTable::Entry normal = NormalizationTable::get().find(lower);
  const bool plain = options_.marks == Marks::keep ||
                     (normal.is_stable() && !normal.decomposes() && !is_dropped(lower));
  if (plain && lower == code_point) return {};

  const std::string form = mapped(code_point);
  if (form.empty()) return {.action = Action::drop};
  std::string same;
  append(code_point, same);
  if (options_.marks != Marks::keep && depends_on_neighbours(form)) {
    return form == same ? Entry{.action = Action::run} : replaced_by(form, Action::run);
  }
  return form == same ? Entry{} : replaced_by(form, Action::replace);
}

// One text on its way through.
class TextNormalizerPass {
 public:
  TextNormalizerPass(const TextNormalizer& rules, const AsciiFold& ascii, std::string_view text,
                     Buffer& out)
      : rules_(rules), ascii_(ascii), text_(text), squeeze_(ascii.squeeze), after_space_(squeeze_) {
    out.clear();
    begin_ = to_ = out.grow(kMostGrowth * text.size() + kAsciiFoldRoom);
  }

  // Returns how many bytes were written.
  size_t run() {
    while (at_ < text_.size()) {
      fold();
      if (at_ == text_.size()) break;
      do {
        step();
      } while (at_ < text_.size() && !is_ascii_ahead());
    }
    if (squeeze_ && after_space_ && to_ != begin_) --to_;
    return written().size();
  }

 private:
  using Action = TextNormalizer::Action;
  using Entry = TextNormalizer::Entry;

  // Enough of it to be worth a call of fold().
  bool is_ascii_ahead() const {
    uint64_t ahead;
    if (text_.size() - at_ < sizeof ahead) return false;
    std::memcpy(&ahead, text_.data() + at_, sizeof ahead);
    return (ahead & 0x8080808080808080) == 0;
  }

  void fold() {
    const AsciiFolded folded = fold_ascii(ascii_, text_.substr(at_), after_space_, to_);
    to_ += folded.written;
    at_ += folded.read;
    after_space_ = squeeze_ && folded.after_space;
  }

  void write(std::string_view bytes) {
    std::memcpy(to_, bytes.data(), bytes.size());
    to_ += bytes.size();
    after_space_ = false;
  }
  // The same of few bytes, of which kShort can be read: copies of a known size are faster.
  void write_short(const char* bytes, size_t size) {
    std::memcpy(to_, bytes, kShort);
    to_ += size;
    after_space_ = false;
  }
  void write_space() {
    if (after_space_) return;
    *to_++ = ' ';
    after_space_ = squeeze_;
  }

  std::string_view written() const { return {begin_, static_cast<size_t>(to_ - begin_)}; }

  std::string_view bytes_of(CodePoint c, Entry entry, size_t at) const {
    if (entry.size == 0) return text_.substr(at, c.size);
    return {rules_.replacements_.data() + entry.at, entry.size};
  }

  void step();
  void fold_number();
  size_t digits_end(size_t from) const;
  void write_syllable(char32_t syllable);
  void normalize_run();
  bool copy_run();
  void decompose_run();
  void compose_run();
  // Calls use(code point, its entry, where it is) for each of a run's, until that returns false;
  // returns whether it never did, with the run's end in `end`.
  template <class Use>
  bool each_of_run(size_t& end, Use&& use) const;

  const TextNormalizer& rules_;
  const AsciiFold& ascii_;
  const std::string_view text_;
  char* begin_;  // of what is written, with room for all that may be
  char* to_;
  const bool squeeze_;
  bool after_space_;  // or at the beginning; never if nothing is squeezed
  size_t at_ = 0;
  std::string run_;
  std::string normal_;
};

void TextNormalizerPass::step() {
  const CodePoint next = decode_utf8(text_, at_);
  if (next.size == 0) {
    write(text_.substr(at_++, 1));
    return;
  }
  const Entry entry = rules_.find(next.value);
  switch (entry.action) {
    case Action::copy:
      if (text_.size() - at_ >= kShort) {
        write_short(text_.data() + at_, next.size);
      } else {
        write(text_.substr(at_, next.size));
      }
      break;
    case Action::replace:
      if (entry.size <= kShort) {
        write_short(rules_.replacements_.data() + entry.at, entry.size);
      } else {
        write(bytes_of(next, entry, at_));
      }
      break;
    case Action::space:
      write_space();
      break;
    case Action::drop:
      break;
    case Action::digit:
      fold_number();
      return;
    case Action::sigma:
      write(is_final_sigma(text_, at_, at_ + next.size) ? kFinalSigma : kSmallSigma);
      break;
    case Action::syllable:
      write_syllable(next.value);
      break;
    case Action::run:
      normalize_run();
      return;
  }
  at_ += next.size;
}

size_t TextNormalizerPass::digits_end(size_t from) const {
  while (from < text_.size()) {
    const CodePoint next = decode_utf8(text_, from);
    if (next.size == 0 || rules_.find(next.value).action != Action::digit) break;
    from += next.size;
  }
  return from;
}

void TextNormalizerPass::fold_number() {
  write("0");
  at_ = digits_end(at_);
  if (at_ == text_.size()) return;
  const CodePoint between = decode_utf8(text_, at_);
  if (between.size == 0 || !joins_digits(between.value)) return;
  const size_t begin = at_ + between.size;
  const size_t end = digits_end(begin);
  if (end != begin) at_ = end;
}

void TextNormalizerPass::write_syllable(char32_t syllable) {
  hangul::decompose(syllable, [this](char32_t jamo) {
    std::array<char, 4> bytes;
    write({bytes.data(), encode_utf8(jamo, bytes.data())});
  });
}

template <class Use>
bool TextNormalizerPass::each_of_run(size_t& end, Use&& use) const {
  end = at_;
  while (end < text_.size()) {
    const CodePoint next = decode_utf8(text_, end);
    if (next.size == 0) break;
    const Entry entry = rules_.find(next.value);
    if (entry.action != Action::run && entry.action != Action::drop) break;
    if (!use(next, entry, end)) return false;
    end += next.size;
  }
  return true;
}

void TextNormalizerPass::normalize_run() {
  if (rules_.options_.marks == Marks::drop_all) {
    decompose_run();
  } else if (!copy_run()) {
    compose_run();
  }
}

// Writes the run as it is, if that and what stands before it are in normal form: nearly always.
bool TextNormalizerPass::copy_run() {
  const NormalizationTable& table = NormalizationTable::get();
  char* const begin = to_;
  const CodePoint before = character_before(written(), written().size());
  char32_t starter = before.size == 0 ? 0 : before.value;
  uint8_t last_class = 0;  // of what stands behind the starter
  const auto is_in_order = [&](char32_t part) {
    const NormalizationTable::Entry entry = table.find(part);
    const uint8_t combining_class = entry.combining_class();
    if (combining_class != 0 && combining_class < last_class) return false;
    if (entry.may_compose_back()) {
      // What the starter holds already may give way: é + dot below is ẹ + acute.
      if (table.find(starter).decomposes()) return false;
      if (table.compose(starter, part) != 0 || hangul::compose(starter, part) != 0) return false;
    }
    if (combining_class == 0) starter = part;
    last_class = combining_class;
    return true;
  };
  size_t end = at_;
  const bool in_order = each_of_run(end, [&](CodePoint next, Entry entry, size_t at) {
    if (entry.action == Action::drop) return true;
    const std::string_view form = bytes_of(next, entry, at);
    for (size_t i = 0; i < form.size();) {
      const CodePoint part = decode_utf8(form, i);
      if (!is_in_order(part.value)) return false;
      i += part.size;
    }
    to_ = std::copy(form.begin(), form.end(), to_);
    return true;
  });
  if (!in_order) {
    to_ = begin;
    return false;
  }
  at_ = end;
  after_space_ = false;
  return true;
}

// Together with the character before it.
void TextNormalizerPass::compose_run() {
  const CodePoint before = character_before(written(), written().size());
  to_ -= before.size;
  run_.assign(to_, before.size);
  size_t end = at_;
  each_of_run(end, [&](CodePoint next, Entry entry, size_t at) {
    if (entry.action == Action::run) run_.append(bytes_of(next, entry, at));
    return true;
  });
  normal_.clear();
  to_nfc(run_, normal_);
  write(normal_);
  at_ = end;
}

// Marks that are dropped keep others apart until all are in order.
void TextNormalizerPass::decompose_run() {
  run_.clear();
  size_t end = at_;
  each_of_run(end, [&](CodePoint next, Entry, size_t) {
    run_.append(rules_.lowered(next.value));
    return true;
  });
  normal_.clear();
  to_nfd(run_, normal_);
  for (size_t at = 0; at < normal_.size();) {
    const CodePoint part = decode_utf8(normal_, at);
    if (!rules_.is_dropped(part.value)) write({normal_.data() + at, part.size});
    at += part.size;
  }
  at_ = end;
}

void TextNormalizer::normalize(std::string_view text, Buffer& out) const {
  out.truncate(TextNormalizerPass(*this, ascii_, text, out).run());
}

void TextNormalizer::normalize_words(std::string_view text, Buffer& out) const {
  out.truncate(TextNormalizerPass(*this, ascii_words_, text, out).run());
}

}  // namespace sluice
