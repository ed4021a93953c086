#include "base/buffer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <utility>

namespace sluice {
namespace {

TEST(Buffer, BeginsEmptyWithoutMemory) {
  const Buffer buffer;
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(buffer.capacity(), 0u);
  EXPECT_EQ(buffer.view(), "");
}

TEST(Buffer, AppendsAndKeepsWhatItHas) {
  Buffer buffer;
  std::string expected;
  for (int i = 0; i < 10000; ++i) {
    const std::string piece = std::to_string(i);
    buffer.append(piece);
    buffer.push_back(',');
    expected += piece + ",";
  }
  buffer.append("");
  EXPECT_EQ(buffer.view(), expected);
}

TEST(Buffer, GrowReturnsWhereTheNewBytesBegin) {
  Buffer buffer;
  buffer.append("ab");
  std::memcpy(buffer.grow(3), "cde", 3);
  EXPECT_EQ(buffer.view(), "abcde");
}

// The JSON parser reads whole vectors; the address sanitizer sees to it that these bytes are there.
TEST(Buffer, MayBeReadAndWrittenPastItsEndByThePadding) {
  Buffer buffer(10);
  buffer.grow(10);
  std::memset(buffer.data() + buffer.size(), ' ', Buffer::kPadding);
  EXPECT_EQ(buffer.data()[buffer.size() + Buffer::kPadding - 1], ' ');
}

TEST(Buffer, ReservesExactlyAndNeverShrinks) {
  Buffer buffer(100);
  EXPECT_EQ(buffer.capacity(), 100u);
  buffer.reserve(7);
  EXPECT_EQ(buffer.capacity(), 100u);
  EXPECT_EQ(buffer.size(), 0u);
}

TEST(Buffer, TruncatingAndClearingKeepTheMemoryReleasingGivesItBack) {
  Buffer buffer;
  buffer.append("abcdef");
  const size_t capacity = buffer.capacity();
  buffer.truncate(2);
  EXPECT_EQ(buffer.view(), "ab");
  buffer.clear();
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(buffer.capacity(), capacity);
  buffer.release();
  EXPECT_EQ(buffer.capacity(), 0u);
}

TEST(Buffer, MovesWithoutCopying) {
  Buffer from;
  from.append("abc");
  const char* data = from.data();
  Buffer to = std::move(from);
  EXPECT_EQ(to.data(), data);
  Buffer assigned;
  assigned = std::move(to);
  EXPECT_EQ(assigned.data(), data);
  EXPECT_EQ(assigned.view(), "abc");
}

// A length from a hostile file must end in an exception, not in a small block and a large write.
TEST(Buffer, SizesThatDoNotFitMemoryAreRefused) {
  Buffer buffer;
  buffer.append("abc");
  EXPECT_THROW(buffer.reserve(SIZE_MAX), std::bad_alloc);
  EXPECT_THROW(buffer.reserve(SIZE_MAX - Buffer::kPadding + 1), std::bad_alloc);
  EXPECT_THROW(buffer.grow(SIZE_MAX), std::bad_alloc);
  EXPECT_THROW(buffer.grow(SIZE_MAX - 3), std::bad_alloc);
  EXPECT_EQ(buffer.view(), "abc");
}

}  // namespace
}  // namespace sluice
