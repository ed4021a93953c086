#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "documents.h"
#include "unicode/utf8.h"
#include "warc/held_record.h"
#include "warc/support.h"

namespace sluice::extract_tool {
namespace {

using warc::test::conversion;
using warc::test::gzip;
using warc::test::HeldRecord;
using warc::test::http_response;
using warc::test::warc_head;

// What became of one record.
struct Made {
  std::string document;  // the line, empty if there is none
  std::string reject;    // likewise
  std::string reason;    // of the ledger
  pipeline::Batch batch;
};

constexpr const char* kFile =
    "crawl-data/CC-MAIN-2025-05/segments/1736703361941.29/wet/"
    "CC-MAIN-20250117060010-20250117090010-00042.warc.wet.gz";

Documents::Options usual() {
  Documents::Options options;
  options.inputs = {kFile};
  options.tool = "sluice-extract";
  options.version = "1.0";
  options.rejects = true;
  return options;
}

Made make(const HeldRecord& record, const Documents::Options& options = usual()) {
  const Documents documents(options);
  Made made;
  documents.add(*record, made.batch);
  for (const pipeline::Emission& emission : made.batch.emissions) {
    std::string& line = emission.channel == pipeline::kRejects ? made.reject : made.document;
    line += made.batch.scratch.view().substr(emission.at, emission.size);
  }
  const stats::Ledger& ledger = made.batch.ledgers.front();
  if (!ledger.rejects.empty()) made.reason = ledger.rejects.begin()->first;
  EXPECT_NO_THROW(ledger.check());
  EXPECT_TRUE(is_valid_utf8(made.batch.scratch.view()));
  return made;
}

Made make_of_file(const HeldRecord& record, const std::string& file) {
  Documents::Options options = usual();
  options.inputs = {file};
  return make(record, options);
}

std::string replacements(size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i) text += "\xEF\xBF\xBD";
  return text;
}

TEST(Documents, ConversionBecomesADocument) {
  const Made made = make(HeldRecord(conversion("The mill turns.\n"), 1234));
  EXPECT_EQ(
      made.document,
      R"({"id":"<urn:uuid:1>","text":"The mill turns.\n","metadata":{"dump":"CC-MAIN-2025-05",)"
      R"("url":"http://example.org/","date":"2025-01-17T06:00:10Z","file_path":")" +
          std::string(kFile) + "\",\"warc_offset\":1234}}\n");
  EXPECT_EQ(made.reject, "");
  const stats::Ledger& ledger = made.batch.ledgers.front();
  EXPECT_EQ(ledger.in.documents, 1u);
  EXPECT_EQ(ledger.in.bytes, 16u);
  EXPECT_EQ(ledger.out.bytes, 16u);
  EXPECT_FALSE(ledger.tokens.valid());
}

TEST(Documents, TextOfResponsesAndResourcesBecomesADocument) {
  for (const char* status : {"200 OK", "203 Non-Authoritative Information", "299"}) {
    const Made made = make(HeldRecord(http_response(std::string("HTTP/1.1 ") + status +
                                                    "\r\nContent-Type: text/plain\r\n\r\nHi")));
    EXPECT_NE(made.document.find(R"("text":"Hi")"), std::string::npos) << status << made.reject;
  }
  EXPECT_NE(make(HeldRecord(warc_head("resource", "text/plain") + "Hi")).document, "");
  EXPECT_NE(make(HeldRecord("http://a/ 127.0.0.1 20140216050221 text/plain 2\nHi")).document, "");
}

TEST(Documents, OtherRecordsAreCountedOnly) {
  for (const char* kind : {"warcinfo", "request", "metadata", "revisit", "continuation", "odd"}) {
    Made made = make(HeldRecord(warc_head(kind, "text/plain") + "text"));
    EXPECT_TRUE(made.batch.emissions.empty()) << kind;
    EXPECT_EQ(made.batch.ledgers.front().in.documents, 0u) << kind;
    EXPECT_EQ(made.batch.counters["records"].size(), 1u) << kind;
  }
}

TEST(Documents, EachReasonToReject) {
  const auto with_type = [](const std::string& type, const std::string& body) {
    return http_response("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n\r\n" + body);
  };
  const auto coded = [](const std::string& coding, const std::string& body) {
    return http_response("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: " +
                         coding + "\r\n\r\n" + body);
  };
  struct Case {
    std::string bytes;
    std::string reason;
    std::string detail;
  };
  const std::vector<Case> cases = {
      {http_response("HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\nno"), "http_status",
       "404"},
      {http_response("HTTP/1.1 301 Moved\r\nContent-Type: text/plain\r\n\r\nno"), "http_status",
       "301"},
      {http_response("HTTP/1.1 199\r\nContent-Type: text/plain\r\n\r\nno"), "http_status", "199"},
      {coded("sdch", "text"), "undecodable_body", "unknown_coding"},
      {coded("gzip", std::string("\x1F\x8B\x08\0\0\0\0\0\0\xFF\xFF\xFF\xFF", 13)),
       "undecodable_body", "undecodable"},
      {coded("gzip, gzip, gzip, gzip, gzip, gzip", "text"), "undecodable_body", "too_many_codings"},
      {with_type("text/html", "%PDF-1.7"), "media_type", "application/pdf"},
      {with_type("text/html", "<script>only()</script>"), "empty", ""},
      {with_type("text/html",
                 "<nav class=menu><ul><li><a href=/>Home</a><li><a href=/a>News</a><li>"
                 "<a href=/c>Contact</a><li><a href=/l>Log in</a></ul></nav><footer class=footer>"
                 "<p><a href=/t>Terms of use</a> <a href=/p>Privacy policy</a></footer>"),
       "no_main_content", ""},
      {with_type("application/pdf", "%PDF-1.7"), "media_type", "application/pdf"},
      {with_type("text/css", "b{}"), "media_type", "text/css"},
      {with_type("image/png", "\x89PNG\r\n\x1A\n"), "media_type", "image/png"},
      {with_type("text/plain; charset=iso-2022-kr", "text"), "charset", "iso-2022-kr"},
      {with_type("text/html", "<meta charset=hz-gb-2312>text"), "charset", ""},
      {conversion(""), "empty", ""},
      {conversion(" \r\n\t\f"), "empty", ""},
      {conversion("\xEF\xBB\xBF \n"), "empty", ""},
  };
  for (const Case& each : cases) {
    const Made made = make(HeldRecord(each.bytes, 77));
    EXPECT_EQ(made.document, "") << each.bytes;
    EXPECT_EQ(made.reason, each.reason) << each.bytes;
    EXPECT_TRUE(made.reject.starts_with(R"({"id":"<urn:uuid:1>","text":"","metadata":{)"))
        << made.reject;
    const std::string detail = each.detail.empty() ? "" : R"(,"detail":")" + each.detail + "\"";
    EXPECT_TRUE(made.reject.ends_with(R"(,"reject":{"tool":"sluice-extract","reason":")" +
                                      each.reason + "\"" + detail + "}}}\n"))
        << made.reject;
    Documents::Options silent = usual();
    silent.rejects = false;
    EXPECT_EQ(make(HeldRecord(each.bytes), silent).batch.emissions.size(), 0u);
  }
}

