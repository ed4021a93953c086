#include "extract/line_writer.h"

#include <algorithm>
#include <array>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "extract/characters.h"

namespace sluice::extract {
namespace {

enum class ByteClass : uint8_t {
  plain,    // written as it is
  space,    // ASCII white space
  careful,  // a control character, or the lead of some that are not written as they are
  sign,     // may be markup in Markdown
};
using ByteClasses = std::array<ByteClass, 256>;

constexpr ByteClasses classes_of(std::string_view signs) {
  ByteClasses classes{};
  for (size_t byte = 0; byte < 0x20; ++byte) classes[byte] = ByteClass::careful;
  for (const size_t byte : {0x7F, 0xC2, 0xE1, 0xE2, 0xE3, 0xEF}) classes[byte] = ByteClass::careful;
  for (const char byte : {' ', '\t', '\n', '\v', '\f', '\r'}) {
    classes[static_cast<size_t>(byte)] = ByteClass::space;
  }
  for (const char byte : signs) classes[static_cast<size_t>(byte)] = ByteClass::sign;
  return classes;
}

constexpr ByteClasses kTextClasses = classes_of("");
constexpr ByteClasses kMarkdownClasses = classes_of("\\`*_]<&~$|");

constexpr unsigned char byte_at(std::string_view text, size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Whether the character that a careful byte begins may be anything but shown: most dashes, quotes,
// kana are told from the rest by a byte or two.
bool needs_care(std::string_view text, size_t at) {
  const unsigned char first = byte_at(text, at);
  if (first < 0x80 || at + 1 >= text.size()) return true;
  const unsigned char second = byte_at(text, at + 1);
  switch (first) {
    case 0xC2:
      return second <= 0xA0 || second == 0xAD;
    case 0xE1:
      return second == 0x9A || second == 0xA0;
    case 0xE2:
      if (second == 0x80 && at + 2 < text.size()) {
        const unsigned char third = byte_at(text, at + 2);
        return third < 0x90 ||
               third > 0xA7;  // all but dashes, quotation marks, bullets, the ellipsis
      }
      return second == 0x80 || second == 0x81;
    case 0xE3:
      return second == 0x80 && (at + 2 >= text.size() || byte_at(text, at + 2) == 0x80);
    default:
      return second == 0xBB;
  }
}

constexpr bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
constexpr bool is_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}
constexpr bool is_blank(char byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }
constexpr bool is_word(char byte) {
  return is_letter(byte) || is_digit(byte) || static_cast<unsigned char>(byte) >= 0x80;
}
constexpr bool is_punctuation(char byte) {
  return byte > ' ' && byte < 0x7F && !is_letter(byte) && !is_digit(byte);
}

// How many bytes from `at` on are ASCII that is written as it is: graphic characters, and single
// spaces with such on both sides. `at` must not be the first byte if that is a space. May stop
// early.
#if defined(__SSE2__)
size_t plain_ascii(std::string_view text, size_t at) {
  constexpr size_t kStep = 16;
  const auto all = [](char byte) { return _mm_set1_epi8(byte); };
  const size_t begin = at;
  while (text.size() - at >= kStep) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    // Compared with sign, so that bytes from 0x80 on are below the space too.
    const __m128i other =
        _mm_or_si128(_mm_cmplt_epi8(bytes, all(' ')), _mm_cmpeq_epi8(bytes, all(0x7F)));
    const auto others = static_cast<uint32_t>(_mm_movemask_epi8(other));
    const auto spaces = static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, all(' '))));
    const bool goes_on =
        at + kStep < text.size() && text[at + kStep] > ' ' && text[at + kStep] < 0x7F;
    const uint32_t behind = (spaces | others) >> 1 | (goes_on ? 0u : 0x8000u);
    const uint32_t stops = others | (spaces & behind);
    if (stops != 0) return at + static_cast<size_t>(std::countr_zero(stops)) - begin;
    at += kStep;
  }
  return at - begin;
}
#else
size_t plain_ascii(std::string_view, size_t) { return 0; }
#endif

// "&amp;" and the like, "&#160;"; `text` begins with the ampersand.
bool is_reference(std::string_view text) {
  constexpr size_t kLongest = 34;  // CounterClockwiseContourIntegral and its signs
  size_t at = text.size() > 1 && text[1] == '#' ? 2 : 1;
  const size_t begin = at;
  while (at < std::min(text.size(), kLongest) && (is_letter(text[at]) || is_digit(text[at]))) ++at;
  return at > begin && at < text.size() && text[at] == ';';
}

