#include "pipeline/progress.h"

#include <gtest/gtest.h>

#include <vector>

namespace sluice::pipeline {
namespace {

constexpr uint64_t kGiga = 1'000'000'000;

TEST(ProgressLine, SaysHowFarHowFastAndHowLong) {
  EXPECT_EQ(progress_line("a.jsonl", 12 * kGiga / 10, 34 * kGiga / 10, 48'113, 2.4),
            "a.jsonl: 1.20 GB of 3.40 GB (35 %), 48,113 documents, 500 MB/s, 4.4 s left");
}

TEST(ProgressLine, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(progress_line("x", 1000, std::nullopt, 1, 1), "x: 1.00 kB, 1 document, 1.00 kB/s");
  EXPECT_EQ(progress_line("x", 0, 0, 0, 0), "x: 0 B, 0 documents, 0 B/s");
  EXPECT_EQ(progress_line("x", 0, 100, 0, 0), "x: 0 B of 100 B (0 %), 0 documents, 0 B/s");
}

TEST(ProgressLine, LeavesOutTheTotalOfAFileThatGrew) {
  EXPECT_EQ(progress_line("x", 200, 100, 2, 1), "x: 200 B, 2 documents, 200 B/s");
}

TEST(Progress, ShowsNothingBeforeItsIntervalAndNothingWithoutAShower) {
  std::vector<std::string> shown;
  Progress rare(
      "x", [&](const std::string& line) { shown.push_back(line); }, std::chrono::hours(1));
  for (int i = 0; i < 10; ++i) rare.update(1, 2, 3);
  EXPECT_TRUE(shown.empty());
  Progress often(
      "x", [&](const std::string& line) { shown.push_back(line); }, std::chrono::milliseconds(0));
  often.update(1, 2, 3);
  EXPECT_EQ(shown.size(), 1u);
  Progress("x", {}, std::chrono::milliseconds(0)).update(1, 2, 3);
}

}  // namespace
}  // namespace sluice::pipeline
