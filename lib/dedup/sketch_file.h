// What `sketch` leaves of a shard: band records by partition, verification sketches, survivor
// records, ids, and which lines its documents are (stage_file.h is the file around them).
//
// A band record is (hash of the band's minima, document). Documents share a bucket if the upper 56
// bits of their hashes of a band are equal; two unrelated ones of 10^9 do so by accident about 7
// times a band. Records are partitioned by band and by the `prefix_bits` upper bits of the hash, so
// that link sorts one partition of all shards at a time; how many partitions there are does not
// change what is found.
//
//   SketchWriter writer(out, config);                   // out: an io::OutputFile
//   writer.add(band_hashes, sketch, survivor, id);      // each document, in order
//   writer.finish();
//
//   const SketchFile shard("shard-7.sketch");
//   shard.append_partition(config.partition(band, prefix), base, records);
//
// Bytes a document, of which --group-by and the rest add none: 11 a band (7 of the hash, 4 of the
// index), `sketch_bytes`, 40 of the survivor record, and the id: 154 + 112 + 40 + 50 with 14 bands
// and ids of crawls. Beside: 40 bytes a section; there are up to partitions() + 3 a batch of
// documents, a batch being what fits in the writer's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "base/record_sort.h"
#include "dedup/documents.h"
#include "dedup/id_section.h"
#include "dedup/line_runs.h"
#include "io/stage_file.h"

namespace sluice::dedup {

// What has to be equal for sketch files to be used together.
struct SketchConfig {
  std::string digest;           // of all that shapes hashes: normalisation, shingles, seed, …
  uint32_t bands = 14;          // 1..1024
  uint32_t rows = 8;            // 1..1024; only told on
  uint32_t prefix_bits = 4;     // 0..8: a partition should fit in link's memory, 32 bytes a record
  uint32_t sketch_bytes = 112;  // a document; 0: no verification by sketches

  uint32_t partitions() const { return bands << prefix_bits; }
  uint32_t partition(uint32_t band, uint64_t hash) const {
    return band << prefix_bits | static_cast<uint32_t>((hash >> 56) >> (8 - prefix_bits));
  }
  friend bool operator==(const SketchConfig&, const SketchConfig&) = default;
};

// Throws ConfigError, which names the option and its range.
void check(const SketchConfig& config);

// Which part of a hash makes a bucket.
inline uint64_t bucket_key(uint64_t hash) { return hash >> 8; }

// Memory: `memory` bytes of documents, then 40 bytes a section until the end.
class SketchWriter {
 public:
  SketchWriter(io::OutputFile& out, const SketchConfig& config, size_t memory = size_t{32} << 20);

  // The next document: a hash a band, or none if it has no shingles (it meets nobody then); and
  // config.sketch_bytes bytes. `id`: as JSON spells it. `line`: which line of the shard
  // it is, the next one if that is not said. Throws ConfigError for the 2^32nd document.
  void add(std::span<const uint64_t> band_hashes, std::span<const uint8_t> sketch,
           const Survivor& survivor, std::string_view id = {},
           std::optional<uint64_t> line = std::nullopt);
  // What is left, and the head. Nothing can be added afterwards.
  void finish();

  uint64_t documents() const { return documents_; }

 private:
  struct BandRecord {
    uint64_t key;  // bucket_key()
    uint32_t partition;
    uint32_t index;
  };

  void write_batch();
  void write_records();

  io::StageWriter file_;
  SketchConfig config_;
  size_t memory_;
  uint64_t documents_ = 0;
  uint64_t records_ = 0;
  uint32_t batches_ = 0;
  std::vector<BandRecord> batch_;
  std::vector<uint64_t> starts_;  // of partitions in the batch
  Buffer sketches_;
  Buffer survivors_;
  IdList ids_;
  Buffer sorted_;
  LineRuns lines_;
};

// One thread at a time.
class SketchFile {
 public:
  explicit SketchFile(const std::string& path);
  // Bytes that outlive it; `name` is for messages.
  SketchFile(std::string_view bytes, std::string name);

  const SketchConfig& config() const { return config_; }
  uint64_t documents() const { return documents_; }
  uint64_t records() const { return records_; }
  const std::string& name() const { return file_.name(); }
  // Throws ConfigError unless both can be used together; `other` is where `config` is from.
  void require(const SketchConfig& config, std::string_view other) const;

  // How many records the partition has.
  uint64_t partition_records(uint32_t partition) const;
  // Appends the partition's records, (bucket key, base + index), ascending by index.
  void append_partition(uint32_t partition, uint64_t base, std::vector<SortRecord>& records) const;
  // index < documents().
  Survivor survivor(uint64_t index) const;
  std::span<const uint8_t> sketch(uint64_t index) const;
  // As it was given.
  std::string_view id(uint64_t index) const;
  LineRuns lines() const;

  const Hash128& checksum() const { return file_.checksum(); }
  void drop_pages() const { file_.drop_pages(); }

 private:
  struct Batch {
    uint64_t first;  // document
    const io::StageSection* survivors;
    const io::StageSection* sketches;  // null if config_.sketch_bytes is 0
    const io::StageSection* ids;
  };

  void read_head();
  void read_batches();
  const Batch& batch_of(uint64_t index) const;

  io::StageFile file_;
  SketchConfig config_;
  uint64_t documents_ = 0;
  uint64_t records_ = 0;
  std::vector<Batch> batches_;
};

}  // namespace sluice::dedup
