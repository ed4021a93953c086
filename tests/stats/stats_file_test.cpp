#include "stats/stats_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "stats/random_stats.h"

namespace sluice::stats {
namespace {

using ::testing::HasSubstr;

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

// What from_json() says of `text`, or nothing.
std::string complaint(std::string_view text) {
  try {
    from_json(text, "a.json");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
}

// The complaint about a good file in which `what` is replaced.
std::string complaint_about(std::string_view what, std::string_view with) {
  Stats stats{.tool = "sluice-filter", .version = "0.1.0", .config_digest = "c0ffee"};
  stats.tokenizer = TokenizerInfo{"gpt2", "00", 50257};
  stats.ledger.tokens.counted_by("gpt2@00");
  stats.ledger.see({"a", 100, 20}, {.language = "en"});
  stats.ledger.see({"b", 50, 10}, {.language = "en"});
  stats.ledger.keep({"a", 100, 20}, {"a", 90, 17}, {.language = "en"});
  stats.ledger.reject("too_short", {"b", 50, 10});
  stats.bad_records["bad_json"] = 3;
  stats.details.value = Details::Object{{"rules", {Details::Array{{int64_t{5}}}}}};
  stats.run.inputs = {{"in.jsonl", 1234, 5}};
  const std::string good = to_json(stats);
  EXPECT_EQ(complaint(good), "");
  return complaint(replaced(good, what, with));
}

TEST(StatsFile, ReadsBackWhatItWrote) {
  RandomStats random(1);
  for (int round = 0; round < 100; ++round) {
    const Stats stats = random.make();
    const std::string text = to_json(stats);
    const Stats read = from_json(text, "a.json");
    ASSERT_EQ(read.ledger, stats.ledger);
    ASSERT_EQ(read.details, stats.details);
    ASSERT_EQ(to_json(read), text);
  }
}

TEST(StatsFile, KeepsWholeNumbersOf64Bits) {
  Stats stats{.tool = "t"};
  stats.bad_records["bad_json"] = std::numeric_limits<uint64_t>::max();
  stats.details.value = Details::Object{{"low", {std::numeric_limits<int64_t>::min()}},
                                        {"odd", {(int64_t{1} << 53) + 1}}};
  const Stats read = from_json(to_json(stats), "a.json");
  EXPECT_EQ(read.bad_records, stats.bad_records);
  EXPECT_EQ(read.details, stats.details);
}

TEST(StatsFile, KeepsNamesWithQuotesAndControlCharacters) {
  Stats stats{.tool = "t"};
  const std::string odd = "\"\\\n\x01\u00e9\U0001F600";
  stats.ledger.see({"a", 1, 0}, {.language = odd});
  stats.ledger.reject(odd, {"a", 1, 0});
  stats.run.inputs = {{odd}};
  const Stats read = from_json(to_json(stats), "a.json");
  EXPECT_EQ(read.ledger.rejects.count(odd), 1u);
  EXPECT_EQ(read.ledger.groups[0].tallies().count(odd), 1u);
  EXPECT_EQ(read.run.inputs, stats.run.inputs);
}

// Linux lets file names and words be any bytes, and a stats file that we refuse is no commit record.
TEST(StatsFile, KeepsNamesThatAreNotUtf8) {
  const std::vector<std::string> names = {
      "caf\xE9 100%.gz", "caf\u00e9\xE9", "\xFF",         "100%E9.gz", "bytes:caf%E9",
      "bytes:",          "caf\xE2\x82",   "\xED\xA0\x80", "%zz\x80"};
  Stats stats{.tool = "t"};
  stats.run.command = names;
  for (const std::string& name : names) {
    stats.run.inputs.push_back({name, 1, 2});
    stats.run.outputs.push_back({name, 3, 0});
  }
  const std::string text = to_json(stats);
  EXPECT_THAT(text, HasSubstr("\"bytes:caf%E9 100%25.gz\""));
  EXPECT_THAT(text, HasSubstr("\"bytes:caf\u00e9%E9\""));
  EXPECT_THAT(text, HasSubstr("\"100%E9.gz\""));
  EXPECT_THAT(text, HasSubstr("\"bytes:bytes:caf%25E9\""));
  const Stats read = from_json(text, "a.json");
  EXPECT_EQ(read.run.command, stats.run.command);
  EXPECT_EQ(read.run.inputs, stats.run.inputs);
  EXPECT_EQ(read.run.outputs, stats.run.outputs);
  EXPECT_EQ(to_json(read), text);
  for (const char* bad : {"%", "%4", "%4g", "%+4", "%-1", "a%"}) {
    EXPECT_THAT(complaint(replaced(text, "\"bytes:%FF\"", std::string("\"bytes:") + bad + "\"")),
                HasSubstr("run.command[]: expected two hexadecimal digits"))
        << bad;
  }
}

TEST(StatsFile, UncountedTokensAreNullNotZero) {
  Stats stats{.tool = "t", .tokenizer = TokenizerInfo{"gpt2", "00", {}}};
  stats.ledger.tokens.not_counted();
  stats.ledger.see({"a", 1, 0}, {});
  stats.ledger.keep({"a", 1, 0}, {"a", 2, 0}, {});
  const std::string text = to_json(stats);
  EXPECT_THAT(text, HasSubstr("\"tokenizer\": null"));
  EXPECT_THAT(text, HasSubstr("\"tokens\": null"));
  EXPECT_THAT(text, HasSubstr("\"lengths\": null"));
  EXPECT_THAT(text, HasSubstr("{\"bytes\":1,\"tokens\":null}"));
  const Stats read = from_json(text, "a.json");
  EXPECT_FALSE(read.ledger.tokens.valid());
  EXPECT_EQ(to_json(read), text);
}

TEST(StatsFile, WithoutDocumentsTokensAreZeroIfThereIsATokenizer) {
  const Stats with{.tool = "t", .tokenizer = TokenizerInfo{"gpt2", "00", 7}};
  EXPECT_THAT(to_json(with), HasSubstr("\"tokens\": 0"));
  EXPECT_EQ(from_json(to_json(with), "a").tokenizer, with.tokenizer);
  EXPECT_THAT(to_json(Stats{.tool = "t"}), HasSubstr("\"tokens\": null"));
}

TEST(StatsFile, NamesTheTokenizerThatCounted) {
  Stats stats{.tool = "t", .tokenizer = TokenizerInfo{"gpt2", "00", 7}};
  stats.ledger.tokens.counted_by("llama@v3@11");
  stats.ledger.see({"a", 1, 0}, {});
  stats.ledger.keep({"a", 1, 0}, {"a", 1, 0}, {});
  EXPECT_EQ(stats.counted_by(), (TokenizerInfo{"llama@v3", "11", {}}));
}

TEST(TokenizerInfo, LabelsReadBackAsTheyWere) {
  for (const std::string label : {"gpt2@00", "gpt2", "a@b@c", "x@", "@", "@00"}) {
    EXPECT_EQ(TokenizerInfo::from_label(label).label(), label);
  }
}

TEST(StatsFile, AGivenUpDimensionIsNull) {
  Stats stats{.tool = "t"};
  stats.ledger.groups[1].give_up();
  const std::string text = to_json(stats);
  EXPECT_THAT(text, HasSubstr("\"source\": null"));
  EXPECT_TRUE(from_json(text, "a").ledger.groups[1].given_up());
}

TEST(StatsFile, ComplaintsNameFileAndKeyAndWhatWouldBeRight) {
  EXPECT_EQ(complaint_about("\"documents\": 2", "\"documents\": \"2\""),
            "a.json: ledger.in.documents: expected a whole number, found a string");
  EXPECT_EQ(complaint_about("\"documents\": 2", "\"documents\": -2"),
            "a.json: ledger.in.documents: expected a whole number, found -2");
  EXPECT_EQ(complaint_about("\"documents\": 2", "\"documents\": 2.0"),
            "a.json: ledger.in.documents: expected a whole number, found a number with a fraction "
            "or an exponent");
  EXPECT_EQ(complaint_about("\"documents\": 2", "\"documents\": null"),
            "a.json: ledger.in.documents: expected a whole number, found null");
  EXPECT_EQ(complaint_about("\"repeated\": {\"documents\":0", "\"repeated\": {\"document\":0"),
            "a.json: ledger.repeated: unknown key 'document'; did you mean 'documents'?");
  EXPECT_EQ(complaint_about("\"changed\": {\"bytes\":-10,", "\"changed\": {"),
            "a.json: ledger.changed: missing key 'bytes'");
  EXPECT_EQ(complaint_about("\"changed\": {", "\"changed\": {\"bytes\":0,"),
            "a.json: ledger.changed.bytes: the key stands here twice");
  EXPECT_EQ(complaint_about("\"bad_json\": 3", "\"bad_json\": [3]"),
            "a.json: bad_records.bad_json: expected a whole number, found an array");
  EXPECT_EQ(complaint_about("\"bytes\":1234", "\"bytes\":true"),
            "a.json: run.inputs[].bytes: expected a whole number, found a boolean");
  EXPECT_EQ(complaint_about("\"wall_s\": 0", "\"wall_s\": -1"),
            "a.json: run.wall_s: expected seconds, found -1");
}

TEST(StatsFile, RefusesWhatIsNoStatsFileOfThisSchema) {
  EXPECT_THAT(complaint(""), HasSubstr("a.json: not valid JSON"));
  EXPECT_THAT(complaint("{} {}"), HasSubstr("not valid JSON"));
  EXPECT_EQ(complaint("[]"), "a.json: expected an object, found an array");
  EXPECT_EQ(complaint("{}"), "a.json: missing key 'schema'; is this a stats file?");
  EXPECT_EQ(complaint_about("sluice.stats/1", "sluice.stats/2"),
            "a.json: schema: expected 'sluice.stats/1', found 'sluice.stats/2'");
}

TEST(StatsFile, RefusesALedgerThatDoesNotBalance) {
  EXPECT_EQ(complaint_about("\"repeated\": {\"documents\":0", "\"repeated\": {\"documents\":1"),
            "a.json: ledger: the ledger does not balance: in + repeated is 3 documents, "
            "out + rejects 2");
  EXPECT_THAT(complaint_about("\"in\":{\"documents\":2", "\"in\":{\"documents\":3"),
              HasSubstr("ledger: groups.language: in add up to 3 documents"));
  EXPECT_THAT(complaint_about("\"repeated\": {\"documents\":0",
                              "\"repeated\": {\"documents\":18446744073709551615"),
              HasSubstr("does not fit 64 bits"));
}

TEST(StatsFile, TokensAreNullExactlyIfTheTokenizerIs) {
  EXPECT_EQ(complaint_about("\"tokens\": 30", "\"tokens\": null"),
            "a.json: ledger.in.tokens: expected a whole number, found null");
  Stats none{.tool = "t"};
  EXPECT_EQ(complaint(replaced(to_json(none), "\"tokens\": null", "\"tokens\": 0")),
            "a.json: ledger.in.tokens: expected null, since tokenizer is null, found 0");
}

TEST(StatsFile, BoundsHistogramsGroupsAndDetails) {
  std::string many = "0";
  for (size_t i = 0; i < Lengths::kBuckets; ++i) many += ",0";
  EXPECT_EQ(complaint_about("\"documents\": [", "\"documents\": [" + many + ","),
            "a.json: ledger.in.lengths.documents: expected at most 162 numbers");
  EXPECT_THAT(complaint_about("\"en\"", "\"" + std::string(201, 'x') + "\""),
              HasSubstr("expected a value of at most 200 bytes"));
  std::string groups;
  for (size_t i = 0; i < GroupDimension::kMaxGroups; ++i) {
    constexpr const char* kNothing = "{\"documents\":0,\"bytes\":0,\"tokens\":0}";
    groups += "\"" + std::to_string(i) + "\":{\"in\":" + kNothing + ",\"out\":" + kNothing + "},";
  }
  EXPECT_EQ(complaint_about("\"en\"", groups + "\"en\""),
            "a.json: ledger.groups.language: expected at most 4096 values, or null");
  EXPECT_EQ(complaint_about("\"rules\": [", "\"rules\": [[[[[[[[0]]]]]]],"),
            "a.json: details.rules[][][][][][][]: nested more than 8 deep");
  EXPECT_EQ(complaint_about("\"rules\": [", "\"rules\": [[[[[[[0]]]]]],"), "");
  EXPECT_THAT(complaint_about("\"rules\": [", "\"rules\": [1.5,"),
              HasSubstr("details.rules[]: expected a whole number of 64 bits with sign"));
  EXPECT_THAT(complaint_about("\"details\": {", "\"details\": 3, \"x\": {"),
              HasSubstr("unknown key 'x'"));
}

}  // namespace
}  // namespace sluice::stats
