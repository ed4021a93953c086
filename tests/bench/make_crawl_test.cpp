// make-crawl's files: their layout, lengths and digests, where pages come from, and what goes wrong.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "bench/support.h"

namespace sluice::crawl::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kWater =
    "<!DOCTYPE html>\n<html lang=\"en-GB\">\n<head><meta charset=\"utf-8\"><title>Water &amp; "
    "locks</title>\n<style>p { margin: 0 }</style></head>\n<body><h1>A lock</h1>\n<p>Opens  by "
    "<b>hand</b>.</p><!-- unseen --><script>if (a < b) alert('unseen');</script>\n</body></html>\n";
constexpr std::string_view kWaterText = "Water & locks\nA lock\nOpens by hand.\n";

class MakeCrawl : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = make_folder(testing::UnitTest::GetInstance()->current_test_info()->name());
    write_file(pages() + "/water.html", kWater);
    write_file(pages() + "/deep/er/lock.htm",
               "<p>No head, no charset.</p>" + std::string(9000, 'a'));
    write_file(pages() + "/deep/boat trip.html", "<html lang=de><body>Für Boote</body></html>");
    write_file(pages() + "/deep/ignored.txt", "not a page");
    write_file(pages() + "/empty.html", "");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string pages() const { return folder_ + "/pages"; }
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  // Of the three pages, to the file.
  void make(const std::string& name, const std::string& arguments) const {
    const Outcome outcome =
        make_crawl("-q --html " + pages() + " -o " + path(name) + " " + arguments);
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
  }
  std::vector<Record> made(const std::string& arguments) const {
    make("made.warc.gz", arguments);
    return read_records(path("made.warc.gz"));
  }

  std::string folder_;
};

TEST_F(MakeCrawl, WritesWhatGzipAccepts) {
  make("a.warc.gz", "--pages 50 --wet " + path("a.wet.gz"));
  EXPECT_EQ(std::system(("gzip -t " + path("a.warc.gz") + " " + path("a.wet.gz")).c_str()), 0);
}

TEST_F(MakeCrawl, LaysRecordsOutAsCommonCrawlDoes) {
  const std::vector<Record> records = made("--pages 50 --dump CC-MAIN-2024-10");
  ASSERT_EQ(records.size(), 1U + 3 * 50);
  EXPECT_EQ(records[0].type(), "warcinfo");
  EXPECT_EQ(records[0].headers["WARC-Date"], "2024-03-04T00:00:00Z");  // Monday of week 10
  EXPECT_THAT(records[0].block, AllOf(HasSubstr("\r\nsoftware: make-crawl"),
                                      StartsWith("isPartOf: CC-MAIN-2024-10\r\n")));
  std::set<std::string> ids;
  for (const Record& record : records) {
    const std::string id = record.headers["WARC-Record-ID"];
    EXPECT_THAT(id, testing::MatchesRegex("<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-"
                                          "[89ab][0-9a-f]{3}-[0-9a-f]{12}>"));
    EXPECT_TRUE(ids.insert(id).second) << id << " twice";
  }
  for (size_t i = 1; i < records.size(); i += 3) {
    const Headers& request = records[i].headers;
    const Headers& response = records[i + 1].headers;
    const Headers& metadata = records[i + 2].headers;
    EXPECT_EQ(request["WARC-Type"], "request");
    EXPECT_EQ(response["WARC-Type"], "response");
    EXPECT_EQ(metadata["WARC-Type"], "metadata");
    EXPECT_EQ(response["WARC-Concurrent-To"], request["WARC-Record-ID"]);
    EXPECT_EQ(metadata["WARC-Concurrent-To"], response["WARC-Record-ID"]);
    for (const char* name : {"WARC-Target-URI", "WARC-Date", "WARC-Warcinfo-ID"}) {
      EXPECT_EQ(request[name], response[name]);
      EXPECT_EQ(metadata[name], response[name]);
    }
    EXPECT_EQ(response["WARC-Warcinfo-ID"], records[0].headers["WARC-Record-ID"]);
    EXPECT_EQ(response["WARC-IP-Address"], request["WARC-IP-Address"]);
    EXPECT_THAT(records[i + 2].block, HasSubstr("fetchTimeMs: "));
  }
}

TEST_F(MakeCrawl, RequestsAskForTheUrl) {
  const std::vector<Record> records = made("--others 0");
  for (const Record& record : of_type(records, "request")) {
    const Headers head = parse_http(record).head;
    const std::string target = head.first.substr(4, head.first.rfind(' ') - 4);
    EXPECT_EQ("https://" + head["Host"] + target, record.headers["WARC-Target-URI"]);
    EXPECT_THAT(target, Not(HasSubstr(" ")));  // "boat trip.html"
  }
}

TEST_F(MakeCrawl, DigestsAreOfBlockAndPayload) {
  for (const Record& record : of_type(made("--pages 150 --chunked 0.6"), "response")) {
    EXPECT_EQ(record.headers["WARC-Block-Digest"], sha1(record.block));
    EXPECT_EQ(record.headers["WARC-Payload-Digest"], sha1(parse_http(record).payload));
  }
}