// A response that says nothing of its status is taken as it is: an HTTP/0.9 answer, or ARC.
TEST(Documents, ResponseWithoutStatusIsNotRejectedForIt) {
  EXPECT_EQ(
      make(HeldRecord(http_response("HTTP/1.1 \r\nContent-Type: text/plain\r\n\r\nHi"))).reason,
      "");
}

TEST(Documents, LedgerCountsTheDecodedPayload) {
  const std::string text(1000, 'x');
  const Made made = make(HeldRecord(http_response(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n" +
      gzip(text))));
  EXPECT_EQ(made.batch.ledgers.front().in.bytes, 1000u);
  const Made latin = make(HeldRecord(conversion("caf\xE9", "text/plain; charset=latin1")));
  EXPECT_EQ(latin.batch.ledgers.front().in.bytes, 4u);
  EXPECT_EQ(latin.batch.ledgers.front().out.bytes, 5u);
  EXPECT_EQ(latin.batch.ledgers.front().changed_bytes, 1);
}

TEST(Documents, Ids) {
  const auto id = [](const HeldRecord& record, const std::string& file) {
    const std::string line = make_of_file(record, file).document;
    const std::string head = R"({"id":")";
    EXPECT_TRUE(line.starts_with(head)) << line;
    return line.substr(head.size(), line.find('"', head.size()) - head.size());
  };
  const std::string no_id =
      "WARC/1.0\r\nWARC-Type: conversion\r\nContent-Type: text/plain\r\n\r\ntext";
  const std::string arc = "http://a/ 127.0.0.1 20140216050221 text/plain 4\ntext";
  // As spelled, brackets or not.
  EXPECT_EQ(id(HeldRecord(conversion("text")), "a.wet"), "<urn:uuid:1>");
  EXPECT_EQ(id(HeldRecord("WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Record-ID: uuid-2\r\n"
                          "Content-Type: text/plain\r\n\r\ntext"),
               "a.wet"),
            "uuid-2");
  EXPECT_EQ(id(HeldRecord(arc, 151), "folder/b.arc.gz"), "arc:b.arc.gz:151");
  EXPECT_EQ(id(HeldRecord(arc, 151, 900), "b.arc.gz"), "arc:b.arc.gz:151+900");
  EXPECT_EQ(id(HeldRecord(no_id, 7), "folder/c.warc"), "warc:c.warc:7");
  EXPECT_EQ(id(HeldRecord(no_id, 0, 5), "-"), "warc:-:0+5");
}

