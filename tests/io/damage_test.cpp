// Damage at random places: whatever lies outside the damaged member is delivered, and the damage is
// told.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "io/chunk.h"
#include "io/support.h"
#include "sanitized.h"

namespace sluice::io {
namespace {

using test::compressed;
using test::noise;
using test::prose;
using test::read_bytes;
using test::Reading;

struct Member {
  std::string plain;
  std::string stored;
};

std::string join(const std::vector<Member>& members, std::string Member::*part, size_t begin,
                 size_t end) {
  std::string joined;
  for (size_t i = begin; i < end; ++i) joined += members[i].*part;
  return joined;
}

class Damage : public testing::TestWithParam<std::tuple<Compression, size_t>> {
 protected:
  Compression compression() const { return std::get<0>(GetParam()); }
  size_t frame_bytes() const { return std::get<1>(GetParam()); }

  std::vector<Member> random_members(std::mt19937_64& random) const {
    std::vector<Member> members(3 + random() % 5);
    for (Member& member : members) {
      const size_t size = random() % (random() % 4 == 0 ? 200'000 : 3'000) + 1;
      member.plain = random() % 5 == 0 ? noise(size, random()) : prose(size, random());
      member.stored = compressed(compression(), member.plain, size, 1 + random() % 6);
    }
    return members;
  }

  // Reads with different sizes of reads and chunks, which must make no difference to the content.
  Reading read_in_two_ways(const std::string& stored, std::mt19937_64& random) const {
    const Reading one = read_bytes(stored, {.frame_bytes = frame_bytes()});
    const Reading other = read_bytes(stored, {.chunk_bytes = 1 + random() % 100'000,
                                              .frame_bytes = frame_bytes(),
                                              .read_bytes = 1 + random() % 10'000});
    EXPECT_TRUE(test::same(one.content, other.content));
    EXPECT_EQ(one.defects_at, other.defects_at);
    for (size_t i = 0; i < std::min(one.defects.size(), other.defects.size()); ++i) {
      EXPECT_EQ(one.defects[i].offset, other.defects[i].offset);
      EXPECT_EQ(one.defects[i].detail, other.defects[i].detail);
    }
    return one;
  }
};

INSTANTIATE_TEST_SUITE_P(Formats, Damage,
                         testing::Values(std::tuple(Compression::gzip, 0),
                                         std::tuple(Compression::zstd, 0),
                                         std::tuple(Compression::zstd, 8 << 20)),
                         [](const auto& parameters) {
                           return std::string(to_string(std::get<0>(parameters.param))) +
                                  (std::get<1>(parameters.param) > 0 ? "_whole" : "_streamed");
                         });

void flip_bit(std::string& stored, std::mt19937_64& random) {
  stored[random() % stored.size()] ^= static_cast<char>(1 << random() % 8);
}

void cut(std::string& stored, std::mt19937_64& random) {
  const size_t begin = random() % stored.size();
  stored.erase(begin, 1 + random() % (stored.size() - begin));
}

void insert_garbage(std::string& stored, std::mt19937_64& random) {
  stored.insert(random() % stored.size(), noise(1 + random() % 2'000, random()));
}

void overwrite(std::string& stored, std::mt19937_64& random) {
  const size_t begin = random() % stored.size();
  const size_t size = std::min<size_t>(1 + random() % 500, stored.size() - begin);
  stored.replace(begin, size, noise(size, random()));
}

TEST_P(Damage, WithinAMemberLeavesTheOthersWhole) {
  constexpr std::array kWays = {flip_bit, cut, insert_garbage, overwrite};
  for (uint64_t seed = 0; seed < rounds_of(500); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    std::vector<Member> members = random_members(random);
    const size_t hit = random() % members.size();
    const std::string intact = members[hit].stored;
    kWays[random() % kWays.size()](members[hit].stored, random);
    if (hit == 0 && sniff_compression(members[0].stored) != compression()) continue;  // not gzip
    const std::string before = join(members, &Member::plain, 0, hit);
    const std::string after = join(members, &Member::plain, hit + 1, members.size());
    const uint64_t begin = join(members, &Member::stored, 0, hit).size();

    const Reading reading =
        read_in_two_ways(join(members, &Member::stored, 0, members.size()), random);
    ASSERT_TRUE(reading.content.starts_with(before));
    ASSERT_TRUE(reading.content.ends_with(after));
    ASSERT_GE(reading.content.size(), before.size() + after.size());
    if (reading.defects.empty()) {
      // Bytes that carry nothing were hit (the time of a gzip header), or the member is gone whole.
      const std::string rest = reading.content.substr(
          before.size(), reading.content.size() - before.size() - after.size());
      EXPECT_TRUE(test::same(rest, members[hit].stored.empty() ? "" : members[hit].plain));
    } else {
      EXPECT_GE(reading.defects[0].offset, begin);
      EXPECT_LE(reading.defects[0].offset, begin + members[hit].stored.size());
    }
    if (HasFailure()) return;
  }
}

TEST_P(Damage, GarbageBetweenMembersIsPassedOver) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const std::vector<Member> members = random_members(random);
    const size_t at = 1 + random() % members.size();
    const std::string garbage = "#" + noise(random() % 10'000, random());
    const std::string before = join(members, &Member::stored, 0, at);
    const Reading reading = read_in_two_ways(
        before + garbage + join(members, &Member::stored, at, members.size()), random);
    EXPECT_TRUE(test::same(reading.content, join(members, &Member::plain, 0, members.size())));
    ASSERT_EQ(reading.defects.size(), 1U);
    EXPECT_EQ(reading.defects[0].kind, Defect::Kind::trailing_garbage);
    EXPECT_EQ(reading.defects[0].reason(), "garbage");
    EXPECT_EQ(reading.defects[0].offset, before.size());
    if (HasFailure()) return;
  }
}

TEST_P(Damage, AnInputThatEndsTooSoonIsTruncated) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const std::vector<Member> members = random_members(random);
    const std::string before = join(members, &Member::stored, 0, members.size() - 1);
    const std::string& last = members.back().stored;
    // A beginning of 4 bytes at least: of fewer, zstd's magic does not show.
    const std::string stored = before + last.substr(0, 4 + random() % (last.size() - 4));
    const Reading reading = read_in_two_ways(stored, random);
    const std::string plain = join(members, &Member::plain, 0, members.size());
    EXPECT_TRUE(plain.starts_with(reading.content));
    EXPECT_GE(reading.content.size(), plain.size() - members.back().plain.size());
    ASSERT_EQ(reading.defects.size(), 1U);
    EXPECT_EQ(reading.defects[0].kind, Defect::Kind::truncated);
    EXPECT_EQ(reading.defects[0].reason(), "truncated_input");
    EXPECT_EQ(reading.defects[0].offset, before.size());
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace sluice::io
