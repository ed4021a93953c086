// Plain crawl files in every bad state, as the table below lists them, cut into pieces of every
// size: a record is lost or is not, and so are its neighbours, by the content alone.
#include "warc/splitter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "warc/support.h"

namespace sluice::warc::test {
namespace {

std::string with_length(const std::string& length, std::string_view block) {
  return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <bad>\r\n" + length + "\r\n" +
         std::string(block) + "\r\n\r\n";
}

struct Case {
  const char* what;
  std::string bytes;
  std::string expected;  // ids of whole records, losses as reason@offset
};

// Records a and z around what is bad.
std::vector<Case> cases() {
  const std::string a = warc_record("a", "first");
  const std::string z = warc_record("z", "last");
  const std::string at = "@" + std::to_string(a.size());
  const auto between = [&](const char* what, const std::string& bad, const std::string& lost) {
    return Case{what, a + bad + z, lost.empty() ? "a z" : "a " + lost + at + " z"};
  };
  const std::string large = warc_record("large", std::string(5'000, 'x'));
  return {
      between("nothing", "", ""),
      between("blank lines", "\r\n\r\n\n", ""),
      between("length too short", with_length("Content-Length: 3\r\n", "longer"), "bad_length"),
      between("length cuts at a line end", with_length("Content-Length: 3\r\n", "abc\r\ndef"),
              "bad_length"),
      between("length too great", with_length("Content-Length: 40\r\n", "short"), "bad_length"),
      between("length over the end", with_length("Content-Length: 3000\r\n", "short"),
              "bad_length"),
      between("length over the bound", with_length("Content-Length: 99999999\r\n", "short"),
              "document_too_large"),
      between("length missing", with_length("", "block"), "bad_length"),
      between("length negative", with_length("Content-Length: -5\r\n", "block"), "bad_length"),
      between("length huge", with_length("Content-Length: 99999999999999999999\r\n", "block"),
              "bad_length"),
      between("garbage", "<!doctype html>\r\n<p>WARC/ is\r\nWARC/x\r\n\r\n", "garbage"),
      between("garbage without line end", "garbage\n", "garbage"),
      between("no header end", "WARC/1.0\r\nWARC-Type: response\r\n", "bad_header"),
      between("bad version", "WARC/a.b\r\nContent-Length: 2\r\n\r\nxx\r\n\r\n", "bad_header"),
      between("over the bound", large, "document_too_large"),
      {"takes the line ends along", a + with_length("Content-Length: 9\r\n", "block") + z,
       "a bad z"},
      {"without line ends behind", "WARC/1.0\nWARC-Record-ID: <b>\nContent-Length: 2\n\nxx" + z,
       "b z"},
      {"single line ends", "WARC/1.0\nWARC-Record-ID: <b>\nContent-Length: 2\n\nxx\n\n" + z, "b z"},
      {"record text within a block", warc_record("b", "x\r\n\r\n" + a) + z, "b z"},
      {"cut in a header", a + z.substr(0, 50), "a truncated_record" + at + "!"},
      {"cut in a block", a + z.substr(0, z.size() - 6), "a truncated_record" + at + "!"},
      {"cut behind a block", a + z.substr(0, z.size() - 4), "a z"},
      {"cut in a large block", a + large.substr(0, 2'000),
       "a document_too_large" + at + " truncated_record@" + std::to_string(a.size() + 2'000) + "!"},
      {"only garbage", "nothing\nof\ninterest\n", "garbage@0"},
      {"padding", a + std::string(600, '\0'), "a"},
      {"nothing at all", "", ""},
  };
}

std::string short_id(std::string id) {
  for (const std::string_view dropped : {"<urn:uuid:", "<", ">"}) {
    if (const size_t at = id.find(dropped); at != std::string::npos) id.erase(at, dropped.size());
  }
  return id;
}

// Pieces of `size` bytes, the last ones of which end with the memory.
std::string split(const std::string& bytes, size_t size) {
  RecordSplitter splitter({.max_record_bytes = 4'000, .raw = true});
  std::string result;
  const auto take = [&](RecordBatch& batch) {
    for (const Item& item : batch.items) {
      if (item.what == Item::What::raw) continue;
      if (item.what == Item::What::record && !item.reason.empty()) continue;
      if (!result.empty()) result += " ";
      if (item.what == Item::What::loss) {
        result += std::string(item.reason) + "@" + std::to_string(item.place.offset) +
                  (item.truncated ? "!" : "");
      } else if (item.arc) {
        result += parse_arc_header(item.bytes).header.target_uri;
      } else {
        result += short_id(std::string(parse_warc_header(item.bytes).header.record_id));
        EXPECT_EQ(item.place.offset, bytes.find(item.bytes));
      }
    }
    batch.clear();
  };
  for (size_t at = 0; at < bytes.size(); at += size) {
    const auto piece = std::make_shared<const std::string>(bytes.substr(at, size));
    RecordBatch batch;
    batch.keep(piece);
    splitter.add(*piece, {.offset = at, .begins_member = at == 0}, batch);
    take(batch);
  }
  RecordBatch batch;
  splitter.end_input(batch);
  take(batch);
  return result;
}

TEST(RecordSplitter, LosesNoRecordBesideABadOne) {
  for (const Case& one : cases()) {
    for (const size_t size : {1, 2, 3, 7, 64, 333, 4'096, 1'000'000}) {
      EXPECT_EQ(split(one.bytes, size), one.expected) << one.what << " in pieces of " << size;
    }
  }
}

TEST(RecordSplitter, ReadsArcInWhateverState) {
  const std::string version = arc_record("filedesc://a", "1 0 Test\nURL IP-address …\n");
  const std::string a = arc_record("http://a/", "first");
  const std::string z = arc_record("http://z/?a b", "last\n\n");
  const std::string at = "@" + std::to_string(version.size() + a.size());
  const std::string good = "filedesc://a http://a/";
  const auto line = [](const std::string& length) {
    return "http://bad/ 127.0.0.1 20140102030405 text/html " + length + "\n";
  };
  const std::vector<Case> arc_cases = {
      {"good", version + a + z, good + " http://z/?a b"},
      {"negative", version + a + line("-1") + "block\n" + z,
       good + " bad_length" + at + " http://z/?a b"},
      {"too short", version + a + line("2") + "block\n" + z,
       good + " bad_length" + at + " http://z/?a b"},
      {"too great", version + a + line("20") + "block\n" + z,
       good + " bad_length" + at + " http://z/?a b"},
      {"over the end", version + a + line("2000") + "block\n" + z,
       good + " bad_length" + at + " http://z/?a b"},
      {"over the bound", version + a + line("5000") + std::string(5'000, 'x') + "\n" + z,
       good + " document_too_large" + at + " http://z/?a b"},
      {"garbage", version + a + "garbage\nand more\n" + z,
       good + " garbage" + at + " http://z/?a b"},
      {"cut", version + a + z.substr(0, z.size() - 4), good + " truncated_record" + at + "!"},
      {"no version block", a + z, "http://a/ http://z/?a b"},
      {"garbage first", "garbage\n" + a + z, "garbage@0 http://a/ http://z/?a b"},
  };
  for (const Case& one : arc_cases) {
    for (const size_t size : {1, 2, 7, 64, 4'096, 1'000'000}) {
      EXPECT_EQ(split(one.bytes, size), one.expected) << one.what << " in pieces of " << size;
    }
  }
}

// With --errors, what was lost is kept byte for byte.
TEST(RecordSplitter, GivesTheRawBytesOfWhatIsLost) {
  const std::string a = warc_record("a", "first");
  const std::string z = warc_record("z", "last");
  const std::string bad = with_length("Content-Length: 3\r\n", "longer") + "and more\r\n";
  for (const size_t block_bytes : {16, 1'000'000}) {
    EXPECT_EQ(read_bytes(a + bad + z, {.block_bytes = block_bytes, .errors = true}).errors, bad);
  }
}

// A record that is not whole is shown with what there is of it.
TEST(RecordSplitter, ShowsWhatThereIsOfALostRecord) {
  const std::string bad = with_length("Content-Length: 3000\r\n", "short");
  const std::string z = warc_record("z", "last");
  const Reading reading = read_bytes(bad + z);
  ASSERT_EQ(reading.records.size(), 2u);
  EXPECT_EQ(reading.records[0].loss, "bad_length");
  EXPECT_EQ(reading.records[0].id, "<bad>");
  EXPECT_EQ(reading.records[0].block.substr(0, 5), "short");
  EXPECT_EQ(reading.records[1].loss, "");
}

// Every header claims a length that leads to the end: each is checked, none is read again.
TEST(RecordSplitter, TakesLinearTimeForLyingLengths) {
  std::string lying;
  for (size_t i = 0; i < 20'000; ++i) {
    lying += "WARC/1.0\r\nContent-Length: " + std::to_string(1'000'000 - 50 * i) + "\r\n\r\n";
  }
  std::string unending;
  for (size_t i = 0; i < 200'000; ++i) unending += "WARC/1.0\r\n";
  for (const std::string& hostile : {lying, unending}) {
    for (const size_t block_bytes : {4'096, 1'000'000}) {
      const Reading reading =
          read_bytes(hostile + warc_record("z", "last"), {.block_bytes = block_bytes});
      ASSERT_FALSE(reading.records.empty());
      EXPECT_EQ(reading.records.back().id, "<urn:uuid:z>");
    }
  }
}

}  // namespace
}  // namespace sluice::warc::test