TEST(Documents, HostileHeadersGiveValidJson) {
  const Made made =
      make_of_file(HeldRecord("WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Record-ID: <\xFF\"\\>\r\n"
                              "WARC-Target-URI: http://a/caf\xE9\x01\"\r\nWARC-Date: \xC0\x80\r\n"
                              "Content-Type: text/plain\r\n\r\ntext"),
                   "odd\xFE/CC-MAIN-2025-05.warc");
  const std::string mark = replacements(1);
  EXPECT_EQ(made.document, R"({"id":"<)" + mark +
                               R"(\"\\>","text":"text","metadata":{"dump":"CC-MAIN-2025-05",)"
                               R"("url":"http://a/caf)" +
                               mark + R"(\u0001\"","date":")" + mark + mark +
                               R"(","file_path":"odd)" + mark +
                               "/CC-MAIN-2025-05.warc\",\"warc_offset\":0}}\n");
}

TEST(Documents, InvalidBytesAreCounted) {
  Made made = make(HeldRecord(conversion("a\xFF")));
  EXPECT_EQ(made.batch.counters["texts"]["with_invalid_bytes"], 1u);
  made = make(HeldRecord(conversion("a")));
  EXPECT_EQ(made.batch.counters.count("texts"), 0u);
}

std::string page(const std::string& body, const std::string& type = "text/html",
                 const std::string& fields = {}) {
  return http_response("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\n" + fields + "\r\n" +
                       body);
}

std::string text_in(const std::string& line) {
  const std::string key = R"("text":")";
  const size_t begin = line.find(key) + key.size();
  return line.substr(begin, line.find("\",\"", begin) - begin);
}

TEST(Documents, PagesBecomeTheirText) {
  const Made made = make(HeldRecord(page("<title>Mill</title><p>It <b>turns</b>.</p><p>Slowly.")));
  EXPECT_EQ(text_in(made.document), R"(It turns.\nSlowly.)");
  EXPECT_NE(
      made.document.find(R"("http_status":200,"title":"Mill","extractor":"sluice-extract/1.0")"
                         R"(,"main_share":1)"),
      std::string::npos)
      << made.document;
  EXPECT_EQ(text_in(make(HeldRecord(page("<p>x</p>", "application/xhtml+xml"))).document), "x");
}

