// The sorts and passes of deduplication behind sketching: what link and cluster cost a record, a
// pair and an edge. Random data, of one seed.
//
//   build/release/bin/bench_dedup_link

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/record_sort.h"
#include "dedup/cluster.h"
#include "dedup/components.h"
#include "dedup/link.h"
#include "dedup/shingles.h"
#include "dedup/sketch_file.h"
#include "dedup/sketch_set.h"
#include "dedup/verdict.h"
#include "io/external_sort.h"
#include "io/output.h"

namespace {

using namespace sluice;
using namespace sluice::dedup;

using Records = std::vector<SortRecord, LargePageAllocator<SortRecord>>;

// Band records of one partition: hashes that share their prefix, ascending documents.
Records band_records(size_t count) {
  std::mt19937_64 random(1);
  Records records(count);
  for (uint64_t number = 0; number < count; ++number) {
    records[number] = {.key = random() >> 12 | uint64_t{5} << 52, .value = number};
  }
  return records;
}

void items(benchmark::State& state, uint64_t count) {
  state.SetItemsProcessed(static_cast<int64_t>(count) * state.iterations());
}

void SortInMemory(benchmark::State& state) {
  const auto count = static_cast<size_t>(state.range(0));
  const Records source = band_records(count);
  Records records(count);
  Records scratch(count);
  for (auto _ : state) {
    state.PauseTiming();
    std::copy(source.begin(), source.end(), records.begin());
    state.ResumeTiming();
    sort_records(records, scratch);
  }
  items(state, count);
}
BENCHMARK(SortInMemory)->Arg(1 << 16)->Arg(1 << 20)->Arg(1 << 24)->Unit(benchmark::kMillisecond);

void StdSort(benchmark::State& state) {
  const auto count = static_cast<size_t>(state.range(0));
  const Records source = band_records(count);
  Records records(count);
  for (auto _ : state) {
    state.PauseTiming();
    std::copy(source.begin(), source.end(), records.begin());
    state.ResumeTiming();
    std::sort(records.begin(), records.end());
  }
  items(state, count);
}
BENCHMARK(StdSort)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

// Adding, sorting and reading, with so many MiB of memory.
void SortExternally(benchmark::State& state) {
  const Records records = band_records(size_t{1} << 23);
  for (auto _ : state) {
    io::ExternalSort<SortRecord> sort(
        {.memory = static_cast<size_t>(state.range(0)) << 20, .folder = "."});
    sort.add(records);
    sort.seal();
    auto reader = sort.reader();
    uint64_t sum = 0;
    for (SortRecord record; reader.next(record);) sum += record.value;
    benchmark::DoNotOptimize(sum);
  }
  items(state, records.size());
}
BENCHMARK(SortExternally)->Arg(512)->Arg(64)->Unit(benchmark::kMillisecond);

// Documents whose sketches are random, so that a giant bucket is worked off in rounds.
class RandomDocuments : public Documents {
 public:
  explicit RandomDocuments(size_t count) : survivors_(count), sketches_(count * kMinima) {
    std::mt19937_64 random(2);
    for (Survivor& survivor : survivors_) survivor.id_hash = random();
    for (uint8_t& byte : sketches_) byte = static_cast<uint8_t>(random());
  }
  uint64_t size() const override { return survivors_.size(); }
  uint64_t references() const override { return 0; }
  Survivor survivor(uint64_t document) const override { return survivors_[document]; }
  std::span<const uint8_t> sketch(uint64_t document) const override {
    return std::span(sketches_).subspan(document * kMinima, kMinima);
  }

  static constexpr uint32_t kMinima = 112;