std::string_view without_trailing_spaces(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

template <bool escaping>
void LineWriter::write(std::string_view text, bool keep_lines) {
  constexpr const ByteClasses& kClasses = escaping ? kMarkdownClasses : kTextClasses;
  const auto class_at = [&](size_t at) { return kClasses[byte_at(text, at)]; };
  const size_t size = text.size();
  for (size_t at = 0; at < size;) {
    const size_t begin = at;
    if (!escaping && class_at(at) == ByteClass::plain) at += plain_ascii(text, at);
    while (at < size) {
      const ByteClass kind = class_at(at);
      if (kind == ByteClass::plain) {
        ++at;
      } else if (kind == ByteClass::careful && !needs_care(text, at)) {
        at = std::min(at + (byte_at(text, at) < 0xE0 ? 2 : 3), size);
        if (!escaping) at += plain_ascii(text, at);
      } else if (text[at] == ' ' && at > begin && at + 1 < size &&
                 class_at(at + 1) == ByteClass::plain) {
        at += 2;  // one space between words stays as it is
      } else {
        break;
      }
    }
    if (at > begin) {
      if (gap_) close_gap(text.substr(begin));
      flush();
      size_t from = begin;
      if (escaping && line_start_) from = escape_line_start(text, begin);
      out_.append(text.substr(from, at - from));
    }
    if (at == size) break;
    if (class_at(at) == ByteClass::space) {
      bool line_end = false;
      for (; at < size && class_at(at) == ByteClass::space; ++at) {
        line_end = line_end || text[at] == '\n';
      }
      if (keep_lines && line_end) {
        line_break();
      } else {
        space();
      }
    } else if (escaping && class_at(at) == ByteClass::sign) {
      gap_ = false;
      flush();
      at = escape(text, at);
      line_start_ = false;
    } else {
      at = special(text, at, keep_lines);
    }
  }
}

// A character that may not be written as it is.
size_t LineWriter::special(std::string_view text, size_t at, bool keep_lines) {
  const Character next = next_character(text, at);
  switch (next.kind) {
    case CharacterKind::shown:
      gap_ = false;
      flush();
      out_.append(text.substr(at, next.size));
      line_start_ = false;
      break;
    case CharacterKind::space:
      space();
      break;
    case CharacterKind::line_end:
      if (keep_lines) {
        line_break();
      } else {
        space();
      }
      break;
    case CharacterKind::joiner:
      joiner(text, at, next.code_point, next.size);
      break;
    case CharacterKind::removed:
      break;
  }
  return at + next.size;
}

void LineWriter::joiner(std::string_view text, size_t at, char32_t code_point, size_t size) {
  if (!written_ || pending_ != Pending::none || at + size >= text.size()) return;
  const char32_t behind = next_character(text, at + size).code_point;
  if (joins(code_point, last_code_point(out_), behind)) out_.append(text.substr(at, size));
}

void LineWriter::collapse(std::string_view text) {
  if (escapes_) {
    unclosed_ = 0;
    write<true>(text, false);
  } else {
    write<false>(text, false);
  }
}

void LineWriter::collapse_lines(std::string_view text) {
  if (escapes_) {
    unclosed_ = 0;
    write<true>(text, true);
  } else {
    write<false>(text, true);
  }
}

void LineWriter::raw(std::string_view text) {
  write<false>(text, false);
  line_start_ = false;
}

void LineWriter::verbatim(std::string_view text) {
  const auto is_plain = [&](size_t at) {
    const ByteClass kind = kTextClasses[byte_at(text, at)];
    return kind == ByteClass::plain || (kind == ByteClass::careful && !needs_care(text, at));
  };
  gap_ = false;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    while (at < text.size() && is_plain(at)) ++at;
    if (at > begin) {
      flush();
      out_.append(text.substr(begin, at - begin));
      continue;
    }
    const Character next = next_character(text, at);
    if (next.kind == CharacterKind::space || next.kind == CharacterKind::line_end) {
      hold(next.kind == CharacterKind::line_end ? '\n' : next.code_point == '\t' ? '\t' : ' ');
      at += next.size;
    } else {
      at = special(text, at, false);
    }
  }
}

void LineWriter::hold(char white_space) {
  if (pending_ == Pending::space) held_ = " ";
  if (pending_ == Pending::line) held_ = "\n";
  pending_ = Pending::verbatim;
  held_ += one_line_ && white_space == '\n' ? ' ' : white_space;
}

void LineWriter::line_break() {
  gap_ = false;
  if (one_line_) {
    space();
  } else if (pending_ == Pending::verbatim) {
    held_ += '\n';
  } else {
    pending_ = Pending::line;
  }
}

std::string_view LineWriter::take_space(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Character next = next_character(text, at);
    if (next.kind == CharacterKind::shown) return text.substr(at);
    if (next.kind == CharacterKind::space || next.kind == CharacterKind::line_end) space();
    at += next.size;
  }
  return {};
}

