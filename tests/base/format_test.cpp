#include "base/format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace sluice {
namespace {

constexpr uint64_t kMax = std::numeric_limits<uint64_t>::max();
constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();

TEST(WithThousands, PutsACommaBeforeEachThreeDigits) {
  EXPECT_EQ(with_thousands(uint64_t{0}), "0");
  EXPECT_EQ(with_thousands(uint64_t{999}), "999");
  EXPECT_EQ(with_thousands(uint64_t{1000}), "1,000");
  EXPECT_EQ(with_thousands(uint64_t{48113}), "48,113");
  EXPECT_EQ(with_thousands(kMax), "18,446,744,073,709,551,615");
  EXPECT_EQ(with_thousands(int64_t{-999}), "-999");
  EXPECT_EQ(with_thousands(int64_t{-1000}), "-1,000");
  EXPECT_EQ(with_thousands(kLowest), "-9,223,372,036,854,775,808");
}

TEST(CountOf, ChoosesSingularOrPlural) {
  EXPECT_EQ(count_of(0, "document"), "0 documents");
  EXPECT_EQ(count_of(1, "document"), "1 document");
  EXPECT_EQ(count_of(48113, "document"), "48,113 documents");
  EXPECT_EQ(count_of(2, "entry", "entries"), "2 entries");
  EXPECT_EQ(count_of(1, "entry", "entries"), "1 entry");
}

TEST(HumanBytes, HasThreeDigitsAndPowersOf1000) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(999), "999 B");
  EXPECT_EQ(human_bytes(1000), "1.00 kB");
  EXPECT_EQ(human_bytes(9994), "9.99 kB");
  EXPECT_EQ(human_bytes(9995), "10.0 kB");
  EXPECT_EQ(human_bytes(99950), "100 kB");
  EXPECT_EQ(human_bytes(999499), "999 kB");
  EXPECT_EQ(human_bytes(999500), "1.00 MB");
  EXPECT_EQ(human_bytes(1536000000), "1.54 GB");
  EXPECT_EQ(human_bytes(kMax), "18.4 EB");
}

TEST(HumanSeconds, ChoosesTheUnitBySize) {
  EXPECT_EQ(human_seconds(0), "0.0 s");
  EXPECT_EQ(human_seconds(9.94), "9.9 s");
  EXPECT_EQ(human_seconds(9.96), "10 s");
  EXPECT_EQ(human_seconds(119.4), "119 s");
  EXPECT_EQ(human_seconds(120), "2 min");
  EXPECT_EQ(human_seconds(7384.2), "2 h 3 min");
  EXPECT_EQ(human_seconds(48 * 3600), "2.0 days");
  EXPECT_EQ(human_seconds(std::numeric_limits<double>::infinity()), "inf days");
}

TEST(ParseBytes, TakesUnitsOf1000AndOf1024InAnyCase) {
  EXPECT_EQ(parse_bytes("512"), 512u);
  EXPECT_EQ(parse_bytes("512B"), 512u);
  EXPECT_EQ(parse_bytes("64k"), 64000u);
  EXPECT_EQ(parse_bytes("64K"), 64000u);
  EXPECT_EQ(parse_bytes("64MB"), 64000000u);
  EXPECT_EQ(parse_bytes("64MiB"), 67108864u);
  EXPECT_EQ(parse_bytes("64mib"), 67108864u);
  EXPECT_EQ(parse_bytes("64Mi"), 67108864u);
  EXPECT_EQ(parse_bytes("3T"), 3000000000000u);
  EXPECT_EQ(parse_bytes("1PiB"), uint64_t{1} << 50);
}

// 64.1 * 1000 in doubles is 64099.99999999999: a byte too few once it is rounded down.
TEST(ParseBytes, FractionsAreExactAndRoundedDown) {
  EXPECT_EQ(parse_bytes("1.5G"), 1500000000u);
  EXPECT_EQ(parse_bytes("64.1k"), 64100u);
  EXPECT_EQ(parse_bytes("1.001k"), 1001u);
  EXPECT_EQ(parse_bytes("1.0019k"), 1001u);
  EXPECT_EQ(parse_bytes("1.9"), 1u);
  EXPECT_EQ(parse_bytes("0.0009765625KiB"), 1u);
  EXPECT_EQ(parse_bytes("0.00097656249999999999999999KiB"), 0u);
  EXPECT_EQ(parse_bytes(".5k"), 500u);
  EXPECT_EQ(parse_bytes("5.k"), 5000u);
  for (uint64_t thousandths = 0; thousandths < 5000; ++thousandths) {
    const std::string digits = std::to_string(1000 + thousandths % 1000).substr(1);
    const std::string text = std::to_string(thousandths / 1000) + "." + digits + "k";
    ASSERT_EQ(parse_bytes(text), thousandths) << text;
  }
}

