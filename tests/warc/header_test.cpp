#include "warc/header.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::warc {
namespace {

using Status = HeaderParse::Status;

constexpr std::string_view kHeader =
    "WARC/1.1\r\n"
    "WARC-Type: response\r\n"
    "WARC-Record-ID: <urn:uuid:1>\r\n"
    "WARC-Target-URI: http://example.org/a b\r\n"
    "WARC-Date: 2024-01-02T03:04:05.678Z\r\n"
    "WARC-IP-Address: 127.0.0.1\r\n"
    "WARC-Warcinfo-ID: <urn:uuid:0>\r\n"
    "WARC-Truncated: length\r\n"
    "WARC-Identified-Payload-Type: text/html\r\n"
    "Content-Type: application/http; msgtype=response\r\n"
    "Content-Length: 12\r\n"
    "\r\n";

TEST(WarcHeader, GivesFieldsAsViews) {
  const std::string bytes = std::string(kHeader) + "block";
  const HeaderParse parse = parse_warc_header(bytes);
  ASSERT_EQ(parse.status, Status::complete);
  EXPECT_EQ(parse.size, kHeader.size());
  const RecordHeader& header = parse.header;
  EXPECT_FALSE(header.arc);
  EXPECT_EQ(header.kind, RecordKind::response);
  EXPECT_EQ(header.version, "1.1");
  EXPECT_EQ(header.type, "response");
  EXPECT_EQ(header.record_id, "<urn:uuid:1>");
  EXPECT_EQ(header.target_uri, "http://example.org/a b");
  EXPECT_EQ(header.date, "2024-01-02T03:04:05.678Z");
  EXPECT_EQ(header.ip_address, "127.0.0.1");
  EXPECT_EQ(header.warcinfo_id, "<urn:uuid:0>");
  EXPECT_EQ(header.truncated, "length");
  EXPECT_EQ(header.payload_type, "text/html");
  EXPECT_EQ(header.content_type, "application/http; msgtype=response");
  EXPECT_EQ(header.length, 12u);
}

TEST(WarcHeader, IsIncompleteUntilItsEmptyLine) {
  for (size_t size = 0; size < kHeader.size(); ++size) {
    const std::string cut(kHeader.substr(0, size));  // ends where its memory does
    EXPECT_EQ(parse_warc_header(cut).status, Status::incomplete) << size;
    EXPECT_EQ(scan_warc_header(cut).status, Status::incomplete) << size;
  }
  const HeaderScan scan = scan_warc_header(kHeader);
  EXPECT_EQ(scan.status, Status::complete);
  EXPECT_EQ(scan.size, kHeader.size());
  EXPECT_EQ(scan.length, 12u);
}

TEST(WarcHeader, NamesEveryKind) {
  for (const std::string_view type : {"warcinfo", "request", "response", "resource", "metadata",
                                      "revisit", "conversion", "continuation", "other"}) {
    const std::string header = "WARC/1.0\r\nWARC-Type: " + std::string(type) + "\r\n\r\n";
    const HeaderParse parse = parse_warc_header(header);
    EXPECT_EQ(to_string(parse.header.kind), type);
    EXPECT_EQ(parse.header.type, type);
  }
  EXPECT_EQ(parse_warc_header("WARC/1.0\n\n").header.kind, RecordKind::other);
}

struct Oddity {
  const char* what;
  const char* header;
};

// All of them are a response of 5 bytes from http://a/.
TEST(WarcHeader, IsReadInWhateverManner) {
  for (const Oddity& odd : {
           Oddity{"LF only",
                  "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://a/\n"
                  "Content-Length: 5\n\n"},
           Oddity{"version",
                  "WARC/0.18\r\nWARC-Type:response\r\nWARC-Target-URI:http://a/\r\n"
                  "Content-Length:5\r\n\r\n"},
           Oddity{"blanks behind the version",
                  "WARC/1.0 \r\nWARC-Type: response\r\n"
                  "WARC-Target-URI: http://a/\r\nContent-Length: 5\r\n\r\n"},
           Oddity{"case",
                  "WARC/1.0\r\nwarc-type: Response\r\nWARC-TARGET-URI: http://a/\r\n"
                  "content-length: 5\r\n\r\n"},
           Oddity{"white space",
                  "WARC/1.0\r\nWARC-Type :  response \r\nWARC-Target-URI:\t"
                  "http://a/ \t\r\nContent-Length :5 \r\n\r\n"},
           Oddity{"brackets",
                  "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: <http://a/>\r\n"
                  "Content-Length: 5\r\n\r\n"},
           Oddity{"folded",
                  "WARC/1.0\r\nWARC-Type:\r\n response\r\nWARC-Target-URI:\r\n\thttp://a/"
                  "\r\nContent-Length:\r\n 5\r\nX: a\r\n b: c\r\n\r\n"},
           Oddity{"no colon",
                  "WARC/1.0\r\nnonsense\r\nWARC-Type: response\r\n"
                  "WARC-Target-URI: http://a/\r\nContent-Length: 5\r\n\r\n"},
           Oddity{"repeated",
                  "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\n"
                  "Content-Length: 5\r\nContent-Length: 6\r\nWARC-Type: request\r\n\r\n"},
           Oddity{"empty",
                  "WARC/1.0\r\nWARC-Type: response\r\nContent-Type:\r\n"
                  "WARC-Target-URI: http://a/\r\nWARC-Date: \r\nContent-Length: 5\r\n\r\n"},
       }) {
    const HeaderParse parse = parse_warc_header(odd.header);
    ASSERT_EQ(parse.status, Status::complete) << odd.what;
    EXPECT_EQ(parse.header.kind, RecordKind::response) << odd.what;
    EXPECT_EQ(parse.header.target_uri, "http://a/") << odd.what;
    EXPECT_EQ(parse.header.length, 5u) << odd.what;
    EXPECT_EQ(scan_warc_header(odd.header).length, 5u) << odd.what;
    EXPECT_EQ(parse.size, std::string_view(odd.header).size()) << odd.what;
  }
}

TEST(WarcHeader, HasNoLengthIfThatIsNoNumber) {
  for (const char* length : {"", "-1", "+1", "1 2", "0x10", "1e3", "18446744073709551616", "12a"}) {
    const std::string header = "WARC/1.0\r\nContent-Length: " + std::string(length) + "\r\n\r\n";
    EXPECT_EQ(parse_warc_header(header).status, Status::complete);
    EXPECT_FALSE(parse_warc_header(header).header.length) << length;
    EXPECT_FALSE(scan_warc_header(header).length) << length;
  }
}

TEST(WarcHeader, IsBadIfItsFirstLineIsOrItNeverEnds) {
  for (const std::string& bytes :
       {std::string("HTTP/1.1 200 OK\r\n\r\n"), std::string("WARC/\r\n\r\n"),
        std::string("WARC/one\r\n\r\n"), std::string("WARC/1.0 is a format\r\n\r\n"),
        std::string("warc/1.0\r\n\r\n"), "WARC/1.0" + std::string(100, ' '),
        // Another header begins, or there is no end for a mebibyte.
        std::string("WARC/1.0\r\nWARC-Type: response\r\nWARC/1.0\r\n\r\n"),
        "WARC/1.0\r\n" + std::string(kLongestHeader, 'x')}) {
    EXPECT_EQ(parse_warc_header(bytes).status, Status::bad) << bytes.substr(0, 50);
    EXPECT_EQ(scan_warc_header(bytes).status, Status::bad) << bytes.substr(0, 50);
  }
}

TEST(ArcHeader, IsSplitFromTheRight) {
  const std::string line =
      "http://a/?q=a b c 127.0.0.1 20140102030405 text/html; charset=utf-8 1591\n";
  const std::string bytes = line + "HTTP/1.1 200 OK\n";
  const HeaderParse parse = parse_arc_header(bytes);
  ASSERT_EQ(parse.status, Status::complete);
  EXPECT_EQ(parse.size, line.size());
  EXPECT_TRUE(parse.header.arc);
  EXPECT_EQ(parse.header.kind, RecordKind::response);
  EXPECT_EQ(parse.header.target_uri, "http://a/?q=a b c");
  EXPECT_EQ(parse.header.ip_address, "127.0.0.1");
  EXPECT_EQ(parse.header.date, "20140102030405");
  EXPECT_EQ(parse.header.content_type, "text/html; charset=utf-8");
  EXPECT_EQ(parse.header.length, 1591u);
}

TEST(ArcHeader, TellsVersionBlocksResponsesAndOthersApart) {
  const auto kind = [](const std::string& url) {
    return parse_arc_header(url + " 0.0.0.0 20140102030405 text/plain 75\n").header.kind;
  };
  EXPECT_EQ(kind("filedesc://a.arc.gz"), RecordKind::warcinfo);
  EXPECT_EQ(kind("https://a/"), RecordKind::response);
  EXPECT_EQ(kind("dns:www.example.org"), RecordKind::resource);
}

TEST(ArcHeader, MayLackALengthButNotADate) {
  const HeaderParse parse = parse_arc_header("http://a/ 1.2.3.4 20140102030405 text/html -1\n");
  EXPECT_EQ(parse.status, Status::complete);
  EXPECT_FALSE(parse.header.length);
  for (const std::string& line :
       {std::string("\n"), std::string("1 0 Capture\n"), std::string("http://a/ 5\n"),
        std::string("URL IP-address Archive-date Content-type Archive-length\n"),
        std::string("a b 1.2.3.4 20140102030405 text/html 5\n"), std::string("20140102030405 5\n"),
        std::string("http://a/ 1.2.3.4 2014 text/html 5\n"), std::string(size_t{64} << 10, 'x')}) {
    EXPECT_EQ(parse_arc_header(line).status, Status::bad) << line.substr(0, 60);
  }
  EXPECT_EQ(parse_arc_header("http://a/ 1.2.3.4").status, Status::incomplete);
}

TEST(Warcinfo, NamesTheCrawl) {
  const WarcinfoFields fields =
      parse_warcinfo("software: Nutch 1.6\r\nisPartOf: CC-MAIN-2025-05\r\nformat: WARC\r\n");
  EXPECT_EQ(fields.is_part_of, "CC-MAIN-2025-05");
  EXPECT_EQ(fields.software, "Nutch 1.6");
  EXPECT_EQ(parse_warcinfo("a: b\nispartof: X").is_part_of, "X");
  EXPECT_EQ(parse_warcinfo("").is_part_of, "");
}

TEST(BareId, IsTheSameHoweverTheIdIsSpelled) {
  for (const char* id : {"<urn:uuid:1f>", "urn:uuid:1f", "<1f>", "1f"})
    EXPECT_EQ(bare_id(id), "1f");
  for (const char* id : {"", "<", "<1f", "arc:a.gz:0"}) EXPECT_EQ(bare_id(id), id);
}

}  // namespace
}  // namespace sluice::warc
