// A crawl file damaged in a thousand ways: whatever lies outside the damaged member is delivered,
// and how the input was cut in blocks and by how many threads it was read does not show.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "sanitized.h"
#include "warc/support.h"

namespace sluice::warc::test {
namespace {

constexpr size_t kMembers = 300;

struct Member {
  std::string id;
  std::string stored;
  bool intact = true;
};
using Members = std::vector<Member>;

// Payloads of all sizes; some hold what looks like the start of a member or of a record.
Members make_members() {
  std::mt19937_64 random(1);
  Members members;
  for (size_t i = 0; i < kMembers; ++i) {
    const size_t size = random() % 40 == 0 ? 60'000 : random() % 3'000;
    std::string block = random_block(size, i);
    if (i % 7 == 0) block += std::string("\x1f\x8b\x08\0\0\0\0\0\0\3", 10) + random_block(100, i);
    if (i % 11 == 0)
      block += "\r\n\r\nWARC/1.0\r\nWARC-Type: response\r\nContent-Length: 2\r\n\r\nno";
    const std::string id = std::to_string(i);
    // Stored members show their content, and false starts within, as it is.
    members.push_back({.id = "<urn:uuid:" + id + ">",
                       .stored = gzip(warc_record(id, block), i % 5 == 0 ? 1 : 6)});
  }
  return members;
}

std::string stored(const Members& members) {
  std::string bytes;
  for (const Member& member : members) bytes += member.stored;
  return bytes;
}

// Ids as they came: those of intact members in order, and of damaged ones perhaps.
testing::AssertionResult delivers_intact(const Members& members, const Reading& reading) {
  const std::vector<std::string> ids = reading.ids();
  auto id = ids.begin();
  for (const Member& member : members) {
    const bool delivered = id != ids.end() && *id == member.id;
    if (delivered) {
      ++id;
    } else if (member.intact) {
      return testing::AssertionFailure() << member.id << " is missing\n" << reading.events;
    }
  }
  if (id == ids.end()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << *id << " should not be there\n" << reading.events;
}

class Damage {
 public:
  Damage(Members& members, std::mt19937_64& random) : members_(members), random_(random) {}

  // Returns what is done, for messages.
  std::string apply(size_t kind) {
    const size_t at = random_() % members_.size();
    const size_t other = random_() % members_.size();
    Member& member = members_[at];
    switch (kind) {
      case 0: {
        const size_t byte = random_() % member.stored.size();
        member.stored[byte] = static_cast<char>(member.stored[byte] ^ (1 << random_() % 8));
        member.intact = false;
        return "flip in " + member.id + " at " + std::to_string(byte);
      }
      case 1:
        member.stored.resize(random_() % member.stored.size());
        member.intact = false;
        members_.resize(at + 1);
        return "cut in " + member.id;
      case 2:
        std::swap(members_[at], members_[other]);
        return "swapped";
      case 3:
        members_.insert(members_.begin() + static_cast<ptrdiff_t>(other), Member(member));
        return "duplicated";
      case 4:
        members_.erase(members_.begin() + static_cast<ptrdiff_t>(at));
        return "dropped";
      case 5: {
        // Behind the member, and perhaps with a false start.
        std::string garbage = random_block(random_() % 5'000, random_());
        if (random_() % 2 == 0) garbage += std::string("\x1f\x8b\x08\0\0\0\0\0\0\3\x4b", 11);
        members_.insert(members_.begin() + static_cast<ptrdiff_t>(at),
                        Member{.id = "garbage", .stored = garbage, .intact = false});
        return "garbage inserted";
      }
      case 6:
        member.stored.erase(random_() % member.stored.size(), 1 + random_() % 100);
        member.intact = false;
        return "bytes removed in " + member.id;
      default:
        member.stored.insert(random_() % member.stored.size(), random_block(50, random_()));
        member.intact = false;
        return "bytes inserted in " + member.id;
    }
  }

 private:
  Members& members_;
  std::mt19937_64& random_;
};

TEST(Damage, LeavesTheOtherMembersReadable) {
  const Members whole = make_members();
  const std::string whole_bytes = stored(whole);
  ASSERT_TRUE(delivers_intact(whole, read_bytes(whole_bytes)));
  EXPECT_TRUE(read_bytes(whole_bytes).losses.empty());
  std::mt19937_64 random(2);
  for (size_t round = 0; round < rounds_of(1000); ++round) {
    Members members = whole;
    Damage damage(members, random);
    std::string done = damage.apply(round % 8);
    if (round % 3 == 0) done += ", " + damage.apply(random() % 8);
    SCOPED_TRACE("round " + std::to_string(round) + ": " + done);
    const std::string bytes = stored(members);
    const Reading reading = read_bytes(bytes, {.block_bytes = size_t{64} << 10});
    ASSERT_TRUE(delivers_intact(members, reading));
    ASSERT_EQ(reading.inputs_ended, 1u);
    ASSERT_EQ(reading.events, read_bytes(bytes, {.block_bytes = size_t{4} << 10}).events);
    ASSERT_EQ(reading.events, read_bytes(bytes, {.block_bytes = size_t{1} << 20}).events);
    const size_t block_bytes = size_t{4} << (10 + 4 * (round % 3));
    ASSERT_EQ(reading.events,
              read_bytes(bytes, {.block_bytes = block_bytes, .threads = 1 + round % 2}).events);
  }
}

// An input cut short must stop a run; a damaged one need not.
TEST(Damage, TellsATruncatedInput) {
  const Members whole = make_members();
  const std::string bytes = stored(whole);
  size_t boundary = 0;
  for (const Member& member : whole) {
    for (const size_t cut : {boundary + 2, boundary + 12, boundary + member.stored.size() - 1}) {
      const Reading reading = read_bytes(std::string_view(bytes).substr(0, cut));
      ASSERT_EQ(reading.losses.size(), 1u) << reading.events;
      EXPECT_EQ(reading.losses[0].reason, "truncated_member") << cut;
      EXPECT_EQ(reading.losses[0].offset, boundary);
      EXPECT_TRUE(reading.losses[0].truncated);
    }
    boundary += member.stored.size();
    if (boundary > 100'000) break;
  }
}

// Every place looks like a member's start, and some decode for a while: time stays linear.
TEST(Damage, IsSearchedInLinearTime) {
  const std::string false_start("\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
  std::string starts;
  while (starts.size() < size_t{2} << 20) starts += false_start;
  // Stored blocks that lead from one false start to the next, and never to an end.
  std::string chained;
  while (chained.size() < size_t{2} << 20) {
    chained += false_start + std::string("\0\x20\0\xdf\xff", 5) + std::string(22, 'x');
  }
  // A chain may run over the beginning of what follows, and there is no going back for ever.
  const std::string good = gzip(warc_record("next", "next")) + gzip(warc_record("last", "last"));
  for (const std::string& hostile : {starts, chained}) {
    const Reading reading = read_bytes(hostile + good);
    ASSERT_FALSE(reading.records.empty()) << reading.events;
    EXPECT_EQ(reading.records.back().id, "<urn:uuid:last>");
    // A trial looks at 4 KiB for each false start.
    EXPECT_LT(reading.serial_work, hostile.size() / 10 * 4096 + 64 * hostile.size());
    const Reading half = read_bytes(hostile.substr(0, hostile.size() / 2) + good);
    EXPECT_LT(reading.serial_work, 3 * half.serial_work);
  }
}

}  // namespace
}  // namespace sluice::warc::test
