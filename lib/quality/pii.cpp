#include "quality/pii.h"

#include <re2/re2.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/error.h"
#include "base/hash.h"
#include "quality/version_numbers.h"
#include "url/ip_address.h"

namespace sluice::quality {
namespace {

constexpr size_t kNone = std::string_view::npos;

std::string email_expression() {
  const std::string atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
  const std::string label = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
  const std::string octet = "(?:25[0-5]|2[0-4][0-9]|[01]?[0-9][0-9]?)";
  const std::string name = "(?:" + label + "\\.)+[a-z][a-z0-9-]*[a-z0-9]";
  const std::string address = "\\[(?:" + octet + "\\.){3}" + octet + "\\]";
  return "(?i)\\b" + atom + "(?:\\." + atom + ")*@(?:" + name + "|" + address + ")";
}

constexpr std::string_view kImageEndings[] = {".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"};

bool is_local_byte(char byte) {
  return is_alphanumeric(byte) || std::string_view("!#$%&'*+/=?^_`{|}~-.").find(byte) != kNone;
}
bool is_local_byte_or_at(char byte) { return byte == '@' || is_local_byte(byte); }
bool is_domain_byte(char byte) { return is_alphanumeric(byte) || byte == '-' || byte == '.'; }
bool is_word_byte(char byte) { return is_alphanumeric(byte) || byte == '_'; }
bool is_ipv4_byte(char byte) { return is_digit(byte) || byte == '.'; }
bool is_ipv6_byte(char byte) { return hex_value(byte) >= 0 || byte == ':' || byte == '.'; }

char byte_at(std::string_view text, size_t at) { return at < text.size() ? text[at] : '\0'; }
char byte_before(std::string_view text, size_t at) { return at > 0 ? text[at - 1] : '\0'; }

// Where the run of such bytes that goes to `at` begins, not before `from`; where that at `at` ends.
template <class Is>
size_t run_begin(std::string_view text, size_t at, size_t from, Is is) {
  while (at > from && is(text[at - 1])) --at;
  return at;
}
template <class Is>
size_t run_end(std::string_view text, size_t at, Is is) {
  while (at < text.size() && is(text[at])) ++at;
  return at;
}

// Where what may be the domain of an address ends.
size_t domain_end(std::string_view text, size_t at) {
  constexpr size_t kLongestBracketed = 17;  // [255.255.255.255]
  if (byte_at(text, at) != '[') return run_end(text, at, is_domain_byte);
  const size_t close = text.substr(at, kLongestBracketed).find(']');
  return close == kNone ? at : at + close + 1;
}

bool is_image_name(std::string_view address) {
  return std::ranges::any_of(kImageEndings, [&](std::string_view ending) {
    return address.size() > ending.size() &&
           equals_ignoring_case(address.substr(address.size() - ending.size()), ending);
  });
}

Pii::Span span_of(size_t begin, size_t end, Pii::Kind kind) {
  return {.begin = static_cast<uint32_t>(begin),
          .size = static_cast<uint32_t>(end - begin),
          .kind = kind};
}

// "ann@[8.8.8.8].example" would be an address still if what is before the dot were replaced.
bool is_continued(std::string_view text, size_t end) {
  const size_t run = run_end(text, end, is_domain_byte);
  return std::ranges::any_of(text.substr(end, run - end), is_alphanumeric);
}

// What all spellings of an address have in common.
std::string identity_of(std::string_view address, Pii::Kind kind) {
  constexpr int kBits = 64;
  std::string identity;
  const auto parsed = kind == Pii::Kind::ipv6 ? url::parse_ipv6(address) : std::nullopt;
  if (!parsed) {
    std::ranges::transform(address, std::back_inserter(identity), to_lower);
    return identity;
  }
  for (const uint64_t half : {parsed->high, parsed->low}) {
    for (int shift = kBits; (shift -= 8) >= 0;) identity += static_cast<char>(half >> shift & 0xFF);
  }
  return identity;
}

// Whether letters or the like continue the quad from `begin` to `end`, whose dots go to `run`.
bool is_touched(std::string_view text, size_t begin, size_t end, size_t run) {
  const char before = byte_before(text, begin);
  if (is_word_byte(before) || before == '.') return true;
  const char behind = byte_at(text, run);
  if (run == end) return is_word_byte(behind);
  // Of "8.8.8.8.example" and "1.2.3.4.tar" the dot is no full stop.
  return run == end + 1 && is_letter(behind) && !is_upper(behind);
}

}  // namespace

Pii::Pii(Options options) : options_(std::move(options)) {
  for (const Kind kind : {Kind::email, Kind::ipv4, Kind::ipv6}) {
    const std::vector<std::string>& list = replacements(kind);
    if (list.empty()) throw ConfigError("personal data need a replacement, and a list is empty");
    for (const std::string& each : list) {
      own_[static_cast<size_t>(kind)].push_back(identity_of(each, kind));
    }
  }
}

const std::vector<std::string>& Pii::replacements(Kind kind) const {
  return kind == Kind::email ? options_.emails : kind == Kind::ipv4 ? options_.ipv4 : options_.ipv6;
}

bool Pii::is_replacement(std::string_view address, Kind kind) const {
  const std::vector<std::string>& own = own_[static_cast<size_t>(kind)];
  return std::ranges::find(own, identity_of(address, kind)) != own.end();
}

void Pii::find(std::string_view text, std::vector<Span>& out) const {
  out.clear();
  if (options_.email) find_emails(text, out);
  if (options_.ip) {
    find_ipv4(text, out);
    find_ipv6(text, out);
  }
  std::ranges::sort(
      out, {}, [](const Span& span) { return std::pair(span.begin, span.kind != Kind::email); });
  // An Internet address that overlaps an e-mail address ("ann@[8.8.8.8]") is none.
  size_t kept = 0;
  for (const Span& span : out) {
    const bool overlaps =
        kept > 0 && span.begin < uint64_t{out[kept - 1].begin} + out[kept - 1].size;
    if (overlaps && span.kind != Kind::email) continue;
    if (overlaps) --kept;
    out[kept++] = span;
  }
  out.resize(kept);
}

// At each "@" the expression sees what may be the address around it, and no more, so that each byte
// is looked at twice at most: no local part holds an "@".
void Pii::find_emails(std::string_view text, std::vector<Span>& out) const {
  static const re2::RE2 expression(email_expression(), re2::RE2::Quiet);
  size_t first = 0;  // where the last address begins, or the first of those that it touches
  size_t from = 0;   // behind the last
  for (size_t at = text.find('@'); at != kNone; at = text.find('@', at + 1)) {
    if (at <= from || !is_local_byte(text[at - 1])) continue;
    const size_t begin = run_begin(text, at, from, is_local_byte);
    const size_t end = domain_end(text, at + 1);
    const std::string_view window = text.substr(begin, end - begin);
    re2::StringPiece address;
    if (!expression.Match(window, 0, window.size(), re2::RE2::UNANCHORED, &address, 1)) continue;
    const auto stop = static_cast<size_t>(address.data() + address.size() - text.data());
    if (text[stop - 1] == ']' && is_continued(text, stop)) continue;
    auto start = static_cast<size_t>(address.data() - text.data());
    if (start > from && text[start - 1] == '@') {
      // Of "ann@bob@mail.example" the replacement's name might be the domain of "ann@".
      start = run_begin(text, start, from, is_local_byte_or_at);
      while (!is_word_byte(text[start])) ++start;
    }
    const bool touches = from > 0 && run_end(text, from, is_domain_byte) >= start;
    if (!touches) first = start;
    from = stop;
    if (is_image_name(address) || is_replacement(address, Kind::email)) continue;
    // Replacements that touch would be another address, so there is one for all of them.
    if (touches && !out.empty() && out.back().begin == first) out.pop_back();
    out.push_back(span_of(first, from, Kind::email));
  }
}

void Pii::find_ipv4(std::string_view text, std::vector<Span>& out) const {
  VersionNumbers versions(text);
  size_t from = 0;  // behind the last run of digits and dots
  for (size_t dot = text.find('.'); dot != kNone; dot = text.find('.', std::max(dot + 1, from))) {
    if (!is_digit(byte_before(text, dot)) || !is_digit(byte_at(text, dot + 1))) continue;
    const size_t begin = run_begin(text, dot, from, is_ipv4_byte);
    from = run_end(text, dot, is_ipv4_byte);
    size_t end = from;
    while (text[end - 1] == '.') --end;
    const std::string_view quad = text.substr(begin, end - begin);
    const auto address = url::parse_ipv4(quad);
    if (!address) continue;
    if (versions.holds(begin, end, is_touched(text, begin, end, from), *address)) continue;
    if (url::is_global(*address) && !is_replacement(quad, Kind::ipv4)) {
      out.push_back(span_of(begin, end, Kind::ipv4));
    }
  }
}

void Pii::find_ipv6(std::string_view text, std::vector<Span>& out) const {
  constexpr size_t kFirstGroup = 4;
  constexpr size_t kFewestGroups = 3;
  for (size_t at = text.find(':'); at != kNone; at = text.find(':', at + 1)) {
    if (at < kFirstGroup) continue;
    const size_t begin = at - kFirstGroup;
    if (text[begin] != '2' && text[begin] != '3') continue;
    if (hex_value(text[at - 1]) < 0 || hex_value(text[at - 2]) < 0 || hex_value(text[at - 3]) < 0 ||
        byte_at(text, at + 1) == ' ') {
      continue;
    }
    const size_t run = run_end(text, at, is_ipv6_byte);
    size_t end = run;
    while (text[end - 1] == '.') --end;
    if (text[end - 1] == ':' && text[end - 2] != ':') --end;  // punctuation
    const std::string_view candidate = text.substr(begin, end - begin);
    at = run - 1;
    const auto address = url::parse_ipv6(candidate);
    const char before = byte_before(text, begin);
    const bool touched =
        is_word_byte(before) || before == '.' || before == ':' || is_word_byte(byte_at(text, run));
    if (!address || touched) continue;
    size_t groups = 0;
    for (size_t i = 0; i < candidate.size(); ++i) {
      groups += hex_value(candidate[i]) >= 0 && (i == 0 || candidate[i - 1] == ':');
    }
    if (groups >= kFewestGroups && url::is_global(*address) &&
        !is_replacement(candidate, Kind::ipv6)) {
      out.push_back(span_of(begin, end, Kind::ipv6));
    }
  }
}

void Pii::replace(std::string_view text, const std::vector<Span>& spans, std::string& out) const {
  size_t from = 0;
  for (const Span& span : spans) {
    out.append(text.substr(from, span.begin - from));
    from = size_t{span.begin} + span.size;
    const std::vector<std::string>& list = replacements(span.kind);
    out.append(list[hash64(identity_of(span.of(text), span.kind)) % list.size()]);
  }
  out.append(text.substr(from));
}

}  // namespace sluice::quality
