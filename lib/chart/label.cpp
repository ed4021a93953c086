#include "chart/label.h"

#include <array>
#include <cstdint>

namespace sluice::chart {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr char32_t kEllipsis = 0x2026;

struct Decoded {
  char32_t c = kReplacement;
  size_t bytes = 1;
};

// The first code point, or U+FFFD for one byte if no well-formed sequence begins there.
Decoded decode_first(std::string_view text) {
  const auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t c = lead & (0x7Fu >> length);
  for (size_t at = 1; at < length; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return {};
    c = c << 6 | (byte(at) & 0x3F);
  }
  static constexpr std::array<char32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  if (c < kSmallest[length] || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) return {};
  return {c, length};
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
}

// Overrides and isolates reorder the text around them; a label has no business doing so.
bool is_bidi_control(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
}

bool is_noncharacter(char32_t c) { return (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF); }

char32_t clean(char32_t c) {
  if (c == '\t' || c == '\n' || c == '\r') return ' ';
  return is_control(c) || is_bidi_control(c) || is_noncharacter(c) ? kReplacement : c;
}

// East Asian wide and fullwidth characters and emoji, by block (UAX #11, coarsely).
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
         (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
         (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

double width_of(std::u32string_view text, Measure measure) {
  double width = 0;
  for (const char32_t c : text) width += measure(c);
  return width;
}

// How many characters fit in `limit`.
size_t fitting(std::u32string_view text, double limit, Measure measure) {
  size_t count = 0;
  double width = 0;
  while (count < text.size() && (width += measure(text[count])) <= limit) ++count;
  return count;
}

std::u32string elide(std::u32string_view text, double limit, Measure measure) {
  if (fitting(text, limit, measure) == text.size()) return std::u32string(text);
  if (limit < measure(kEllipsis)) return {};
  std::u32string kept(text.substr(0, fitting(text, limit - measure(kEllipsis), measure)));
  while (!kept.empty() && kept.back() == ' ') kept.pop_back();
  return kept + kEllipsis;
}

std::u32string_view skip_spaces(std::u32string_view text) {
  const size_t start = text.find_first_not_of(U' ');
  return start == std::u32string_view::npos ? std::u32string_view{} : text.substr(start);
}

// Where the first line of `text` ends: at the last space that fits, else within the word.
size_t line_end(std::u32string_view text, double limit, Measure measure) {
  const size_t fits = fitting(text, limit, measure);
  if (fits == text.size() || text[fits] == U' ') return fits;
  const size_t space = text.substr(0, fits).rfind(U' ');
  return space == std::u32string_view::npos ? fits : space;
}

}  // namespace

std::u32string decode(std::string_view text) {
  std::u32string points;
  while (!text.empty()) {
    const Decoded first = decode_first(text);
    points.push_back(clean(first.c));
    text.remove_prefix(first.bytes);
  }
  return points;
}

std::string encode(std::u32string_view text) {
  std::string bytes;
  const auto tail = [](char32_t bits) { return static_cast<char>(0x80 | (bits & 0x3F)); };
  for (const char32_t c : text) {
    if (c < 0x80) {
      bytes.push_back(static_cast<char>(c));
    } else if (c < 0x800) {
      bytes.append({static_cast<char>(0xC0 | c >> 6), tail(c)});
    } else if (c < 0x10000) {
      bytes.append({static_cast<char>(0xE0 | c >> 12), tail(c >> 6), tail(c)});
    } else {
      bytes.append({static_cast<char>(0xF0 | c >> 18), tail(c >> 12), tail(c >> 6), tail(c)});
    }
  }
  return bytes;
}

std::string escape_xml(std::string_view text) {
  std::string escaped;
  for (const char c : encode(decode(text))) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped.push_back(c);
    }
  }
  return escaped;
}

// Advances of DejaVu Sans, the widest of the faces that the charts ask for, rounded up.
double font_width(char32_t c) {
  if (is_wide(c)) return c >= 0x1F300 && c <= 0x1FAFF ? 1.4 : 1.05;
  if (c >= 0x80) return c == kEllipsis ? 1.0 : 0.9;
  const auto in = [c](std::string_view set) {
    return set.find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (in("ijlI'J")) return 0.30;
  if (in(" .,;:/|\\ftr()[]!-")) return 0.42;
  if (in("mMW@%")) return 1.0;
  if (in("wOQGDNHU+=<>~#&C")) return 0.84;
  return c >= 'A' && c <= 'Z' ? 0.70 : 0.64;
}

double columns(char32_t c) { return is_wide(c) ? 2 : 1; }

double width_of(std::string_view text, Measure measure) { return width_of(decode(text), measure); }

std::string elide(std::string_view text, double limit, Measure measure) {
  return encode(elide(decode(text), limit, measure));
}

Wrapped wrap(std::string_view text, double limit, size_t max_lines, Measure measure) {
  const std::u32string points = decode(text);
  std::u32string_view rest = skip_spaces(points);
  Wrapped wrapped;
  while (!rest.empty() && wrapped.lines.size() < max_lines) {
    const size_t end = line_end(rest, limit, measure);
    const bool last = wrapped.lines.size() + 1 == max_lines;
    if (end == 0 || (last && !skip_spaces(rest.substr(end)).empty())) break;
    if (end < rest.size() && rest[end] != U' ') wrapped.whole = false;
    std::u32string_view line = rest.substr(0, end);
    while (line.back() == U' ') line.remove_suffix(1);
    wrapped.lines.push_back(encode(line));
    rest = skip_spaces(rest.substr(end));
  }
  if (!rest.empty()) {
    wrapped.whole = false;
    const std::u32string cut = elide(rest, limit, measure);
    if (!cut.empty() && max_lines > 0) wrapped.lines.push_back(encode(cut));
  }
  return wrapped;
}

}  // namespace sluice::chart
