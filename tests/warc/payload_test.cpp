#include "warc/payload.h"

#include <gtest/gtest.h>

#include <string>

#include "warc/held_record.h"
#include "warc/support.h"

namespace sluice::warc::test {
namespace {

constexpr const char* kPage = "<!doctype html><title>Mill</title><p>The mill turns.";

struct Read {
  int status = 0;
  std::string bytes;
  MediaType type = MediaType::unknown;
  std::string charset;
  bool no_http = false;
  NoteSet<BodyNote> body_notes{};
};

Read read(const std::string& bytes) {
  const HeldRecord record(bytes);
  PayloadReader reader;
  const Payload payload = reader.read(*record);
  return {.status = payload.status,
          .bytes = std::string(payload.bytes),
          .type = payload.type,
          .charset = std::string(payload.sniffed.charset),
          .no_http = payload.http_notes.has(HttpNote::no_http),
          .body_notes = payload.body_notes};
}

TEST(Payload, IsTheBodyOfAResponse) {
  const Read got = read(http_response(
      std::string("HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=koi8-r\r\n\r\n") +
      kPage));
  EXPECT_EQ(got.status, 404);
  EXPECT_EQ(got.bytes, kPage);
  EXPECT_EQ(got.type, MediaType::html);
  EXPECT_EQ(got.charset, "koi8-r");
  EXPECT_FALSE(got.no_http);
}

TEST(Payload, IsWithoutCodings) {
  const std::string packed = gzip(kPage);
  const Read whole = read(http_response(
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + packed));
  EXPECT_EQ(whole.bytes, kPage);
  EXPECT_TRUE(whole.body_notes.has(BodyNote::gzip));

  const Read chunked = read(
      http_response("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n"
                    "\r\n4\r\nThe \r\n5\r\nmill.\r\n0\r\n\r\n"));
  EXPECT_EQ(chunked.bytes, "The mill.");
  EXPECT_TRUE(chunked.body_notes.has(BodyNote::chunked));
}

// Crawlers undo codings and leave the header as it came.
TEST(Payload, IsTheBodyAsItIsWhereCodingsAreAnnouncedInVain) {
  const Read got =
      read(http_response("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
                         "Transfer-Encoding: chunked\r\n\r\n" +
                         std::string(kPage)));
  EXPECT_EQ(got.bytes, kPage);
  EXPECT_TRUE(got.body_notes.has(BodyNote::not_chunked));
  EXPECT_TRUE(got.body_notes.has(BodyNote::not_encoded));
}

TEST(Payload, OfAResponseWithoutHttpIsTheBlock) {
  const Read got = read(http_response(kPage));
  EXPECT_EQ(got.status, 0);
  EXPECT_EQ(got.bytes, kPage);
  EXPECT_EQ(got.type, MediaType::html);  // sniffed: application/http is not the payload's type
  EXPECT_TRUE(got.no_http);
}

TEST(Payload, OfAnArcRecordWithHttp) {
  const std::string message =
      "HTTP/1.0 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nThe mill turns.";
  const Read got = read("http://example.org/ 127.0.0.1 20140216050221 text/html " +
                        std::to_string(message.size()) + "\n" + message);
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.bytes, "The mill turns.");
  EXPECT_EQ(got.type, MediaType::plain_text);  // the server's word, not the line's
  EXPECT_EQ(got.charset, "utf-8");
}

TEST(Payload, OfAnArcRecordWithoutHttpHasTheTypeOfItsLine) {
  const Read text =
      read("http://example.org/ 127.0.0.1 20140216050221 text/plain 15\nThe mill turns.");
  EXPECT_EQ(text.status, 0);
  EXPECT_EQ(text.bytes, "The mill turns.");
  EXPECT_EQ(text.type, MediaType::plain_text);
  EXPECT_EQ(read("http://example.org/ 127.0.0.1 20140216050221 text/css 3\nb{}").type,
            MediaType::css);
}

TEST(Payload, OfAResourceOrConversionIsTheBlockWithTheRecordsType) {
  const Read resource = read(warc_head("resource", "text/html; charset=utf-8") + kPage);
  EXPECT_EQ(resource.status, 0);
  EXPECT_EQ(resource.bytes, kPage);
  EXPECT_EQ(resource.type, MediaType::html);
  EXPECT_EQ(resource.charset, "utf-8");

  // Whatever it looks like: an HTTP head in a conversion is text.
  const Read text = read(conversion("HTTP/1.1 404 Not Found\r\n\r\nA page about HTTP."));
  EXPECT_EQ(text.status, 0);
  EXPECT_EQ(text.bytes, "HTTP/1.1 404 Not Found\r\n\r\nA page about HTTP.");
  EXPECT_EQ(text.type, MediaType::plain_text);
}

TEST(Payload, IsNothingForOtherRecords) {
  const std::string message = "GET / HTTP/1.1\r\nContent-Type: text/plain\r\n\r\nbody";
  for (const char* kind : {"request", "warcinfo", "metadata", "revisit", "continuation", "odd"}) {
    const HeldRecord record(warc_head(kind, "text/plain") + message);
    EXPECT_FALSE(has_payload((*record).header.kind)) << kind;
    const Read got = read(warc_head(kind, "text/plain") + message);
    EXPECT_EQ(got.bytes, "") << kind;
    EXPECT_EQ(got.type, MediaType::unknown) << kind;
  }
  for (const char* kind : {"response", "resource", "conversion"}) {
    const HeldRecord record(warc_head(kind, "text/plain"));
    EXPECT_TRUE(has_payload((*record).header.kind)) << kind;
  }
}

TEST(Payload, OfAnEmptyBlockIsEmpty) {
  EXPECT_EQ(read(http_response("")).bytes, "");
  EXPECT_EQ(read(conversion("")).bytes, "");
  EXPECT_EQ(read(http_response("HTTP/1.1 204 No Content\r\n\r\n")).status, 204);
}

// A reader is used for record after record.
TEST(Payload, OwesNothingToTheRecordBefore) {
  PayloadReader reader;
  const HeldRecord packed(
      http_response("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" +
                    gzip(kPage)));
  const HeldRecord plain(conversion("text"));
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(reader.read(*packed).bytes, kPage);
    const Payload payload = reader.read(*plain);
    EXPECT_EQ(payload.bytes, "text");
    EXPECT_EQ(payload.status, 0);
    EXPECT_FALSE(payload.body_notes.has(BodyNote::gzip));
  }
}

}  // namespace
}  // namespace sluice::warc::test
