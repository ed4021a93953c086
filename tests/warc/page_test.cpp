// Pages in files of their own: one record each, however they are cut and compressed.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "warc/payload.h"
#include "warc/support.h"

namespace sluice::warc::test {
namespace {

std::string long_page() { return "<!DOCTYPE html><p>" + random_block(100'000, 3) + "</p>\n\n"; }

TEST(Page, IsOneRecordOfTheWholeInput) {
  const std::string page = long_page();
  for (const size_t block : {size_t{100}, size_t{4'096}, size_t{1} << 20}) {
    for (const std::string& stored : {page, gzip(page), zstd(page)}) {
      const Reading reading = read_bytes(stored, {.block_bytes = block});
      ASSERT_EQ(reading.records.size(), 1u) << block;
      EXPECT_EQ(reading.records[0].kind, "file");
      EXPECT_EQ(reading.records[0].block, page);
      EXPECT_TRUE(reading.losses.empty());
    }
  }
}

TEST(Page, InputsThatFollowAreTheirOwn) {
  const std::string record = warc_record("a", "block");
  const Reading reading = read_inputs({"<html>one", record, "\n <p>two", record});
  ASSERT_EQ(reading.records.size(), 4u);
  EXPECT_EQ(reading.records[0].block, "<html>one");
  EXPECT_EQ(reading.records[1].id, "<urn:uuid:a>");
  EXPECT_EQ(reading.records[2].block, "<p>two");
  EXPECT_EQ(reading.records[3].id, "<urn:uuid:a>");
}

// A record that lies in a page's text begins nothing.
TEST(Page, MayHoldRecords) {
  const std::string page = "<p>\n\n" + warc_record("a", "block") + "</p>";
  const Reading reading = read_bytes(page, {.block_bytes = 10});
  ASSERT_EQ(reading.records.size(), 1u);
  EXPECT_EQ(reading.records[0].block, page);
}

TEST(Page, OverTheBoundIsPassedOver) {
  const std::string page = long_page();
  for (const std::string& stored : {page, gzip(page)}) {
    const Reading reading = read_inputs({stored, "<p>next"}, {.max_record_bytes = 1'000});
    ASSERT_EQ(reading.records.size(), 1u);
    EXPECT_EQ(reading.records[0].block, "<p>next");
    ASSERT_EQ(reading.losses.size(), 1u);
    EXPECT_EQ(reading.losses[0].reason, "document_too_large");
  }
}

TEST(Page, CutOffWithinItsMemberIsNoPage) {
  const std::string stored = gzip(long_page());
  const Reading reading = read_bytes(std::string_view(stored).substr(0, stored.size() / 2));
  EXPECT_TRUE(reading.ids().empty());
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_EQ(reading.losses[0].reason, "truncated_member");
  EXPECT_TRUE(reading.losses[0].truncated);
}

TEST(Page, WhatIsNeitherCrawlFileNorPageIsGarbage) {
  const Reading reading = read_bytes("just some text\n");
  EXPECT_TRUE(reading.records.empty());
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_EQ(reading.losses[0].reason, "garbage");
}

TEST(Page, BytesMayStillSayThatItIsNone) {
  Record record;
  record.header.kind = RecordKind::file;
  PayloadReader reader;
  for (const auto& [block, is_page] : {std::pair{"plain words", true},
                                       {"<p>x", true},
                                       {"%PDF-1.7", false},
                                       {"\x89PNG\r\n\x1A\n", false}}) {
    record.block = block;
    EXPECT_EQ(is_html_like(reader.read(record).sniffed), is_page) << block;
  }
}

// In the order of the inputs, each once, whatever the threads.
TEST(Marks, AreGivenInOrder) {
  std::string stored;
  for (int i = 0; i < 500; ++i) stored += gzip(warc_record(std::to_string(i), "block"));
  for (const size_t threads : {size_t{0}, size_t{1}, size_t{4}}) {
    std::vector<std::string> order;
    const auto mark = [&order](const Record& record) {
      order.emplace_back(record.header.record_id);
      return order.size() % 3 == 0;
    };
    const Reading reading =
        read_bytes(stored, {.block_bytes = 1'000, .threads = threads, .mark = mark});
    ASSERT_EQ(reading.records.size(), 500u);
    EXPECT_EQ(reading.ids(), order);
    for (size_t i = 0; i < 500; ++i) EXPECT_EQ(reading.records[i].marked, (i + 1) % 3 == 0) << i;
  }
}

}  // namespace
}  // namespace sluice::warc::test
