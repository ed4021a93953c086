// What is a document and what is a bad record, case by case.
#include <gmock/gmock.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <set>

#include "document/document.h"
#include "document/random_json.h"
#include "sanitized.h"

namespace sluice {
namespace {

using namespace std::string_literals;

struct Verdict {
  std::string reason;  // empty if the line is good
  uint64_t offset = 0;
  std::string detail;
};

Verdict judge(std::string_view line, const Fields& fields = Fields()) {
  DocumentReader reader(fields);
  Document document;
  const auto bad = reader.read(line, document);
  return bad ? Verdict{std::string(bad->reason), bad->offset, bad->detail} : Verdict{};
}

std::string reason_of(std::string_view line) { return judge(line).reason; }

// A document around one more member's value.
std::string with(std::string_view value) {
  return R"({"id":"a","text":"b","x":)" + std::string(value) + "}";
}

TEST(BadRecords, HaveTheirReason) {
  const std::string bom = "\xEF\xBB\xBF";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {bom + R"({"id":"a","text":"b"})", "byte_order_mark"},
      {"{\"id\":\"a\",\"text\":\"b\xC3\"}", "invalid_utf8"},
      {"{\"id\":\"a\",\"text\":\"\xED\xA0\x80\"}", "invalid_utf8"},
      {"{\"id\":\"a\",\"text\":\"\xC0\xAF\"}", "invalid_utf8"},
      {"{\"id\":\"a\",\"text\":\"\xF4\x90\x80\x80\"}", "invalid_utf8"},
      {"", "bad_json"},
      {" \t\r", "bad_json"},
      {R"({"id":"a","text":"b")", "bad_json"},
      {R"({"id":"a","text":"b"}})", "bad_json"},
      {R"({"id":"a","text":"b"}{"id":"a","text":"b"})", "bad_json"},
      {R"({"id":"a","text":"b",})", "bad_json"},
      {R"({"id":"a","text":"b)", "bad_json"},
      {"{\"id\":\"a\",\"text\":\"b\nc\"}", "bad_json"},
      {"{\"id\":\"a\",\"text\":\"b\0c\"}"s, "bad_json"},
      {"{\"id\":\"a\",\"text\":\"b\"}\0"s, "bad_json"},
      {R"([{"id":"a","text":"b"}])", "not_an_object"},
      {R"("text")", "not_an_object"},
      {"17", "not_an_object"},
      {"null", "not_an_object"},
      {with(R"({"k":1,"k":2})"), "duplicate_key"},
      {with(R"({"k":1,"\u006b":2})"), "duplicate_key"},
      {R"({"id":"a","text":"b","text":"b"})", "duplicate_key"},
      {with(R"("\ud800")"), "lone_surrogate"},
      {with(R"("\udc00")"), "lone_surrogate"},
      {with(R"("\ud800\u0041")"), "lone_surrogate"},
      {with(R"("\ud800x\udc00")"), "lone_surrogate"},
      {with(R"({"\udc00\ud800":1})"), "lone_surrogate"},
      {R"({"id":"a"})", "missing_text"},
      {"{}", "missing_text"},
      {R"({"id":"a","metadata":{"text":"b"}})", "missing_text"},
      {R"({"id":"a","text":null})", "bad_text"},
      {R"({"id":"a","text":["b"]})", "bad_text"},
      {R"({"text":"b"})", "missing_id"},
      {R"({"id":null,"text":"b"})", "bad_id"},
      {R"({"id":true,"text":"b"})", "bad_id"},
      {R"({"id":"a","text":"b","metadata":"c"})", "bad_metadata"},
      {R"({"id":"a","text":"b","metadata":[]})", "bad_metadata"},
  };
  std::set<std::string> seen;
  for (const auto& [line, reason] : cases) {
    EXPECT_EQ(reason_of(line), reason) << line;
    seen.insert(reason);
  }
  // Every reason but those that have tests of their own.
  EXPECT_EQ(seen.size() + 2, kBadRecordReasons.size());
}

TEST(BadRecords, TellWhereAndWhatWouldBeRight) {
  const Verdict colon = judge(R"({"id" "a"})");
  EXPECT_EQ(colon.offset, 6);
  EXPECT_EQ(colon.detail, "expected ':' after a key");
  const Verdict text = judge(R"({"id":"a","text":17})");
  EXPECT_EQ(text.offset, 17);
  EXPECT_EQ(text.detail, "\"text\" is a number; expected a string");
  EXPECT_EQ(judge("{\"id\":\"a\xFF\"}").offset, 8);
  EXPECT_EQ(judge(R"({"id":"a","text":"bc\q"})").offset, 20);
  EXPECT_EQ(judge("{\"id\":\"a\tb\"}").offset, 8);
  EXPECT_EQ(judge(R"({"id":"abc)").offset, 6);
  EXPECT_THAT(judge(R"({"a":1,"a":2})").detail, testing::HasSubstr("\"a\""));
}

TEST(Reader, AcceptsWhatRfc8259Does) {
  for (const char* value : {"0",
                            "-0",
                            "1e999",
                            "-1E-999",
                            "0.0e+0",
                            "123456789012345678901234567890",
                            "true",
                            "false",
                            "null",
                            "[]",
                            "{}",
                            "[ ]",
                            "{ }",
                            "[1 , 2]",
                            R"("\"\\\/\b\f\n\r\t\u0000\uD83D\uDE00")",
                            R"({"":1})",
                            R"({"a":1,"A":2})",
                            R"([{"k":1},{"k":1}])",
                            R"({"k":{"k":{"k":1}}})",
                            "\"\x7F\"",
                            "\"\xEF\xBB\xBF\""}) {
    EXPECT_EQ(reason_of(with(value)), "") << value;
  }
  EXPECT_EQ(reason_of(" \t" + with("1") + " \r"), "");
}

TEST(Reader, RefusesWhatRfc8259Does) {
  for (const char* value :
       {"01",         "-",        "+1",        "1.",        ".5",          "1e",          "1e+",
        "0x10",       "1_000",    "NaN",       "Infinity",  "-Infinity",   "1 2",         "tru",
        "True",       "truex",    "nul",       "nulll",     "falsee",      "'a'",         "[1,]",
        "[,1]",       "[1 2]",    "{\"a\"}",   "{\"a\":}",  "{a:1}",       "{\"a\":1,}",  "{,}",
        "[}",         "{]",       R"("\x41")", R"("\u12")", R"("\u12G4")", R"("\U0041")", "\"a\"b",
        "\"a\"\"b\"", "1\"a\"",   "true\"a\"", "\x0C",      "1\x0C",       "\\\"a\\\"",   "//",
        "/**/1",      "\xC2\xA0", ""}) {
    EXPECT_EQ(reason_of(with(value)), "bad_json") << value;
  }
}

TEST(Reader, CountsDepthFromTheLine) {
  const auto nested = [](int depth, char open, char close) {
    return with(std::string(depth, open) + std::string(depth, close));
  };
  EXPECT_EQ(reason_of(nested(63, '[', ']')), "");
  EXPECT_EQ(reason_of(nested(64, '[', ']')), "too_deep");
  EXPECT_EQ(reason_of(nested(1'000'000, '[', ']')), "too_deep");
  std::string objects;
  for (int i = 0; i < 63; ++i) objects += R"({"k":)";
  EXPECT_EQ(reason_of(with(objects + "1" + std::string(63, '}'))), "");
  EXPECT_EQ(reason_of(with(objects + "{}" + std::string(63, '}'))), "too_deep");
}

TEST(Reader, RefusesLinesThatTheIndexCannotAddress) {
  const size_t size = (size_t{4} << 30) + 1;
  void* memory = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  EXPECT_EQ(reason_of({static_cast<const char*>(memory), size}), "too_long");
  munmap(memory, size);
}

TEST(Reader, FindsDuplicatesAmongManyKeys) {
  for (const int keys : {2, 23, 24, 25, 26, 1000}) {
    for (const int twice : {0, (keys - 1) / 2, keys - 2}) {
      std::string object = "{";
      for (int i = 0; i < keys; ++i) {
        const int name = i == keys - 1 ? twice : i;
        object += "\"a rather long key with number " + std::to_string(name) + "\":0,";
      }
      object.back() = '}';
      EXPECT_EQ(reason_of(with(object)), "duplicate_key") << keys << " " << twice;
    }
  }
}

// Keys that agree in length, first and last bytes, many to an object: no more than n log n.
TEST(Reader, MillionsOfHostileKeysEnd) {
  std::string object = "{";
  for (int i = 0; i < 1'000'000; ++i) {
    object += "\"same front " + std::to_string(1'000'000 + i) + " and same back\":0,";
  }
  object.back() = '}';
  EXPECT_EQ(reason_of(with(object)), "");
  object.back() = ',';
  EXPECT_EQ(reason_of(with(object + R"("same front 1500000 and same back":1})")), "duplicate_key");
}

// A line that ends where the memory does: reading one byte behind it would crash.
TEST(Reader, ReadsNothingBehindTheLine) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t room = 64 * page;
  void* memory =
      mmap(nullptr, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  char* const end = static_cast<char*>(memory) + room;
  ASSERT_EQ(mprotect(end, page, PROT_NONE), 0);
  const Fields fields;
  DocumentReader reader(fields);
  Document document;
  Buffer out;
  RandomJson random(21);
  for (int i = 0; i < 20000; ++i) {
    std::string line = random.document();
    if (random.chance(2)) line.resize(random.below(line.size()));
    ASSERT_LT(line.size(), room);
    char* const begin = end - line.size();
    std::memcpy(begin, line.data(), line.size());
    if (reader.read({begin, line.size()}, document)) continue;
    document.set_text(std::string(document.text()) + "more");
    document.write(out);
  }
  munmap(memory, room + page);
}

TEST(Reader, VerdictsDoNotDependOnWhatFollows) {
  const Fields fields;
  DocumentReader reader(fields);
  Document document;
  RandomJson random(22);
  const auto verdict = [&](const std::string& memory, size_t size) {
    const auto bad = reader.read(std::string_view(memory).substr(0, size), document);
    return bad ? std::string(bad->reason) + std::to_string(bad->offset) + bad->detail
               : std::string(document.id()) + std::string(document.text());
  };
  for (uint64_t i = 0; i < rounds_of(20'000); ++i) {
    const std::string line = random.document();
    const size_t size = random.chance(3) ? line.size() : random.below(line.size());
    const std::string expected = verdict(line.substr(0, size), size);
    for (const std::string& behind : {line.substr(size), "\"}"s, "}"s, "0"s, "\\"s, "\xC3"s}) {
      ASSERT_EQ(verdict(line.substr(0, size) + behind, size), expected) << line.substr(0, size);
    }
  }
}

TEST(Reader, FollowsDottedKeysForTextAndId) {
  const Fields fields({.text_key = "content.body", .id_key = "meta.\"x"});
  EXPECT_EQ(judge(R"({"content":{"body":"b"},"meta":{"\"x":1}})", fields).reason, "");
  EXPECT_EQ(judge(R"({"content":"b","meta":{"\"x":1}})", fields).reason, "missing_text");
  EXPECT_EQ(judge(R"({"content":{"body":1},"meta":{"\"x":1}})", fields).reason, "bad_text");
}

// For tools that make the text: it may be missing, but what is there must be one.
TEST(Reader, ATextThatIsNotRequiredMayBeMissing) {
  Fields fields({.text_key = "content.text", .id_key = "id"});
  fields.make_text_optional();
  DocumentReader reader(fields);
  Document document;
  ASSERT_FALSE(reader.read(R"({"id":"a","n":1})", document));
  EXPECT_EQ(document.text(), "");
  EXPECT_EQ(document.text_bytes(), 0u);
  document.set_text("b");
  EXPECT_EQ(document.text(), "b");
  Buffer out;
  document.write(out);
  EXPECT_EQ(out.view(), R"({"id":"a","n":1,"content":{"text":"b"}})");
  EXPECT_EQ(reader.read(R"({"id":"a","content":{"text":1}})", document)->reason, "bad_text");
}

}  // namespace
}  // namespace sluice
