#include "pipeline/bad_records.h"

#include <gmock/gmock.h>

#include <random>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "sanitized.h"

namespace sluice::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(MaxErrors, TakesNumbersAndShares) {
  EXPECT_EQ(MaxErrors::parse("0").count, 0u);
  EXPECT_EQ(MaxErrors::parse("100").count, 100u);
  EXPECT_EQ(MaxErrors::parse("1").count, 1u);  // one record; 1.0 is a share
  for (const auto& [text, share] : {std::pair("0.1%", 0.001),
                                    {"0.001", 0.001},
                                    {"100%", 1.0},
                                    {"1.0", 1.0},
                                    {"0%", 0.0},
                                    {"0.0", 0.0},
                                    {"2.5e-1", 0.25}}) {
    EXPECT_EQ(MaxErrors::parse(text).count, std::nullopt) << text;
    EXPECT_DOUBLE_EQ(MaxErrors::parse(text).share, share) << text;
  }
}

TEST(MaxErrors, RefusesWhatIsNeither) {
  for (const char* text : {"", "%", "abc", "-1", "-0.5", "1.5", "101%", "0.1 %", "nan", "inf",
                           "1e9", "99999999999999999999", "0.1%%"}) {
    EXPECT_THROW(MaxErrors::parse(text), ConfigError) << text;
  }
}

TEST(MaxErrors, ANumberHoldsFromTheFirstRecord) {
  const MaxErrors limit = MaxErrors::parse("2");
  EXPECT_FALSE(limit.exceeded(2, 2));
  EXPECT_TRUE(limit.exceeded(3, 3));
  EXPECT_TRUE(MaxErrors::parse("0").exceeded(1, 1'000'000));
}

TEST(MaxErrors, AShareIsJudgedFromTheThousandthRecord) {
  const MaxErrors limit = MaxErrors::parse("0.1%");
  EXPECT_FALSE(limit.exceeded(999, 999));
  EXPECT_FALSE(limit.exceeded(1, 1000));
  EXPECT_TRUE(limit.exceeded(2, 1000));
  EXPECT_TRUE(limit.exceeded(2, 1999));
  EXPECT_FALSE(limit.exceeded(2, 2000));
  EXPECT_FALSE(MaxErrors::parse("100%").exceeded(5000, 5000));
  EXPECT_TRUE(MaxErrors::parse("0%").exceeded(1, 1000));
}

// Tenths of a percent are no binary fractions: 0.7 / 100 * 1000 is less than 7.
TEST(MaxErrors, ExactlyTheShareIsAllowed) {
  for (uint64_t tenths = 0; tenths <= 1000; ++tenths) {
    const std::string percent = std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
    const MaxErrors limit = MaxErrors::parse(percent + "%");
    for (const uint64_t thousands : {1, 3, 7, 1'000'000}) {
      const uint64_t records = thousands * 1000;
      ASSERT_FALSE(limit.exceeded(tenths * thousands, records)) << percent << " of " << records;
      ASSERT_TRUE(limit.exceeded(tenths * thousands + 1, records)) << percent << " of " << records;
    }
  }
}

TEST(MaxErrors, DescribesItselfAsItWasGiven) {
  EXPECT_EQ(MaxErrors::parse("1000").describe(), "1,000");
  EXPECT_EQ(MaxErrors::parse("0.1%").describe(), "0.1 %");
  EXPECT_EQ(MaxErrors::parse("0.25").describe(), "25 %");
  EXPECT_EQ(MaxErrors::parse("0.018").describe(), "1.8 %");
  EXPECT_EQ(MaxErrors::parse("0.00001%").describe(), "1e-05 %");
}

// A run's records, good and bad, as they are read one after the other.
using Records = std::vector<bool>;  // whether each is bad

// Feeds them in batches of these sizes; what stopped the run, or nothing.
std::string verdict(const MaxErrors& limit, const Records& bad, const std::vector<size_t>& sizes) {
  BadRecordLog log(limit, [](const std::string&) {});
  size_t at = 0;
  try {
    for (const size_t size : sizes) {
      std::vector<BadEntry> entries;
      for (size_t i = 0; i < size; ++i) {
        if (!bad[at + i]) continue;
        entries.push_back({.reason = "bad_json", .line = i + 1, .record = i + 1, .detail = {}});
      }
      log.batch("in.jsonl", size, size, entries);
      at += size;
    }
    log.finish();
  } catch (const CheckError& error) {
    return error.what();
  }
  return {};
}

// What the limit means, record by record.
std::string expected_verdict(const MaxErrors& limit, const Records& records) {
  uint64_t bad = 0;
  for (size_t read = 1; read <= records.size(); ++read) {
    bad += records[read - 1] ? 1 : 0;
    if (limit.exceeded(bad, read)) return with_thousands(bad) + " of the first";
  }
  return bad == records.size() && bad > 0 ? "of the input" : "";
}