TEST_F(MakeCrawl, SameOptionsGiveTheSameBytesWhereverThePagesLie) {
  make("one.warc.gz", "--pages 40 --wet " + path("one.wet.gz"));
  std::filesystem::rename(pages(), path("moved"));
  const Outcome outcome = make_crawl("-q --html " + path("moved") + " --pages 40 -o " +
                                     path("two.warc.gz") + " --wet " + path("two.wet.gz"));
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  EXPECT_EQ(read_file(path("one.warc.gz")), read_file(path("two.warc.gz")));
  EXPECT_EQ(read_file(path("one.wet.gz")), read_file(path("two.wet.gz")));
  std::filesystem::rename(path("moved"), pages());
  make("three.warc.gz", "--pages 40 --seed 1");
  EXPECT_NE(read_file(path("one.warc.gz")), read_file(path("three.warc.gz")));
}

TEST_F(MakeCrawl, TakesEachPageOnceUnlessToldHowMany) {
  std::multiset<std::string> bodies;
  for (const Record& record : of_type(made("--others 0 --recoded 0"), "response")) {
    bodies.insert(parse_http(record).body);
  }
  EXPECT_EQ(bodies.size(), 3U);
  EXPECT_EQ(bodies.count(std::string(kWater)), 1U);
}

TEST_F(MakeCrawl, PagesThatRepeatDifferInUrlAndBody) {
  std::set<std::string> urls;
  std::set<std::string> bodies;
  const auto responses = of_type(made("--pages 120 --others 0 --recoded 0"), "response");
  ASSERT_EQ(responses.size(), 120U);
  for (const Record& record : responses) {
    urls.insert(record.headers["WARC-Target-URI"]);
    bodies.insert(parse_http(record).body);
  }
  EXPECT_EQ(urls.size(), 120U);
  EXPECT_EQ(bodies.size(), 120U);
}

