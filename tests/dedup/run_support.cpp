#include "dedup/run_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/hash.h"

namespace sluice::dedup::test {

MadeDocuments random_standings(size_t count, uint64_t references, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<MadeDocument> documents(count);
  for (MadeDocument& document : documents) {
    document.survivor = {.priority = random() % 2,
                         .quality = random() % 3,
                         .length = random() % 4,
                         .id_hash = random(),
                         .text_hash = random()};
  }
  return MadeDocuments(std::move(documents), references);
}

void sign(MadeDocument& document, const SketchConfig& config) {
  document.sketch.assign(config.sketch_bytes, 0);
  document.band_hashes.clear();
  if (document.shingles.empty()) return;
  std::vector<uint64_t> minima;
  for (uint32_t row = 0; row < config.bands * config.rows; ++row) {
    uint64_t minimum = UINT64_MAX;
    for (const uint64_t shingle : document.shingles) {
      const std::string_view bytes(reinterpret_cast<const char*>(&shingle), sizeof shingle);
      minimum = std::min(minimum, hash64(bytes, row));
    }
    if (row < config.sketch_bytes) document.sketch[row] = static_cast<uint8_t>(minimum);
    minima.push_back(minimum);
  }
  for (uint32_t band = 0; band < config.bands; ++band) {
    const uint64_t* const first = minima.data() + band * size_t{config.rows};
    const std::string_view bytes(reinterpret_cast<const char*>(first),
                                 config.rows * sizeof(uint64_t));
    document.band_hashes.push_back(hash64(bytes));
  }
}

std::vector<MadeDocument> random_families(size_t families, const SketchConfig& config,
                                          uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<MadeDocument> documents;
  for (size_t family = 0; family < families; ++family) {
    std::vector<uint64_t> original(random() % 16 == 0 ? 0 : 40 + random() % 80);
    for (uint64_t& shingle : original) shingle = random();
    const size_t copies = 1 + random() % 5;
    for (size_t copy = 0; copy < copies; ++copy) {
      MadeDocument document;
      document.shingles = original;
      const double change = copy == 0 ? 0 : 0.4 * unit_interval(random());
      for (uint64_t& shingle : document.shingles) {
        if (unit_interval(random()) < change) shingle = random();
      }
      std::sort(document.shingles.begin(), document.shingles.end());
      document.survivor = {.priority = 0,
                           .quality = random() % 4,
                           .length = document.shingles.size(),
                           .id_hash = random(),
                           .text_hash = random()};
      sign(document, config);
      documents.push_back(std::move(document));
    }
  }
  return documents;
}

std::string sketch_bytes(std::span<const MadeDocument> documents, const SketchConfig& config,
                         size_t memory) {
  MemoryOutput out;
  SketchWriter writer(out, config, memory);
  for (const MadeDocument& document : documents) {
    writer.add(document.band_hashes, document.sketch, document.survivor);
  }
  writer.finish();
  return out.bytes();
}

SketchConfig small_config() {
  return {.digest = "3f9a", .bands = 6, .rows = 3, .prefix_bits = 1, .sketch_bytes = 18};
}

io::ExternalSort<SortRecord> sorted_edges(std::span<const Edge> edges) {
  io::ExternalSort<SortRecord> sorted({.memory = size_t{1} << 22, .folder = testing::TempDir()});
  for (const Edge& edge : edges) sorted.add(pack(edge));
  sorted.seal();
  return sorted;
}

std::vector<Member> star(std::span<const Edge> edges, const Documents& documents, size_t memory,
                         ClusterCounts* counts) {
  std::vector<Member> members;
  const ClusterCounts counted =
      cluster_star(sorted_edges(edges), documents, {.memory = memory, .folder = testing::TempDir()},
                   [&](const Member& member) { members.push_back(member); });
  if (counts != nullptr) *counts = counted;
  return members;
}

}  // namespace sluice::dedup::test
