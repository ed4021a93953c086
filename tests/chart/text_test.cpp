#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "chart/chart.h"
#include "chart/label.h"
#include "golden.h"
#include "samples.h"

namespace sluice::chart {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

void expect_no_line_over(const std::string& page, size_t width, const std::string& name) {
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(decode(line).size(), width) << name << ": " << line;
    EXPECT_LE(width_of(line, columns), static_cast<double>(width)) << name << ": " << line;
    EXPECT_TRUE(line.empty() || line.back() != ' ') << name << ": trailing space";
  }
}

bool is_ascii(const std::string& page) {
  return std::all_of(page.begin(), page.end(),
                     [](char c) { return (c >= ' ' && c <= '~') || c == '\n'; });
}

TEST(Text, GoldenFiles) {
  for (const Sample& sample : samples())
    expect_golden("chart/" + sample.name + ".txt", text(sample.chart));
  expect_golden("chart/line-ascii.txt", text(samples()[0].chart, {.width = 60, .unicode = false}));
}

TEST(Text, NoLineIsLongerThanTheTerminal) {
  const std::vector<std::string> labels = {
      "",
      "x",
      std::string(500, 'W'),
      "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字",
      "many words that go on and on and on and on and on and on and on and on",
      "esc\x1b[31m\xFF\xC3( \u202E"};
  for (const int width : {-1, 20, 37, 80, 200}) {
    const size_t limit = std::max(width, 20);
    for (const bool unicode : {false, true}) {
      const TextOptions options{.width = width, .unicode = unicode};
      for (const Sample& sample : samples()) {
        expect_no_line_over(text(sample.chart, options), limit, sample.name);
      }
      for (const std::string& label : labels) {
        for (const Sample& sample : samples_labelled(label)) {
          const std::string page = text(sample.chart, options);
          expect_no_line_over(page, limit, sample.name);
          EXPECT_THAT(page, Not(HasSubstr("\x1b")));
          if (!unicode) {
            EXPECT_TRUE(is_ascii(page)) << page;
          }
        }
      }
    }
  }
}

TEST(Text, StrangeValuesGiveSoundPages) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> cases = {{},
                                                  {5},
                                                  {0},
                                                  {-3},
                                                  {7, 7, 7},
                                                  {kNan},
                                                  {kNan, kInfinity, -kInfinity, 1},
                                                  {0, -1, 2},
                                                  {1e299, -1e299, 1},
                                                  {1.7e308, 1},
                                                  {5e-324, 1e-300, 1e-299},
                                                  {1e-30, 1e30},
                                                  {1, 1 + 1e-15}};
  for (const auto& values : cases) {
    for (const bool log : {false, true}) {
      for (const Sample& sample : samples_of(values, log)) {
        expect_no_line_over(text(sample.chart), 80, sample.name);
      }
    }
  }
}

// What is left when the codes are taken out is the page without colour.
TEST(Text, ColorOnlyAddsEscapeCodes) {
  for (const Sample& sample : samples()) {
    const std::string colored = text(sample.chart, {.color = true});
    std::string plain;
    for (size_t i = 0; i < colored.size(); ++i) {
      if (colored[i] == '\x1b') {
        i = colored.find('m', i);
      } else {
        plain.push_back(colored[i]);
      }
    }
    EXPECT_EQ(plain, text(sample.chart));
    EXPECT_NE(plain, colored);
  }
}

TEST(Text, EmptyChartsSaySo) {
  EXPECT_THAT(text(LineChart{.title = "Loss"}), HasSubstr("No data"));
  EXPECT_THAT(text(BarChart{.title = "Loss"}), HasSubstr("No data"));
}

}  // namespace
}  // namespace sluice::chart