TEST(BadRecordLog, ItsVerdictDoesNotDependOnBatches) {
  for (uint64_t seed = 0; seed < rounds_of(3'000); ++seed) {
    std::mt19937_64 random(seed);
    Records records(random() % 2500);
    const uint64_t one_in = 1 + random() % 20;
    const size_t clean_from = random() % (records.size() + 1);
    for (size_t i = 0; i < records.size(); ++i) {
      records[i] = i < clean_from ? random() % one_in == 0 : random() % (4 * one_in) == 0;
    }
    const MaxErrors limit =
        random() % 4 == 0
            ? MaxErrors{.count = random() % 200, .share = 0}
            : MaxErrors{.count = {}, .share = static_cast<double>(random() % 200) / 1000};
    std::vector<size_t> sizes;
    const size_t largest = 1 + random() % 1500;
    for (size_t left = records.size(); left > 0; left -= sizes.back()) {
      sizes.push_back(std::min<size_t>(left, random() % (largest + 1)));
    }
    const std::string one_by_one = verdict(limit, records, std::vector<size_t>(records.size(), 1));
    const std::string all_at_once = verdict(limit, records, {records.size()});
    ASSERT_EQ(all_at_once, one_by_one) << "seed " << seed;
    ASSERT_EQ(verdict(limit, records, sizes), one_by_one) << "seed " << seed;
    const std::string expected = expected_verdict(limit, records);
    ASSERT_EQ(one_by_one.empty(), expected.empty()) << "seed " << seed;
    ASSERT_THAT(one_by_one, HasSubstr(expected)) << "seed " << seed;
  }
}

TEST(BadRecordLog, JudgesAShareAtExactlyTheThousandthRecord) {
  const MaxErrors limit{.count = {}, .share = 0.001};
  Records records(1000);
  records[0] = records[1] = true;
  EXPECT_EQ(verdict(limit, {records.begin(), records.begin() + 999}, {999}), "");
  EXPECT_THAT(verdict(limit, records, {1000}),
              HasSubstr("too many bad records: 2 of the first 1,000 (--max-errors allows 0.1 %)"));
  EXPECT_THAT(verdict(limit, records, {999, 1}), HasSubstr("2 of the first 1,000"));
  records[1] = false;
  EXPECT_EQ(verdict(limit, records, {1000}), "");
  records[999] = true;  // the thousandth itself
  EXPECT_THAT(verdict(limit, records, {1000}), HasSubstr("2 of the first 1,000"));
}

TEST(BadRecordLog, AllBadInputStopsWhateverTheLimit) {
  EXPECT_THAT(verdict(MaxErrors::parse("100%"), Records(3, true), {3}),
              HasSubstr("all 3 records of the input are bad"));
  EXPECT_THAT(verdict(MaxErrors::parse("100%"), {true}, {1}),
              HasSubstr("the only record of the input is bad"));
  EXPECT_EQ(verdict(MaxErrors::parse("100%"), {true, false}, {2}), "");
  EXPECT_EQ(verdict(MaxErrors::parse("100%"), {}, {}), "");  // nothing read, nothing bad
}

TEST(BadRecordLog, HintsAtWhatElseTheInputMayBeWhereNoneOfItIsJson) {
  const auto verdict = [](const char* second, uint64_t records, const char* limit) {
    BadRecordLog log(
        MaxErrors::parse(limit), [](const std::string&) {}, "is it text?");
    try {
      std::vector<BadEntry> bad(2);
      bad[0].reason = "bad_json";
      bad[0].record = 1;
      bad[1].reason = second;
      bad[1].record = 2;
      log.batch("in", records, records, bad);
      log.finish();
    } catch (const CheckError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_THAT(verdict("bad_json", 2, "5"), testing::EndsWith("published; is it text?"));
  EXPECT_THAT(verdict("bad_json", 2, "1"), testing::EndsWith("published; is it text?"));
  EXPECT_THAT(verdict("not_an_object", 2, "5"), testing::EndsWith("published; is it text?"));
  EXPECT_THAT(verdict("no_text", 2, "5"), testing::EndsWith("nothing was published"));
  EXPECT_THAT(verdict("bad_json", 3, "5"), testing::IsEmpty());
}

TEST(BadRecordLog, DescribesTheFirstFewAndSumsUpTheRest) {
  std::vector<std::string> said;
  BadRecordLog log(MaxErrors::parse("100"), [&](const std::string& line) { said.push_back(line); });
  const std::vector<BadEntry> first = {
      {.reason = "bad_json", .line = 2, .record = 1, .offset = 91204551, .detail = "expected ':'"},
      {.reason = "invalid_utf8", .line = 4, .record = 3, .offset = 91204600, .detail = {}}};
  log.batch("a.jsonl", 48'111, 40'000, {});
  log.batch("a.jsonl", 10, 9, first);
  EXPECT_THAT(
      said,
      ElementsAre("a.jsonl: record 48,113 at byte 91,204,551: bad_json (expected ':'); skipped",
                  "a.jsonl: record 48,115 at byte 91,204,600: invalid_utf8; skipped"));
  log.end_of_input();
  said.clear();
  const std::vector<BadEntry> many(4, {.reason = "bad_json", .line = 1, .record = 1, .detail = {}});
  log.batch("b.jsonl", 5, 5, many);
  EXPECT_EQ(said.size(), 3u);  // five are described in all
  EXPECT_EQ(said[0], "b.jsonl: record 1 at byte 0: bad_json; skipped");
  said.clear();
  log.finish();
  EXPECT_THAT(said, ElementsAre("6 bad records in all: bad_json 5, invalid_utf8 1"));
  EXPECT_EQ(log.bad(), 6u);
  EXPECT_EQ(log.records(), 40'014u);
  EXPECT_EQ(log.counts().at("bad_json"), 5u);
}

}  // namespace
}  // namespace sluice::pipeline
