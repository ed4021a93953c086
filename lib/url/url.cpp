#include "url/url.h"

#include <algorithm>
#include <iterator>

#include "base/ascii.h"

namespace sluice::url {
namespace {

constexpr std::string_view kSeparator = "://";

bool is_blank(char byte) { return static_cast<unsigned char>(byte) <= ' '; }
bool is_line_byte(char byte) { return byte == '\t' || byte == '\n' || byte == '\r'; }

bool is_unreserved(char byte) {
  return is_letter(byte) || is_digit(byte) || byte == '-' || byte == '.' || byte == '_' ||
         byte == '~';
}

// What the URL standard's path and query encode, and '%' where it encodes nothing.
bool must_be_encoded(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value <= ' ' || value >= 0x7F ||
         std::string_view("\"<>`{}%").find(byte) != std::string_view::npos;
}

void append_encoded(char byte, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  out += '%';
  out += kDigits[value >> 4];
  out += kDigits[value & 15];
}

void append_normal(std::string_view text, bool slashes, std::string& out) {
  for (size_t at = 0; at < text.size(); ++at) {
    char byte = text[at];
    const bool encoded = byte == '%' && at + 2 < text.size() && hex_value(text[at + 1]) >= 0 &&
                         hex_value(text[at + 2]) >= 0;
    if (encoded) {
      byte = static_cast<char>(hex_value(text[at + 1]) << 4 | hex_value(text[at + 2]));
      at += 2;
      if (is_unreserved(byte)) {
        out += byte;
      } else {
        append_encoded(byte, out);
      }
    } else if (must_be_encoded(byte)) {
      append_encoded(byte, out);
    } else {
      out += slashes && byte == '\\' ? '/' : byte;
    }
  }
}

// "https" of "https://…"; empty if there is none.
std::string_view scheme_of(std::string_view url) {
  const size_t end = url.find(':');
  if (end == std::string_view::npos || end == 0 || !is_letter(url.front())) return {};
  const std::string_view scheme = url.substr(0, end);
  const bool valid = std::all_of(scheme.begin(), scheme.end(), [](char byte) {
    return is_letter(byte) || is_digit(byte) || byte == '+' || byte == '-' || byte == '.';
  });
  return valid ? scheme : std::string_view{};
}

void append_lower(std::string_view text, std::string& out) {
  std::transform(text.begin(), text.end(), std::back_inserter(out), to_lower);
}

std::string_view default_port(std::string_view scheme) {
  if (scheme == "http") return "80";
  if (scheme == "https") return "443";
  return scheme == "ftp" ? "21" : "";
}

void append_authority(std::string_view authority, std::string_view scheme, std::string& out) {
  const size_t user = authority.rfind('@');
  if (user != std::string_view::npos) authority.remove_prefix(user + 1);
  const size_t begin = out.size();
  append_normal(authority, /*slashes=*/false, out);
  std::transform(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
                 out.begin() + static_cast<std::ptrdiff_t>(begin), to_lower);
  // What ends a host and means nothing, however often it stands there.
  while (out.size() > begin) {
    if (out.back() == '.' || out.back() == ':') {
      out.pop_back();
      continue;
    }
    const size_t colon = out.find_last_not_of("0123456789");
    if (colon == std::string::npos || colon < begin || out[colon] != ':') return;
    const size_t port = std::min(out.find_first_not_of('0', colon + 1), out.size() - 1);
    out.erase(colon + 1, port - colon - 1);
    if (std::string_view(out).substr(colon + 1) != default_port(scheme)) {
      const size_t host_end = out.find_last_not_of('.', colon - 1);
      if (colon > begin && host_end != colon - 1) out.erase(host_end + 1, colon - host_end - 1);
      return;
    }
    out.resize(colon);
  }
}

// Drops ";jsessionid=…" and resolves dot segments of the path that begins at `begin`, in place.
void settle_path(size_t begin, std::string& out) {
  constexpr std::string_view kSession = ";jsessionid=";
  size_t end = begin;  // of what is settled
  for (size_t at = begin; at < out.size();) {
    const size_t next = std::min(out.find('/', at + 1), out.size());
    std::string_view segment = std::string_view(out).substr(at, next - at);  // with its slash
    for (size_t semicolon = segment.find(';'); semicolon != std::string_view::npos;
         semicolon = segment.find(';', semicolon + 1)) {
      if (!starts_ignoring_case(segment.substr(semicolon), kSession)) continue;
      segment = segment.substr(0, semicolon);
      break;
    }
    const bool last = next == out.size();
    if (segment == "/." || segment == "/..") {
      if (segment.size() == 3 && end > begin) end = out.rfind('/', end - 1);
      if (last) out[end++] = '/';
    } else {
      std::copy(segment.begin(), segment.end(), out.begin() + static_cast<std::ptrdiff_t>(end));
      end += segment.size();
    }
    at = next;
  }
  out.resize(end);
}

bool names_a_visit(std::string_view parameter) {
  const std::string_view name = parameter.substr(0, parameter.find('='));
  return equals_ignoring_case(name, "phpsessid") || equals_ignoring_case(name, "jsessionid");
}

// Drops parameters of the query that begins at `begin` with its '?', in place.
void settle_query(size_t begin, std::string& out) {
  size_t end = begin;
  for (size_t at = begin; at < out.size();) {
    const size_t next = std::min(out.find('&', at + 1), out.size());
    const std::string_view parameter = std::string_view(out).substr(at, next - at);
    if (!names_a_visit(parameter.substr(1))) {
      std::copy(parameter.begin(), parameter.end(), out.begin() + static_cast<std::ptrdiff_t>(end));
      out[end] = end == begin ? '?' : '&';
      end += parameter.size();
    }
    at = next;
  }
  if (end == begin + 1) end = begin;
  out.resize(end);
}

// Without white space around it and line ends within.
std::string_view stripped(std::string_view url, std::string& room) {
  while (!url.empty() && is_blank(url.front())) url.remove_prefix(1);
  while (!url.empty() && is_blank(url.back())) url.remove_suffix(1);
  if (std::none_of(url.begin(), url.end(), is_line_byte)) return url;
  std::remove_copy_if(url.begin(), url.end(), std::back_inserter(room), is_line_byte);
  return room;
}

}  // namespace

void normalise_url(std::string_view url, std::string& out) {
  out.clear();
  std::string room;
  url = stripped(url, room);
  url = url.substr(0, url.find('#'));
  const std::string_view scheme = scheme_of(url);
  append_lower(scheme, out);
  const bool is_web = out == "http" || out == "https";
  std::string_view rest = url.substr(scheme.size());
  const bool has_authority = !scheme.empty() && rest.size() >= kSeparator.size() &&
                             std::all_of(rest.begin() + 1, rest.begin() + 3, [&](char byte) {
                               return byte == '/' || (is_web && byte == '\\');
                             });
  if (!has_authority) {
    for (const char byte : rest) {
      if (is_blank(byte) || static_cast<unsigned char>(byte) >= 0x7F) {
        append_encoded(byte, out);
      } else {
        out += byte;
      }
    }
    return;
  }

  rest.remove_prefix(kSeparator.size());
  const std::string lower_scheme = out;
  out += kSeparator;
  const size_t authority = std::min(rest.find_first_of(is_web ? "/\\?" : "/?"), rest.size());
  append_authority(rest.substr(0, authority), lower_scheme, out);
  rest.remove_prefix(authority);
  const size_t query = std::min(rest.find('?'), rest.size());
  const size_t path_begin = out.size();
  append_normal(rest.substr(0, query), is_web, out);
  settle_path(path_begin, out);
  if (out.size() == path_begin) out += '/';
  const size_t query_begin = out.size();
  append_normal(rest.substr(query), /*slashes=*/false, out);
  settle_query(query_begin, out);
}

std::string_view without_scheme(std::string_view normal) {
  const std::string_view scheme = scheme_of(normal);
  if (scheme.empty()) return normal;
  normal.remove_prefix(scheme.size());
  return normal.substr(normal.starts_with(kSeparator) ? kSeparator.size() : 1);
}

std::string_view host_of(std::string_view normal) {
  const std::string_view scheme = scheme_of(normal);
  if (scheme.empty() || !normal.substr(scheme.size()).starts_with(kSeparator)) return {};
  std::string_view host = normal.substr(scheme.size() + kSeparator.size());
  host = host.substr(0, host.find_first_of("/?"));
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.rfind(':'));
}

}  // namespace sluice::url
