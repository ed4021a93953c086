#include "warc/http.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace sluice::warc {
namespace {

using namespace std::string_literals;
using Kind = HttpMessage::Kind;

std::vector<std::string> names(const NoteSet<HttpNote>& notes) {
  std::vector<std::string> result;
  notes.for_each([&](HttpNote note) { result.emplace_back(to_string(note)); });
  return result;
}

using Names = std::vector<std::string>;

TEST(Http, ReadsAResponseAsServersSendIt) {
  const std::string block =
      "HTTP/1.1 200 OK\r\nServer: nginx/1.18.0\r\nContent-Type: text/html; charset=UTF-8\r\n"
      "Set-Cookie: a=1\r\nX-Empty:\r\nset-cookie: b=2; path=/\r\n\r\n<html>\r\n\r\n</html>";
  const HttpMessage message = parse_http(block);
  EXPECT_EQ(message.kind, Kind::response);
  EXPECT_EQ(message.status, 200);
  EXPECT_EQ(message.version, "HTTP/1.1");
  EXPECT_EQ(message.reason, "OK");
  EXPECT_EQ(message.body, "<html>\r\n\r\n</html>");
  EXPECT_EQ(message.body.data() + message.body.size(), block.data() + block.size());
  EXPECT_TRUE(message.notes.empty());

  EXPECT_EQ(message.fields.find("content-type"), "text/html; charset=UTF-8");
  EXPECT_EQ(message.fields.find("SERVER"), "nginx/1.18.0");
  EXPECT_EQ(message.fields.find("x-empty"), "");
  EXPECT_EQ(message.fields.find("content"), std::nullopt);
  EXPECT_EQ(message.fields.find("Set-Cookie"), "a=1");
  EXPECT_EQ(message.fields.find_last("Set-Cookie"), "b=2; path=/");
  EXPECT_EQ(message.fields.find_last("none"), std::nullopt);
  std::vector<std::string_view> cookies;
  message.fields.for_each("SET-COOKIE", [&](std::string_view value) { cookies.push_back(value); });
  EXPECT_EQ(cookies, (std::vector<std::string_view>{"a=1", "b=2; path=/"}));
  EXPECT_EQ(std::distance(message.fields.begin(), message.fields.end()), 5);
}

struct StartLine {
  std::string line;
  int status;
  std::string version;
  std::string reason;
  Names notes;
};

TEST(Http, UnderstandsStatusLinesOfAllKinds) {
  const StartLine kLines[] = {
      {"HTTP/1.1 200 OK", 200, "HTTP/1.1", "OK", {}},
      {"HTTP/1.0 404 Not Found", 404, "HTTP/1.0", "Not Found", {}},
      {"HTTP/2 200", 200, "HTTP/2", "", {}},
      {"HTTP/2 200 ", 200, "HTTP/2", "", {}},
      {"HTTP/1.1 200", 200, "HTTP/1.1", "", {}},
      {"HTTP/1.1 301 Moved \xe9t\xe9", 301, "HTTP/1.1", "Moved \xe9t\xe9", {}},
      {"HTTP/1.1 999 Request denied", 999, "HTTP/1.1", "Request denied", {}},
      {"HTTPX/1.1 200 OK", 200, "HTTPX/1.1", "OK", {"odd_start_line"}},
      {"HTTP/1.1 200OK", 200, "HTTP/1.1", "OK", {"odd_start_line"}},
      {"HTTP/1.1  200   OK", 200, "HTTP/1.1", "OK", {"odd_start_line"}},
      {"HTTP/1.1\t200\tOK", 200, "HTTP/1.1", "OK", {"odd_start_line"}},
      {"http/1.1 200 OK", 200, "http/1.1", "OK", {"odd_start_line"}},
      {"HTTP/ 200 OK", 200, "HTTP/", "OK", {"odd_start_line"}},
      {"HTTP 200 OK", 200, "HTTP", "OK", {"odd_start_line"}},
      {"ICY 200 OK", 200, "ICY", "OK", {"odd_start_line"}},
      {"HTTP/1.1", 0, "HTTP/1.1", "", {"odd_start_line", "missing_status"}},
      {"HTTP/1.1 OK", 0, "HTTP/1.1", "OK", {"odd_start_line", "missing_status"}},
      {"HTTP/1.1 20 OK", 0, "HTTP/1.1", "20 OK", {"odd_start_line", "missing_status"}},
      {"HTTP/1.1 2000 OK", 0, "HTTP/1.1", "2000 OK", {"odd_start_line", "missing_status"}},
      {"HTTP/1.1 -200 OK", 0, "HTTP/1.1", "-200 OK", {"odd_start_line", "missing_status"}},
      {"HTTP/1.1 000 OK", 0, "HTTP/1.1", "000 OK", {"odd_start_line", "missing_status"}},
      {"\r\nHTTP/1.1 200 OK", 200, "HTTP/1.1", "OK", {"odd_start_line"}},
  };
  for (const StartLine& line : kLines) {
    const std::string block = line.line + "\r\nA: b\r\n\r\nbody";
    const HttpMessage message = parse_http(block);
    EXPECT_EQ(message.kind, Kind::response) << line.line;
    EXPECT_EQ(message.status, line.status) << line.line;
    EXPECT_EQ(message.version, line.version) << line.line;
    EXPECT_EQ(message.reason, line.reason) << line.line;
    EXPECT_EQ(message.fields.find("a"), "b") << line.line;
    EXPECT_EQ(message.body, "body") << line.line;
    EXPECT_EQ(names(message.notes), line.notes) << line.line;
  }
}

TEST(Http, ReadsRequests) {
  const HttpMessage message =
      parse_http("GET /a%20b?q=1 HTTP/1.1\r\nHost: example.com\r\nAccept: */*\r\n\r\n");
  EXPECT_EQ(message.kind, Kind::request);
  EXPECT_EQ(message.method, "GET");
  EXPECT_EQ(message.target, "/a%20b?q=1");
  EXPECT_EQ(message.version, "HTTP/1.1");
  EXPECT_EQ(message.status, 0);
  EXPECT_EQ(message.fields.find("host"), "example.com");
  EXPECT_EQ(message.body, "");
  EXPECT_TRUE(message.notes.empty());

  const HttpMessage post = parse_http("POST http://a/b c HTTP/1.0\nContent-Length: 3\n\na=b");
  EXPECT_EQ(post.kind, Kind::request);
  EXPECT_EQ(post.target, "http://a/b c");
  EXPECT_EQ(post.body, "a=b");
  EXPECT_EQ(names(post.notes), (Names{"odd_start_line", "bare_line_feed"}));
}

TEST(Http, TakesWhatIsNoMessageAsABody) {
  for (const std::string& block :
       {"<!DOCTYPE html>\n<html>"s, ""s, "\r\n\r\n"s, "HTTP is a protocol.\r\n\r\nReally"s,
        "HTTP 200"s + "0 men"s, "HTTPS://example.com 200\n"s, "ICY weather\n\n"s, "GET\n\n"s,
        "Get well soon\n\n"s, "\x1f\x8b\x08\0\0"s, "200 OK\r\n\r\n"s, " HTTP/1.1 200"s,
        std::string(200'000, 'H'), "HTTP/1.1 "s + std::string(100'000, '2')}) {
    const HttpMessage message = parse_http(block);
    EXPECT_EQ(message.kind, Kind::none) << block.substr(0, 40);
    EXPECT_EQ(message.body, block);
    EXPECT_EQ(message.fields.begin(), message.fields.end());
    EXPECT_EQ(names(message.notes), Names{"no_http"});
  }
}

struct Header {
  std::string lines;  // behind the status line
  std::string body;
  Names notes;
  std::vector<std::pair<std::string, std::string>> fields;
};

TEST(Http, FindsTheBodyBehindHeadersOfAllKinds) {
  const Header kHeaders[] = {
      {"A: 1\nB: 2\n\nbody", "body", {"bare_line_feed"}, {{"A", "1"}, {"B", "2"}}},
      {"A: 1\r\nB: 2\n\r\nbody", "body", {"bare_line_feed"}, {{"A", "1"}, {"B", "2"}}},
      {"\r\nbody", "body", {}, {}},
      {"\r\n", "", {}, {}},
      {"", "", {"missing_blank_line"}, {}},
      {"A: 1", "", {"missing_blank_line"}, {{"A", "1"}}},
      {"A: 1\r\n", "", {"missing_blank_line"}, {{"A", "1"}}},
      {"A: 1\r\nB: 2\r\n\r\n\r\nbody", "\r\nbody", {}, {{"A", "1"}, {"B", "2"}}},
      {"A: 1\r\r\n\r\nbody", "body", {}, {{"A", "1"}}},
      {"A: 1\r\n  two\r\n\tthree\r\nB:2\r\n\r\nbody",
       "body",
       {"folded_field"},
       {{"A", "1\r\n  two\r\n\tthree"}, {"B", "2"}}},
      {"A: 1\r\njunk\r\nB: 2\r\n\r\nbody",
       "body",
       {"line_without_colon"},
       {{"A", "1"}, {"B", "2"}}},
      {"junk\r\n folded junk: x\r\nB: 2\r\n\r\nbody", "body", {"line_without_colon"}, {{"B", "2"}}},
      {" A : 1\r\n\r\nbody", "body", {}, {{"A", "1"}}},
      {"A:\xe4\xf6\xfc\r\n\r\nbody", "body", {}, {{"A", "\xe4\xf6\xfc"}}},
      {": nameless\r\n\r\nbody", "body", {}, {{"", "nameless"}}},
      {"A: b: c\r\n\r\nbody", "body", {}, {{"A", "b: c"}}},
      {"A: 1\r\n<html>\r\n\r\nx", "<html>\r\n\r\nx", {"missing_blank_line"}, {{"A", "1"}}},
      {"A: 1\r\nPlain text\r\nwithout a blank line",
       "Plain text\r\nwithout a blank line",
       {"missing_blank_line"},
       {{"A", "1"}}},
  };
  for (const Header& header : kHeaders) {
    const std::string block = "HTTP/1.1 200 OK\r\n" + header.lines;
    const HttpMessage message = parse_http(block);
    EXPECT_EQ(message.body, header.body) << header.lines;
    EXPECT_EQ(names(message.notes), header.notes) << header.lines;
    std::vector<std::pair<std::string, std::string>> fields;
    for (const HttpField& field : message.fields) fields.emplace_back(field.name, field.value);
    EXPECT_EQ(fields, header.fields) << header.lines;
  }
}

TEST(Http, UnfoldsValues) {
  std::string scratch;
  EXPECT_EQ(unfold("text/html;\r\n  charset=utf-8", scratch), "text/html; charset=utf-8");
  EXPECT_EQ(unfold("a\n\n \n b\r\n\tc", scratch), "a b c");
  const std::string_view plain = "a  b";
  EXPECT_EQ(unfold(plain, scratch).data(), plain.data());
}

TEST(Http, BoundsTheFieldsThatCanBeFoundNotTheBody) {
  std::string many = "HTTP/1.1 200 OK\r\n";
  for (int i = 0; i < 200'000; ++i) many += "N" + std::to_string(i) + ": x\r\n";
  many += "\r\nbody";
  const HttpMessage message = parse_http(many);
  EXPECT_EQ(message.body, "body");
  EXPECT_TRUE(message.notes.has(HttpNote::too_many_fields));
  EXPECT_TRUE(message.notes.has(HttpNote::too_long_header));
  EXPECT_EQ(message.fields.find("n999"), "x");
  EXPECT_EQ(message.fields.find("n1000"), std::nullopt);

  const std::string large =
      "HTTP/1.1 200 OK\r\nA: 1\r\nLarge: " + std::string(1'000'000, 'x') + "\r\nB: 2\r\n\r\nbody";
  const HttpMessage other = parse_http(large);
  EXPECT_EQ(other.body, "body");
  EXPECT_EQ(other.fields.find("a"), "1");
  EXPECT_EQ(other.fields.find("large"), std::nullopt);
  EXPECT_EQ(other.fields.find("b"), std::nullopt);
  EXPECT_TRUE(other.notes.has(HttpNote::too_long_header));
}

// A long text behind a header without a blank line is not searched for one far away.
TEST(Http, TakesALongTextWithoutABlankLineAsTheBody) {
  std::string text = "It begins here\n";
  while (text.size() < 2 * kMaxHttpHeaderBytes) text += "and goes on: line after line\n";
  const std::string block = "HTTP/1.1 200 OK\r\nA: 1\r\n" + text + "\nend";
  EXPECT_EQ(parse_http(block).body, text + "\nend");
}

TEST(Http, GivesViewsOfTheBlockForAnyBytes) {
  std::mt19937_64 random(5);
  const std::vector<std::string> kPieces = {"HTTP/1.1 ", "200",  " ",  "\r\n",     "\n",
                                            "A",         ":",    "\t", "\0"s,      "\xff",
                                            "<",         "GET ", "\r", " HTTP/1.1"};
  for (int round = 0; round < 20'000; ++round) {
    std::string block = round % 2 == 0 ? "HTTP/1.1 200 OK\r\n" : "";
    for (size_t i = random() % 30; i > 0; --i) block += kPieces[random() % kPieces.size()];
    const HttpMessage message = parse_http(block);
    ASSERT_EQ(message.body.data() + message.body.size(), block.data() + block.size());
    ASSERT_EQ(message.kind == Kind::none, message.notes.has(HttpNote::no_http));
    size_t fields = 0;
    for (const HttpField& field : message.fields) {
      ++fields;
      ASSERT_GE(field.name.data(), block.data());
      ASSERT_LE(field.value.data() + field.value.size(), message.body.data());
      ASSERT_TRUE(message.fields.find(field.name).has_value());
    }
    ASSERT_LE(fields, block.size());
  }
}

}  // namespace
}  // namespace sluice::warc
