#include "base/hash.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace sluice {
namespace {

IdSum sum_of(std::initializer_list<std::string_view> ids) {
  IdSum sum;
  for (const std::string_view id : ids) sum.add(id);
  return sum;
}

// Seeded choices and stats files hold these values, so a library that hashes otherwise must fail
// here. The hashes of the empty string are those of xxHash's own specification.
TEST(Hash64, IsXxh3) {
  EXPECT_EQ(hash64(""), 0x2d06800538d394c2u);
  EXPECT_EQ(hash64("a"), 0xe6c632b61e964e1fu);
  EXPECT_EQ(hash64("<urn:uuid:1>"), 0x6699652640707b87u);
  EXPECT_EQ(hash64("<urn:uuid:1>", 7), 0x91a0ecaaf4d42a2du);
  EXPECT_EQ(hash64(std::string(300, 'x')), 0xa5d1b4607dc83554u);
}

TEST(IdSum, IsTheSumOfXxh3Of128Bits) {
  EXPECT_EQ(sum_of({""}).hex(), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(sum_of({"a"}).hex(), "a96faf705af16834e6c632b61e964e1f");
  EXPECT_EQ(sum_of({"b"}).hex(), "4b2212e31ac97fd4575a0b1c44d8843f");
  EXPECT_EQ(sum_of({"a", "b"}).hex(), "f491c25375bae8093e203dd2636ed25e");
}

TEST(IdSum, DoesNotDependOnOrderOrGroupingButOnHowOften) {
  EXPECT_EQ(sum_of({"a", "b", "c"}), sum_of({"c", "a", "b"}));
  EXPECT_EQ(sum_of({"a"}) + sum_of({"b", "c"}), sum_of({"c", "b"}) + sum_of({"a"}));
  EXPECT_NE(sum_of({"a", "a"}), sum_of({"a"}));
  EXPECT_NE(sum_of({"a", "a"}), sum_of({"b", "b"}));
  EXPECT_NE(sum_of({""}), IdSum());
}

TEST(IdSum, CarriesFromTheLowHalfAndWrapsAtTheTop) {
  const auto ones = IdSum::parse("ffffffffffffffffffffffffffffffff");
  const auto low = IdSum::parse("0000000000000000ffffffffffffffff");
  const auto one = IdSum::parse("00000000000000000000000000000001");
  ASSERT_TRUE(ones && low && one);
  EXPECT_EQ((*low + *one).hex(), "00000000000000010000000000000000");
  EXPECT_EQ(*ones + *one, IdSum());
}

TEST(IdSum, ReadsBackWhatItWrote) {
  EXPECT_EQ(IdSum().hex(), "00000000000000000000000000000000");
  IdSum sum;
  for (int i = 0; i < 100; ++i) {
    sum.add(std::to_string(i));
    EXPECT_EQ(IdSum::parse(sum.hex()), sum);
  }
  const std::string hex = sum.hex();
  for (const std::string& text : {std::string(), hex.substr(1), hex + "0", "-" + hex.substr(1),
                                  "g" + hex.substr(1), hex.substr(1) + " "}) {
    EXPECT_EQ(IdSum::parse(text), std::nullopt) << text;
  }
}

TEST(UnitInterval, BeginsAt0AndStaysBelow1) {
  EXPECT_EQ(unit_interval(0), 0.0);
  EXPECT_EQ(unit_interval(uint64_t{1} << 63), 0.5);
  EXPECT_LT(unit_interval(std::numeric_limits<uint64_t>::max()), 1.0);
}

TEST(Sha256, IsThatOfTheStandard) {
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace sluice
