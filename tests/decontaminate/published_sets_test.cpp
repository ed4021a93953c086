// GSM8K, MMLU and HumanEval planted in real documents; what is clean stays clean.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "decontaminate/evaluation_set.h"
#include "decontaminate/scanner.h"
#include "decontaminate/support.h"
#include "dedup/development_data.h"
#include "document/document.h"
#include "io/chunk.h"
#include "unicode/normalize.h"

namespace sluice::decontaminate {
namespace {

std::vector<Item> published_items() {
  const std::string folder = std::string(std::getenv("SLUICE_DATA")) + "/evals/";
  std::vector<std::string> files = {"gsm8k/gsm8k_test-1.jsonl.gz", "gsm8k/gsm8k_train-1.jsonl.gz",
                                    "humaneval/HumanEval.jsonl.gz", "mmlu/mmlu_dev-1.jsonl.gz",
                                    "mmlu/mmlu_validation-1.jsonl.gz"};
  for (int i = 1; i <= 6; ++i) files.push_back("mmlu/mmlu_test-" + std::to_string(i) + ".jsonl.gz");
  std::vector<Item> items;
  for (const std::string& file : files) {
    const SetSource source = name_set(folder + file);
    const auto read = read_items(io::read_whole({.name = folder + file, .command = {}}), source,
                                 find_template(builtin_templates(), source.set));
    items.insert(items.end(), read.begin(), read.end());
  }
  return items;
}

// One index for all.
test::Scan& published() {
  static test::Scan scan(published_items());
  return scan;
}

std::vector<std::string> clean_texts() {
  Fields fields;
  DocumentReader reader(fields);
  Document document;
  std::vector<std::string> texts;
  for (const std::string& line : sluice::test::development_lines("bench20k.jsonl.zst")) {
    if (!reader.read(line, document)) texts.emplace_back(document.text());
  }
  return texts;
}

TEST(PublishedSets, NoCleanDocumentIsFlagged) {
  REQUIRE_DEVELOPMENT_DATA();
  const std::vector<std::string> texts = clean_texts();
  ASSERT_EQ(texts.size(), 20'000u);
  for (const std::string& text : texts) {
    EXPECT_EQ(published().ids(text), "") << text.substr(0, 200);
  }
}

TEST(PublishedSets, EveryDetectablePlantIsFound) {
  REQUIRE_DEVELOPMENT_DATA();
  const EvaluationIndex& index = published().index();
  SplitMix random(17);
  size_t planted = 0;
  for (uint32_t number = 0; number < index.tables().items.size(); number += 7) {
    if (!published().scanner().is_detectable(number)) continue;
    const ItemRecord& record = index.tables().items[number];
    const uint32_t answer = record.parts[static_cast<size_t>(Role::answer)];
    std::string plant(index.text(record.parts[static_cast<size_t>(Role::question)]));
    if (answer != kNone) plant += "\n" + std::string(index.text(answer));
    if (number % 2 == 0) {
      for (char& c : plant)
        c = c == ' ' ? '\n' : c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    }
    if (number % 3 == 0) {
      std::string decomposed;
      to_nfd(plant, decomposed);
      plant = decomposed;
    }
    const auto found = published().findings(test::random_words(random, 20) + "\n" + plant + "\n" +
                                            test::random_words(random, 20));
    EXPECT_TRUE(std::ranges::any_of(found, [&](const Finding& one) { return one.item == number; }))
        << plant;
    ++planted;
  }
  EXPECT_GT(planted, 3000u);
}

TEST(PublishedSets, FewItemsAreUndetectable) {
  REQUIRE_DEVELOPMENT_DATA();
  const EvaluationIndex& index = published().index();
  size_t undetectable = 0;
  for (uint32_t number = 0; number < index.tables().items.size(); ++number) {
    if (published().scanner().is_detectable(number)) continue;
    ++undetectable;
    EXPECT_EQ(index.string(index.tables().items[number].set), "mmlu");
  }
  EXPECT_LT(undetectable, index.tables().items.size() / 50);
}

}  // namespace
}  // namespace sluice::decontaminate
