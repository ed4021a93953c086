#include "mix/choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "sanitized.h"

namespace sluice::mix {
namespace {

constexpr uint64_t kSeed = 77;
constexpr size_t kTiny = 64;  // bytes of memory: two records are sorted at a time

struct Corpus {
  std::vector<Counted> documents;
  uint64_t epoch_tokens = 0;
  uint64_t largest = 0;  // tokens of a document
};

Corpus random_corpus(std::mt19937_64& random) {
  Corpus corpus;
  for (uint64_t i = random() % 300 + 1; i > 0; --i) {
    const Counted document{
        .id = random(),
        .tokens = random() % (random() % 5 == 0 ? 5000 : 50),
        .copies = static_cast<uint32_t>(random() % 4 == 0 ? random() % 5 + 1 : 1)};
    corpus.documents.push_back(document);
    corpus.epoch_tokens += document.tokens * document.copies;
    corpus.largest = std::max(corpus.largest, document.tokens);
  }
  return corpus;
}

Quota quota_of(const Corpus& corpus, uint64_t tokens) {
  return {.tokens = tokens,
          .epochs = tokens / corpus.epoch_tokens,
          .rest = tokens % corpus.epoch_tokens};
}

struct Chosen {
  Choice choice;
  uint64_t part_tokens = 0;
};

Chosen chosen(const std::vector<Counted>& documents, const Quota& quota,
              size_t memory = size_t{1} << 20) {
  Chooser chooser(kSeed, quota, {.memory = memory, .folder = testing::TempDir()});
  for (const Counted& document : documents) chooser.add(document);
  Chosen result{.choice = chooser.choose()};
  result.part_tokens = chooser.tokens();
  return result;
}

using Place = std::tuple<uint64_t, uint32_t, uint32_t>;  // id, epoch, copy

std::vector<Place> copies_of(const Choice& choice, const std::vector<Counted>& documents) {
  std::vector<Place> places;
  for (const Counted& document : documents) {
    choice.for_each_copy(kSeed, 3, document, [&](const Copy& copy) {
      EXPECT_EQ(copy.source, 3);
      places.emplace_back(copy.id, copy.epoch, copy.copy);
    });
  }
  std::ranges::sort(places);
  return places;
}

// All copies of whole epochs, and those of the next one by their keys until there are enough.
std::vector<Place> by_definition(const Corpus& corpus, const Quota& quota) {
  std::vector<Place> places;
  std::vector<std::tuple<uint64_t, Place, uint64_t>> next;  // key, tokens
  for (const Counted& document : corpus.documents) {
    for (uint32_t copy = 0; copy < document.copies; ++copy) {
      for (uint32_t epoch = 0; epoch < quota.epochs; ++epoch) {
        places.emplace_back(document.id, epoch, copy);
      }
      const auto epoch = static_cast<uint32_t>(quota.epochs);
      next.emplace_back(draw_key(kSeed, {.epoch = epoch, .copy = copy, .id = document.id}),
                        Place(document.id, epoch, copy), document.tokens);
    }
  }
  std::ranges::sort(next);
  uint64_t tokens = 0;
  for (const auto& [key, place, more] : next) {
    if (tokens >= quota.rest) break;
    places.push_back(place);
    tokens += more;
  }
  std::ranges::sort(places);
  return places;
}

TEST(Choice, TakesWholeEpochsAndThenCopiesByTheirKeys) {
  std::mt19937_64 random(1);
  for (uint64_t round = 0; round < rounds_of(300); ++round) {
    const Corpus corpus = random_corpus(random);
    if (corpus.epoch_tokens == 0) continue;
    const Quota quota = quota_of(corpus, random() % (4 * corpus.epoch_tokens + 1));
    const Chosen result = chosen(corpus.documents, quota);
    ASSERT_EQ(copies_of(result.choice, corpus.documents), by_definition(corpus, quota));
    // At most a document too much.
    ASSERT_GE(result.part_tokens, quota.rest);
    ASSERT_LE(result.part_tokens, quota.rest == 0 ? 0 : quota.rest + corpus.largest - 1);
  }
}

TEST(Choice, DependsOnNeitherOrderNorMemory) {
  std::mt19937_64 random(2);
  for (uint64_t round = 0; round < rounds_of(40); ++round) {
    Corpus corpus = random_corpus(random);
    if (corpus.epoch_tokens == 0) continue;
    const Quota quota = quota_of(corpus, random() % (2 * corpus.epoch_tokens) + 1);
    const Chosen expected = chosen(corpus.documents, quota);
    for (const size_t memory : {kTiny, size_t{1} << 12, size_t{1} << 24}) {
      std::ranges::shuffle(corpus.documents, random);
      const Chosen other = chosen(corpus.documents, quota, memory);
      ASSERT_EQ(other.choice.epochs, expected.choice.epochs);
      ASSERT_EQ(other.choice.part, expected.choice.part);
      ASSERT_EQ(other.choice.last_key, expected.choice.last_key);
      ASSERT_EQ(other.part_tokens, expected.part_tokens);
    }
  }
}

TEST(Choice, NoDocumentIsReadAgainBeforeAllWereRead) {
  std::mt19937_64 random(3);
  const Corpus corpus = random_corpus(random);
  const Quota quota = quota_of(corpus, corpus.epoch_tokens * 7 / 2);
  std::map<uint64_t, uint64_t> times;
  for (const auto& [id, epoch, copy] :
       copies_of(chosen(corpus.documents, quota).choice, corpus.documents)) {
    ++times[id];
  }
  ASSERT_EQ(times.size(), corpus.documents.size());
  for (const Counted& document : corpus.documents) {
    EXPECT_GE(times[document.id], uint64_t{3} * document.copies);
    EXPECT_LE(times[document.id], uint64_t{4} * document.copies);
  }
}

// So that a larger budget continues a smaller one.
TEST(Choice, OfMoreTokensHoldsThatOfFewer) {
  std::mt19937_64 random(4);
  const Corpus corpus = random_corpus(random);
  std::vector<Place> before;
  for (uint64_t tokens = 0; tokens < 3 * corpus.epoch_tokens; tokens += corpus.epoch_tokens / 7) {
    const Chosen result = chosen(corpus.documents, quota_of(corpus, tokens));
    std::vector<Place> places = copies_of(result.choice, corpus.documents);
    EXPECT_TRUE(std::ranges::includes(places, before)) << tokens;
    before = std::move(places);
  }
}

TEST(Choice, NothingIsTakenOfAQuotaOfNothing) {
  std::mt19937_64 random(5);
  const Corpus corpus = random_corpus(random);
  EXPECT_THAT(copies_of(chosen(corpus.documents, {}).choice, corpus.documents), testing::IsEmpty());
}

TEST(Choice, DocumentsOfOneIdAreDrawnTogether) {
  std::vector<Counted> documents;
  for (uint64_t id = 0; id < 100; ++id) {
    documents.push_back({.id = id, .tokens = 10});
    documents.push_back({.id = id, .tokens = 7});
  }
  for (const uint64_t rest : {1, 10, 17, 18, 500, 1699}) {
    const Chosen result = chosen(documents, {.tokens = rest, .epochs = 0, .rest = rest});
    EXPECT_EQ(result.part_tokens % 17, 0);
    EXPECT_LT(result.part_tokens - rest, 17);
    EXPECT_EQ(copies_of(result.choice, documents).size(), result.part_tokens / 17 * 2);
  }
}

}  // namespace
}  // namespace sluice::mix