// The encodings that pages are in, declared in each of the ways there are.
TEST(Documents, PagesAreDecoded) {
  using namespace std::string_literals;
  const struct {
    std::string record;
    std::string text;
    std::string metadata;
  } rows[] = {
      {page("<p>caf\xE9", "text/html; charset=ISO-8859-1"), "café",
       R"("charset":"windows-1252","charset_source":"http")"},
      {page("<meta charset=shift_jis><p>\x93\x8C\x8B\x9E"), "東京",
       R"("charset":"Shift_JIS","charset_source":"meta")"},
      {page(
           "<meta http-equiv=content-type content='text/html; charset=gb2312'><p>\xD6\xD0\xCE\xC4"),
       "中文", R"("charset":"GBK","charset_source":"meta")"},
      {page("<?xml version='1.0' encoding='koi8-r'?><p>\xED\xC9\xD2", "application/xhtml+xml"),
       "Мир", R"("charset":"KOI8-R","charset_source":"meta")"},
      {page("\xFF\xFE<\0p\0>\0M\0"s), "M", R"("charset":"UTF-16LE","charset_source":"bom")"},
      {page("<p>\x80 5"), "€ 5", R"("charset":"windows-1252","charset_source":"fallback")"},
      {page("<p>a\xFF z", "text/html; charset=utf-8"), "a" + replacements(1) + " z",
       R"("invalid_bytes":1)"},
      {page("東京", "text/plain; charset=windows-1252"), "東京", R"("http_status":200})"},
  };
  for (const auto& row : rows) {
    const std::string line = make(HeldRecord(row.record)).document;
    EXPECT_EQ(text_in(line), row.text) << line;
    EXPECT_NE(line.find(row.metadata), std::string::npos) << line;
  }
}

