#include "decontaminate/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "decontaminate/support.h"

namespace sluice::decontaminate {
namespace {

using test::item;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

struct Case {
  std::string id;
  std::string text;
};

class Reports : public testing::Test {
 protected:
  Reports() : scan_(items(), {.threshold = 3000}) {
    SplitMix random(2);
    for (int i = 0; i < 200; ++i) {
      const std::string question = items()[random.next() % 60].part(Role::question);
      const size_t length = question.size() * (random.next() % 11) / 10;
      corpus_.push_back({"doc-" + std::to_string(i), "x " + question.substr(0, length) + " y"});
    }
  }

  static std::vector<Item> items() {
    SplitMix random(1);
    std::vector<Item> all;
    for (int i = 0; i < 60; ++i) {
      all.push_back(item(std::to_string(i), test::random_words(random, 30), "", "",
                         i % 3 == 0 ? "one" : "two"));
    }
    all.push_back(item("short", "Who did?", "Monks.", "", "two"));
    return all;
  }

  // Of every `step`th document from `first` on.
  Report report(size_t first, size_t step) {
    ReportTally tally(scan_.index());
    for (size_t i = first; i < corpus_.size(); i += step) {
      const auto found = scan_.findings(corpus_[i].text);
      tally.add({.id = corpus_[i].id,
                 .text = corpus_[i].text,
                 .tokens = 10,
                 .tokens_removed = found.empty() ? 0u : 10u},
                found);
    }
    Report made = make_report(scan_.index(), scan_.scanner());
    made.policy = "score";
    made.action = "drop";
    made.frequencies = "uniform";
    tally.write(made);
    return made;
  }

  test::Scan scan_;
  std::vector<Case> corpus_;
};

TEST_F(Reports, OfShardsAddUpToTheReportOfAll) {
  const std::string all = report_json(report(0, 1));
  for (const size_t shards : {2u, 3u, 7u}) {
    Report sum = report(shards - 1, shards);
    for (size_t shard = 0; shard + 1 < shards; ++shard) {
      sum += read_report(report_json(report(shard, shards)), "shard.json");
    }
    EXPECT_EQ(report_json(sum), all) << shards;
  }
}

TEST_F(Reports, CountItemsDocumentsAndTokens) {
  const Report all = report(0, 1);
  EXPECT_EQ(all.documents, 200u);
  EXPECT_EQ(all.tokens, 2000u);
  EXPECT_EQ(all.tokens_removed, all.contaminated_documents * 10);
  EXPECT_GT(all.contaminated_documents, 30u);
  uint64_t documents = 0;
  for (const auto& [name, split] : all.splits) documents += split.documents;
  EXPECT_EQ(documents, all.contaminated_documents);  // each holds one item
  const SplitReport& two = all.splits.at({"two", "test"});
  EXPECT_EQ(two.items, 41u);
  EXPECT_THAT(two.undetectable, testing::ElementsAre("short"));
}

TEST_F(Reports, TheWorstAreOfDifferentItemsInOrder) {
  const Report all = report(0, 1);
  ASSERT_EQ(all.worst.all().size(), kWorst);
  std::set<std::string> items;
  uint32_t last = kFullScore;
  for (const WorstCase& found : all.worst.all()) {
    EXPECT_TRUE(items.insert(found.set + found.item).second);
    EXPECT_LE(found.score, last);
    last = found.score;
  }
}

TEST_F(Reports, OfDifferentRunsDoNotAddUp) {
  Report one = report(0, 2);
  Report other = report(1, 2);
  other.policy = "any";
  EXPECT_THAT([&] { one += other; }, ThrowsMessage<ConfigError>(HasSubstr("different policies")));
  EXPECT_THAT([] { read_report("{\"schema\":\"sluice.stats/1\"}", "s.json"); },
              ThrowsMessage<ConfigError>(HasSubstr("s.json: schema: is not")));
  EXPECT_THAT([] { read_report("[]", "s.json"); }, ThrowsMessage<ConfigError>(HasSubstr("s.json")));
}

}  // namespace
}  // namespace sluice::decontaminate
