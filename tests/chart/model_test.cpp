#include "chart/model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sluice::chart {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Thinned, KeepsEndsAndExtremesInOrder) {
  std::vector<Point> points;
  for (int i = 0; i < 10000; ++i) points.push_back({double(i), std::sin(i * 0.37)});
  points[4321].y = 50;
  points[8765].y = -50;
  const auto kept = thinned(points, 2000);
  EXPECT_LE(kept.size(), 2000u);
  EXPECT_EQ(kept.front().x, 0);
  EXPECT_EQ(kept.back().x, 9999);
  const auto holds = [&](double x) {
    return std::any_of(kept.begin(), kept.end(), [x](const Point& p) { return p.x == x; });
  };
  EXPECT_TRUE(holds(4321));
  EXPECT_TRUE(holds(8765));
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end(),
                             [](const Point& a, const Point& b) { return a.x < b.x; }));
}

TEST(Plot, SaysWhatIsNotDrawn) {
  const Plot plot = plot_of(LineChart{
      .y = {.log = true}, .series = {{.points = {{1, kNan}, {2, kInfinity}, {3, 0}, {4, 5}}}}});
  EXPECT_EQ(plot.series[0].points.size(), 1u);
  EXPECT_TRUE(plot.series[0].markers) << "a single point has no line";
  EXPECT_THAT(plot.head.notes,
              ElementsAre("3 points are not drawn (not a finite number, or not positive on a log "
                          "axis)."));
}

TEST(Plot, DrawsTheFirstSeriesAndMarks) {
  LineChart chart;
  chart.series.resize(20);
  chart.x_marks.resize(15);
  const Plot plot = plot_of(chart);
  EXPECT_EQ(plot.series.size(), kMaxSeries);
  EXPECT_THAT(plot.head.notes, ElementsAre("8 more series not drawn.", "3 more marks not drawn."));
}

TEST(Histogram, LeavesOutBucketsWithoutSoundEdgesOrCounts) {
  const Histogram chart{.edges = {0, 1, 2, kNan, 4, 5}, .counts = {3, -1, 2, 2, 7, 9}};
  const Plot plot = plot_of(chart);
  ASSERT_EQ(plot.boxes.size(), 2u);  // 0..1 and 4..5
  EXPECT_THAT(plot.head.notes[0], HasSubstr("4 buckets"));
}

TEST(Histogram, TextAddsUpNeighboursWithoutLosingCounts) {
  Histogram chart;
  for (int i = 0; i <= 100; ++i) chart.edges.push_back(i);
  chart.counts.assign(100, 2);
  const Bars bars = bars_of(chart);
  EXPECT_LE(bars.rows.size(), 40u);
  double total = 0;
  for (const Row& row : bars.rows) total += row.lanes[0].segments[0].to;
  EXPECT_EQ(total, 200);
}

TEST(Bars, StacksPositiveAndNegativeApart) {
  const Bars bars = bars_of(BarChart{
      .categories = {"a"}, .series = {{"x", {3}}, {"y", {-2}}, {"z", {4}}}, .stacked = true});
  const auto& segments = bars.rows[0].lanes[0].segments;
  ASSERT_EQ(segments.size(), 3u);
  EXPECT_EQ(segments[1].to, -2);
  EXPECT_EQ(segments[2].from, 3);
  EXPECT_EQ(segments[2].to, 7);
  EXPECT_EQ(bars.rows[0].lanes[0].note, "5");
}

TEST(Bars, LimitsCategories) {
  BarChart chart{.series = {{"", std::vector<double>(300, 1.0)}}};
  chart.categories.assign(300, "c");
  const Bars bars = bars_of(chart);
  EXPECT_EQ(bars.rows.size(), 40u);
  EXPECT_THAT(bars.head.notes, ElementsAre("260 more categories not drawn."));
}

TEST(Tornado, WidestSwingOnTop) {
  const Bars bars =
      bars_of(Tornado{.centre = 5, .inputs = {{"small", 4, 6}, {"large", 9, 1}, {"nan", kNan, 1}}});
  ASSERT_EQ(bars.rows.size(), 2u);
  EXPECT_EQ(bars.rows[0].label, "large");
  EXPECT_EQ(bars.rows[0].lanes[0].segments[0].from, 5);
}

TEST(Funnel, SharesAreOfTheFirstAndThePreviousStep) {
  const Bars bars = bars_of(Funnel{.steps = {{"in", 200}, {"a", 100}, {"b", 25}, {"c", 0}}});
  EXPECT_EQ(bars.rows[0].lanes[0].note, "200");
  EXPECT_EQ(bars.rows[1].lanes[0].note, "100 (50 %)");
  EXPECT_EQ(bars.rows[2].lanes[0].note, "25 (12.5 %, 25 % of previous)");
  EXPECT_EQ(bars.rows[3].lanes[0].note, "0 (0 %, 0 % of previous)");
}

}  // namespace
}  // namespace sluice::chart
