#include "stages.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/format.h"
#include "dedup/cluster_file.h"
#include "dedup/components.h"
#include "dedup/record_file.h"
#include "document/json_writer.h"
#include "io/compression.h"
#include "io/interrupt.h"
#include "pipeline/ordered.h"

namespace sluice::dedup_tool {
namespace {

using Pairs = io::ExternalSort<SortRecord>;

// A system allows a process so many mappings at least.
constexpr size_t kMappings = 32768;

// Links partitions until there are none left.
struct LinkWorker {
  LinkWorker(const Sketches& sketches, double threshold, const Resources& share)
      : set(sketches.open(share.memory / 4, kMappings / std::max<size_t>(share.threads, 1))),
        linker(set, rule_of(set.config(), threshold),
               {.rule = is_fineweb(set.config()) ? dedup::LinkRule::chain
                                                 : dedup::LinkRule::all_pairs}),
        pairs({.memory = share.memory / 4, .folder = share.folder, .distinct = true}),
        memory(share.memory / 2),
        folder(share.folder) {}

  void run(std::atomic<uint32_t>& next) {
    const uint32_t partitions = set.config().partitions();
    for (uint32_t partition = next++; partition < partitions; partition = next++) {
      io::interrupt::check();
      Pairs records({.memory = memory, .folder = folder});
      set.read_partition(partition, [&](std::span<const SortRecord> some) { records.add(some); });
      records.seal();
      linker.link_sorted(records, pairs);
    }
    set.drop_pages();
    pairs.seal();
  }

  dedup::SketchSet set;
  dedup::Linker linker;
  Pairs pairs;
  size_t memory;
  std::string folder;
};

}  // namespace

void require(const dedup::SketchSet& set, Compares what) {
  const dedup::SketchConfig& config = set.config();
  // A sketch has a byte a row, a fingerprint sixteen of one.
  const bool keys = config.sketch_bytes != 0 && config.sketch_bytes != config.bands * config.rows;
  if (keys == (what == Compares::keys)) return;
  throw ConfigError(set.path(0) + (keys ? ": holds fingerprints (sluice-dedup fingerprint), which "
                                          "match compares"
                                        : ": holds sketches (sluice-dedup sketch), which link "
                                          "compares"));
}

std::string left_unpaired(const dedup::LinkCounts& counts) {
  if (counts.left == 0) return {};
  return "warning: in buckets of up to " + with_thousands(counts.largest_bucket) + " documents, " +
         with_thousands(counts.left) +
         " were not compared with all others; near-duplicates may be left among pages of one "
         "template";
}

dedup::SketchRule rule_of(const dedup::SketchConfig& config, double threshold) {
  return dedup::SketchRule({.threshold = threshold, .minima = config.sketch_bytes});
}

dedup::LinkCounts link(const Sketches& sketches, double threshold, const Resources& resources,
                       io::OutputFile& out) {
  require(sketches.open(), Compares::texts);
  const pipeline::Crew crew(resources.threads);
  const size_t threads = crew.threads();
  const Resources share{
      .memory = resources.memory / (2 * threads), .folder = resources.folder, .threads = threads};
  std::vector<std::unique_ptr<LinkWorker>> workers;
  for (size_t thread = 0; thread < threads; ++thread) {
    workers.push_back(std::make_unique<LinkWorker>(sketches, threshold, share));
  }
  std::atomic<uint32_t> next = 0;
  crew.for_each(threads, [&](size_t thread) { workers[thread]->run(next); });

  dedup::LinkCounts counts;
  Pairs all({.memory = resources.memory / 2, .folder = resources.folder, .distinct = true});
  const std::string digest = workers.front()->set.digest();
  for (const auto& worker : workers) {
    counts += worker->linker.counts();
    auto reader = worker->pairs.reader();
    for (SortRecord pair; reader.next(pair);) all.add(pair);
  }
  workers.clear();
  all.seal();
  dedup::RecordWriter<SortRecord> writer(out, io::StageKind::pairs, digest);
  auto reader = all.reader();
  for (SortRecord pair; reader.next(pair);) writer.add(pair);
  writer.finish({std::bit_cast<uint64_t>(threshold)});
  return counts;
}

dedup::ClusterCounts cluster(const dedup::SketchSet& set, const std::vector<std::string>& edges,
                             ClusterMode mode, const Resources& resources, io::OutputFile& out) {
  dedup::RecordWriter<dedup::PackedMember> writer(out, io::StageKind::clusters, set.digest());
  const auto use = [&](const dedup::Member& member) {
    writer.add(dedup::pack(member), set.id(member.document));
  };
  Pairs sorted({.memory = resources.memory / 2, .folder = resources.folder});
  std::optional<dedup::Components> components;
  if (mode == ClusterMode::components) components.emplace(set.size());
  auto keep = dedup::Components::Keep::first_standing;
  for (const std::string& path : edges) {
    const dedup::RecordFile<SortRecord> file(path);
    file.file().require(io::StageKind::edges, set.digest());
    const bool fineweb = file.notes()[0] == static_cast<uint64_t>(EdgeKind::fineweb);
    if (fineweb && mode != ClusterMode::components) {
      throw ConfigError(path + ": FineWeb's recipe clusters by components (--cluster components)");
    }
    if (fineweb) keep = dedup::Components::Keep::root;
    for (uint64_t at = 0; at < file.size(); ++at) {
      const SortRecord record = file[at];
      const dedup::Edge edge = dedup::unpack_edge(record);
      if (std::max(edge.first, edge.second) >= set.size()) {
        throw IoError(path, 0, "is damaged: it tells of documents that there are not");
      }
      if (components) {
        components->unite(edge.first, edge.second);
      } else {
        sorted.add(record);
      }
    }
  }
  sorted.seal();
  const auto counts =
      components
          ? components->finish(set, keep, use)
          : dedup::cluster_star(sorted, set,
                                {.memory = resources.memory / 2, .folder = resources.folder}, use);
  writer.finish({static_cast<uint64_t>(mode)});
  set.drop_pages();
  return counts;
}

namespace {

// A block at a time, as the pipeline's outputs are cut.
class BlockWriter {
 public:
  explicit BlockWriter(io::OutputFile& out)
      : out_(out), compression_(io::compression_of_name(out.path())) {}

