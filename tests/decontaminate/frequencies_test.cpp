#include "decontaminate/frequencies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "decontaminate/support.h"
#include "io/outputs.h"

namespace sluice::decontaminate {
namespace {

using test::item;
using test::kQuestion;

std::string file_of(const Frequencies& frequencies) {
  io::test::MemoryOutput out;
  write_frequencies(frequencies, out);
  return out.bytes();
}

EvaluationIndex some_index() {
  SplitMix random(1);
  std::vector<Item> items = {item("mill", kQuestion)};
  for (int i = 0; i < 20; ++i) {
    items.push_back(item(std::to_string(i), test::random_words(random, 30)));
  }
  return build_index(items);
}

TEST(Frequencies, CountDocumentsNotOccurrences) {
  const EvaluationIndex index = build_index({item("mill", kQuestion)});
  RunCounter counter(index);
  RunCounter::Scratch scratch;
  counter.add(kQuestion + "\n" + kQuestion, scratch);
  counter.add("nothing of it", scratch);
  EXPECT_EQ(counter.frequencies().documents, 2u);
  EXPECT_THAT(counter.frequencies().counts, testing::Each(1u));
}

TEST(Frequencies, AddUpOverShards) {
  const EvaluationIndex index = some_index();
  RunCounter one(index);
  RunCounter other(index);
  RunCounter all(index);
  RunCounter::Scratch scratch;
  for (uint32_t part = 0; part < 21; ++part) {
    const std::string text(index.text(part));
    (part % 3 == 0 ? one : other).add(text, scratch);
    all.add(text, scratch);
  }
  Frequencies sum = one.frequencies();
  sum += other.frequencies();
  EXPECT_EQ(file_of(sum), file_of(all.frequencies()));
  const std::string bytes = file_of(sum);
  EXPECT_EQ(file_of(read_frequencies(bytes, "memory", index)), bytes);
}

TEST(Frequencies, OfOtherSetsAreRefused) {
  const EvaluationIndex index = some_index();
  const EvaluationIndex other = build_index({item("mill", kQuestion)});
  const std::string bytes = file_of(Frequencies(other));
  EXPECT_THROW(read_frequencies(bytes, "memory", index), ConfigError);
  Frequencies sum(index);
  EXPECT_THROW(sum += Frequencies(other), ConfigError);
  EXPECT_THROW(read_frequencies(std::string_view(bytes).substr(0, 100), "cut", other), IoError);
}

TEST(Frequencies, MoreDocumentsThanThereAreAreRefused) {
  const EvaluationIndex index = some_index();
  Frequencies frequencies(index);
  frequencies.documents = UINT64_MAX;
  const std::string bytes = file_of(frequencies);
  EXPECT_THROW(read_frequencies(bytes, "memory", index), IoError);
}

TEST(Frequencies, CommonRunsWeighLessByTheirLogarithm) {
  const EvaluationIndex index = build_index({item("mill", kQuestion)});
  for (const uint32_t documents : {0u, 1u, 9u, 99u, 999u}) {
    Frequencies frequencies(index);
    frequencies.documents = 999;
    std::ranges::fill(frequencies.counts, documents);
    const double share = 1 - std::log(documents + 1.0) / std::log(1000.0);
    for (const uint8_t weight : weights_of(index, frequencies)) {
      EXPECT_NEAR(weight, 255 * share, 1.1) << documents;
    }
  }
}

TEST(Frequencies, WhatEverybodyWritesTellsNothing) {
  const EvaluationIndex index = build_index({item("mill", kQuestion)});
  Frequencies frequencies(index);
  frequencies.documents = 1000;
  std::ranges::fill(frequencies.counts, 1000);
  const std::vector<uint8_t> weights = weights_of(index, frequencies);
  const Scanner scanner(index, weights, {});
  Scanner::Scratch scratch;
  std::vector<Finding> findings;
  scanner.scan(kQuestion.substr(0, 60), scratch, findings);
  EXPECT_TRUE(findings.empty());
}

}  // namespace
}  // namespace sluice::decontaminate
