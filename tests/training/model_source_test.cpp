#include "training/extract/model_source.h"

#include <gtest/gtest.h>

#include <string>

#include "extract/features.h"

namespace sluice::training {
namespace {

TEST(ModelSource, HoldsWordsTreesAndLeaves) {
  Learned learned;
  learned.lexicon = {{7, -35}, {4'000'000'000U, 12}};
  const TrainedForest forest{-5, 1, {{3, -1}}, {10, -20}};
  learned.kinds.assign(extract::kPageKinds, forest);
  learned.first = forest;
  learned.second = {9, 2, {{1, 2}, {3, 4}}, {1, 2, 3, 4}};
  const std::string source = model_source(learned);
  for (const char* part :
       {"kWords = {{\n    {7, -35}, {4000000000, 12},\n}};", "kFirstSplits = {{\n    {3, -1},\n}};",
        "kSecondLeaves = {{\n    1, 2, 3, 4,\n}};", "{9, 2, kSecondSplits, kSecondLeaves}",
        "{-5, 1, kKind6Splits, kKind6Leaves}"}) {
    EXPECT_NE(source.find(part), std::string::npos) << part << "\n" << source;
  }
}

}  // namespace
}  // namespace sluice::training
