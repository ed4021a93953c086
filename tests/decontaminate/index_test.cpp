#include "decontaminate/index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.h"
#include "decontaminate/support.h"
#include "decontaminate/words.h"
#include "io/outputs.h"

namespace sluice::decontaminate {
namespace {

using test::item;
using test::random_words;

std::string file_of(const EvaluationIndex& index) {
  io::test::MemoryOutput out;
  write_index(index, out);
  return out.bytes();
}

std::vector<Item> some_items(size_t count) {
  SplitMix random(3);
  std::vector<Item> items;
  for (size_t i = 0; i < count; ++i) {
    items.push_back(item(std::to_string(i), random_words(random, 1 + random.next() % 60),
                         random_words(random, random.next() % 20), "", i % 2 == 0 ? "one" : "two"));
  }
  return items;
}

// Shards and people name sets in any order; an index that differs by it would be another one.
TEST(Index, IsTheSameBytesInWhateverOrderItemsCome) {
  std::vector<Item> items = some_items(300);
  const std::string bytes = file_of(build_index(items));
  std::ranges::reverse(items);
  items.push_back(items[7]);
  EXPECT_EQ(file_of(build_index(items)), bytes);
}

TEST(Index, EveryRunOfEveryPartIsFound) {
  const EvaluationIndex index = build_index(some_items(200));
  const IndexTables& tables = index.tables();
  size_t runs = 0;
  for (uint32_t number = 0; number < tables.parts.size(); ++number) {
    const auto words = index.words_of(number);
    for (uint32_t i = 0; i + kAnchorWords <= words.size(); ++i) {
      const uint64_t hash = hash_of_run(&words[i]);
      ASSERT_TRUE(index.may_hold(hash));
      const uint32_t run = index.find(&words[i], hash);
      ASSERT_NE(run, kNone);
      EXPECT_EQ(run, tables.runs[tables.parts[number].first_word + i]);
      const uint32_t place = tables.parts[number].first_word + i;
      EXPECT_TRUE(std::ranges::binary_search(index.places_of(run), place));
      EXPECT_EQ(index.part_at(place), number);
      ++runs;
    }
  }
  EXPECT_GT(runs, 5000u);
  EXPECT_GE(runs, index.runs());  // short items hold some twice
}

TEST(Index, ReadsBackAsItWasWritten) {
  const EvaluationIndex index = build_index(some_items(100));
  const std::string bytes = file_of(index);
  const EvaluationIndex again = open_index(bytes, "memory");
  EXPECT_EQ(again.fingerprint(), index.fingerprint());
  EXPECT_EQ(file_of(again), bytes);
  EXPECT_EQ(again.text(3), index.text(3));
  // Where it lies must not matter.
  const std::string moved = " " + bytes;
  EXPECT_EQ(file_of(open_index(std::string_view(moved).substr(1), "moved")), bytes);
}

TEST(Index, DamageIsFound) {
  const std::string bytes = file_of(build_index(some_items(20)));
  EXPECT_THROW(open_index(std::string_view(bytes).substr(0, bytes.size() - 1), "cut"), IoError);
  EXPECT_THROW(open_index("{}", "json"), ConfigError);
  SplitMix random(5);
  for (int round = 0; round < 200; ++round) {
    std::string damaged = bytes;
    const size_t at = random.next() % damaged.size();
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << random.next() % 8));
    EXPECT_THROW(open_index(damaged, "damaged"), Error) << at;
  }
}

// Whoever writes a file can make its checksums right.
TEST(Index, ItemsOfOneSplitHaveDifferentIds) {
  const EvaluationIndex index =
      build_index({item("1", "b"), item("1", "a"), item("1", "a"), item("1", "c"), item("2", "b"),
                   item("1", "b", "", "", "other")});
  std::vector<std::string> ids;
  for (const ItemRecord& record : index.tables().items) {
    ids.emplace_back(index.string(record.id));
  }
  EXPECT_EQ(ids, (std::vector<std::string>{"1", "1", "1~2", "1~3", "2"}));
}

TEST(Index, PlacesOutsideItsWordsAreRefused) {
  const EvaluationIndex index = build_index(some_items(5));
  const auto words = static_cast<uint32_t>(index.tables().words.size());
  for (const uint32_t place : {words, words - kAnchorWords + 1, UINT32_MAX, UINT32_MAX - 3}) {
    std::vector<uint32_t> places(index.tables().places.begin(), index.tables().places.end());
    places.back() = place;
    IndexTables tables = index.tables();
    tables.places = places;
    EXPECT_THROW(EvaluationIndex(tables, nullptr, "forged"), ConfigError) << place;
  }
}

TEST(Index, PartsWithTheSameWordsAreOne) {
  const EvaluationIndex index = build_index(
      {item("1", "What turns the mill by the old river?", "The water.", "Mills stand by rivers."),
       item("2", "what turns the MILL by the old river", "The wind.", "Mills stand, by rivers!"),
       item("1", "What turns the mill by the old river?", "The water.", "", "other")});
  EXPECT_EQ(index.tables().items.size(), 3u);
  EXPECT_EQ(index.tables().parts.size(), 4u);
}

TEST(Index, WhatAThirdOfASetRepeatsWeighsNothing) {
  SplitMix random(9);
  const std::string instruction =
      "Decide whether the argument below is valid and choose the option that shows why";
  std::vector<Item> items;
  for (int i = 0; i < 12; ++i) {
    const std::string own = random_words(random, 30);
    items.push_back(item(std::to_string(i), i % 3 == 0 ? instruction + " " + own : own));
  }
  const EvaluationIndex index = build_index(items);
  for (uint32_t part = 0; part < index.tables().parts.size(); ++part) {
    const auto words = index.words_of(part);
    const auto weights = index.weights().subspan(index.tables().parts[part].first_word);
    const size_t repeated = words.size() - 30;
    for (size_t i = 0; i + kBoilerplateWords <= repeated; ++i) EXPECT_EQ(weights[i], 0) << i;
    for (size_t i = repeated + kBoilerplateWords; i < words.size(); ++i) {
      EXPECT_EQ(weights[i], kFullWeight);
    }
  }
}

// Two sets that share a question do not make boilerplate of it.
TEST(Index, SetsAreWeighedApart) {
  std::vector<Item> items;
  for (int i = 0; i < 8; ++i) {
    items.push_back(
        item("1", test::kQuestion + " " + std::to_string(i), "", "", "set" + std::to_string(i)));
  }
  const EvaluationIndex index = build_index(items);
  for (const uint8_t weight : index.weights()) EXPECT_EQ(weight, kFullWeight);
}

TEST(Index, HoldsNoRunsOfOneWordOrOfTooManyParts) {
  std::vector<Item> items = {item("zeros", "0 0 0 0 0 0 0 0 0 0 0 0")};
  for (uint32_t i = 0; i <= kMostParts; ++i) {
    items.push_back(item(std::to_string(i), "which of these is the right one x" +
                                                std::to_string(i) + " y" + std::to_string(i)));
  }
  const EvaluationIndex index = build_index(items);
  const WordReader reader;
  WordReader::Scratch scratch;
  std::vector<uint32_t> words;
  for (const char* const text : {"0 0 0 0 0 0", "which of these is the right"}) {
    reader.read(text, scratch, words);
    EXPECT_EQ(index.find(words.data(), hash_of_run(words.data())), kNone) << text;
  }
}

TEST(Index, NothingIsNoSet) { EXPECT_THROW(build_index({}), ConfigError); }

}  // namespace
}  // namespace sluice::decontaminate
