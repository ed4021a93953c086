#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <random>
#include <stdexcept>

#include "dedup/cluster.h"
#include "dedup/edge.h"
#include "dedup/run_support.h"
#include "sanitized.h"

namespace sluice::dedup {
namespace {

// Resident memory at its highest, in bytes.
uint64_t peak_memory() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) << 10;
}

// What a process of its own takes for this, beyond what it had.
template <class Action>
uint64_t memory_taken(Action&& action) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    const uint64_t before = peak_memory();
    action();
    const uint64_t taken = peak_memory() - before;
    ::_exit(::write(ends[1], &taken, sizeof taken) == sizeof taken ? 0 : 1);
  }
  uint64_t taken = UINT64_MAX;
  const bool told = ::read(ends[0], &taken, sizeof taken) == sizeof taken;
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  return told && status == 0 ? taken : UINT64_MAX;
}

TEST(Cluster, StaysWithinItsMemory) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers keep what is freed";
  const test::TemporaryFolder folder;
  constexpr size_t kMemory = size_t{16} << 20;
  constexpr size_t kSlack = size_t{4} << 20;  // large pages, one bit a document
  const uint64_t taken = memory_taken([&] {
    const uint64_t count = 1'000'000;
    const test::NumberedDocuments documents(count);
    io::ExternalSort<SortRecord> edges({.memory = kMemory / 2, .folder = folder.path()});
    std::mt19937_64 random(9);
    for (uint64_t number = 0; number < count; ++number) {
      const Pair pair = Pair::of(random() % count, number);
      if (pair.first != pair.second) edges.add(pack(Edge{pair.first, pair.second, {}}));
    }
    edges.seal();
    cluster_star(edges, documents, {.memory = kMemory / 2, .folder = folder.path()},
                 [](const Member&) {});
  });
  EXPECT_LE(taken, kMemory + kSlack);
}

}  // namespace
}  // namespace sluice::dedup