TEST(Documents, MetadataOfTheCrawlAndThePage) {
  const std::string record =
      warc_head("response", "application/http",
                "WARC-Truncated: length\r\nWARC-Payload-Digest: sha1:ABC\r\n") +
      "HTTP/1.1 203 x\r\nContent-Type: text/html\r\nLast-Modified: Fri, 17 Jan 2025 06:00:00 "
      "GMT\r\n"
      "X-Robots-Tag: otherbot: NoAI, max-snippet:5\r\nX-Robots-Tag: noarchive\r\n"
      "TDM-Reservation: 1\r\nTDM-Policy: https://example.org/tdm\r\n\r\n"
      "<html lang=de><title>A &amp; B</title><link rel=canonical href=/a>"
      "<meta name=robots content='noimageai, noindex'>"
      "<meta property=article:published_time content=2024-05-06>"
      "<a rel=license href=https://creativecommons.org/licenses/by/4.0/>BY</a><p>Text.";
  const std::string line = make(HeldRecord(record)).document;
  const std::string_view members[] = {
      R"("http_status":203,"last_modified":"Fri, 17 Jan 2025 06:00:00 GMT","truncated":"length",)"
      R"("payload_digest":"sha1:ABC",)",
      R"("title":"A & B","html_language":"de","canonical_url":"/a","date_published":"2024-05-06",)"
      R"("license":"https://creativecommons.org/licenses/by/4.0/",)",
      R"("opt_out":["noai","noimageai","noindex","noarchive","tdm-reservation"],)"
      R"("tdm_policy":"https://example.org/tdm","extractor":)"};
  for (const std::string_view member : members) {
    EXPECT_NE(line.find(member), std::string::npos) << member << "\n" << line;
  }
}

TEST(Documents, BodiesThatAreNotWholeAreMarked) {
  const auto truncated = [](const std::string& body, const std::string& coding,
                            const std::string& of_archive = {}) {
    const std::string record = warc_head("response", "application/http", of_archive) +
                               "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + coding +
                               "\r\n\r\n" + body;
    const std::string line = make(HeldRecord(record)).document;
    EXPECT_NE(line, "");
    const std::string key = R"("truncated":")";
    const size_t at = line.find(key);
    if (at == std::string::npos) return std::string();
    return line.substr(at + key.size(), line.find('"', at + key.size()) - at - key.size());
  };
  const std::string gzip_field = "Content-Encoding: gzip";
  const std::string whole = gzip(std::string(4'000, 'x') + "the mill turns slowly");
  EXPECT_EQ(truncated(whole, gzip_field), "");
  EXPECT_EQ(truncated(whole.substr(0, whole.size() - 12), gzip_field), "body");
  EXPECT_EQ(truncated(whole.substr(0, whole.size() - 12), gzip_field, "WARC-Truncated: length\r\n"),
            "length");
  EXPECT_EQ(truncated("5\r\nabcde\r\n", "Transfer-Encoding: chunked"), "body");
  EXPECT_EQ(truncated("5\r\nabcde\r\nodd\r\n", "Transfer-Encoding: chunked"), "damaged");
  EXPECT_EQ(truncated(gzip(std::string((size_t{128} << 20) + 1, 'x')), gzip_field), "too_large");
}

TEST(Documents, SignalsOfHeadersCountForTextToo) {
  const std::string line =
      make(HeldRecord(
               page("text", "text/plain", "X-Robots-Tag: none, noai\r\nX-Robots-Tag: nocache\r\n")))
          .document;
  EXPECT_NE(line.find(R"("opt_out":["noai","noindex","noarchive"]})"), std::string::npos) << line;
}

TEST(Documents, ShortTextsAreRejectedIfAskedFor) {
  const HeldRecord record(page("<p>12345678"));
  Documents::Options options = usual();
  options.min_text_bytes = 8;
  EXPECT_EQ(make(record, options).reason, "");
  options.min_text_bytes = 9;
  const Made made = make(record, options);
  EXPECT_EQ(made.reason, "too_short");
  EXPECT_NE(made.reject.find(R"("detail":"8")"), std::string::npos) << made.reject;
}

TEST(Documents, RejectsHoldHtmlIfAskedFor) {
  const HeldRecord record(page("<p>caf\xE9"));
  Documents::Options options = usual();
  options.min_text_bytes = 99;
  EXPECT_EQ(text_in(make(record, options).reject), "");
  options.rejects_html = true;
  EXPECT_EQ(text_in(make(record, options).reject), "<p>café");
  EXPECT_EQ(text_in(make(HeldRecord(page("%PDF-1.7")), options).reject), "");
}

TEST(Documents, RepeatedAddressIsARejectUnlessItsStatusIs) {
  HeldRecord record(page("<p>text"));
  (*record).marked = true;
  EXPECT_EQ(make(record).reason, "duplicate_url");
  HeldRecord missing(http_response("HTTP/1.1 404 x\r\nContent-Type: text/html\r\n\r\n<p>no"));
  (*missing).marked = true;
  EXPECT_EQ(make(missing).reason, "http_status");
}

TEST(DumpOfName, IsTheCrawlThatNamesTheFile) {
  EXPECT_EQ(dump_of_name(kFile), "CC-MAIN-2025-05");
  EXPECT_EQ(dump_of_name("CC-MAIN-2013-20"), "CC-MAIN-2013-20");
  EXPECT_EQ(dump_of_name("https://data.commoncrawl.org/crawl-data/CC-MAIN-2024-51/wet.paths.gz"),
            "CC-MAIN-2024-51");
  EXPECT_EQ(dump_of_name("CC-MAIN-2025-05-extracted/CC-MAIN-2024-51/x"), "CC-MAIN-2025-05");
}

TEST(DumpOfName, IsNothingWhereTheNameTellsNone) {
  // A file's own name holds times, not the crawl.
  EXPECT_EQ(dump_of_name("CC-MAIN-20250117060010-20250117090010-00042.warc.wet.gz"), "");
  EXPECT_EQ(dump_of_name("CC-MAIN-2025-050.gz"), "");
  EXPECT_EQ(dump_of_name("CC-MAIN-2025-0"), "");
  EXPECT_EQ(dump_of_name("CC-MAIN-202-05"), "");
  EXPECT_EQ(dump_of_name("CC-MAIN-"), "");
  EXPECT_EQ(dump_of_name("CC-NEWS-20250117060010-00042.warc.gz"), "");
  EXPECT_EQ(dump_of_name(""), "");
}

}  // namespace
}  // namespace sluice::extract_tool
