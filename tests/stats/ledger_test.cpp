#include "stats/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "base/error.h"

namespace sluice::stats {
namespace {

using ::testing::HasSubstr;

constexpr Groups kEnglish = {.language = "en", .source = "cc", .dump = "CC-MAIN-2025-05"};

// What check() says, or nothing if the ledger balances.
std::string complaint(const Ledger& ledger) {
  try {
    ledger.check();
  } catch (const CheckError& error) {
    return error.what();
  }
  return {};
}

Ledger small_ledger() {
  Ledger ledger;
  ledger.tokens.counted_by("gpt2@00");
  ledger.see({"a", 100, 20}, kEnglish);
  ledger.see({"b", 50, 10}, {});
  ledger.keep({"a", 100, 20}, {"a", 90, 17}, kEnglish);
  ledger.reject("too_short", {"b", 50, 10});
  return ledger;
}

TEST(Ledger, CountsWhatBecameOfEachDocument) {
  const Ledger ledger = small_ledger();
  EXPECT_EQ(ledger.in.documents, 2u);
  EXPECT_EQ(ledger.in.bytes, 150u);
  EXPECT_EQ(ledger.out.tokens, 17u);
  EXPECT_EQ(ledger.changed_bytes, -10);
  EXPECT_EQ(ledger.changed_tokens, -3);
  EXPECT_EQ(ledger.rejects.at("too_short").bytes, 50u);
  EXPECT_EQ(ledger.rejected().documents, 1u);
  EXPECT_EQ(ledger.in_lengths.documents[Lengths::bucket_of(20)], 1u);
  EXPECT_EQ(ledger.out_lengths.tokens[Lengths::bucket_of(17)], 17u);
  EXPECT_EQ(ledger.groups[0].tallies().at("en").in.documents, 1u);
  EXPECT_EQ(ledger.groups[0].tallies().at("").in.documents, 1u);
  EXPECT_EQ(ledger.groups[2].tallies().at("CC-MAIN-2025-05").out.bytes, 90u);
  EXPECT_EQ(complaint(ledger), "");
}

TEST(Ledger, RepeatsAreCandidatesToo) {
  Ledger ledger;
  ledger.see({"a", 10, 1}, {});
  ledger.repeat({"a", 10, 1});
  for (int copy = 0; copy < 2; ++copy) ledger.keep({"a", 10, 1}, {"a", 10, 1}, {});
  EXPECT_EQ(complaint(ledger), "");
  EXPECT_EQ(ledger.repeated.documents, 1u);
}

TEST(Ledger, ADocumentThatGotLostIsNamedInNumbers) {
  Ledger ledger = small_ledger();
  ledger.see({"c", 1, 1}, {});
  EXPECT_EQ(complaint(ledger),
            "the ledger does not balance: in + repeated is 3 documents, out + rejects 2");
}

TEST(Ledger, BytesTokensAndIdsMustBalanceToo) {
  Ledger bytes = small_ledger();
  bytes.changed_bytes = 5;
  EXPECT_EQ(complaint(bytes),
            "the ledger does not balance: in + repeated + changed is 150 + 5 bytes, "
            "out + rejects 140");
  Ledger tokens = small_ledger();
  tokens.changed_tokens = 0;
  EXPECT_THAT(complaint(tokens), HasSubstr("30 tokens"));
  Ledger ids;  // one in, another out: all numbers agree
  ids.see({"a", 10, 1}, {});
  ids.keep({"a", 10, 1}, {"b", 10, 1}, {});
  EXPECT_THAT(complaint(ids), HasSubstr("the ids of in + repeated"));
}

TEST(Ledger, UncountedTokensNeedNotBalance) {
  Ledger ledger = small_ledger();
  ledger.tokens.not_counted();
  ledger.changed_tokens = 99;
  EXPECT_EQ(complaint(ledger), "");
}

TEST(Ledger, HistogramsAndGroupsMustAddUp) {
  Ledger lengths = small_ledger();
  lengths.out_lengths.add(0);
  EXPECT_EQ(complaint(lengths), "lengths of out add up to 2 documents, the ledger has 1");
  Ledger groups = small_ledger();
  groups.groups[1].find_or_add("cc")->in.bytes += 1;
  EXPECT_EQ(complaint(groups), "groups.source: in add up to 151 bytes, the ledger has 150");
  groups.groups[1].give_up();
  EXPECT_EQ(complaint(groups), "");
}

TEST(Ledger, AddsUpInAnyOrderAndGrouping) {
  Ledger a = small_ledger();
  Ledger b;
  b.tokens.counted_by("gpt2@00");
  b.see({"c", 7, 2}, {.language = "de"});
  b.reject("language", {"c", 7, 2});
  Ledger c;
  c.see({"d", 9, 9}, kEnglish);
  c.keep({"d", 9, 9}, {"d", 11, 12}, kEnglish);

  Ledger left = a;
  (left += b) += c;
  Ledger right = c;
  right += b;
  right += a;
  EXPECT_EQ(left, right);
  EXPECT_EQ(complaint(left), "");
  EXPECT_EQ(left.in.documents, 4u);
  left.clear();
  EXPECT_EQ(left, Ledger());
}

// Extract and then mix, say: what the first stage makes of a document is what the second one sees.
TEST(InSeries, KeepsTheBalanceOverAllStages) {
  std::vector<Ledger> stages(2);
  stages[0] = small_ledger();  // a: 100 -> 90 bytes, b rejected
  stages[0].see({"c", 7, 2}, {.language = "fr"});
  stages[0].keep({"c", 7, 2}, {"c", 7, 2}, {.language = "de"});
  Ledger& second = stages[1];
  second.tokens.counted_by("gpt2@00");
  second.see({"a", 90, 17}, kEnglish);
  second.repeat({"a", 90, 17});
  for (int copy = 0; copy < 2; ++copy) {
    second.keep({"a", 90, 17}, {"a", 80, 15}, {.language = "it"});
  }
  second.see({"c", 7, 2}, {.language = "de"});
  second.reject("too_short", {"c", 7, 2});

  const Ledger whole = in_series(stages);
  EXPECT_EQ(complaint(whole), "");
  EXPECT_EQ(whole.in, stages[0].in);
  EXPECT_EQ(whole.out, second.out);
  EXPECT_EQ(whole.repeated.documents, 1u);
  EXPECT_EQ(whole.changed_bytes, -30);
  EXPECT_EQ(whole.rejects.at("too_short").documents, 2u);
  EXPECT_EQ(whole.groups[0].tallies().at("fr").in.documents, 1u);
  EXPECT_EQ(whole.groups[0].tallies().at("en").out.documents, 0u);
  EXPECT_EQ(whole.groups[0].tallies().at("it").out.documents, 2u);
  EXPECT_EQ(in_series({stages[0]}), stages[0]);
}

TEST(Ledger, ADifferenceThatDoesNotFitIsRefused) {
  constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();
  Ledger ledger;
  EXPECT_THROW(ledger.keep({"a", 0, kMax}, {"a", 0, 0}, {}), CheckError);
  Ledger grown;
  grown.changed_bytes = std::numeric_limits<int64_t>::max();
  EXPECT_THROW(Ledger(grown) += grown, CheckError);
}

TEST(TokenizerUse, IsOneNameOrNone) {
  TokenizerUse use;
  EXPECT_TRUE(use.empty() && use.valid());
  use.counted_by("gpt2@00");
  use.counted_by("gpt2@00");
  EXPECT_TRUE(use.valid());
  EXPECT_EQ(use.name(), "gpt2@00");
  use.counted_by("llama@11");
  EXPECT_FALSE(use.valid());
  EXPECT_EQ(use.name(), "");
  use.counted_by("gpt2@00");
  EXPECT_FALSE(use.valid());
}

TEST(TokenizerUse, ADocumentWithoutACountMakesTheSumVoid) {
  TokenizerUse use;
  use.counted_by("");
  EXPECT_FALSE(use.valid());
}

TEST(TokenizerUse, AddsUpInAnyOrderAndGrouping) {
  std::vector<TokenizerUse> states(4);
  states[1].counted_by("gpt2@00");
  states[2].counted_by("llama@11");
  states[3].not_counted();
  for (TokenizerUse a : states) {
    for (TokenizerUse b : states) {
      TokenizerUse ab = a, ba = b;
      EXPECT_EQ(ab += b, ba += a);
      for (TokenizerUse c : states) {
        TokenizerUse left = ab, bc = b, right = a;
        EXPECT_EQ(left += c, right += (bc += c));
      }
    }
  }
}

TEST(GroupDimension, IsGivenUpByTheNumberOfItsValuesWhateverTheOrder) {
  GroupDimension even, odd;
  for (size_t i = 0; i < GroupDimension::kMaxGroups; ++i) {
    (i % 2 == 0 ? even : odd).find_or_add(std::to_string(i))->in.documents = i;
  }
  GroupDimension full = even, other_way = odd;
  full += odd;
  other_way += even;
  EXPECT_EQ(full, other_way);
  EXPECT_EQ(full.tallies().size(), GroupDimension::kMaxGroups);
  EXPECT_NE(full.find_or_add("7"), nullptr);

  GroupDimension one;
  one.find_or_add("one too many");
  GroupDimension over = one;
  over += full;
  full += one;
  EXPECT_TRUE(full.given_up() && over.given_up());
  EXPECT_EQ(full, over);
  EXPECT_TRUE(full.tallies().empty());
  EXPECT_EQ(full.find_or_add("7"), nullptr);
}

TEST(GroupDimension, CutsLongValuesBetweenCharacters) {
  GroupDimension dimension;
  const std::string prefix(kMaxKeyBytes - 1, 'x');
  dimension.find_or_add(prefix + "\u00e9");         // would end in half a character
  dimension.find_or_add(prefix + "yz");             // ends after the y
  dimension.find_or_add(std::string(500, '\x80'));  // no character begins here
  std::vector<std::string> keys;
  for (const auto& [key, tally] : dimension.tallies()) keys.push_back(key);
  EXPECT_THAT(keys, testing::ElementsAre("", prefix, prefix + "y"));
}

}  // namespace
}  // namespace sluice::stats
