#include "warc/http.h"

#include <algorithm>

#include "warc/http_text.h"

namespace sluice::warc {
namespace {

constexpr size_t kLongestStartLine = size_t{64} << 10;  // longer than any URL in a crawl

// Takes a run of bytes that satisfy the predicate off `rest`.
template <typename Predicate>
std::string_view take_while(std::string_view& rest, Predicate&& holds) {
  size_t count = 0;
  while (count < rest.size() && holds(rest[count])) ++count;
  const std::string_view taken = rest.substr(0, count);
  rest.remove_prefix(count);
  return taken;
}

bool is_letter_or_digit(char byte) {
  const char lower = to_lower(byte);
  return (lower >= 'a' && lower <= 'z') || is_digit(byte);
}

// "HTTP/1.1 200 OK" and what passes for it. Whether it is one, is decided by "HTTP" and a slash, or
// by a protocol's name and a status: a text may well begin with "HTTP".
bool parse_status_line(std::string_view line, HttpMessage& message) {
  std::string_view rest = line;
  const std::string_view protocol = take_while(rest, is_letter_or_digit);
  const bool http = starts_ignoring_case(protocol, "HTTP") && protocol.size() <= 12;
  if (!http && !equals_ignoring_case(protocol, "ICY")) return false;

  bool odd = protocol != "HTTP";
  const bool slash = http && rest.starts_with('/');
  if (slash) {
    rest.remove_prefix(1);
    const std::string_view number =
        take_while(rest, [](char b) { return is_digit(b) || b == '.'; });
    if (number.empty()) odd = true;
  } else {
    odd = true;
  }
  const std::string_view version = line.substr(0, line.size() - rest.size());
  const std::string_view gap = take_while(rest, is_http_space);
  const std::string_view digits = take_while(rest, is_digit);
  const bool has_status = digits.size() == 3 && digits[0] != '0' && !gap.empty();
  if (!slash && !has_status) return false;

  message.kind = HttpMessage::Kind::response;
  message.version = version;
  message.reason = trim(rest);
  if (has_status) {
    message.status = (digits[0] - '0') * 100 + (digits[1] - '0') * 10 + (digits[2] - '0');
    odd |= gap != " " || (!rest.empty() && rest.front() != ' ');
  } else {
    message.reason = trim(line.substr(version.size()));
    message.notes.add(HttpNote::missing_status);
    odd = true;
  }
  if (odd) message.notes.add(HttpNote::odd_start_line);
  return true;
}

// "GET /path HTTP/1.1". The target may hold spaces: crawlers store what was asked for.
bool parse_request_line(std::string_view line, HttpMessage& message) {
  constexpr size_t kLongestMethod = 24;
  std::string_view rest = trim_right(line);
  const std::string_view method = take_while(rest, is_token_byte);
  const size_t last_space = rest.rfind(' ');
  if (method.empty() || method.size() > kLongestMethod || last_space == std::string_view::npos ||
      last_space == 0 || rest.front() != ' ') {
    return false;
  }
  const std::string_view version = rest.substr(last_space + 1);
  if (!starts_ignoring_case(version, "HTTP/")) return false;
  message.kind = HttpMessage::Kind::request;
  message.method = method;
  message.target = trim(rest.substr(0, last_space));
  message.version = version;
  if (message.target.find(' ') != std::string_view::npos) {
    message.notes.add(HttpNote::odd_start_line);
  }
  return true;
}

// Takes the start line with the blank lines before it off `rest`; false, and nothing said of the
// message, if there is none.
bool take_start_line(std::string_view& rest, HttpMessage& message) {
  std::string_view behind = rest;
  behind.remove_prefix(std::min(behind.find_first_not_of("\r\n"), behind.size()));
  const bool blank_before = behind.size() < rest.size();
  // A start line ends within its bound or is none, so that a block without lines costs no scan.
  const std::string_view start = behind.substr(0, kLongestStartLine);
  if (start.empty() || (start.size() == kLongestStartLine && start.find('\n') == start.npos)) {
    return false;
  }
  const size_t before = behind.size();
  const std::string_view line = take_line(behind);
  if (!parse_status_line(line, message) && !parse_request_line(line, message)) return false;
  if (blank_before) message.notes.add(HttpNote::odd_start_line);
  const size_t taken = before - behind.size();
  if (taken == line.size() + 1) message.notes.add(HttpNote::bare_line_feed);
  rest = behind;
  return true;
}

bool is_fold(std::string_view line) { return line.front() == ' ' || line.front() == '\t'; }

// Finds where the fields end and the body begins. `rest` is the block behind the start line.
void split_header(std::string_view rest, HttpMessage& message) {
  const std::string_view whole = rest;
  const auto offset = [&] { return whole.size() - rest.size(); };
  size_t lines_end = std::string_view::npos;  // of the fields that can be found
  size_t first_odd = std::string_view::npos;  // the first line that is no field
  size_t fields = 0;

  const auto finish = [&](size_t header_end, size_t body_begin) {
    message.fields = HttpFields(whole.substr(0, std::min(header_end, lines_end)));
    message.body = whole.substr(body_begin);
  };
  while (!rest.empty()) {
    const size_t begin = offset();
    const std::string_view line = take_line(rest);
    const size_t end = begin + line.size();
    if (end < whole.size() && whole[end] == '\n') message.notes.add(HttpNote::bare_line_feed);
    if (line.empty()) {
      if (first_odd != std::string_view::npos) message.notes.add(HttpNote::line_without_colon);
      return finish(begin, offset());
    }
    if (line.front() == '<') {  // never a field: markup begins, and the blank line was forgotten
      message.notes.add(HttpNote::missing_blank_line);
      return finish(begin, begin);
    }
    if (is_fold(line) && fields > 0) {
      message.notes.add(HttpNote::folded_field);
    } else if (line.find(':') == std::string_view::npos) {
      first_odd = std::min(first_odd, begin);
    } else if (++fields > kMaxHttpFields) {
      message.notes.add(HttpNote::too_many_fields);
      lines_end = std::min(lines_end, begin);
    }
    if (offset() > kMaxHttpHeaderBytes) {
      message.notes.add(HttpNote::too_long_header);
      lines_end = std::min(lines_end, begin);
      if (first_odd != std::string_view::npos) break;  // so far behind it, no blank line counts
    }
  }
  // No blank line: what does not look like a field is the body, if there is such a line.
  message.notes.add(HttpNote::missing_blank_line);
  const size_t body = std::min(first_odd, whole.size());
  finish(body, body);
}

}  // namespace

std::string_view to_string(HttpNote note) {
  switch (note) {
    case HttpNote::no_http:
      return "no_http";
    case HttpNote::odd_start_line:
      return "odd_start_line";
    case HttpNote::missing_status:
      return "missing_status";
    case HttpNote::bare_line_feed:
      return "bare_line_feed";
    case HttpNote::folded_field:
      return "folded_field";
    case HttpNote::line_without_colon:
      return "line_without_colon";
    case HttpNote::missing_blank_line:
      return "missing_blank_line";
    case HttpNote::too_many_fields:
      return "too_many_fields";
    case HttpNote::too_long_header:
      return "too_long_header";
  }
  return "";
}

int http_status(std::string_view block) {
  HttpMessage message;
  return take_start_line(block, message) ? message.status : 0;
}

HttpMessage parse_http(std::string_view block) {
  HttpMessage message;
  std::string_view rest = block;
  if (take_start_line(rest, message)) {
    split_header(rest, message);
  } else {
    message.notes.add(HttpNote::no_http);
    message.body = block;
  }
  return message;
}

void HttpFields::Iterator::advance() {
  field_ = {};
  while (!rest_.empty()) {
    const std::string_view line = take_line(rest_);
    const char* end = line.data() + line.size();
    while (!rest_.empty() && is_fold(rest_)) {
      const std::string_view more = take_line(rest_);
      end = more.data() + more.size();
    }
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    field_.name = trim(line.substr(0, colon));
    const char* begin = line.data() + colon + 1;
    field_.value = trim({begin, static_cast<size_t>(end - begin)});
    return;
  }
}

bool HttpFields::same_name(std::string_view one, std::string_view other) {
  return equals_ignoring_case(one, other);
}

std::optional<std::string_view> HttpFields::find(std::string_view name) const {
  for (const HttpField& field : *this) {
    if (same_name(field.name, name)) return field.value;
  }
  return std::nullopt;
}

std::optional<std::string_view> HttpFields::find_last(std::string_view name) const {
  std::optional<std::string_view> last;
  for_each(name, [&](std::string_view value) { last = value; });
  return last;
}

std::string_view unfold(std::string_view value, std::string& scratch) {
  if (value.find('\n') == std::string_view::npos) return value;
  scratch.clear();
  for (std::string_view rest = value; !rest.empty();) {
    const std::string_view line = trim(take_line(rest));
    if (line.empty()) continue;
    if (!scratch.empty()) scratch += ' ';
    scratch += line;
  }
  return scratch;
}

}  // namespace sluice::warc
