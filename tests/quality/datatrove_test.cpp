// The profiles datatrove/* decide as datatrove does, and leave the same text. What decides is given
// to both: words by white space, sentences by the same expression.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "quality/datatrove_reference.h"
#include "quality/filter.h"

namespace sluice::quality {
namespace {

constexpr std::string_view kFilters[] = {"gopher_repetition", "gopher_quality", "c4",
                                         "c4_no_terminal_punct", "fineweb"};

// What our profile says, in datatrove's words.
std::string decision(const Filter& filter, const Judgement& judgement) {
  return judgement.first ? filter.rules()[*judgement.first].reason : "keep";
}

void expect_the_same(const std::vector<Reference>& references) {
  ASSERT_FALSE(references.empty());
  const Loading loading{.words = WordDefinition::parse("whitespace"),
                        .sentences = SentenceDefinition::parse("marks")};
  for (const std::string_view name : kFilters) {
    SCOPED_TRACE(name);
    std::vector<Profile> profiles;
    profiles.push_back(builtin_profile("datatrove/" + std::string(name), loading));
    const Filter filter(std::move(profiles));
    Filter::Scratch scratch;
    Judgement judgement;
    for (const Reference& reference : references) {
      filter.judge(reference.text, {}, scratch, judgement);
      std::string expected = reference.decisions.at(std::string(name));
      // An empty text, whose shares are of nothing: no share is above its threshold here.
      if (expected == "error:ZeroDivisionError") expected = "keep";
      ASSERT_EQ(decision(filter, judgement), expected) << reference.id;
      if (expected != "keep") continue;
      const auto after = reference.text_after.find(std::string(name));
      const std::string& text =
          after == reference.text_after.end() ? reference.text : after->second;
      ASSERT_EQ(judgement.text, text) << reference.id;
      ASSERT_EQ(judgement.edited, text != reference.text) << reference.id;
    }
  }
}

TEST(Datatrove, DecidesTheSameOnTheProjectsOwnDocuments) {
  expect_the_same(read_references(SLUICE_SOURCE_DIR "/testdata/quality/datatrove.jsonl"));
}

TEST(Datatrove, DecidesTheSameOnRealDocuments) {
  const char* const data = std::getenv("SLUICE_DATA");
  if (data == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder";
  expect_the_same(read_references(std::string(data) + "/quality/reference-decisions.jsonl.zst"));
}

TEST(Datatrove, DecidesTheSameOnDocumentsAroundItsThresholds) {
  const char* const data = std::getenv("SLUICE_DATA");
  if (data == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder";
  expect_the_same(
      read_references(std::string(data) + "/quality/reference-decisions-edge.jsonl.zst"));
}

}  // namespace
}  // namespace sluice::quality
