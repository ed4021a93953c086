#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "url_rules.h"
#include "warc/held_record.h"

namespace sluice::extract_tool {
namespace {

namespace fs = std::filesystem;
using warc::test::HeldRecord;

class UrlRulesTest : public testing::Test {
 protected:
  UrlRulesTest()
      : folder_(fs::path(testing::TempDir()) /
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~UrlRulesTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content) const {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << content;
    return path.string();
  }
  static std::string blocked(const UrlRules& rules, const std::string& url) {
    std::string scratch;
    return std::string(rules.blocked(url, scratch));
  }

  const fs::path folder_;
};

std::string record_of(const std::string& url, const std::string& status,
                      const std::string& type = "response") {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + url +
         "\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 " + status + "\r\n\r\nbody";
}

TEST_F(UrlRulesTest, AddressesAreMatchedInNormalForm) {
  const UrlRules rules({.lists = {write("list", "bad.example\n")}, .once = false});
  EXPECT_EQ(blocked(rules, "HTTP://www.Bad.example:80/x"), "bad.example");
  EXPECT_EQ(blocked(rules, "https://good.example/"), "");
  EXPECT_EQ(blocked(rules, ""), "");
  EXPECT_EQ(blocked(UrlRules({}), "https://bad.example/"), "");
}

TEST_F(UrlRulesTest, AddressIsSeenWithTheFirstRecordThatMayGiveADocument) {
  UrlRules rules({.lists = {write("list", "bad.example\n")}, .once = true});
  const auto repeats = [&rules](const std::string& record) {
    const HeldRecord held(record);
    return rules.repeats(*held);
  };
  EXPECT_FALSE(repeats(record_of("http://a.example/", "404 Not Found")));
  EXPECT_FALSE(repeats(record_of("http://a.example/", "301 Moved")));
  EXPECT_FALSE(repeats(record_of("http://a.example/", "200 OK", "request")));
  EXPECT_FALSE(repeats(record_of("http://a.example/", "200 OK")));
  EXPECT_TRUE(repeats(record_of("http://A.example:80/#top", "200 OK")));
  EXPECT_TRUE(repeats(record_of("http://a.example/", "200 OK", "resource")));
  EXPECT_FALSE(repeats(record_of("http://a.example/", "404 Not Found")));  // for its status
  EXPECT_FALSE(repeats(record_of("https://a.example/", "200 OK")));
  EXPECT_FALSE(repeats(record_of("", "200 OK")));
  EXPECT_FALSE(repeats(record_of("", "200 OK")));  // without an address nothing is seen
  EXPECT_FALSE(repeats(record_of("http://bad.example/", "200 OK")));
  EXPECT_FALSE(repeats(record_of("http://bad.example/", "200 OK")));  // for the list
}

TEST_F(UrlRulesTest, StatusBehindABlankLineCounts) {
  UrlRules rules({.lists = {}, .once = true});
  const auto repeats = [&rules](const std::string& start) {
    const HeldRecord held(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example/"
        "\r\nContent-Type: application/http\r\n\r\n" +
        start + "\r\n\r\nbody");
    return rules.repeats(*held);
  };
  EXPECT_FALSE(repeats("\r\nHTTP/1.1 301 Moved"));
  EXPECT_FALSE(repeats("\n\nHTTP/1.1 404 Not Found"));
  EXPECT_FALSE(repeats("\r\nHTTP/1.1 200 OK"));
  EXPECT_TRUE(repeats("HTTP/1.1 200 OK"));
}

}  // namespace
}  // namespace sluice::extract_tool
