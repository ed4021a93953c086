#include "url/url.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace sluice::url {
namespace {

std::string normal(std::string_view url) {
  std::string out;
  normalise_url(url, out);
  return out;
}

TEST(NormaliseUrl, OneSpelling) {
  const struct {
    std::string_view url;
    std::string_view normal;
  } rows[] = {
      {"HTTP://Example.ORG", "http://example.org/"},
      {"http://example.org:80/", "http://example.org/"},
      {"https://example.org:0443/", "https://example.org/"},
      {"https://example.org:80/", "https://example.org:80/"},
      {"http://example.org:/", "http://example.org/"},
      {"http://example.org./a", "http://example.org/a"},
      {"http://user:secret@example.org/a", "http://example.org/a"},
      {"http://example.org/a#part", "http://example.org/a"},
      {"http://example.org?", "http://example.org/"},
      {"http://example.org?b=1", "http://example.org/?b=1"},
      {"http://example.org/a/./b/../c", "http://example.org/a/c"},
      {"http://example.org/a/..", "http://example.org/"},
      {"http://example.org/a/.", "http://example.org/a/"},
      {"http://example.org/../../a", "http://example.org/a"},
      {"http://example.org/a//b", "http://example.org/a//b"},
      {"http://example.org/%7euser/%c3%a9", "http://example.org/~user/%C3%A9"},
      {"http://example.org/a b\xC3\xA9", "http://example.org/a%20b%C3%A9"},
      {"http://example.org/%2e%2E/a%2Fb", "http://example.org/a%2Fb"},
      {"http://example.org/100%", "http://example.org/100%25"},
      {" \t http://example.org/a\r\nb ", "http://example.org/ab"},
      {"http:\\\\example.org\\a", "http://example.org/a"},
      {"http://[2001:DB8::1]:8080/", "http://[2001:db8::1]:8080/"},
      {"http://example.org/a;jsessionid=1F?b=2", "http://example.org/a?b=2"},
      {"http://example.org/?PHPSESSID=1&b=2&jsessionid=3", "http://example.org/?b=2"},
      {"http://example.org/?phpsessid=1", "http://example.org/"},
      {"http://example.org/?a=1&&b", "http://example.org/?a=1&&b"},
      {"urn:uuid:1", "urn:uuid:1"},
      {"file:///example with spaces.png", "file:///example%20with%20spaces.png"},
      {"a/b", "a/b"},
      {"", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(normal(row.url), row.normal) << row.url;
}

TEST(NormaliseUrl, KeepsWhatPagesMayDifferBy) {
  for (const char* url :
       {"http://www.example.org/", "http://example.org/a", "http://example.org/a/",
        "http://example.org/A", "http://example.org/?b=1&a=2", "https://example.org/",
        "http://xn--mhle-0ra.example/"}) {
    EXPECT_EQ(normal(url), url);
  }
}

TEST(NormaliseUrlProperty, TwiceIsOnce) {
  uint64_t state = 7;
  const auto random = [&state](uint64_t below) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % below;
  };
  const std::string_view pieces[] = {
      "http://", "HTTPS:\\\\", "a", "B.", "%", "41", "%2e", "..",
      "/",       "/.",         "?", "&",  "#", ":",  "80",  ";jsessionid=",
      "=",       "phpsessid",  "@", "[",  "]", " ",  "\t",  "\xC3\xA9",
      "\\",      "example.org"};
  for (int round = 0; round < 20'000; ++round) {
    std::string url = random(4) > 0 ? "http://" : "";
    for (uint64_t left = random(12); left > 0; --left) url += pieces[random(std::size(pieces))];
    const std::string once = normal(url);
    EXPECT_EQ(normal(once), once) << url;
  }
}

TEST(UrlParts, OfANormalForm) {
  EXPECT_EQ(host_of("http://example.org/a"), "example.org");
  EXPECT_EQ(host_of("http://example.org:8080/a"), "example.org");
  EXPECT_EQ(host_of("http://[2001:db8::1]:8080/"), "[2001:db8::1]");
  EXPECT_EQ(host_of("urn:uuid:1"), "");
  EXPECT_EQ(host_of("a/b"), "");
  EXPECT_EQ(without_scheme("http://example.org:8080/a?b"), "example.org:8080/a?b");
  EXPECT_EQ(without_scheme("urn:uuid:1"), "uuid:1");
}

}  // namespace
}  // namespace sluice::url