  Buffer& text() { return text_; }
  void line_ends() {
    text_.push_back('\n');
    if (text_.size() >= kBlockBytes) flush();
  }
  void flush() {
    compressed_.clear();
    io::compress_block(compression_, io::levels_of(compression_).standard, text_.view(),
                       compressed_);
    out_.write(compressed_.view());
    text_.clear();
  }

 private:
  static constexpr size_t kBlockBytes = size_t{1} << 20;

  io::OutputFile& out_;
  io::Compression compression_;
  Buffer text_;
  Buffer compressed_;
};

}  // namespace

void write_clusters(const std::string& clusters, const Resources& resources, io::OutputFile& out) {
  const dedup::ClusterFile file(clusters);
  Pairs by_cluster({.memory = resources.memory / 2, .folder = resources.folder});
  for (uint64_t at = 0; at < file.size(); ++at) {
    by_cluster.add({.key = file.member(at).survivor, .value = at});
  }
  by_cluster.seal();
  BlockWriter writer(out);
  auto reader = by_cluster.reader();
  SortRecord next;
  for (bool more = reader.next(next); more;) {
    const uint64_t survivor = next.key;
    const uint64_t place = file.place_of(survivor);
    JsonWriter json(writer.text());
    json.begin_object();
    json.key("cluster").raw(file.id(place));
    json.key("size").number(file.member(place).size);
    json.key("members").begin_array();
    for (; more && next.key == survivor; more = reader.next(next)) json.raw(file.id(next.value));
    json.end_array().end_object();
    writer.line_ends();
  }
  writer.flush();
}

namespace {

stats::Details number(uint64_t value) { return {static_cast<int64_t>(value)}; }

}  // namespace

stats::Details::Object details_of(const dedup::LinkCounts& counts) {
  return {{"records", number(counts.records)},
          {"buckets", number(counts.buckets)},
          {"large_buckets", number(counts.large_buckets)},
          {"largest_bucket", number(counts.largest_bucket)},
          {"rounds", number(counts.rounds)},
          {"most_rounds", number(counts.most_rounds)},
          {"comparisons", number(counts.comparisons)},
          {"left", number(counts.left)}};
}

stats::Details::Object details_of(const dedup::ClusterCounts& counts) {
  return {{"documents", number(counts.documents)},
          {"edges", number(counts.edges)},
          {"clusters", number(counts.clusters)},
          {"removed", number(counts.removed)},
          {"largest", number(counts.largest)}};
}

}  // namespace sluice::dedup_tool
