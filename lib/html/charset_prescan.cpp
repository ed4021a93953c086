#include "html/charset_prescan.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"

namespace sluice::html {
namespace {

struct Attribute {
  std::string_view name;  // empty: there are no more
  std::string_view value;
};

// A cursor over the bytes. Where a step runs into their end, `at` is their size, and the prescan is
// over: what was cut off does not count.
struct Scan {
  std::string_view bytes;
  size_t at = 0;

  bool ended() const { return at >= bytes.size(); }
  char byte() const { return bytes[at]; }
  void to_end() { at = bytes.size(); }

  bool begins(std::string_view text) const { return starts_ignoring_case(bytes.substr(at), text); }
  void skip_spaces() {
    while (!ended() && is_space(byte())) ++at;
  }
  void skip_to(char wanted) { at = std::min(bytes.find(wanted, at), bytes.size()); }

  std::string_view quoted_value() {
    const char quote = byte();
    const size_t begin = ++at;
    skip_to(quote);
    if (ended()) return {};
    return bytes.substr(begin, at++ - begin);
  }
  std::string_view value() {
    ++at;  // the '='
    skip_spaces();
    if (ended()) return {};
    if (byte() == '"' || byte() == '\'') return quoted_value();
    const size_t begin = at;
    while (!ended() && !is_space(byte()) && byte() != '>') ++at;
    return bytes.substr(begin, at - begin);
  }
  // "Get an attribute".
  Attribute attribute() {
    while (!ended() && (is_space(byte()) || byte() == '/')) ++at;
    if (ended() || byte() == '>') return {};
    const size_t begin = at;
    while (!ended() && !is_space(byte()) && byte() != '/' && byte() != '>' &&
           (byte() != '=' || at == begin)) {
      ++at;
    }
    const std::string_view name = bytes.substr(begin, at - begin);
    skip_spaces();
    if (ended() || byte() != '=') return {.name = name, .value = {}};
    return {.name = name, .value = value()};
  }
};

// "Extracting a character encoding from a meta element": what stands behind "charset=".
Encoding encoding_of_content(std::string_view content) {
  constexpr std::string_view kName = "charset";
  Scan scan{content};
  for (; !scan.ended(); ++scan.at) {
    if (!scan.begins(kName)) continue;
    scan.at += kName.size();
    scan.skip_spaces();
    if (scan.ended()) break;
    if (scan.byte() != '=') {
      --scan.at;
      continue;
    }
    ++scan.at;
    scan.skip_spaces();
    if (scan.ended()) break;
    if (scan.byte() == '"' || scan.byte() == '\'') return encoding_of_label(scan.quoted_value());
    const std::string_view rest = content.substr(scan.at);
    const size_t end = std::min(rest.find_first_of(" \t\n\f\r;"), rest.size());
    return encoding_of_label(rest.substr(0, end));
  }
  return Encoding::none;
}

// Behind "<meta". Encoding::none if it declares none.
Encoding read_meta(Scan& scan) {
  bool has_pragma = false;  // http-equiv=content-type
  bool seen_pragma = false;
  bool seen_content = false;
  bool seen_charset = false;
  Encoding of_content = Encoding::none;
  Encoding of_charset = Encoding::none;
  while (true) {
    const Attribute attribute = scan.attribute();
    if (scan.ended()) return Encoding::none;
    if (attribute.name.empty()) break;
    const auto is_first = [&](std::string_view name, bool& seen) {
      return equals_ignoring_case(attribute.name, name) && !std::exchange(seen, true);
    };
    if (is_first("http-equiv", seen_pragma)) {
      has_pragma = equals_ignoring_case(attribute.value, "content-type");
    } else if (is_first("content", seen_content)) {
      of_content = encoding_of_content(attribute.value);
    } else if (is_first("charset", seen_charset)) {
      of_charset = encoding_of_label(attribute.value);
    }
  }
  // A charset attribute counts even if its label is unknown.
  const Encoding encoding = seen_charset ? of_charset : has_pragma ? of_content : Encoding::none;
  if (is_utf_16(encoding)) return Encoding::utf_8;
  return encoding == Encoding::x_user_defined ? Encoding::windows_1252 : encoding;
}

Encoding prescan_markup(std::string_view bytes) {
  for (Scan scan{bytes}; !scan.ended(); ++scan.at) {
    scan.skip_to('<');
    if (scan.begins("<!--")) {
      const size_t end = bytes.find("-->", scan.at + 2);
      if (end == std::string_view::npos) return Encoding::none;
      scan.at = end + 2;
    } else if (scan.begins("<meta") && scan.at + 5 < bytes.size() &&
               (is_space(bytes[scan.at + 5]) || bytes[scan.at + 5] == '/')) {
      scan.at += 5;
      const Encoding encoding = read_meta(scan);
      if (encoding != Encoding::none) return encoding;
    } else {
      const std::string_view rest = bytes.substr(scan.at);
      const size_t letter = rest.size() > 1 && rest[1] == '/' ? 2 : 1;
      if (rest.size() > letter && is_letter(rest[letter])) {
        while (!scan.ended() && !is_space(scan.byte()) && scan.byte() != '>') ++scan.at;
        while (!scan.ended() && !scan.attribute().name.empty()) {
        }
      } else if (scan.begins("<!") || scan.begins("</") || scan.begins("<?")) {
        scan.skip_to('>');
      }
    }
  }
  return Encoding::none;
}

// "Get an XML encoding".
Encoding xml_encoding(std::string_view bytes) {
  constexpr std::string_view kName = "encoding";
  if (!bytes.starts_with("<?xml")) return Encoding::none;
  bytes = bytes.substr(0, bytes.find('>'));
  const size_t name = bytes.find(kName);
  if (name == std::string_view::npos) return Encoding::none;
  const auto skip_blanks = [&bytes](size_t at) {
    while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) <= ' ') ++at;
    return at;
  };
  size_t at = skip_blanks(name + kName.size());
  if (at == bytes.size() || bytes[at] != '=') return Encoding::none;
  at = skip_blanks(at + 1);
  if (at == bytes.size() || (bytes[at] != '"' && bytes[at] != '\'')) return Encoding::none;
  const size_t end = bytes.find(bytes[at], at + 1);
  if (end == std::string_view::npos) return Encoding::none;
  const Encoding encoding = encoding_of_label(bytes.substr(at + 1, end - at - 1));
  return is_utf_16(encoding) ? Encoding::utf_8 : encoding;
}

}  // namespace

Encoding prescan(std::string_view bytes) {
  const Encoding of_markup = prescan_markup(bytes);
  return of_markup != Encoding::none ? of_markup : xml_encoding(bytes);
}

}  // namespace sluice::html