TEST(ParseBytes, RefusesWhatDoesNotFit64Bits) {
  EXPECT_EQ(parse_bytes("18446744073709551615"), kMax);
  EXPECT_EQ(parse_bytes("18446744073709551615.9"), kMax);
  EXPECT_EQ(parse_bytes("18446744073709551616"), std::nullopt);
  EXPECT_EQ(parse_bytes("16383.9PiB"), 18446631483718867353u);  // 16383.9 * 2^50 = …353.6
  EXPECT_EQ(parse_bytes("16384PiB"), std::nullopt);
  EXPECT_EQ(parse_bytes("18446.744073709551616P"), std::nullopt);
  EXPECT_EQ(parse_bytes("99999999999999999999k"), std::nullopt);
}

TEST(ParseBytes, RefusesWhatIsNoSize) {
  for (const char* text :
       {"",    "k",   "B",   ".",   ".k", "1.2.3", "1..2",  "-1",   "+1", " 1",  "1 ",
        "1 k", "1e3", "1kk", "1bb", "1i", "1iB",   "1KiBs", "0x10", "1E", "inf", "nan"}) {
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
  }
}

TEST(ParseWhole, TakesDigitsAndNothingElse) {
  EXPECT_EQ(parse_u64("0"), 0u);
  EXPECT_EQ(parse_u64("007"), 7u);
  EXPECT_EQ(parse_u64("18446744073709551615"), kMax);
  for (const char* text : {"", " 1", "1 ", "+1", "1.0", "1e3", "0x1", "18446744073709551616"}) {
    EXPECT_EQ(parse_u64(text), std::nullopt) << text;
  }
  EXPECT_EQ(parse_u64("-1"), std::nullopt);
}

TEST(ParseDouble, TakesFiniteNumbers) {
  EXPECT_EQ(parse_double("0.8"), 0.8);
  EXPECT_EQ(parse_double("1e-3"), 0.001);
  EXPECT_EQ(parse_double("-2"), -2.0);
  for (const char* text : {"", "inf", "-inf", "nan", "1e999", "0,8", "0.8x", " 1", "0x1p3", "+1"}) {
    EXPECT_EQ(parse_double(text), std::nullopt) << text;
  }
}

TEST(ShortestDouble, ReadsBackAsTheSameNumber) {
  EXPECT_EQ(shortest_double(0.98), "0.98");
  EXPECT_EQ(shortest_double(1e-7), "1e-07");
  EXPECT_EQ(shortest_double(3), "3");
  EXPECT_EQ(shortest_double(0.1 + 0.2), "0.30000000000000004");
  std::mt19937_64 random(1);
  for (int i = 0; i < 10000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 900) - 500);
    ASSERT_EQ(parse_double(shortest_double(value)), value);
  }
}

TEST(PlainDouble, HasNoExponentWherePeopleWouldWriteNone) {
  EXPECT_EQ(plain_double(100'000), "100000");
  EXPECT_EQ(plain_double(0.0001), "0.0001");
  EXPECT_EQ(plain_double(-2.5e6), "-2500000");
  EXPECT_EQ(plain_double(0), "0");
  EXPECT_EQ(plain_double(1e-7), "1e-07");
  EXPECT_EQ(plain_double(1e300), "1e+300");
  EXPECT_EQ(plain_double(0.1 + 0.2), "0.30000000000000004");
}

TEST(Fixed, HasSoManyDecimals) {
  EXPECT_EQ(fixed(18.25, 1), "18.2");  // a tie goes to the even digit, as printf(3) has it
  EXPECT_EQ(fixed(18.75, 1), "18.8");
  EXPECT_EQ(fixed(-0.5, 2), "-0.50");
  EXPECT_EQ(fixed(1e300, 0).size(), 301u);
}

TEST(Hex64, IsSixteenDigitsBothWays) {
  EXPECT_EQ(hex64(0), "0000000000000000");
  EXPECT_EQ(hex64(0x0123456789abcdef), "0123456789abcdef");
  EXPECT_EQ(hex64(kMax), "ffffffffffffffff");
  EXPECT_EQ(parse_hex64("0123456789abcdef"), 0x0123456789abcdefu);
  EXPECT_EQ(parse_hex64("0123456789ABCDEF"), 0x0123456789abcdefu);
  for (const char* text : {"", "0", "0123456789abcde", "0123456789abcdef0", "-123456789abcdef",
                           "0x23456789abcdef", "0123456789abcdeg"}) {
    EXPECT_EQ(parse_hex64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace sluice
