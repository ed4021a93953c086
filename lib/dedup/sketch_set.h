// The sketch files of a run, as one: documents numbered through.
//
//   SketchSet set(paths, {.references = 2});       // the first two are of --against
//   for (uint32_t p = 0; p < set.config().partitions(); ++p) {
//     set.read_partition(p, [&](std::span<const SortRecord> records) { sort.add(records); });
//   }
//   set.sketch(document); set.survivor(document);  // Documents, for link, verify and cluster
//
// Files are mapped, and a mapping holds no descriptor: 10,000 shards take one at a time. More than
// `mapped` mappings are not kept; a file beyond them is mapped anew when it is needed. Resident
// memory: 64 bytes a shard and the path, and 1 bit for some hundred documents; of the files,
// `resident` and what one section has, since pages are given back when there are more, and those
// of a partition when it was read. They stay in the system's cache, so that this costs time where
// documents are asked for in no order and memory is short, and is nothing otherwise.
//
// One thread at a time; threads make sets of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dedup/documents.h"
#include "dedup/sketch_file.h"

namespace sluice::dedup {

class SketchSet : public Documents {
 public:
  struct Options {
    size_t references = 0;               // files
    size_t mapped = 16384;               // the system's limit for a process is usually 65,530
    size_t resident = size_t{64} << 20;  // bytes of the files, about
  };

  // Opens each once. Throws ConfigError if there are none or if they cannot be used together.
  SketchSet(std::vector<std::string> paths, const Options& options);

  const SketchConfig& config() const { return config_; }
  size_t shards() const { return shards_.size(); }
  // The number of a shard's first document; of shards(), that of all documents.
  uint64_t base(size_t shard) const { return bases_[shard]; }
  // Which shard a document is in.
  size_t shard_of(uint64_t document) const;
  uint64_t records() const { return records_; }

  // The partition's records of all shards, ascending by document, some at a time.
  void read_partition(uint32_t partition,
                      const std::function<void(std::span<const SortRecord>)>& use) const;

  uint64_t size() const override { return bases_.back(); }
  uint64_t references() const override { return references_; }
  Survivor survivor(uint64_t document) const override;
  std::span<const uint8_t> sketch(uint64_t document) const override;
  // As JSON spells it; valid until the next call.
  std::string_view id(uint64_t document) const;
  LineRuns lines(size_t shard) const { return file(shard)->lines(); }
  const std::string& path(size_t shard) const { return paths_[shard]; }

  // Of all files in their order, and of which are references: what stages behind were made from
  // others cannot be used with these.
  const std::string& digest() const { return digest_; }

  // Takes what was read out of resident memory, where it comes from files.
  void drop_pages() const;
  // How many files are mapped.
  size_t mapped() const { return mapped_; }

 private:
  std::shared_ptr<const SketchFile> file(size_t shard) const;
  // To be told of the place of what is read next, were all sketches, survivor records and ids one
  // after the other.
  void touch(uint64_t place) const;

  std::vector<std::string> paths_;
  Options options_;
  SketchConfig config_;
  std::string digest_;
  std::vector<uint64_t> bases_;
  uint64_t references_ = 0;
  uint64_t records_ = 0;
  mutable std::vector<bool> touched_;   // stretches of that, since pages were dropped
  mutable uint64_t touched_count_ = 0;  // how many these are
  // A file that is dropped lives on while somebody reads it.
  mutable std::vector<std::shared_ptr<const SketchFile>> shards_;
  mutable size_t mapped_ = 0;
  mutable size_t oldest_ = 0;  // where the search for one to drop goes on
  mutable std::shared_ptr<const SketchFile> last_;
  mutable std::shared_ptr<const SketchFile> last_but_one_;
  mutable std::shared_ptr<const SketchFile> last_named_;  // by id()
};

}  // namespace sluice::dedup
