#include <cstring>
#include <limits>
#include <utility>

#include "base/error.h"
#include "dedup/sketch_file.h"
#include "dedup/sketch_layout.h"

namespace sluice::dedup {
namespace {

void require_range(const char* name, uint64_t value, uint64_t least, uint64_t most) {
  if (value >= least && value <= most) return;
  throw ConfigError(std::string(name) + " is " + std::to_string(value) + "; from " +
                    std::to_string(least) + " to " + std::to_string(most) + " is possible");
}

}  // namespace

void check(const SketchConfig& config) {
  require_range("bands", config.bands, 1, 1024);
  require_range("rows", config.rows, 1, 1024);
  require_range("prefix_bits", config.prefix_bits, 0, 8);
  require_range("sketch_bytes", config.sketch_bytes, 0, size_t{1} << 20);
  require_range("length of the digest", config.digest.size(), 1, io::kStageDigestBytes);
}

SketchWriter::SketchWriter(io::OutputFile& out, const SketchConfig& config, size_t memory)
    : file_(out, io::StageKind::sketch, config.digest), config_(config), memory_(memory) {
  check(config);
}

void SketchWriter::add(std::span<const uint64_t> band_hashes, std::span<const uint8_t> sketch,
                       const Survivor& survivor, std::string_view id,
                       std::optional<uint64_t> line) {
  if (documents_ > std::numeric_limits<uint32_t>::max()) {
    throw ConfigError("a shard has more than 4,294,967,296 documents: split it");
  }
  for (uint32_t band = 0; band < band_hashes.size(); ++band) {
    batch_.push_back({.key = bucket_key(band_hashes[band]),
                      .partition = config_.partition(band, band_hashes[band]),
                      .index = static_cast<uint32_t>(documents_)});
  }
  if (!sketch.empty()) {
    std::memcpy(sketches_.grow(sketch.size()), sketch.data(), sketch.size());
  }
  std::memcpy(survivors_.grow(sizeof survivor), &survivor, sizeof survivor);
  ids_.add(id);
  lines_.add(line.value_or(lines_.next_line()));
  ++documents_;
  // Sorting takes the records' bytes once more, and what grows by doubling is half empty.
  const size_t taken = batch_.size() * (sizeof(BandRecord) + kBandRecordBytes) + sketches_.size() +
                       survivors_.size() + ids_.size();
  if (taken >= memory_ / 2) write_batch();
}

void SketchWriter::write_batch() {
  if (survivors_.empty()) return;
  write_records();
  file_.add({.type = io::SectionType::sketches, .id = batches_}, sketches_.view());
  file_.add({.type = io::SectionType::survivors, .id = batches_}, survivors_.view());
  file_.add({.type = io::SectionType::ids, .id = batches_}, ids_.bytes());
  ++batches_;
  records_ += batch_.size();
  batch_.clear();
  sketches_.clear();
  survivors_.clear();
  ids_.clear();
}

// Counting sort: the records of each partition in the order of documents.
void SketchWriter::write_records() {
  starts_.assign(config_.partitions() + size_t{1}, 0);
  for (const BandRecord& record : batch_) ++starts_[record.partition + size_t{1}];
  for (size_t at = 1; at < starts_.size(); ++at) starts_[at] += starts_[at - 1];
  std::vector<uint64_t> next(starts_.begin(), starts_.end() - 1);
  sorted_.clear();
  char* const room = sorted_.grow(batch_.size() * kBandRecordBytes);
  for (const BandRecord& record : batch_) {
    store_band_record(room + next[record.partition]++ * kBandRecordBytes, record.key, record.index);
  }
  for (uint32_t partition = 0; partition < config_.partitions(); ++partition) {
    const uint64_t count = starts_[partition + size_t{1}] - starts_[partition];
    file_.add({.type = io::SectionType::band_records, .id = partition},
              {room + starts_[partition] * kBandRecordBytes, count * kBandRecordBytes});
  }
}

void SketchWriter::finish() {
  write_batch();
  const auto runs = std::as_bytes(lines_.runs());
  file_.add({.type = io::SectionType::lines},
            {reinterpret_cast<const char*>(runs.data()), runs.size()});
  file_.finish({config_.bands, config_.rows, config_.prefix_bits, config_.sketch_bytes, documents_,
                records_, 0, 0});
}

}  // namespace sluice::dedup
