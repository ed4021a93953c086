#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <sstream>

#include "stats/stats_file.h"

namespace sluice::stats {
namespace {

using ::testing::HasSubstr;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Stats filtered() {
  Stats stats{.tool = "sluice-filter", .version = "0.1.0"};
  Ledger& ledger = stats.ledger;
  for (int i = 0; i < 1200; ++i) {
    ledger.tokens.counted_by("gpt2@00");
    const Measure before{"a", 2000, 400};
    ledger.see(before, {});
    if (i % 4 != 0) {
      ledger.keep(before, {"a", 1990, 397}, {});
    } else {
      ledger.reject(i % 16 == 0 ? "c4_quality" : "gopher_quality", before);
    }
  }
  return stats;
}

TEST(Summary, IsATableAPersonCanRead) {
  Stats stats = filtered();
  stats.bad_records = {{"bad_json", 3}, {"invalid_utf8", 1000}};
  EXPECT_EQ(summary(stats),
            "sluice-filter 0.1.0, tokens of gpt2\n"
            "                  documents   share     bytes   tokens\n"
            "in                    1,200           2.40 MB  480,000\n"
            "out                     900  75.0 %   1.79 MB  357,300\n"
            "changed                              -9.00 kB   -2,700\n"
            "rejects                 300  25.0 %    600 kB  120,000\n"
            "  gopher_quality        225  18.8 %    450 kB   90,000\n"
            "  c4_quality             75   6.2 %    150 kB   30,000\n"
            "bad records  1,003: invalid_utf8 1,000, bad_json 3\n");
}

TEST(Summary, ShowsADashForUnknownTokens) {
  Stats stats = filtered();
  stats.ledger.tokens.not_counted();
  EXPECT_THAT(summary(stats), HasSubstr("sluice-filter 0.1.0\n"));
  EXPECT_THAT(summary(stats), HasSubstr("2.40 MB       -\n"));
}

TEST(Summary, FitsTheScreenWhateverTheNumbersAndNames) {
  Stats stats{.tool = "sluice-filter", .version = std::string(100, '1')};
  const uint64_t large = uint64_t{1} << 63;
  stats.ledger.in = {{large, large, large}, {}};
  for (int i = 0; i < 100; ++i) {
    stats.ledger.rejects["a_rule_with_a_name_longer_than_a_line_" + std::string(50, 'x') +
                         std::to_string(i)] = {{large / 128, large / 128, large / 128}, {}};
    stats.bad_records["reason" + std::to_string(i)] = 7;
  }
  const std::vector<std::string> lines = lines_of(summary(stats));
  EXPECT_LE(lines.size(), 24u);
  for (const std::string& line : lines) EXPECT_LE(line.size(), 80u) << line;
}

TEST(Summary, KeepsControlCharactersFromTheTerminal) {
  Stats stats{.tool = "t"};
  stats.ledger.reject("\x1b[2J", {"a", 1, 0});
  EXPECT_THAT(summary(stats), HasSubstr("?[2J"));
}

TEST(Summary, OfNothingIsShort) {
  EXPECT_EQ(summary(Stats{.tool = "sluice-cat", .version = "0.1.0"}),
            "sluice-cat 0.1.0\n"
            "         documents  share  bytes  tokens\n"
            "in               0           0 B       -\n"
            "out              0      -    0 B       -\n"
            "rejects          0      -    0 B       -\n");
}

}  // namespace
}  // namespace sluice::stats
