#include <gtest/gtest.h>

#include <string>

#include "warc/crawl_feed.h"
#include "warc/support.h"

namespace sluice::warc::test {
namespace {

TEST(CrawlFeed, ReadsRecordsOfAGzipMemberEach) {
  const std::string one = gzip(warc_record("1", "one", "warcinfo"));
  const std::string two = gzip(warc_record("2", "two"));
  const Reading reading = read_bytes(one + two);
  ASSERT_EQ(reading.records.size(), 2u) << reading.events;
  EXPECT_EQ(reading.records[0].kind, "warcinfo");
  EXPECT_EQ(reading.records[1].id, "<urn:uuid:2>");
  EXPECT_EQ(reading.records[1].block, "two");
  EXPECT_EQ(reading.records[1].offset, one.size());
  EXPECT_TRUE(reading.losses.empty()) << reading.events;
  EXPECT_EQ(reading.inputs_ended, 1u);
}

}  // namespace
}  // namespace sluice::warc::test
