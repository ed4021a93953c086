#include "quality/pii.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sanitized.h"

namespace sluice::quality {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> found_in(std::string_view text, const Pii::Options& options = {}) {
  std::vector<Pii::Span> spans;
  Pii(options).find(text, spans);
  std::vector<std::string> found;
  for (const Pii::Span& span : spans) found.emplace_back(span.of(text));
  return found;
}

std::string replaced(std::string_view text, const Pii::Options& options = {}) {
  const Pii pii(options);
  std::vector<Pii::Span> spans;
  pii.find(text, spans);
  std::string out;
  pii.replace(text, spans, out);
  return out;
}

TEST(Pii, FindsEmailAddresses) {
  const struct {
    std::string_view text;
    std::string_view address;
  } rows[] = {
      {"Write to ann@mail.example.", "ann@mail.example"},
      {"ann.lee+lists@mail.co.uk", "ann.lee+lists@mail.co.uk"},
      {"<Ann.Lee@Mail.Example>", "Ann.Lee@Mail.Example"},
      {"mailto:ann@mail.example?subject=x", "ann@mail.example"},
      {"(o'neil@mail.example)", "o'neil@mail.example"},
      {"a..ann@mail.example", "ann@mail.example"},
      {".ann@mail.example", "ann@mail.example"},
      {"ann@[8.8.4.4], there", "ann@[8.8.4.4]"},
      {"ann@[8.8.4.4]. There", "ann@[8.8.4.4]"},
      {"8.8.8.8@mail.example", "8.8.8.8@mail.example"},
      {"联系ann@mail.example谢谢", "ann@mail.example"},
      {"пишите:ann@mail.example", "ann@mail.example"},
      {"2606:4700:4700::1111@mail.example", "1111@mail.example"},
      {"(a@b@mail.example", "a@b@mail.example"},
      {"ann@mail.example_bob@mail.example", "ann@mail.example_bob@mail.example"},
      {"ann@mail.example_icon@2x.png_bob@mail.example",
       "ann@mail.example_icon@2x.png_bob@mail.example"},
      {"ann@mail.example_icon@2x.png", "ann@mail.example"},
      {"@ann@social.example", "ann@social.example"},
      {"ann_@mail.xn--p1ai", "ann_@mail.xn--p1ai"},
  };
  for (const auto& row : rows)
    EXPECT_THAT(found_in(row.text), ElementsAre(row.address)) << row.text;
}

TEST(Pii, LeavesWhatOnlyLooksLikeEmailAddresses) {
  for (const char* text : {"",
                           "@",
                           "@@@@",
                           "a@",
                           "@b",
                           "ann@localhost",
                           "ann@mail.e",
                           "react@16.8.0",
                           "icon@2x.png",
                           "logo@3x.JPEG",
                           "follow @ann.lee",
                           "ann @ mail.example",
                           "ann@.example",
                           "ann@-mail.example",
                           "ann@mail..example",
                           "ann.@mail.example",
                           "ann@[8.8.8.888]",
                           "ann@[8.8.8.8]mail.example",
                           "ann@[8.8.8.8]x",
                           "ann@[8.8.8.8].mail",
                           "ann@[8.8.8.8]-x",
                           "a [at] b.example"}) {
    EXPECT_THAT(found_in(text, {.ip = false}), IsEmpty()) << text;
  }
}

TEST(Pii, FindsInternetAddresses) {
  const struct {
    std::string_view text;
    std::string_view address;
  } rows[] = {
      {"from 8.8.8.8.", "8.8.8.8"},
      {"from 8.8.8.8...", "8.8.8.8"},
      {"at 93.184.216.34. Then", "93.184.216.34"},
      {"(93.184.216.34)", "93.184.216.34"},
      {"http://93.184.216.34:8080/x", "93.184.216.34"},
      {"93.184.216.0/24", "93.184.216.0"},
      {"root@93.184.216.34", "93.184.216.34"},
      {"https://whois.example/93.184.216.34", "93.184.216.34"},
      {"地址93.184.216.34。", "93.184.216.34"},
      {"-93.184.216.34", "93.184.216.34"},
      {"IPv4 93.184.216.34", "93.184.216.34"},
      {"IP: 93.184.216.34", "93.184.216.34"},
      {"conversion 93.184.216.34", "93.184.216.34"},
      {"server 2 93.184.216.34", "93.184.216.34"},
      {"93.184.216.34 Mail server", "93.184.216.34"},
      {"8.8.8.8 is a resolver", "8.8.8.8"},
      {"via 2a00:1450:4001:81b::200e.", "2a00:1450:4001:81b::200e"},
      {"[2606:4700:4700::1111]:53", "2606:4700:4700::1111"},
      {"2001:4860:4860:0:0:0:0:8888", "2001:4860:4860:0:0:0:0:8888"},
      {"is 2600:1f18:22::: so", ""},
      {"2A00:1450:4001::/48", "2A00:1450:4001::"},
      {"2606:4700:4700::1111: reached", "2606:4700:4700::1111"},
  };
  for (const auto& row : rows) {
    if (row.address.empty()) {
      EXPECT_THAT(found_in(row.text), IsEmpty()) << row.text;
    } else {
      EXPECT_THAT(found_in(row.text), ElementsAre(row.address)) << row.text;
    }
  }
  EXPECT_THAT(found_in("93.184.216.0-93.184.216.99"), ElementsAre("93.184.216.0", "93.184.216.99"));
  EXPECT_THAT(found_in("93.184.216.34, 93.184.216.35 and 93.184.216.36"), testing::SizeIs(3));
}

TEST(Pii, LeavesInternetAddressesThatAreNobodys) {
  for (const char* text : {"10.1.2.3", "192.168.0.1", "172.16.9.9", "127.0.0.1", "0.0.0.0",
                           "255.255.255.0", "169.254.1.1", "100.64.1.1", "198.18.0.1", "192.0.2.7",
                           "224.0.0.251", "fe80::1:2:3", "2001:db8::1:2", "fd00:1:2::3"}) {
    EXPECT_THAT(found_in(text), IsEmpty()) << text;
  }
}

TEST(Pii, LeavesWhatIsNoInternetAddress) {
  for (const char* text : {"1.2.3",
                           "1.2.3.4.5",
                           "1.2.3.256",
                           "01.2.3.4",
                           "1.2.3.04",
                           "1..2.3.4",
                           "256.1.1.1",
                           "x1.22.33.44",
                           "1.22.33.44b",
                           "1.22.33.44_a",
                           "10.0.19041.1",
                           "3.14",
                           "12.05.2024",
                           "4.4.8.8.in-addr.arpa",
                           "12:30:45",
                           "2015:10:30 12:30:00",
                           "2001::",
                           "2345:aa",
                           "2a00:1450:4001:81b::200eg",
                           "f2a00:1450:4001::1",
                           "2a00:1450:4001:81b",
                           "3::4::5:6",
                           "std::2bad::cafe",
                           "2606:4700:4700:0:0:0:0:0:1111"}) {
    EXPECT_THAT(found_in(text), IsEmpty()) << text;
  }
}

TEST(Pii, LeavesVersionAndSectionNumbers) {
  for (const char* text : {"version 1.2.3.4",
                           "Version: 11.22.33.44",
                           "versions 4.3.2.1, 4.3.2.2 and 4.3.2.3",
                           "v1.2.3.4",
                           "v. 1.2.3.4",
                           "(ver 1.2.3.4)",
                           "release 5.22.1.9",
                           "Build 96.0.46.110",
                           "firmware no. 1.22.3.4",
                           "upgraded to 7.1.2.3",
                           "updating from 7.1.2.3 to 7.1.2.4",
                           "die Versionen 1.2.3.4 und 1.2.3.5",
                           "versión 1.2.3.4",
                           "версия 1.2.3.4",
                           "バージョン1.2.3.4",
                           "版本 1.2.3.4",
                           "see section 4.3.2.1",
                           "§ 4.3.2.1",
                           "package-1.22.3.4",
                           "1.22.3.4-beta",
                           "1.22.3.4-1ubuntu2",
                           "1.22.3.4+dfsg",
                           "package_1.22.3.4.tar.gz",
                           "curl/7.22.3.4",
                           "1.22.3.4.tar",
                           "2.4.1.3 Scope",
                           "## 2.4.1.3 Scope",
                           "text\n  2.4.1.3. Ämter",
                           "version is 1.2.3.4",
                           "OID 1.3.6.1"}) {
    EXPECT_THAT(found_in(text), IsEmpty()) << text;
  }
}

TEST(Pii, FindsWhatIsAskedFor) {
  constexpr std::string_view kText = "ann@mail.example 93.184.216.34 2606:4700:4700::1111";
  EXPECT_THAT(found_in(kText), testing::SizeIs(3));
  EXPECT_THAT(found_in(kText, {.email = false}),
              ElementsAre("93.184.216.34", "2606:4700:4700::1111"));
  EXPECT_THAT(found_in(kText, {.ip = false}), ElementsAre("ann@mail.example"));
}

TEST(Pii, ReplacesWhatIsFoundAndNothingElse) {
  const Pii::Options one = {.emails = {"E"}, .ipv4 = {"I"}, .ipv6 = {"V"}};
  EXPECT_EQ(replaced("a@b.example", one), "E");
  EXPECT_EQ(replaced("é a@b.example, 93.184.216.34; 2606:4700:4700::1111 é", one), "é E, I; V é");
  EXPECT_EQ(replaced("nothing", one), "nothing");
  EXPECT_THROW(Pii({.emails = {}}), ConfigError);
}

// Equal addresses get equal replacements, in any text and spelling, and of many addresses each
// replacement gets its share.
TEST(Pii, ReplacementGoesByTheAddressAlone) {
  const std::string ann = replaced("ann@mail.example");
  EXPECT_EQ(replaced("x ANN@mail.example y"), "x " + ann + " y");
  std::map<std::string, int> counts;
  for (int i = 0; i < 400; ++i) ++counts[replaced("ann" + std::to_string(i) + "@mail.example")];
  EXPECT_EQ(counts.size(), 2u);
  for (const auto& [replacement, count] : counts) EXPECT_NEAR(count, 200, 50) << replacement;
  counts.clear();
  for (int i = 0; i < 240; ++i) ++counts[replaced("93.184.216." + std::to_string(i))];
  EXPECT_EQ(counts.size(), 6u);
}

TEST(Pii, ReplacingTwiceChangesNothingMore) {
  const std::string once =
      replaced("ann@mail.example bob@mail.example 93.184.216.34 8.8.4.4 2606:4700:4700::1111");
  EXPECT_EQ(replaced(once), once);
  const Pii::Options global = {.ipv4 = {"8.8.8.8"}};
  EXPECT_EQ(replaced("93.184.216.34", global), "8.8.8.8");
  EXPECT_EQ(replaced("8.8.8.8", global), "8.8.8.8");
}

// What is in one text in two spellings is in another in one.
TEST(Pii, SpellingsOfAnAddressGetOneReplacement) {
  const Pii::Options many = {.ipv6 = {"A", "B", "C", "D", "E", "F", "G", "H", "I", "J"}};
  for (const std::vector<std::string>& spellings :
       {std::vector<std::string>{"2606:4700:4700::1111", "2606:4700:4700:0:0:0:0:1111",
                                 "2606:4700:4700:0000:0000:0000:0000:1111",
                                 "2606:4700:4700::0:1111", "2606:4700:4700::0.0.17.17"},
        std::vector<std::string>{"2a00:1450:4001:81b::200e", "2A00:1450:4001:081B::200E"}}) {
    for (const std::string& spelling : spellings) {
      EXPECT_EQ(replaced(spelling, many), replaced(spellings[0], many)) << spelling;
      EXPECT_THAT(found_in(spelling, {.ipv6 = {spellings[0]}}), IsEmpty()) << spelling;
    }
  }
  EXPECT_THAT(found_in("EMAIL@Example.com"), IsEmpty());
}

// Whatever stands before, behind and between.
TEST(Pii, ReplacingTwiceChangesNothingMoreWhereEmailAddressesTouch) {
  std::mt19937 random(14);
  const std::string_view parts[] = {"ann",         "@", "mail.example",
                                    "[8.8.8.8]",   "-", ".",
                                    "_",           "!", "x",
                                    "icon@2x.png", ":", "]",
                                    "[",           " ", "é",
                                    "..",          "5", "ann@mail.example",
                                    "@[8.8.4.4]"};
  for (uint64_t i = 0; i < rounds_of(50'000); ++i) {
    std::string text;
    for (size_t size = 1 + random() % 8; size > 0; --size) {
      text += parts[random() % std::size(parts)];
    }
    const std::string once = replaced(text);
    ASSERT_EQ(replaced(once), once) << text;
  }
}

// Each would take minutes if a byte were looked at again for each address.
TEST(Pii, IsLinear) {
  constexpr size_t kSize = rounds_of(4'000'000);
  const auto repeated = [](std::string_view unit) {
    std::string text;
    while (text.size() < kSize) text += unit;
    return text;
  };
  for (const char* unit :
       {"@", "a@", "a.", "a", "a@a", "a@a.", "1.", "1.1.1.1.1-", "1.1.1.1 ", ":",
        "2222:", "2222::", "2222:1:1::1 ", "a@[", "1", "@1.1.1.1", "version 1.1.1.1/"}) {
    replaced(repeated(unit));
    replaced(repeated(unit) + "@mail.example");
  }
}

}  // namespace
}  // namespace sluice::quality
