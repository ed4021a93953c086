#include "make_crawl_capture.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <utility>

#include "base/hash.h"
#include "make_crawl_charset.h"
#include "make_crawl_encode.h"
#include "make_crawl_payloads.h"
#include "make_crawl_text.h"
#include "unicode/utf8.h"

namespace sluice::crawl {
namespace {

constexpr uint64_t kDays = 10;

constexpr const char* kServers[] = {"nginx",     "Apache/2.4.62 (Debian)", "cloudflare",
                                    "LiteSpeed", "Microsoft-IIS/10.0",     "openresty"};
constexpr const char* kCookies[] = {"session=7f3a; path=/; HttpOnly", "lang=en; Max-Age=31536000"};

std::tm utc(int64_t seconds) {
  const std::time_t time = seconds;
  std::tm broken{};
  gmtime_r(&time, &broken);
  return broken;
}

// As RFC 9110 has it; not by strftime, whose names follow the locale.
std::string http_date(int64_t seconds) {
  constexpr const char* kWeek[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr const char* kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const std::tm t = utc(seconds);
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02d %s %04d %02d:%02d:%02d GMT", kWeek[t.tm_wday],
                t.tm_mday, kMonths[t.tm_mon], t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
  return text;
}

// In the networks that are kept for documentation (RFC 5737, RFC 3849).
std::string address_of(std::string_view host, uint64_t seed) {
  constexpr const char* kNetworks[] = {"192.0.2.", "198.51.100.", "203.0.113."};
  Random random(seed, hash64(host), Random::site);
  if (random.chance(0.05)) return "2001:db8::" + std::to_string(1 + random.below(9999));
  const std::string network = random.pick(kNetworks);
  return network + std::to_string(1 + random.below(254));
}

std::string_view host_in(std::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return url;
  url.remove_prefix(scheme + 3);
  return url.substr(0, url.find_first_of("/?#"));
}

std::string request_of(std::string_view url) {
  const std::string_view host = host_in(url);
  const size_t after = static_cast<size_t>(host.data() + host.size() - url.data());
  std::string target(url.substr(after, url.find('#') - after));
  if (!target.starts_with('/')) target.insert(0, "/");
  std::string request = "GET " + target + " HTTP/1.1\r\n";
  request += "User-Agent: make-crawl/1.0\r\n";
  request += "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n";
  request += "Accept-Language: en-US,en;q=0.5\r\nAccept-Encoding: zstd,br,gzip,deflate\r\nHost: ";
  return request.append(host).append("\r\nConnection: Keep-Alive\r\n\r\n");
}

// Content-Type of a page: the charset declared (it must be where nothing else tells it), or not;
// in capitals, in quotes, without a blank.
std::string content_type(std::string_view charset, bool must_declare, Random& random) {
  std::string label(charset);
  if (random.chance(0.3)) {
    for (char& c : label) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  } else if (random.chance(0.1)) {
    label.front() = static_cast<char>(label.front() & ~0x20);  // "Utf-8"
  }
  switch (random.below(must_declare ? 6 : 10)) {
    case 0:
      return "text/html;charset=" + label;
    case 1:
      return "text/html; charset=\"" + label + "\"";
    case 2:
      return "Text/HTML; Charset=" + label;
    case 3:
    case 4:
    case 5:
      return "text/html; charset=" + label;
    default:
      return "text/html";
  }
}

ContentEncoding choose_encoding(Random& random) {
  const uint64_t percent = random.below(100);
  if (percent < 55) return ContentEncoding::gzip;
  if (percent < 85) return ContentEncoding::br;
  if (percent < 92) return ContentEncoding::zstd;
  return percent < 98 ? ContentEncoding::deflate : ContentEncoding::raw_deflate;
}

std::string status_line(int status, bool http2, Random& random) {
  const std::string code = std::to_string(status);
  if (http2) return "HTTP/2 " + code + (random.chance(0.5) ? " " : "");
  if (random.chance(0.03)) return "HTTP/1.1 " + code;
  const char* const reason = status == 200   ? "OK"
                             : status == 404 ? "Not Found"
                                             : "Moved Permanently";
  return "HTTP/1.1 " + code + " " + reason;
}

// "koi8-r" of "text/html; charset=koi8-r".
std::string charset_in(std::string_view type) {
  const std::string text = lower_case(type);
  const size_t key = text.find("charset=");
  if (key == std::string::npos) return "";
  std::string label = text.substr(key + 8);
  std::erase(label, '"');
  return label;
}

}  // namespace

struct CaptureMaker::Response {
  int status = 200;
  std::string type;        // Content-Type
  std::string location{};  // Location
  std::string body;
};

std::string warc_date(int64_t seconds) {
  const std::tm t = utc(seconds);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02dZ", t.tm_year + 1900, t.tm_mon + 1,
                t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec);
  return text;
}

bool CaptureMaker::is_other(uint64_t number) const {
  return Random(options_.seed, number, Random::kind).chance(options_.others);
}

Capture CaptureMaker::begin(std::string url, uint64_t number) const {
  Random random(options_.seed, number, Random::ids);
  Capture capture;
  capture.number = number;
  capture.url = std::move(url);
  capture.ip = address_of(host_in(capture.url), options_.seed);
  capture.seconds = options_.begin + static_cast<int64_t>(random.below(kDays * 24 * 3600));
  capture.date = warc_date(capture.seconds);
  capture.fetch_ms = 20 + random.below(2000);
  capture.request = request_of(capture.url);
  return capture;
}

void CaptureMaker::respond(Response&& response, Random& random, Capture& capture) const {
  const bool http2 = random.chance(0.3);
  const ContentEncoding encoding =
      random.chance(options_.encoded) ? choose_encoding(random) : ContentEncoding::identity;
  const bool chunked = random.chance(options_.chunked) && !http2;
  const bool unsaid = random.chance(0.05);  // its length; the connection's end tells it

  std::string head = status_line(response.status, http2, random) + "\r\n";
  const auto add = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    for (const char c : name) {  // HTTP/2 has names in lower case only
      head += http2 && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    head.append(": ").append(value).append("\r\n");
  };
  add("Date", http_date(capture.seconds));
  add("Server", random.pick(kServers));
  add("Content-Type", response.type);
  add("Location", response.location);
  if (random.chance(0.3)) add("Set-Cookie", random.pick(kCookies));
  if (random.chance(0.3)) add("Cache-Control", "max-age=3600");
  if (encoding != ContentEncoding::identity) add("Vary", "Accept-Encoding");
  add("Content-Encoding", name_of(encoding));

  std::string body = encode_body(encoding, response.body);
  capture.payload_digest = sha1_digest(body);
  if (chunked) {
    add("Transfer-Encoding", "chunked");
    body = chunk_body(body, random);
  } else if (!unsaid) {
    add("Content-Length", std::to_string(body.size()));
  }
  if (!http2 && random.chance(0.5)) add("Connection", "close");
  capture.response = std::move(head.append("\r\n").append(body));
}

void CaptureMaker::keep(Page&& page, Capture& capture) const {
  const std::string_view type = header_value(page.http_head, "Content-Type");
  capture.payload_type = std::string(type.substr(0, type.find_first_of("; ")));
  if (is_plain_page(page)) {
    capture.charset = charset_in(type).empty() ? declared_charset(page.html) : charset_in(type);
    capture.language = html_language(page.html);
    capture.text = strip_tags(to_utf8(page.html, capture.charset));
  }
  // Of a chunked body only who recorded it knows the payload; an empty digest is not written.
  const bool chunked = !header_value(page.http_head, "Transfer-Encoding").empty();
  capture.payload_digest = chunked ? page.payload_digest : sha1_digest(page.html);
  capture.response = std::move(page.http_head.append(page.html));
}

Capture CaptureMaker::of_page(Page&& page, uint64_t number) const {
  Capture capture = begin(std::move(page.url), number);
  capture.record_id = std::move(page.record_id);
  if (!page.date.empty()) capture.date = std::move(page.date);
  const bool recorded = !page.http_head.empty();
  if (recorded && ((options_.keep_responses && page.pass == 0) || !is_plain_page(page))) {
    keep(std::move(page), capture);
    return capture;
  }

  Random random(options_.seed, number, Random::response);
  const bool utf8 = is_valid_utf8(page.html);
  std::string label = recorded ? charset_in(header_value(page.http_head, "Content-Type")) : "";
  bool in_page = !declared_charset(page.html).empty();
  if (label.empty()) label = declared_charset(page.html);
  if (label.empty() && utf8) label = "utf-8";
  capture.payload_type = page.html.starts_with("<?xml") ? "application/xhtml+xml" : "text/html";
  capture.language = html_language(page.html);
  capture.text = strip_tags(utf8 ? page.html : to_utf8(page.html, label));

  if (utf8 && random.chance(options_.recoded)) {
    const Charset& charset = choose_charset(page.html, random);
    label = charset.label;
    in_page = relabel_page(page.html, label) || !charset.bom.empty();
    page.html = recode_page(page.html, charset);
  }
  capture.charset = label;
  // A page whose charset nobody ever told stays so.
  const std::string type = label.empty() ? "text/html" : content_type(label, !in_page, random);
  respond({.type = type, .body = std::move(page.html)}, random, capture);
  return capture;
}

Capture CaptureMaker::of_other(uint64_t number) const {
  Random random(options_.seed, number, Random::response);
  const std::string words = some_words(options_.seed, number);
  const std::string site = words.substr(0, words.find(' ', words.find(' ') + 1));
  const std::string base =
      "https://" + host_of(site, options_.seed) + "/" + words.substr(0, words.find(' ')) + "/";
  const std::string name = std::to_string(number);

  Response response;
  std::string url = base + name;
  std::string payload_type = "text/html";
  if (random.chance(0.6)) {
    Payload payload = make_payload(random, words);
    url += payload.extension;
    payload_type = payload.type.substr(0, payload.type.find(';'));
    response.type = payload.type;
    if (random.chance(0.15)) response.type = random.chance(0.5) ? "text/html" : "";
    response.body = std::move(payload.body);
  } else {
    const bool gone = random.chance(0.6);
    response.status = gone ? 404 : 301;
    response.type = "text/html";
    if (!gone) response.location = base + name + "/";
    if (gone || random.chance(0.7)) {
      response.body = error_page(gone ? "404 Not Found" : "301 Moved Permanently", words);
    }
  }
  Capture capture = begin(std::move(url), number);
  capture.payload_type = std::move(payload_type);
  respond(std::move(response), random, capture);
  return capture;
}

}  // namespace sluice::crawl