void LineWriter::flush_slowly() {
  if (!written_) {
    out_ += lead_;
    written_ = true;
    line_start_ = true;
    // Of the white space before the first character, the indentation of its line counts.
    if (pending_ == Pending::verbatim) out_ += held_.substr(held_.rfind('\n') + 1);
  } else if (pending_ == Pending::space) {
    out_ += ' ';
  } else if (pending_ == Pending::line) {
    out_ += '\n';
    out_ += prefix_;
    line_start_ = true;
  } else {
    for (size_t i = 0; i < held_.size(); ++i) {
      out_ += held_[i];
      if (held_[i] != '\n') continue;
      const bool blank = i + 1 < held_.size() && held_[i + 1] == '\n';
      out_ += blank ? without_trailing_spaces(prefix_) : prefix_;
    }
  }
  pending_ = Pending::none;
  held_.clear();
}

void LineWriter::close_gap(std::string_view next) {
  constexpr char32_t kUnspaced = 0x2E80;  // from here on mostly scripts without spaces
  gap_ = false;
  if (pending_ != Pending::none || out_.empty()) return;
  const char32_t before = last_code_point(out_);
  const char32_t behind = next_character(next, 0).code_point;
  const auto is_in_word = [](char32_t code_point) {
    return code_point < 0x80 ? is_word(static_cast<char>(code_point)) : code_point < kUnspaced;
  };
  if (is_in_word(before) && is_in_word(behind)) space();
}

size_t LineWriter::escape_line_start(std::string_view text, size_t at) {
  line_start_ = false;
  const auto ends_at = [&](size_t i) { return i >= text.size() || is_blank(text[i]); };
  const char first = text[at];
  size_t end = at;
  if (first == '#') {
    while (end < text.size() && text[end] == '#') ++end;
    if (ends_at(end)) out_ += '\\';
  } else if (first == '-' || first == '+') {
    if (ends_at(at + 1) || text[at + 1] == first) out_ += '\\';
  } else if (first == '>' || first == '=') {
    out_ += '\\';
  } else if (is_digit(first)) {
    constexpr size_t kMostDigits = 9;
    while (end < text.size() && end - at <= kMostDigits && is_digit(text[end])) ++end;
    if (end < text.size() && (text[end] == '.' || text[end] == ')') && ends_at(end + 1)) {
      out_.append(text.substr(at, end - at));
      out_ += '\\';
      return end;
    }
  }
  return at;
}

bool LineWriter::is_markup(std::string_view text, size_t at) const {
  const char next = at + 1 < text.size() ? text[at + 1] : '\n';
  const char before = out_.empty() || line_start_ ? '\n' : out_.back();
  switch (text[at]) {
    case '\\':
      return is_punctuation(next);
    case '`':
      return true;
    case '*':
      return line_start_ || !(is_blank(before) && is_blank(next));
    case '_':
      return !(is_word(before) && is_word(next)) && !(is_blank(before) && is_blank(next));
    case ']':
      return next == '(' || next == '[' || next == ':';
    case '<':
      return is_letter(next) || next == '/' || next == '!' || next == '?';
    case '&':
      return is_reference(text.substr(at));
    case '~':
      return next == '~' || before == '~';
    default:
      return text[at] == '|' && in_table_;
  }
}

size_t LineWriter::escape(std::string_view text, size_t at) {
  if (text[at] == '$' || text[at] == '\\') {
    if (const size_t end = math(text, at); end > at) {
      write<false>(text.substr(at, end - at), false);
      return end;
    }
  }
  if (is_markup(text, at)) out_ += '\\';
  out_ += text[at];
  return at + 1;
}

// The end of a formula in delimiters that begins at `at`, or `at`: what is within is no Markdown.
size_t LineWriter::math(std::string_view text, size_t at) {
  constexpr uint8_t kDollar = 1 << 2;
  constexpr std::array<std::array<std::string_view, 2>, 3> kPairs = {
      {{"$$", "$$"}, {"\\(", "\\)"}, {"\\[", "\\]"}}};
  const std::string_view rest = text.substr(at);
  for (size_t pair = 0; pair < kPairs.size(); ++pair) {
    const auto& [opening, closing] = kPairs[pair];
    if (!rest.starts_with(opening)) continue;
    const auto bit = static_cast<uint8_t>(kDollar << (pair + 1));
    if ((unclosed_ & bit) != 0) return at;
    const size_t end = text.find(closing, at + opening.size());
    if (end != std::string_view::npos) return end + closing.size();
    unclosed_ |= bit;
    return at;
  }
  // By Pandoc's rule a formula's dollars touch it, and no digit follows: "from $5 to $10" is none.
  if (text[at] != '$' || (unclosed_ & kDollar) != 0) return at;
  if (at + 1 >= text.size() || is_blank(text[at + 1])) return at;
  for (size_t end = text.find('$', at + 1); end != std::string_view::npos;
       end = text.find('$', end + 1)) {
    const bool digit = end + 1 < text.size() && is_digit(text[end + 1]);
    if (!is_blank(text[end - 1]) && !digit) return end + 1;
  }
  unclosed_ |= kDollar;
  return at;
}

}  // namespace sluice::extract
