#include "url/block_list.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "url/url.h"

namespace sluice::url {
namespace {

BlockList list_of(std::string_view text) {
  BlockList list;
  list.add(text);
  return list;
}

std::string matched(const BlockList& list, std::string_view url) {
  std::string normal;
  normalise_url(url, normal);
  return std::string(list.match(normal));
}

TEST(BlockList, HostsWithWhatIsBelowThem) {
  for (const char* entry :
       {"example.org", ".example.org", "*.example.org", "EXAMPLE.org.", "example.org/",
        "0.0.0.0 example.org", "127.0.0.1\texample.org # ads"}) {
    const BlockList list = list_of(entry);
    EXPECT_EQ(matched(list, "https://example.org/a"), "example.org") << entry;
    EXPECT_EQ(matched(list, "http://www.Example.org:8080"), "example.org") << entry;
    EXPECT_EQ(matched(list, "http://badexample.org/"), "") << entry;
    EXPECT_EQ(matched(list, "http://example.org.evil.example/"), "") << entry;
    EXPECT_EQ(matched(list, "http://a.example/example.org"), "") << entry;
  }
  EXPECT_EQ(matched(list_of("192.0.2.1"), "http://192.0.2.1/x"), "192.0.2.1");
}

TEST(BlockList, AddressesWithWhatIsBelowThem) {
  const BlockList list = list_of("example.org/private/\nexample.org/page?id=1\n");
  EXPECT_EQ(matched(list, "http://example.org/private"), "example.org/private");
  EXPECT_EQ(matched(list, "https://example.org/private/a/b"), "example.org/private");
  EXPECT_EQ(matched(list, "http://example.org/private?x"), "example.org/private");
  EXPECT_EQ(matched(list, "http://example.org/privateer"), "");
  EXPECT_EQ(matched(list, "http://www.example.org/private"), "");
  EXPECT_EQ(matched(list, "http://example.org/"), "");
  EXPECT_EQ(matched(list, "http://example.org/page?id=1&x=2"), "example.org/page?id=1");
  EXPECT_EQ(matched(list, "http://example.org/page?id=12"), "");
}

TEST(BlockList, AddressesWithASchemeAreExactUnlessTheyEndInAStar) {
  const BlockList list = list_of("https://example.org/a\nhttp://example.org/shop-*\n");
  EXPECT_EQ(matched(list, "https://example.org/a#top"), "https://example.org/a");
  EXPECT_EQ(matched(list, "http://example.org/a"), "");
  EXPECT_EQ(matched(list, "https://example.org/a/b"), "");
  EXPECT_EQ(matched(list, "http://example.org/shop-12/x"), "http://example.org/shop-");
  EXPECT_EQ(matched(list, "http://example.org/shop"), "");
}

TEST(BlockList, EachNameOfAHostsLineIsAnEntry) {
  BlockList list;
  EXPECT_EQ(list.add("0.0.0.0 a.example  b.example\t.c.example # d.example\n::1 e.example\r\n"),
            4u);
  for (const char* name : {"a.example", "b.example", "c.example", "e.example"}) {
    EXPECT_EQ(matched(list, "http://www." + std::string(name) + "/x"), name);
  }
  EXPECT_EQ(matched(list, "http://d.example/"), "");
}

TEST(BlockList, CommentsAndBlankLinesAreNoEntries) {
  BlockList list;
  EXPECT_EQ(list.add("# ads\r\n\r\n \t\na.example\r\nb.example # why\n#"), 2u);
  EXPECT_EQ(list.size(), 2u);
  EXPECT_EQ(matched(list, "http://a.example/"), "a.example");
  EXPECT_EQ(matched(list, "http://b.example/"), "b.example");
}

TEST(BlockList, DigestIsThatOfTheSet) {
  EXPECT_EQ(list_of("a.example\nb.example\n").digest(),
            list_of("b.example\nA.example\na.example").digest());
  EXPECT_NE(list_of("a.example").digest(), list_of("a.example/x").digest());
  EXPECT_NE(list_of("a.example").digest(), list_of("").digest());
}

TEST(BlockList, WithoutEntriesBlocksNothing) {
  EXPECT_EQ(matched(BlockList(), "http://a.example/"), "");
  EXPECT_EQ(matched(list_of("a.example"), "urn:a.example"), "");
}

TEST(HashSet, HoldsWhatWasInserted) {
  HashSet set;
  for (uint64_t i = 0; i < 10'000; ++i) EXPECT_TRUE(set.insert({.high = 0, .low = i % 7 + i * 8}));
  for (uint64_t i = 0; i < 10'000; ++i) {
    EXPECT_FALSE(set.insert({.high = 0, .low = i % 7 + i * 8}));
    EXPECT_TRUE(set.contains({.high = 0, .low = i % 7 + i * 8}));
    EXPECT_FALSE(set.contains({.high = 1, .low = i}));
  }
  EXPECT_EQ(set.size(), 10'000u);
  EXPECT_FALSE(HashSet().contains({}));
}

}  // namespace
}  // namespace sluice::url
