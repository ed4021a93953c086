#include "base/iso_date.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

constexpr int64_t kSecond = 1'000'000;
constexpr int64_t kDay = 86'400 * kSecond;

TEST(ParseIsoDate, CountsFrom1970) {
  EXPECT_EQ(parse_iso_date("1970-01-01"), 0);
  EXPECT_EQ(parse_iso_date("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(parse_iso_date("2000-03-01"), 11'017 * kDay);
  EXPECT_EQ(parse_iso_date("1969-12-31T23:59:59.5"), -kSecond / 2);
  EXPECT_EQ(parse_iso_date("2025-01-17T06:00:10Z"), 1'737'093'610 * kSecond);
}

TEST(ParseIsoDate, TakesTheFormsOfTheStandards) {
  const auto noon = parse_iso_date("2025-01-17T12:00:00Z");
  for (const char* const same :
       {"2025-01-17T12:00", "2025-01-17 12:00:00", "2025-01-17T21:00:00+09:00",
        "2025-01-17T06:30:00-0530", "2025-01-17T14:00+02", "2025-01-17T12:00:00.000000000Z",
        "2025-01-17t12:00:00,0z"}) {
    EXPECT_EQ(parse_iso_date(same), noon) << same;
  }
  EXPECT_EQ(parse_iso_date("2025"), parse_iso_date("2025-01-01T00:00Z"));
  EXPECT_EQ(parse_iso_date("2025-02"), parse_iso_date("2025-02-01"));
  EXPECT_EQ(parse_iso_date("2025-01-17T12:00:00.0000019"), *noon + 1);
  EXPECT_EQ(parse_iso_date("2025-01-17T24:00"), parse_iso_date("2025-01-18"));
}

TEST(ParseIsoDate, RefusesWhatIsNone) {
  for (const char* const none : {"",
                                 "25",
                                 "last week",
                                 "2025-13-01",
                                 "2025-02-29",
                                 "2025-00-10",
                                 "2025-01-1",
                                 "20250117",
                                 "2025-01-17T",
                                 "2025-01-17T1200",
                                 "2025-01-17T25:00",
                                 "2025-01-17T12:60",
                                 "2025-01-17T12:00:",
                                 "2025-01-17T12:00.5x",
                                 "2025-01-17T12:00+",
                                 "2025-01-17T12:00+9",
                                 "2025-01-17 noon",
                                 "2025-01-17T12:00Z ",
                                 "+2025-01-17",
                                 "2025T12:00"}) {
    EXPECT_EQ(parse_iso_date(none), std::nullopt) << none;
  }
}

}  // namespace
}  // namespace sluice
