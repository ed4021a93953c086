#include "quality/version_numbers.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/ascii.h"
#include "unicode/letter_case.h"
#include "unicode/utf8.h"
#include "url/ip_address.h"

namespace sluice::quality {
namespace {

// A word that a number of a version or section follows, up to the number.
constexpr const char* kWord =
    "(?i)(?:"
    "(?:^|[^\\pL\\pN])(?:"
    "v|ver|vers|version(?:s|en|i|e|es)?|versi[oó]n(?:es)?|vers[aã]o|vers(?:ões|oes)|versies?|"
    "версия|версии|версию|wersj[aei]|verze|verzi[ao]|sürüm(?:ü)?|"
    "releases?|rel|revisions?|rev|builds?|firmware|fw|patch|hotfix|"
    "(?:updat|upgrad|downgrad|migrat)(?:e|es|ed|ing)|"
    "sections?|sec|subsections?|chapters?|clauses?|paragraphs?|abschnitt|kapitel|secci[oó]n|oid"
    ")|§|バージョン|版本|버전"
    ")"
    "[\\s.:=#§\"'“(\\[]{0,4}"
    "(?:(?:no|nr|number|is|was|to|from|than)[\\s.:]{1,3})?$";
// Between two numbers of a list.
constexpr const char* kBetween =
    "[\\s,;/&–—-]{0,4}(?:(?:and|or|to|through|until|und|oder|bis|et|ou|à|y|o|a|e|и|до|via|vs\\.?)"
    "\\s)?";

// So many bytes before a number tell what it is.
constexpr size_t kContext = 48;

char byte_at(std::string_view text, size_t at) { return at < text.size() ? text[at] : '\0'; }
char byte_before(std::string_view text, size_t at) { return at > 0 ? text[at - 1] : '\0'; }

// Of "8.8.8.0-8.8.8.9" the rest is an address, too.
bool begins_with_quad(std::string_view text) {
  constexpr size_t kLongest = 15;
  const std::string_view start = text.substr(0, kLongest);
  const size_t end = std::min(start.find_first_not_of("0123456789."), start.size());
  return url::parse_ipv4(start.substr(0, end)).has_value();
}

}  // namespace

bool VersionNumbers::holds(size_t begin, size_t end, bool joined, uint32_t quad) {
  const bool found = joined || is_joined(begin, end) || follows_number(begin) ||
                     follows_word(begin) || heads_section(begin, end, quad);
  last_end_ = end;
  last_holds_ = found;
  return found;
}

bool VersionNumbers::is_joined(size_t begin, size_t end) const {
  const char before = byte_before(text_, begin);
  const char behind = byte_at(text_, end);
  const auto joins = [](char byte) { return byte == '-' || byte == '+' || byte == '~'; };
  if (joins(behind) && is_alphanumeric(byte_at(text_, end + 1)) &&
      !begins_with_quad(text_.substr(end + 1))) {
    return true;
  }
  if (begin < 2 || !is_alphanumeric(text_[begin - 2])) return false;
  if (joins(before)) return last_end_ == 0 || last_end_ + 1 != begin;
  if (before != '/') return false;
  // A product and its version, unless a host or path is before the slash.
  size_t name = begin - 1;
  const size_t first = begin - std::min(begin, kContext);
  while (name > first &&
         (is_alphanumeric(text_[name - 1]) || text_[name - 1] == '_' || text_[name - 1] == '-')) {
    --name;
  }
  const char before_name = byte_before(text_, name);
  const bool has_letter = std::any_of(text_.begin() + static_cast<ptrdiff_t>(name),
                                      text_.begin() + static_cast<ptrdiff_t>(begin),
                                      [](char b) { return is_letter(b); });
  return has_letter && before_name != '.' && before_name != '/' && before_name != ':';
}

bool VersionNumbers::follows_word(size_t begin) const {
  static const re2::RE2 expression(kWord, re2::RE2::Quiet);
  const size_t from = character_boundary(text_, begin - std::min(begin, kContext));
  return re2::RE2::PartialMatch(text_.substr(from, begin - from), expression);
}

bool VersionNumbers::follows_number(size_t begin) const {
  static const re2::RE2 expression(kBetween, re2::RE2::Quiet);
  constexpr size_t kLongestGap = 16;
  if (!last_holds_ || begin - last_end_ > kLongestGap || begin == last_end_) return false;
  return re2::RE2::FullMatch(text_.substr(last_end_, begin - last_end_), expression);
}

bool VersionNumbers::heads_section(size_t begin, size_t end, uint32_t quad) const {
  constexpr uint32_t kHighestOctet = 20;
  for (const int shift : {0, 8, 16, 24}) {
    if ((quad >> shift & 0xFF) > kHighestOctet) return false;
  }
  const size_t first = begin - std::min(begin, kContext);
  size_t line = begin;
  while (line > first &&
         std::string_view(" \t#*").find(text_[line - 1]) != std::string_view::npos) {
    --line;
  }
  if (line > 0 && text_[line - 1] != '\n') return false;
  size_t title = end + (byte_at(text_, end) == '.' ? 1 : 0);
  const size_t blanks = text_.find_first_not_of(" \t", title);
  if (blanks == std::string_view::npos || blanks == title) return false;
  const CodePoint letter = decode_utf8(text_, blanks);
  return letter.size > 0 && is_uppercase(letter.value);
}

}  // namespace sluice::quality
