#include "warc/listing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "warc/held_record.h"

namespace sluice::warc::test {
namespace {

std::string line_of(const HeldRecord& record) {
  pipeline::Batch batch;
  list_record(*record, batch);
  EXPECT_EQ(batch.emissions.size(), 1u);
  EXPECT_EQ(batch.emissions.front().channel, pipeline::kFirstRoute);
  return std::string(batch.scratch.view());
}

std::string with_url(const std::string& url) {
  return "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: " + url +
         "\r\nContent-Type: text/plain\r\n\r\ntext";
}

TEST(Listing, IsALineARecord) {
  EXPECT_EQ(line_of(HeldRecord(conversion("text"), 4711)),
            "4711\tconversion\ttext/plain\t-\thttp://example.org/\t4\n");
  EXPECT_EQ(line_of(HeldRecord(http_response("HTTP/1.1 301 Moved\r\nContent-Type: "
                                             "text/html\r\n\r\n<a>"))),
            "0\tresponse\ttext/html\t301\thttp://example.org/\t50\n");
  EXPECT_EQ(line_of(HeldRecord(warc_head("request", "application/http") + "GET / HTTP/1.1")),
            "0\trequest\t-\t-\thttp://example.org/\t14\n");
  EXPECT_EQ(line_of(HeldRecord("WARC/1.0\r\nWARC-Type: warcinfo\r\n\r\n")),
            "0\twarcinfo\t-\t-\t-\t0\n");
}

TEST(Listing, OfAnArcRecordKeepsSpacesOfTheUrl) {
  EXPECT_EQ(line_of(HeldRecord("http://example.org/a b 127.0.0.1 20140216050221 text/plain 4\ntext",
                               100)),
            "100\tresponse\ttext/plain\t-\thttp://example.org/a b\t4\n");
}

// Whoever cuts at tabs and line ends must get six fields a line, whatever a header holds.
TEST(Listing, EscapesControlCharactersOfTheUrl) {
  EXPECT_EQ(line_of(HeldRecord(with_url("http://a/\tb\x01\x1f\x7f"))),
            "0\tconversion\ttext/plain\t-\thttp://a/%09b%01%1F%7F\t4\n");
  // A folded field holds its line end.
  EXPECT_EQ(line_of(HeldRecord(with_url("http://a/\r\n b"))),
            "0\tconversion\ttext/plain\t-\thttp://a/%0D%0A b\t4\n");
  std::string all;
  for (int byte = 1; byte < 256; ++byte) {
    if (byte != '\n' && byte != '\r') all += static_cast<char>(byte);
  }
  const std::string line = line_of(HeldRecord(with_url("x" + all + "x")));
  EXPECT_EQ(std::count(line.begin(), line.end(), '\t'), 5);
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
}

// An index is text: what is no UTF-8 is escaped like control characters, the rest stays readable.
TEST(Listing, EscapesBytesThatAreNoUtf8) {
  EXPECT_EQ(line_of(HeldRecord(with_url("http://a/Stra\xC3\x9F"
                                        "e/caf\xE9"))),
            "0\tconversion\ttext/plain\t-\thttp://a/Straße/caf%E9\t4\n");
}

TEST(Listing, CountsRecordsByKind) {
  pipeline::Batch batch;
  list_record(*HeldRecord(conversion("text")), batch);
  list_record(*HeldRecord(conversion("text")), batch);
  list_record(*HeldRecord(warc_head("other-type", "text/plain")), batch);
  EXPECT_EQ(batch.counters["records"]["conversion"], 2u);
  EXPECT_EQ(batch.counters["records"]["other"], 1u);
}

}  // namespace
}  // namespace sluice::warc::test