 private:
  std::vector<Survivor> survivors_;
  std::vector<uint8_t> sketches_;
};

// Documents a second into a file of 14 bands, sketches and survivor records.
void WriteSketches(benchmark::State& state) {
  const size_t count = size_t{1} << 18;
  const RandomDocuments documents(count);
  std::mt19937_64 random(5);
  std::vector<uint64_t> hashes(14 * count);
  for (uint64_t& hash : hashes) hash = random();
  const SketchConfig config{.digest = "bench"};
  for (auto _ : state) {
    io::OutputSet outputs;  // never published
    SketchWriter writer(outputs.open("bench.sketch"), config);
    for (uint64_t number = 0; number < count; ++number) {
      writer.add(std::span(hashes).subspan(14 * number, 14), documents.sketch(number),
                 documents.survivor(number));
    }
    writer.finish();
  }
  items(state, count);
}
BENCHMARK(WriteSketches)->Unit(benchmark::kMillisecond);

// Band records a second from such a file, checksums included.
void ReadPartitions(benchmark::State& state) {
  const size_t count = size_t{1} << 18;
  const RandomDocuments documents(count);
  std::mt19937_64 random(5);
  const SketchConfig config{.digest = "bench"};
  const std::string path = "bench-read.sketch";
  {
    io::OutputSet outputs;
    SketchWriter writer(outputs.open(path), config);
    std::vector<uint64_t> hashes(14);
    for (uint64_t number = 0; number < count; ++number) {
      for (uint64_t& hash : hashes) hash = random();
      writer.add(hashes, documents.sketch(number), documents.survivor(number));
    }
    writer.finish();
    outputs.publish();
  }
  for (auto _ : state) {
    const SketchSet set({path}, {});
    uint64_t records = 0;
    for (uint32_t partition = 0; partition < config.partitions(); ++partition) {
      set.read_partition(partition, [&](auto some) { records += some.size(); });
    }
    benchmark::DoNotOptimize(records);
  }
  std::filesystem::remove(path);
  items(state, 14 * count);
}
BENCHMARK(ReadPartitions)->Unit(benchmark::kMillisecond);

// A partition in which every tenth document has a copy.
void Link(benchmark::State& state) {
  const size_t count = size_t{1} << 22;
  const RandomDocuments documents(count);
  Records records = band_records(count);
  for (size_t at = 0; at + 1 < count; at += 10) records[at + 1].key = records[at].key;
  io::ExternalSort<SortRecord> partition({.memory = size_t{1} << 30, .folder = "."});
  partition.add(records);
  partition.seal();
  for (auto _ : state) {
    Linker linker(documents, SketchRule({}), {});
    io::ExternalSort<SortRecord> pairs(
        {.memory = size_t{256} << 20, .folder = ".", .distinct = true});
    linker.link_sorted(partition, pairs);
    benchmark::DoNotOptimize(linker.counts().pairs);
  }
  items(state, count);
}
BENCHMARK(Link)->Unit(benchmark::kMillisecond);

// One bucket of a million strangers: 16 comparisons a member.
void LinkGiantBucket(benchmark::State& state) {
  const size_t count = size_t{1} << 20;
  const RandomDocuments documents(count);
  std::vector<uint64_t> members(count);
  for (uint64_t number = 0; number < count; ++number) members[number] = number;
  for (auto _ : state) {
    Linker linker(documents, SketchRule({}), {});
    uint64_t pairs = 0;
    linker.link(members, [&](const Pair&) { ++pairs; });
    benchmark::DoNotOptimize(pairs);
  }
  items(state, count);
}
BENCHMARK(LinkGiantBucket)->Unit(benchmark::kMillisecond);

std::vector<Edge> random_edges(size_t documents, size_t count) {
  std::mt19937_64 random(3);
  std::vector<Edge> edges;
  while (edges.size() < count) {
    const Pair pair = Pair::of(random() % documents, random() % documents);
    if (pair.first != pair.second) {
      edges.push_back({pair.first, pair.second, Similarity::exact(0.8)});
    }
  }
  return edges;
}

// Edges a second, with so many MiB of memory.
void ClusterStar(benchmark::State& state) {
  const size_t count = size_t{1} << 21;
  const RandomDocuments documents(count);
  io::ExternalSort<SortRecord> edges({.memory = size_t{256} << 20, .folder = "."});
  for (const Edge& edge : random_edges(count, count)) edges.add(pack(edge));
  edges.seal();
  for (auto _ : state) {
    const ClusterOptions options{.memory = static_cast<size_t>(state.range(0)) << 20,
                                 .folder = "."};
    const auto counts = cluster_star(edges, documents, options, [](const Member&) {});
    benchmark::DoNotOptimize(counts.removed);
  }
  items(state, count);
}
BENCHMARK(ClusterStar)->Arg(1024)->Arg(64)->Unit(benchmark::kMillisecond);

void ClusterComponents(benchmark::State& state) {
  const size_t count = size_t{1} << 21;
  const RandomDocuments documents(count);
  const auto edges = random_edges(count, count);
  for (auto _ : state) {
    Components components(count);
    for (const Edge& edge : edges) components.unite(edge.first, edge.second);
    const auto counts = components.finish(documents, Components::Keep::root, [](const Member&) {});
    benchmark::DoNotOptimize(counts.removed);
  }
  items(state, count);
}
BENCHMARK(ClusterComponents)->Unit(benchmark::kMillisecond);

void CompareSketches(benchmark::State& state) {
  const RandomDocuments documents(4096);
  uint64_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        agreeing(documents.sketch(at % 4096), documents.sketch((at * 7 + 1) % 4096)));
    ++at;
  }
  items(state, 1);
}
BENCHMARK(CompareSketches);

// Of two documents with 500 shingles each, a third of them in both.
void ExactJaccard(benchmark::State& state) {
  std::mt19937_64 random(4);
  std::vector<uint64_t> one(500), other(500);
  for (uint64_t& shingle : one) shingle = random();
  for (size_t at = 0; at < other.size(); ++at) other[at] = at < 250 ? one[at] : random();
  std::sort(one.begin(), one.end());
  std::sort(other.begin(), other.end());
  for (auto _ : state) benchmark::DoNotOptimize(jaccard(one, other));
  items(state, 1);
}
BENCHMARK(ExactJaccard);

}  // namespace
