// What varies within make-crawl's files: everything occurs that is said to, and all of it decodes.
#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <set>

#include "bench/support.h"

namespace sluice::crawl::test {
namespace {

using testing::AllOf;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

class Variety : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = make_folder(testing::UnitTest::GetInstance()->current_test_info()->name());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void page(const std::string& name, const std::string& html) {
    write_file(folder_ + "/pages/" + name, html);
  }
  std::vector<Record> responses(const std::string& arguments) {
    const std::string file = folder_ + "/made.warc.gz";
    const Outcome outcome =
        make_crawl("-q --html " + folder_ + "/pages -o " + file + " " + arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    return of_type(read_records(file), "response");
  }

  std::string folder_;
};

// In 1,000 pages a share of 0.3 is found within 0.3 +- 0.06, four standard deviations.
TEST_F(Variety, BodiesAreChunkedAndEncodedInTheSharesAskedForAndDecode) {
  const std::string html = "<html><body>" + repeated("<p>A lock opens by hand.</p>\n", 60);
  page("a.html", html + "</body></html>");
  std::map<std::string, int> encodings;
  std::set<std::string> versions;
  int chunked = 0;
  int http1 = 0;
  for (const Record& record :
       responses("--pages 1000 --others 0 --recoded 0 --chunked 0.3 --encoded 0.4")) {
    const Http http = parse_http(record);
    EXPECT_THAT(http.body, testing::StartsWith(html));
    ++encodings[http.head["Content-Encoding"]];
    versions.insert(http.head.first);
    if (http.head.first.starts_with("HTTP/1.1")) {
      ++http1;
      chunked += http.head["Transfer-Encoding"] == "chunked";
    } else {
      EXPECT_EQ(http.head["Transfer-Encoding"], "");  // HTTP/2 has none (RFC 9113, 8.2.2)
      for (const auto& [name, value] : http.head.fields) {
        EXPECT_EQ(name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ"), std::string::npos) << name;
      }
    }
  }
  EXPECT_THAT(static_cast<double>(chunked) / http1, AllOf(Ge(0.23), Le(0.37)));
  EXPECT_THAT(1000 - encodings[""], AllOf(Ge(336), Le(464)));
  for (const char* encoding : {"gzip", "br", "zstd", "deflate"}) EXPECT_GT(encodings[encoding], 0);
  EXPECT_EQ(versions, (std::set<std::string>{"HTTP/1.1 200 OK", "HTTP/1.1 200", "HTTP/2 200",
                                             "HTTP/2 200 "}));
}

TEST_F(Variety, CharsetsAreDeclaredInEveryWayAndNotAtAll) {
  page("a.html", "<html><head><meta charset=utf-8></head><body>Boat</body></html>");
  std::set<std::string> types;
  for (const Record& record : responses("--pages 500 --others 0 --recoded 0")) {
    types.insert(parse_http(record).head["Content-Type"]);
  }
  for (const char* type :
       {"text/html", "text/html; charset=utf-8", "text/html; charset=UTF-8",
        "text/html;charset=utf-8", "text/html; charset=\"utf-8\"", "Text/HTML; Charset=Utf-8"}) {
    EXPECT_TRUE(types.contains(type)) << type;
  }
}

// Whatever the charset, what tells it (header, meta, byte order mark) is enough to get back the
// page as it was.
TEST_F(Variety, RecodedPagesCanBeDecodedByWhatTheySay) {
  const std::map<std::string, std::string> pages = {
      {"de.html", repeated("Die Schleuse läßt Boote höher. ", 50)},
      {"ru.html", repeated("Шлюз поднимает лодки. ", 50)},
      {"el.html", repeated("Το νερό ανεβαίνει. ", 50)},
      {"ja.html", repeated("水門は船を上げる。", 50)},
      {"ko.html", repeated("갑문은 배를 올린다. ", 50)},
      {"zh.html", repeated("水闸升高船只。", 50)}};
  const std::string head = "<html><head><meta charset=\"utf-8\"></head><body>";
  for (const auto& [name, text] : pages) {
    page("declared/" + name, head + text);
    page("bare/" + name, "<html><body>" + text);
  }
  std::set<std::string> charsets;
  for (const Record& record : responses("--pages 400 --others 0 --recoded 1")) {
    const Http http = parse_http(record);
    std::string body = http.body;
    std::string charset;
    if (body.starts_with("\xFF\xFE")) charset = "UTF-16LE";
    if (body.starts_with("\xFE\xFF")) charset = "UTF-16BE";
    if (!charset.empty()) body.erase(0, 2);
    const std::string type = http.head["Content-Type"];
    const size_t key = type.find("harset=");
    const size_t meta = body.find("charset=\"");
    if (charset.empty() && key != std::string::npos) {
      charset = type.substr(key + 7);
      std::erase(charset, '"');
    } else if (charset.empty()) {
      ASSERT_NE(meta, std::string::npos) << "nothing tells the charset: " << body.substr(0, 100);
      charset = body.substr(meta + 9, body.find('"', meta + 9) - meta - 9);
    }
    for (char& c : charset) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    charsets.insert(charset);
    if (charset == "SHIFT_JIS") charset = "CP932";
    if (charset == "BIG5") charset = "BIG5-HKSCS";
    const std::string decoded = decoded_from(charset, body);
    const std::string url = record.headers["WARC-Target-URI"];
    const std::string name = url.substr(url.rfind('/') + 1);
    // Big5 lacks one of the simplified characters, which becomes a reference.
    if (charset == "BIG5-HKSCS") {
      EXPECT_THAT(decoded, HasSubstr("水&#38392;升高船只。"));
    } else {
      EXPECT_THAT(decoded, HasSubstr(pages.at(name))) << charset;
    }
  }
  for (const char* charset :
       {"WINDOWS-1252", "ISO-8859-1", "KOI8-R", "WINDOWS-1251", "ISO-8859-7", "SHIFT_JIS", "EUC-JP",
        "EUC-KR", "GBK", "BIG5", "UTF-16LE", "UTF-16BE"}) {
    EXPECT_TRUE(charsets.contains(charset)) << charset;
  }
}

TEST_F(Variety, OtherPayloadsAreWhatTheySay) {
  page("a.html", "<html></html>");
  const std::map<std::string, std::string> begins = {{"image/png", "\x89PNG\r\n\x1A\n"},
                                                     {"application/pdf", "%PDF-1.4\n"},
                                                     {"application/json", "{\"id\":"},
                                                     {"text/plain", ""},
                                                     {"text/html", ""}};
  std::set<std::string> types;
  std::set<std::string> status;
  std::set<std::string> mislabelled;
  for (const Record& record : responses("--pages 400 --others 1")) {
    const Http http = parse_http(record);
    const std::string type = record.headers["WARC-Identified-Payload-Type"];
    ASSERT_TRUE(begins.contains(type)) << type;
    EXPECT_THAT(http.body, testing::StartsWith(begins.at(type)));
    types.insert(type);
    status.insert(http.head.first.substr(http.head.first.find(' ') + 1, 3));
    if (!http.head["Content-Type"].starts_with(type)) mislabelled.insert(http.head["Content-Type"]);
    if (http.head.first.find(" 301") != std::string::npos) {
      EXPECT_EQ(http.head["Location"], record.headers["WARC-Target-URI"] + "/");
    }
  }
  EXPECT_EQ(types.size(), begins.size());
  EXPECT_EQ(status, (std::set<std::string>{"200", "301", "404"}));
  EXPECT_EQ(mislabelled, (std::set<std::string>{"", "text/html"}));
}

}  // namespace
}  // namespace sluice::crawl::test
