#include "pipeline/ordered.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <numeric>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>

namespace sluice::pipeline {
namespace {

struct Item {
  size_t number = 0;
  size_t steps = 0;
};

// Work whose length differs from item to item.
void dawdle(size_t number) {
  std::mt19937_64 random(number);
  if (random() % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 300));
}

// A pipeline over the numbers 0 … count - 1 that notes what goes on in it.
class Line {
 public:
  explicit Line(size_t count) : count_(count) {}

  Steps<Item> steps() {
    return {.read =
                [this](Item& item) {
                  see_thread();
                  if (next_ == count_) return false;
                  item = {.number = next_++, .steps = 0};
                  const size_t now = ++in_flight_;
                  most_in_flight_ = std::max(most_in_flight_, now);
                  fail_at("read", item);
                  return true;
                },
            .expand = parallel("expand", 0),
            .join = serial("join", 1, joined_),
            .work = parallel("work", 2),
            .cut = serial("cut", 3, cut_),
            .compress = parallel("compress", 4),
            .write =
                [this, write = serial("write", 5, written_)](Item& item) {
                  write(item);
                  --in_flight_;
                }};
  }

  // The step that throws at this item.
  void fail(const std::string& step, size_t number) {
    fail_step_ = step;
    fail_number_ = number;
  }

  const std::vector<size_t>& joined() const { return joined_; }
  const std::vector<size_t>& cut() const { return cut_; }
  const std::vector<size_t>& written() const { return written_; }
  size_t most_in_flight() const { return most_in_flight_; }
  const std::set<std::thread::id>& threads() const { return threads_; }
  size_t read() const { return next_; }

 private:
  std::function<void(Item&)> parallel(const std::string& name, size_t before) {
    return [this, name, before](Item& item) {
      see_thread();
      EXPECT_EQ(item.steps++, before) << name;
      dawdle(item.number * 10 + before);
      fail_at(name, item);
    };
  }

  // Serial steps are called by one thread at a time, so they need no lock.
  std::function<void(Item&)> serial(const std::string& name, size_t before,
                                    std::vector<size_t>& seen) {
    return [this, name, before, &seen](Item& item) {
      see_thread();
      EXPECT_EQ(item.steps++, before) << name;
      seen.push_back(item.number);
      fail_at(name, item);
    };
  }

  void fail_at(const std::string& step, const Item& item) const {
    if (step == fail_step_ && item.number == fail_number_) throw std::domain_error(step);
  }

  void see_thread() {
    const std::lock_guard lock(mutex_);
    threads_.insert(std::this_thread::get_id());
  }

  const size_t count_;
  size_t next_ = 0;
  std::atomic<size_t> in_flight_ = 0;
  size_t most_in_flight_ = 0;  // written by read() alone
  std::vector<size_t> joined_;
  std::vector<size_t> cut_;
  std::vector<size_t> written_;
  std::string fail_step_;
  size_t fail_number_ = 0;
  std::mutex mutex_;
  std::set<std::thread::id> threads_;
};

std::vector<size_t> numbers(size_t count) {
  std::vector<size_t> all(count);
  std::iota(all.begin(), all.end(), size_t{0});
  return all;
}

TEST(RunOrdered, ItemsPassSerialStepsInTheOrderInWhichTheyWereRead) {
  for (const size_t threads : {1, 2, 3, 8}) {
    const Crew crew(threads);
    std::vector<Item> items(2 * threads + 2);
    Line line(1000);
    run_ordered(crew, items, line.steps());
    EXPECT_EQ(line.joined(), numbers(1000));
    EXPECT_EQ(line.cut(), numbers(1000));
    EXPECT_EQ(line.written(), numbers(1000));
  }
}

TEST(RunOrdered, NoMoreItemsAreInFlightThanThereAre) {
  for (const size_t count : {1, 2, 5}) {
    const Crew crew(8);
    std::vector<Item> items(count);
    Line line(500);
    run_ordered(crew, items, line.steps());
    EXPECT_LE(line.most_in_flight(), count);
    EXPECT_EQ(line.written(), numbers(500));
  }
}

TEST(RunOrdered, OneThreadIsTheCaller) {
  const Crew crew(1);
  std::vector<Item> items(4);
  Line line(500);
  run_ordered(crew, items, line.steps());
  EXPECT_EQ(line.threads(), std::set{std::this_thread::get_id()});
}

TEST(RunOrdered, NoMoreThreadsWorkThanTheCrewHas) {
  const Crew crew(2);
  std::vector<Item> items(8);
  std::atomic<int> at_work = 0;
  std::atomic<int> most = 0;
  size_t left = 300;
  const auto nothing = [](Item&) {};
  const auto work = [&](Item& item) {
    int now = ++at_work;
    int seen = most;
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
    dawdle(item.number);
    --at_work;
  };
  const auto read = [&](Item&) { return left-- > 0; };
  run_ordered(crew, items,
              Steps<Item>{.read = read,
                          .expand = nothing,
                          .join = nothing,
                          .work = work,
                          .cut = nothing,
                          .compress = nothing,
                          .write = nothing});
  EXPECT_LE(most, 2);
}

TEST(RunOrdered, NothingToReadIsNoWork) {
  const Crew crew(4);
  std::vector<Item> items(10);
  Line line(0);
  run_ordered(crew, items, line.steps());
  EXPECT_TRUE(line.written().empty());
}

TEST(RunOrdered, AnExceptionInAnyStepStopsTheRunAndIsRethrown) {
  for (const size_t threads : {1, 4}) {
    for (const char* step : {"read", "expand", "join", "work", "cut", "compress", "write"}) {
      for (const size_t number : {0, 1, 300}) {
        const Crew crew(threads);
        std::vector<Item> items(2 * threads + 2);
        Line line(100'000);
        line.fail(step, number);
        try {
          run_ordered(crew, items, line.steps());
          ADD_FAILURE() << step << " did not stop the run";
        } catch (const std::domain_error& error) {
          EXPECT_STREQ(error.what(), step);
        }
        EXPECT_LT(line.read(), 1000u) << step;
        // What was written before is whole and in order.
        EXPECT_EQ(line.written(), numbers(line.written().size())) << step;
      }
    }
  }
}

TEST(RunOrdered, TheSameCrewAndItemsRunAgainAfterAStop) {
  const Crew crew(4);
  std::vector<Item> items(10);
  for (int round = 0; round < 20; ++round) {
    Line stopped(1000);
    stopped.fail("work", 50);
    EXPECT_THROW(run_ordered(crew, items, stopped.steps()), std::domain_error);
    Line line(200);
    run_ordered(crew, items, line.steps());
    EXPECT_EQ(line.written(), numbers(200));
  }
}

TEST(Crew, CallsATaskOncePerNumberAndRethrows) {
  for (const size_t threads : {1, 3}) {
    const Crew crew(threads);
    std::vector<std::atomic<int>> calls(1000);
    crew.for_each(calls.size(), [&](size_t i) { ++calls[i]; });
    for (const auto& count : calls) ASSERT_EQ(count, 1);
    crew.for_each(0, [](size_t) { FAIL(); });
    EXPECT_THROW(crew.for_each(100,
                               [](size_t i) {
                                 if (i == 42) throw std::domain_error("42");
                               }),
                 std::domain_error);
  }
}

TEST(Crew, OfNoStatedSizeHasAllThreadsOfTheMachine) { EXPECT_GE(Crew(0).threads(), 1u); }

}  // namespace
}  // namespace sluice::pipeline