TEST_F(MakeCrawl, StopsAtASizeBeforeCompression) {
  uint64_t plain = 0;
  const std::vector<Record> records = made("--bytes 200k");
  for (const Record& record : records) plain += record.block.size();
  EXPECT_GT(plain, 100'000U);  // headers make up the rest
  EXPECT_LT(plain, 230'000U);
}

TEST_F(MakeCrawl, WetHoldsTheTextOfEveryPageThatWasFound) {
  const std::vector<Record> records =
      made("--pages 80 --recoded 0.5 --others 0.3 --wet " + path("a.wet.gz"));
  std::map<std::string, Record> responses;
  size_t found = 0;
  for (const Record& record : of_type(records, "response")) {
    responses[record.headers["WARC-Record-ID"]] = record;
    found += record.headers["WARC-Target-URI"].find(".htm") != std::string::npos;
  }
  const std::vector<Record> wet = read_records(path("a.wet.gz"));
  EXPECT_EQ(wet[0].type(), "warcinfo");
  const std::vector<Record> conversions = of_type(wet, "conversion");
  EXPECT_EQ(conversions.size() + 1, wet.size());
  EXPECT_EQ(conversions.size(), found);
  std::set<std::string> languages;
  for (const Record& conversion : conversions) {
    const Record& response = responses.at(conversion.headers["WARC-Refers-To"]);
    const std::string url = conversion.headers["WARC-Target-URI"];
    EXPECT_EQ(url, response.headers["WARC-Target-URI"]);
    EXPECT_EQ(conversion.headers["WARC-Date"], response.headers["WARC-Date"]);
    EXPECT_EQ(conversion.headers["WARC-Block-Digest"], sha1(conversion.block));
    EXPECT_EQ(conversion.headers["Content-Type"], "text/plain");
    if (url.ends_with("water.html")) {
      EXPECT_THAT(conversion.block, StartsWith(kWaterText));
    }
    if (url.ends_with("trip.html")) {
      EXPECT_THAT(conversion.block, StartsWith("Für Boote\n"));
    }
    languages.insert(conversion.headers["WARC-Identified-Content-Language"]);
  }
  EXPECT_EQ(languages, (std::set<std::string>{"", "eng", "deu"}));
}

TEST_F(MakeCrawl, RecordsTheResponsesOfAWarcAgain) {
  make("first.warc", "--pages 30 --others 0.2");
  write_file(path("first.warc.zst"), zstd_with_long_window(read_file(path("first.warc"))));
  make("first.warc.gz", "--pages 30 --others 0.2");
  const std::vector<Record> first = of_type(read_records(path("first.warc.gz")), "response");
  for (const char* name : {"first.warc", "first.warc.zst", "first.warc.gz"}) {
    const Outcome outcome = make_crawl("-q --others 0 --keep-responses --warc " + path(name) +
                                       " -o " + path("again.warc.gz"));
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    const std::vector<Record> again = of_type(read_records(path("again.warc.gz")), "response");
    ASSERT_EQ(again.size(), first.size()) << name;
    for (size_t i = 0; i < first.size(); ++i) {
      EXPECT_EQ(again[i].block, first[i].block);
      for (const char* header : {"WARC-Record-ID", "WARC-Target-URI", "WARC-Date",
                                 "WARC-Payload-Digest", "WARC-Block-Digest"}) {
        EXPECT_EQ(again[i].headers[header], first[i].headers[header]) << header;
      }
    }
  }
}

TEST_F(MakeCrawl, RecordedPagesTravelAnewButKeepIdAndAddress) {
  make("first.warc.gz", "--others 0 --recoded 0 --chunked 0 --encoded 0");
  const std::vector<Record> first = of_type(read_records(path("first.warc.gz")), "response");
  const Outcome outcome =
      make_crawl("-q --others 0 --recoded 0 --chunked 1 --encoded 1 --pages 6" +
                 (" --warc " + path("first.warc.gz")) + " -o " + path("again.warc.gz"));
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  const std::vector<Record> again = of_type(read_records(path("again.warc.gz")), "response");
  ASSERT_EQ(again.size(), 6U);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(again[i].headers["WARC-Record-ID"], first[i].headers["WARC-Record-ID"]);
    EXPECT_EQ(again[i].headers["WARC-Target-URI"], first[i].headers["WARC-Target-URI"]);
    EXPECT_EQ(parse_http(again[i]).body, parse_http(first[i]).body);
    EXPECT_NE(again[i].block, first[i].block);
    // The second pass.
    EXPECT_NE(again[i + 3].headers["WARC-Record-ID"], first[i].headers["WARC-Record-ID"]);
    EXPECT_EQ(again[i + 3].headers["WARC-Target-URI"],
              first[i].headers["WARC-Target-URI"] + "?copy=1");
    EXPECT_NE(parse_http(again[i + 3]).body, parse_http(first[i]).body);
  }
}

TEST_F(MakeCrawl, WhatIsNoPlainPageStaysAsRecordedInLaterPasses) {
  make("first.warc.gz", "--pages 40 --others 0.5 --encoded 0.8");
  const std::vector<Record> first = of_type(read_records(path("first.warc.gz")), "response");
  const Outcome outcome = make_crawl("-q --others 0 --pages 80 --warc " + path("first.warc.gz") +
                                     " -o " + path("again.warc.gz"));
  ASSERT_EQ(outcome.status, 0) << outcome.errors;
  const std::vector<Record> again = of_type(read_records(path("again.warc.gz")), "response");
  ASSERT_EQ(again.size(), 80U);
  for (size_t i = 40; i < 80; ++i) {
    parse_http(again[i]);  // its Content-Length is right
    const Http recorded = parse_http(first[i - 40]);
    const bool encoded = !recorded.head["Content-Encoding"].empty();
    const bool labelled = recorded.head["Content-Type"].find("html") != std::string::npos ||
                          recorded.head["Content-Type"].find("HTML") != std::string::npos;
    if (encoded || !labelled) {
      EXPECT_EQ(again[i].block, first[i - 40].block);
    }
  }
}

TEST_F(MakeCrawl, SaysWhatIsWrongAndLeavesNothingBehind) {
  const auto outcome = [&](const std::string& arguments) {
    const Outcome result = make_crawl(arguments + " -o " + path("none.warc.gz"));
    EXPECT_FALSE(std::filesystem::exists(path("none.warc.gz"))) << arguments;
    return result;
  };
  const std::string html = "--html " + pages() + " ";
  EXPECT_EQ(outcome(html + "--chunked 1.5").status, 2);
  EXPECT_EQ(outcome(html + "--dump 2025").status, 2);
  EXPECT_EQ(outcome(html + "--compression-level 40").status, 2);
  EXPECT_EQ(outcome(html + "--others 1").status, 2);  // would never end
  EXPECT_THAT(outcome(html + "--pagse 3").errors, HasSubstr("did you mean '--pages'"));
  EXPECT_EQ(outcome("--html " + pages() + "/no-such-folder").status, 3);
  std::filesystem::create_directory(path("empty"));
  EXPECT_EQ(outcome("--html " + path("empty")).status, 2);
  EXPECT_THAT(outcome("--data " + folder_).errors, HasSubstr("scripts/install-bench-data"));
  EXPECT_EQ(outcome("--warc " + path("missing.warc")).status, 3);

  make("cut.warc.gz", "--pages 20");
  std::filesystem::resize_file(path("cut.warc.gz"),
                               std::filesystem::file_size(path("cut.warc.gz")) - 9);
  Outcome cut = outcome("--warc " + path("cut.warc.gz"));
  EXPECT_EQ(cut.status, 3);
  EXPECT_THAT(cut.errors, AllOf(HasSubstr("cut.warc.gz"), HasSubstr("truncated_input")));

  write_file(path("wrong.warc"),
             "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 3\r\n\r\nfour\r\n\r\n");
  Outcome wrong = outcome("--warc " + path("wrong.warc"));
  EXPECT_EQ(wrong.status, 3);
  EXPECT_THAT(wrong.errors, HasSubstr("wrong.warc: record 1: no blank lines follow its block"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    EXPECT_FALSE(entry.path().filename().string().starts_with('.')) << entry.path();
  }
}

}  // namespace
}  // namespace sluice::crawl::test
