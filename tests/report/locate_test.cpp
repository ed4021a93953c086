#include "report/locate.h"

#include <gtest/gtest.h>

#include <random>

#include "complaint.h"

namespace sluice::report {
namespace {

std::vector<bpe::ShardInfo> shards_of(const std::vector<uint64_t>& tokens) {
  std::vector<bpe::ShardInfo> shards(tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) shards[i].tokens = tokens[i];
  return shards;
}

TEST(TokensOfStep, CutTheStreamOfShardsInBatchesAndBeginAgain) {
  const std::vector<bpe::ShardInfo> shards = shards_of({70, 0, 50});
  const auto second = tokens_of_step(shards, 1, 50);
  ASSERT_EQ(second.size(), 2);
  EXPECT_EQ(second[0].shard, 0);
  EXPECT_EQ(second[0].begin, 50);
  EXPECT_EQ(second[0].end, 70);
  EXPECT_EQ(second[1].shard, 2);
  EXPECT_EQ(second[1].end, 30);
  const auto third = tokens_of_step(shards, 2, 50);
  ASSERT_EQ(third.size(), 2);
  EXPECT_EQ(third[0].begin, 30);
  EXPECT_EQ(third[1].shard, 0);
  EXPECT_EQ(third[1].epoch, 1);
  EXPECT_EQ(third[1].end, 30);
}

// Every token of every step against a walk over the stream.
TEST(TokensOfStep, AgreeWithAWalk) {
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<bpe::ShardInfo> shards(1 + random() % 4);
    std::vector<std::pair<size_t, uint64_t>> stream;
    for (size_t i = 0; i < shards.size(); ++i) {
      shards[i].tokens = random() % 9 + (i == 0);
      for (uint64_t t = 0; t < shards[i].tokens; ++t) stream.emplace_back(i, t);
    }
    const uint64_t batch = 1 + random() % 20;
    size_t place = 0;
    for (uint64_t step = 0; step < 10; ++step) {
      std::vector<std::pair<size_t, uint64_t>> expected;
      for (uint64_t i = 0; i < batch; ++i) expected.push_back(stream[place++ % stream.size()]);
      std::vector<std::pair<size_t, uint64_t>> actual;
      for (const Stretch& part : tokens_of_step(shards, step, batch)) {
        for (uint64_t t = part.begin; t < part.end; ++t) actual.emplace_back(part.shard, t);
      }
      ASSERT_EQ(actual, expected);
    }
  }
}

TEST(TokensOfStep, RefuseWhatCannotBe) {
  const std::vector<bpe::ShardInfo> shards = shards_of({10});
  EXPECT_NE(complaint_of([&] { tokens_of_step({}, 0, 1); }), "");
  EXPECT_NE(complaint_of([&] { tokens_of_step(shards, 0, 0); }), "");
  EXPECT_NE(complaint_of([&] { tokens_of_step(shards, uint64_t{1} << 60, 100); }), "");
  EXPECT_NE(complaint_of([&] { tokens_of_step(shards, 0, 1'000'000); }), "");
}

// Every stretch of a map against all its lines.
TEST(DocumentsWithin, AgreeWithALookAtEveryLine) {
  std::mt19937 random(4);
  for (int round = 0; round < 100; ++round) {
    std::string map;
    std::vector<std::pair<uint64_t, uint64_t>> lines;
    uint64_t offset = 0;
    for (size_t i = 0, count = random() % 8; i < count; ++i) {
      const uint64_t length = random() % 5;
      lines.emplace_back(offset, length);
      map += "{\"offset\":" + std::to_string(offset) + ",\"length\":" + std::to_string(length) +
             ",\"id\":\"d" + std::to_string(i) + "\"}\n";
      offset += length;
    }
    for (uint64_t begin = 0; begin < offset + 3; ++begin) {
      const Stretch stretch{.begin = begin, .end = begin + 1 + random() % 4};
      std::vector<uint64_t> expected;
      for (const auto& [first, length] : lines) {
        if (first < stretch.end && first + length > begin) expected.push_back(first);
      }
      std::vector<uint64_t> actual;
      for (const auto& document : documents_within(map, stretch, "m")) {
        actual.push_back(document.offset);
      }
      ASSERT_EQ(actual, expected) << map << begin;
    }
  }
}

TEST(DocumentsWithin, KeepsIdsAsTheyAreSpelled) {
  const std::string map =
      "{\"offset\":0,\"length\":5,\"id\":\"a\\\"b\"}\n{\"offset\":5,\"length\":5,\"id\":7}\n";
  const auto documents = documents_within(map, {.begin = 0, .end = 10}, "m");
  ASSERT_EQ(documents.size(), 2);
  EXPECT_EQ(documents[0].id, "\"a\\\"b\"");
  EXPECT_EQ(documents[1].id, "7");
}

TEST(DocumentsWithin, RefusesOtherLines) {
  EXPECT_EQ(complaint_of([] { documents_within("{\"offset\":0}\n", {.end = 1}, "m.jsonl"); }),
            "m.jsonl: the line at byte 0 is no line of a shard's map: offset, length and id are "
            "expected");
}

}  // namespace
}  // namespace sluice::report
