#include "quality/filter_tally.h"

#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

#include "base/error.h"

namespace sluice::quality {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::vector<RuleInfo> kRules = {
    {.profile = "mine",
     .step = "length",
     .reason = "too_short",
     .signal = "word_count",
     .scale = Scale::count,
     .comparison = Comparison::below,
     .threshold = 50,
     .model = ""},
    {.profile = "mine",
     .step = "symbols",
     .reason = "hashes",
     .signal = "occurrences_per_word",
     .scale = Scale::fraction,
     .comparison = Comparison::above,
     .threshold = 0.1,
     .model = ""},
    {.profile = "mine", .step = "edits", .reason = "lines_removed", .signal = "", .model = ""},
};

Judgement judgement_of(std::optional<double> words, std::optional<double> hashes) {
  Judgement judgement;
  judgement.findings.resize(3);
  judgement.findings[0] = {.value = words,
                           .drops = !words || *words < 50,
                           .comparison = Comparison::below,
                           .threshold = 50};
  judgement.findings[1] = {.value = hashes,
                           .drops = hashes && *hashes > 0.1,
                           .comparison = Comparison::above,
                           .threshold = 0.1};
  for (size_t i = 3; i-- > 0;) {
    if (judgement.findings[i].drops) judgement.first = i;
  }
  return judgement;
}

stats::Details written(const FilterTally& tally) {
  stats::Details::Object details;
  tally.write(details);
  return {std::move(details)};
}

TEST(FilterTally, CountsWhatWouldDropAndWhatDropsFirst) {
  FilterTally tally(kRules);
  tally.add("en", judgement_of(10, 0.5), 100);
  tally.add("en", judgement_of(60, 0.5), 300);
  tally.add("en", judgement_of(60, 0.0), 500);
  tally.add("de", judgement_of(std::nullopt, std::nullopt), 0);
  const std::vector<RuleRecord> records = read_rules(written(tally));
  ASSERT_EQ(records.size(), 3u);

  const RuleRecord& hashes = records[2];
  EXPECT_EQ(hashes.key, "mine/symbols/hashes");
  EXPECT_EQ(hashes.signal, "occurrences_per_word");
  EXPECT_EQ(hashes.comparison, Comparison::above);
  EXPECT_EQ(hashes.threshold, "0.1");
  const RuleTally& english = hashes.languages.at("en");
  EXPECT_EQ(english.documents, 3u);
  EXPECT_EQ(english.would_drop, 2u);
  EXPECT_EQ(english.dropped_first, 1u);
  EXPECT_EQ(english.dropped_first_bytes, 300u);
  EXPECT_EQ(english.undefined, 0u);
  EXPECT_EQ(english.comparison, Comparison::above);
  EXPECT_EQ(english.threshold, 0.1);
  EXPECT_EQ(english.values.count(), 3u);

  // An empty document has no share of anything; that is counted, and no value is made up.
  const RuleTally& german = hashes.languages.at("de");
  EXPECT_EQ(german.undefined, 1u);
  EXPECT_EQ(german.would_drop, 0u);
  EXPECT_EQ(german.values.count(), 0u);

  const RuleRecord& words = records[1];
  EXPECT_EQ(words.key, "mine/length/too_short");
  EXPECT_EQ(words.all().would_drop, 2u);
  EXPECT_EQ(words.all().dropped_first_bytes, 100u);
  EXPECT_EQ(words.all().values.scale(), Scale::count);
  EXPECT_EQ(words.all().values.at(bucket_of(Scale::count, 60)), 2u);

  const RuleRecord& edits = records[0];
  EXPECT_EQ(edits.comparison, Comparison::none);
  EXPECT_EQ(edits.threshold, "");
  EXPECT_EQ(edits.languages.at("en").comparison, Comparison::none);
}

// Documents are spread over threads at random, and many languages are given up together.
TEST(FilterTally, SumsAreTheSameHoweverDocumentsAreSpread) {
  for (const size_t languages : {5u, 5000u}) {
    FilterTally whole(kRules);
    std::vector<FilterTally> threads(4, FilterTally(kRules));
    std::mt19937_64 random(languages);
    for (size_t i = 0; i < 2 * languages; ++i) {
      const std::string language = "l" + std::to_string(i % languages);
      const Judgement judgement = judgement_of(static_cast<double>(random() % 100),
                                               static_cast<double>(random() % 100) / 300);
      whole.add(language, judgement, i);
      threads[random() % 4].add(language, judgement, i);
    }
    FilterTally sum(kRules);
    for (const size_t i : {2, 0, 3, 1}) sum += threads[i];
    EXPECT_EQ(written(sum), written(whole));
    const std::vector<RuleRecord> records = read_rules(written(sum));
    EXPECT_EQ(records.front().languages.size(), languages == 5 ? 5u : 0u);
    EXPECT_EQ(records.front().all_languages.has_value(), languages == 5000);
    EXPECT_EQ(records.front().all().documents, 2 * languages);
  }
}

stats::Stats stats_of(const FilterTally& tally) {
  stats::Stats stats{.tool = "sluice-filter"};
  stats.details = written(tally);
  return stats;
}

// A shard of few languages beside one of too many: none of its own is whole then, and the sum is.
TEST(FilterTally, FilesThatGaveLanguagesUpAddUpWithOthers) {
  FilterTally many(kRules);
  for (size_t i = 0; i <= FilterTally::kMaxLanguages; ++i) {
    many.add("l" + std::to_string(i), judgement_of(10, 0.5), 1);
  }
  FilterTally few(kRules);
  few.add("en", judgement_of(60, 0.5), 7);
  few.add("*", judgement_of(60, std::nullopt), 7);
  EXPECT_EQ(read_rules(written(few)).front().languages.size(), 2u);
  stats::Stats merged = stats_of(few);
  stats::merge(merged, stats_of(many));
  many += few;
  const std::vector<RuleRecord> sum = read_rules(merged.details);
  const std::vector<RuleRecord> whole = read_rules(written(many));
  ASSERT_EQ(sum.size(), whole.size());
  for (size_t i = 0; i < sum.size(); ++i) {
    EXPECT_TRUE(sum[i].languages.empty());
    ASSERT_TRUE(sum[i].all_languages);
    EXPECT_EQ(sum[i].all().documents, FilterTally::kMaxLanguages + 3);
    EXPECT_EQ(sum[i].all().would_drop, whole[i].all().would_drop);
    EXPECT_EQ(sum[i].all().dropped_first_bytes, whole[i].all().dropped_first_bytes);
    EXPECT_EQ(sum[i].all().undefined, whole[i].all().undefined);
    EXPECT_EQ(sum[i].all().values, whole[i].all().values);
  }
}

void expect_no_empty_object(const stats::Details& details, const std::string& place) {
  const auto* object = std::get_if<stats::Details::Object>(&details.value);
  if (object == nullptr) return;
  EXPECT_FALSE(object->empty()) << place;
  for (const auto& [key, member] : *object) expect_no_empty_object(member, place + "." + key);
}

// Of a thousand languages and fifty rules, most would say 0, or the fall-back's threshold again.
TEST(FilterTally, LeavesOutWhatSaysNothing) {
  FilterTally tally(kRules);
  tally.add("en", judgement_of(60, 0.0), 100);
  Judgement own = judgement_of(60, 0.0);
  own.findings[0].threshold = 40;
  own.findings[1].comparison = Comparison::none;
  tally.add("de", own, 100);
  const stats::Details details = written(tally);
  expect_no_empty_object(details, "details");
  const auto member = [](const stats::Details& of, const std::string& key) {
    return std::get<stats::Details::Object>(of.value).at(key);
  };
  const stats::Details rule = member(member(details, "rules"), "mine/symbols/hashes");
  const stats::Details only_documents{stats::Details::Object{{"documents", {int64_t{1}}}}};
  EXPECT_EQ(member(member(rule, "languages"), "en"), only_documents);
  EXPECT_FALSE(std::get<stats::Details::Object>(member(details, "histograms").value)
                   .contains("mine/edits/lines_removed"));

  const std::vector<RuleRecord> records = read_rules(details);
  EXPECT_EQ(records[1].languages.at("en").comparison, Comparison::below);
  EXPECT_EQ(records[1].languages.at("en").threshold, 50);
  EXPECT_EQ(records[1].languages.at("de").threshold, 40);
  EXPECT_EQ(records[2].languages.at("de").comparison, Comparison::none);
  EXPECT_EQ(records[2].languages.at("en").values.count(), 1u);
  EXPECT_EQ(records[0].languages.at("en").values.count(), 0u);

  for (const RuleRecord& record : read_rules(written(FilterTally(kRules)))) {
    EXPECT_EQ(record.all().documents, 0u);
  }
}

TEST(FilterTally, FilesOfShardsMergeByAdding) {
  FilterTally first(kRules);
  first.add("en", judgement_of(10, 0.5), 100);
  first.add("de", judgement_of(10, 0.5), 100);
  FilterTally second(kRules);
  second.add("en", judgement_of(900, 0.0), 70);
  stats::Stats merged = stats_of(first);
  stats::merge(merged, stats_of(second));
  first += second;
  EXPECT_EQ(merged.details, written(first));
}

TEST(FilterTally, ReasonsAreAsShortAsTheyCanBeToldApart) {
  const auto rule = [](const char* profile, const char* step, const char* reason) {
    return RuleInfo{.profile = profile, .step = step, .reason = reason, .signal = "", .model = ""};
  };
  EXPECT_THAT(reject_reasons(std::vector<RuleInfo>{rule("a", "s", "short"), rule("a", "t", "few"),
                                                   rule("a", "u", "few"), rule("a", "v", "long"),
                                                   rule("b", "v", "long")}),
              ElementsAre("short", "t/few", "u/few", "a/v/long", "b/v/long"));
}

TEST(FilterTally, DetailsOfOtherMakersAreRefusedByPlace) {
  const auto complaint = [](const stats::Details& details) -> std::string {
    try {
      read_rules(details);
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(complaint({}), HasSubstr("stats file of sluice-filter"));
  FilterTally tally(kRules);
  tally.add("en", judgement_of(10, 0.5), 100);
  const auto member = [](stats::Details& details, const std::string& key) -> stats::Details& {
    return std::get<stats::Details::Object>(details.value)[key];
  };
  stats::Details wrong = written(tally);
  stats::Details& rule = member(member(wrong, "rules"), "mine/length/too_short");
  member(rule, "comparison") = {std::string("near")};
  EXPECT_THAT(complaint(wrong),
              HasSubstr("details.rules.mine/length/too_short.comparison: there is no"));
  member(rule, "comparison") = {int64_t{1}};
  EXPECT_THAT(complaint(wrong), HasSubstr("expected a string"));
  wrong = written(tally);
  stats::Details& values = member(member(wrong, "histograms"), "mine/length/too_short");
  member(member(member(values, "languages"), "en"),
         "buckets") = {stats::Details::Object{{"4000", {int64_t{1}}}}};
  EXPECT_THAT(complaint(wrong), HasSubstr("too large"));
  wrong = written(tally);
  member(member(wrong, "histograms"), "mine/length/too_short") = {int64_t{1}};
  EXPECT_THAT(complaint(wrong), HasSubstr("expected an object"));
  wrong = written(tally);
  member(member(member(wrong, "rules"), "mine/length/too_short"),
         "languages") = {stats::Details::Object{{std::string(300, 'x'), {int64_t{1}}}}};
  EXPECT_THAT(complaint(wrong), HasSubstr("too long"));
}

}  // namespace
}  // namespace sluice::quality
