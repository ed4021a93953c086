#include "dedup/exact_key.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "unicode/normalization_names.h"

namespace sluice::dedup {
namespace {

class Keyed {
 public:
  explicit Keyed(const ExactKey::Options& options) : key_(options, fields_), reader_(fields_) {}

  std::optional<Hash128> operator()(const std::string& line, uint64_t group = 0) {
    EXPECT_FALSE(reader_.read(line, document_)) << line;
    return key_.fingerprint(document_, scratch_, group);
  }
  // With this member beside id and text.
  std::optional<Hash128> with(const std::string& member) {
    return (*this)("{\"id\":1,\"text\":\"x\"," + member + "}");
  }

 private:
  Fields fields_;
  ExactKey key_;
  DocumentReader reader_;
  Document document_;
  ExactKey::Scratch scratch_;
};

std::string document(const std::string& text) { return R"({"id":1,"text":")" + text + "\"}"; }

TEST(ExactKey, ComparesTextsByContentNotBySpelling) {
  Keyed key({});
  EXPECT_EQ(key(document(R"(a\u0062 \/)")), key(document("ab /")));
  EXPECT_NE(key(document("ab ")), key(document("ab")));
  EXPECT_NE(key(document("AB")), key(document("ab")));
  EXPECT_EQ(key(R"({"text":"ab","id":2,"n":1})"), key(document("ab")));
}

TEST(ExactKey, NormalisesWhereItIsTold) {
  Keyed key({.normalize = parse_normalization("lower,punctuation,marks")});
  EXPECT_EQ(key(document(R"(Cr\u00e8me -- br\u00fbl\u00e9e!)")), key(document("creme brulee")));
  EXPECT_NE(key(document("road 1")), key(document("road 2")));
}

TEST(ExactKey, TakesAddressesInOneSpelling) {
  Keyed key({.by = "url"});
  const auto address = [&](const std::string& url) {
    return key.with(R"("metadata":{"url":")" + url + "\"}");
  };
  EXPECT_EQ(address("HTTP://Example.ORG:80/a/../%7Eb?#top"), address("http://example.org/~b"));
  EXPECT_NE(address("https://example.org/~b"), address("http://example.org/~b"));
}

TEST(ExactKey, TakesAnyField) {
  Keyed key({.by = "metadata.sha1"});
  const auto field = [&](const std::string& json) {
    return key.with("\"metadata\":{\"sha1\":" + json + "}");
  };
  EXPECT_EQ(field(R"("a\u0062")"), field(R"("ab")"));
  EXPECT_EQ(field("12"), field("12"));
  EXPECT_NE(field("12"), field("13"));
}

// Documents about which nothing is known are not copies of each other.
TEST(ExactKey, IsAbsentWhereThereIsNothingToCompare) {
  Keyed text({.normalize = parse_normalization("punctuation")});
  EXPECT_FALSE(text(document("")));
  EXPECT_FALSE(text(document("  \\n ...")));
  Keyed field({.by = "metadata.sha1"});
  EXPECT_FALSE(field(document("x")));
  EXPECT_FALSE(field.with(R"("metadata":{"sha1":null})"));
  EXPECT_FALSE(field.with(R"("metadata":{"sha1":""})"));
  EXPECT_FALSE(Keyed({.by = "url"})(document("x")));
}

TEST(ExactKey, KeepsGroupsApart) {
  Keyed key({});
  EXPECT_EQ(key(document("x"), 1), key(document("x"), 1));
  EXPECT_NE(key(document("x"), 1), key(document("x"), 2));
  EXPECT_NE(key(document("x"), 1), key(document("x")));
}

TEST(ExactKey, RefusesToNormaliseAddressesAsTexts) {
  Fields fields;
  EXPECT_THROW(ExactKey({.by = "url", .normalize = parse_normalization("lower")}, fields),
               ConfigError);
  EXPECT_THROW(ExactKey({.by = "metadata..x"}, fields), ConfigError);
}

}  // namespace
}  // namespace sluice::dedup
