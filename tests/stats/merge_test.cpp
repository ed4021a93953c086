#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "base/error.h"
#include "stats/random_stats.h"
#include "stats/stats_file.h"

namespace sluice::stats {
namespace {

using ::testing::HasSubstr;

Stats sum_of(Stats a, const Stats& b) {
  merge(a, b);
  return a;
}

// What merge() says of these two, or nothing.
std::string complaint(const Stats& a, const Stats& b) {
  try {
    sum_of(a, b);
  } catch (const CheckError& error) {
    return error.what();
  }
  return {};
}

// Merges neighbours at random until one is left.
Stats sum_by_random_tree(std::vector<Stats> parts, RandomStats& random) {
  while (parts.size() > 1) {
    const size_t at = random.one_of(parts.size() - 1);
    merge(parts[at], parts[at + 1]);
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
  return parts.front();
}

Stats with_documents(const std::string& file, const std::string& tokenizer) {
  Stats stats{.tool = "sluice-cat", .version = "0.1.0", .config_digest = "1"};
  stats.file = file;
  stats.ledger.tokens.counted_by(tokenizer);
  stats.ledger.see({"a", 3, 1}, {});
  stats.ledger.keep({"a", 3, 1}, {"a", 3, 1}, {});
  return stats;
}

Stats without_documents(std::optional<TokenizerInfo> tokenizer) {
  return {.tool = "sluice-cat", .version = "0.1.0", .config_digest = "1", .tokenizer = tokenizer};
}

Stats with_details(Details details) {
  Stats stats{.tool = "sluice-cat"};
  stats.details.value = Details::Object{{"x", std::move(details)}};
  return stats;
}

// Shards are added up by whoever comes first; a report must not depend on that.
TEST(Merge, AnyOrderAndAnyTreeGiveTheSameBytes) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    RandomStats random(seed);
    std::vector<Stats> parts;
    for (int i = 0; i < 9; ++i) parts.push_back(random.make());
    const std::string expected = to_json(merge_all(parts));
    std::mt19937_64 shuffle(seed);
    for (int round = 0; round < 8; ++round) {
      std::shuffle(parts.begin(), parts.end(), shuffle);
      ASSERT_EQ(to_json(merge_all(parts)), expected) << seed;
      ASSERT_EQ(to_json(sum_by_random_tree(parts, random)), expected) << seed;
    }
  }
}

TEST(Merge, FilesAddUpLikeTheRunsThatWroteThem) {
  RandomStats random(7);
  for (int round = 0; round < 50; ++round) {
    const Stats a = random.make(), b = random.make();
    const Stats from_files = sum_of(from_json(to_json(a), "a"), from_json(to_json(b), "b"));
    ASSERT_EQ(to_json(from_files), to_json(sum_of(a, b)));
  }
}

TEST(Merge, AddsCountersTakesMaximaAndSortsFiles) {
  Stats a{.tool = "t"}, b{.tool = "t"};
  a.bad_records = {{"bad_json", 1}};
  b.bad_records = {{"bad_json", 2}, {"bad_id", 5}};
  a.run = {.command = {"t"}, .inputs = {{"z", 3}}, .wall_s = 2, .user_s = 0.1, .peak_rss_bytes = 7};
  b.run = {.command = {"t"}, .inputs = {{"a", 4}}, .wall_s = 1, .user_s = 0.2, .peak_rss_bytes = 9};
  merge(a, b);
  EXPECT_EQ(a.bad_records.at("bad_json"), 3u);
  EXPECT_EQ(a.bad_records.at("bad_id"), 5u);
  EXPECT_EQ(a.run.command, std::vector<std::string>{"t"});
  EXPECT_EQ(a.run.inputs.front().path, "a");
  EXPECT_EQ(a.run.wall_s, 2);
  EXPECT_EQ(a.run.user_s, 0.3);  // 0.1 + 0.2 as doubles is 0.30000000000000004
  EXPECT_EQ(a.run.peak_rss_bytes, 9u);
}

TEST(Merge, RefusesOtherToolsVersionsAndConfigurationsNamingBothFiles) {
  const Stats a{.tool = "sluice-cat", .version = "1", .config_digest = "x", .file = "a.json"};
  Stats b = a;
  b.file = "b.json";
  EXPECT_EQ(complaint(a, b), "");
  b.tool = "sluice-mix";
  EXPECT_EQ(complaint(a, b), "cannot add b.json to a.json: tool 'sluice-cat' and 'sluice-mix'");
  b = a;
  b.version = "2";
  EXPECT_THAT(complaint(a, b), HasSubstr("version '1' and '2'"));
  b = a;
  b.config_digest = "y";
  EXPECT_THAT(complaint(a, b), HasSubstr("config_digest 'x' and 'y'"));
}

TEST(Merge, RefusesOtherTokenizersWhereThereAreDocuments) {
  const Stats gpt2 = with_documents("a.json", "gpt2@00");
  EXPECT_EQ(complaint(gpt2, gpt2), "");
  EXPECT_EQ(complaint(gpt2, with_documents("b.json", "llama@11")),
            "cannot add b.json to a.json: tokenizer 'gpt2@00' and 'llama@11'");
  EXPECT_THAT(complaint(gpt2, with_documents("b.json", "")),
              HasSubstr("tokenizer 'gpt2@00' and 'none (tokens are null)'"));
  EXPECT_EQ(complaint(with_documents("a", ""), with_documents("b", "")), "");
}

TEST(Merge, StatsWithoutDocumentsGoWithAnyTokenizer) {
  const TokenizerInfo gpt2{"gpt2", "00", 50257}, llama{"llama", "11", 128256};
  const Stats some = with_documents("some.json", "gpt2@00");
  for (const Stats& none : {without_documents(llama), without_documents(std::nullopt)}) {
    EXPECT_EQ(sum_of(some, none).counted_by()->label(), "gpt2@00");
    EXPECT_EQ(sum_of(none, some).counted_by()->label(), "gpt2@00");
    EXPECT_THAT(complaint(sum_of(none, some), with_documents("b.json", "llama@11")),
                HasSubstr("cannot add b.json to some.json"));
  }
  EXPECT_EQ(sum_of(without_documents(gpt2), without_documents(gpt2)).counted_by(), gpt2);
  EXPECT_EQ(sum_of(without_documents(gpt2), without_documents(llama)).counted_by(), std::nullopt);
}

TEST(Merge, AKnownVocabularySizeIsKeptAndTwoAreRefused) {
  Stats known = with_documents("a", "gpt2@00");
  known.tokenizer = TokenizerInfo{"gpt2", "00", 50257};
  const Stats unknown = with_documents("b", "gpt2@00");
  EXPECT_EQ(sum_of(known, unknown).counted_by()->vocab_size, 50257u);
  EXPECT_EQ(sum_of(unknown, known).counted_by()->vocab_size, 50257u);
  Stats other = known;
  other.tokenizer->vocab_size = 7;
  EXPECT_THAT(complaint(known, other), HasSubstr("vocab_size 50257 and 7"));
}

TEST(Merge, DetailsMustMatch) {
  const Stats number = with_details({int64_t{1}});
  const Stats text = with_details({std::string("a")});
  const Stats pair = with_details({Details::Array{{int64_t{1}}, {int64_t{2}}}});
  EXPECT_EQ(sum_of(pair, pair).details,
            with_details({Details::Array{{int64_t{2}}, {int64_t{4}}}}).details);
  EXPECT_EQ(sum_of(text, text).details, text.details);
  EXPECT_THAT(complaint(number, text), HasSubstr("details.x is of one type and of another"));
  EXPECT_THAT(complaint(text, with_details({std::string("b")})),
              HasSubstr("details.x 'a' and 'b'"));
  EXPECT_THAT(complaint(pair, with_details({Details::Array{}})),
              HasSubstr("details.x has lengths '2' and '0'"));
}

TEST(Merge, ASumThatDoesNotFitIsRefused) {
  Stats a{.tool = "t", .bad_records = {{"bad_json", std::numeric_limits<uint64_t>::max()}}};
  EXPECT_THAT(complaint(a, a), HasSubstr("does not fit 64 bits"));
  const Stats details = with_details({std::numeric_limits<int64_t>::max()});
  EXPECT_THAT(complaint(details, details), HasSubstr("does not fit 64 bits"));
}

// A run over 100,000 shards adds up as many: each may take part in few merges only.
TEST(Sum, MergesEachPartALogarithmicNumberOfTimes) {
  constexpr size_t kParts = 1000;
  size_t touched = 0;
  Sum sum([&](Stats& into, Stats& other) {
    touched += into.run.inputs.size() + other.run.inputs.size();
    merge(into, other);
  });
  for (size_t i = 0; i < kParts; ++i) {
    Stats part{.tool = "t"};
    part.run.inputs = {{std::to_string(i * 7919 % kParts), i}};
    sum.add(std::move(part));
  }
  const Stats total = sum.take();
  EXPECT_EQ(total.run.inputs.size(), kParts);
  EXPECT_TRUE(std::is_sorted(total.run.inputs.begin(), total.run.inputs.end()));
  EXPECT_LE(touched, kParts * 11);  // kParts * ceil(log2(kParts)), and the last partial sums
  EXPECT_THROW(sum.take(), ConfigError);
}

TEST(MergeAll, NeedsAtLeastOne) {
  EXPECT_THROW(merge_all({}), ConfigError);
  RandomStats random(1);
  const Stats one = random.make();
  EXPECT_EQ(to_json(merge_all({one})), to_json(one));
}

}  // namespace
}  // namespace sluice::stats
