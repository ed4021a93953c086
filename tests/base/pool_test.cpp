#include "base/pool.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace sluice {
namespace {

TEST(Pool, OneUserAtATimeNeedsOneThing) {
  int made = 0;
  Pool<int> pool([&] { return std::make_unique<int>(++made); });
  for (int i = 0; i < 5; ++i) pool.with([](int& thing) { EXPECT_EQ(thing, 1); });
  EXPECT_EQ(made, 1);
}

TEST(Pool, ThingsInUseAreNotGivenToOthers) {
  Pool<int> pool([] { return std::make_unique<int>(0); });
  const int* inner = pool.with([&](int& outer) {
    return pool.with([&](int& thing) {
      EXPECT_NE(&thing, &outer);
      return &thing;
    });
  });
  pool.with([&](int& thing) { EXPECT_NE(&thing, inner); });  // the one given back last
  EXPECT_EQ(pool.take_all().size(), 2u);
  EXPECT_TRUE(pool.take_all().empty());
}

TEST(Pool, AThingComesBackWhenItsUserThrows) {
  Pool<int> pool([] { return std::make_unique<int>(0); });
  EXPECT_THROW(pool.with([](int&) { throw 1; }), int);
  EXPECT_EQ(pool.take_all().size(), 1u);
}

// Each thing is used by one thread at a time, so that sums need no locks of their own.
TEST(Pool, SumsOfManyThreadsAddUp) {
  Pool<uint64_t> pool([] { return std::make_unique<uint64_t>(0); });
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 10'000; ++k) pool.with([](uint64_t& sum) { ++sum; });
    });
  }
  for (std::thread& thread : threads) thread.join();
  uint64_t sum = 0;
  for (const auto& part : pool.take_all()) sum += *part;
  EXPECT_EQ(sum, 40'000u);
}

}  // namespace
}  // namespace sluice
