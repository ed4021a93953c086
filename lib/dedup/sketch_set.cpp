#include "dedup/sketch_set.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"

namespace sluice::dedup {
namespace {

// Records that are handed on at a time, so that 10,000 small shards do not make 10,000 calls.
constexpr size_t kRecordsAtATime = size_t{1} << 14;
// What the system maps around a byte that is touched.
constexpr uint64_t kStretchBytes = uint64_t{64} << 10;
// About; longer ones are rare.
constexpr uint64_t kIdBytes = 64;

}  // namespace

SketchSet::SketchSet(std::vector<std::string> paths, const Options& options)
    : paths_(std::move(paths)), options_(options), shards_(paths_.size()) {
  if (paths_.empty()) throw ConfigError("there are no sketch files to link");
  if (options_.references > paths_.size()) {
    throw ConfigError("there are more references than sketch files");
  }
  bases_.reserve(paths_.size() + 1);
  bases_.push_back(0);
  std::string contents = std::to_string(options_.references) + " references";
  for (size_t shard = 0; shard < paths_.size(); ++shard) {
    const auto opened = file(shard);
    if (shard == 0) config_ = opened->config();
    opened->require(config_, paths_.front());
    records_ += opened->records();
    contents += "\n" + hex64(opened->checksum().high) + hex64(opened->checksum().low);
    bases_.push_back(bases_.back() + opened->documents());
    if (bases_.back() >= kMostDocuments) {
      throw ConfigError(opened->name() + ": with it there are more than " +
                        with_thousands(kMostDocuments - 1) + " documents in a run");
    }
  }
  references_ = bases_[options_.references];
  const uint64_t each = config_.sketch_bytes + sizeof(Survivor) + kIdBytes;
  touched_.resize(size() * each / kStretchBytes + 1);
  digest_ = sha256_hex(contents);
}

std::shared_ptr<const SketchFile> SketchSet::file(size_t shard) const {
  if (shards_[shard]) return shards_[shard];
  // Files are read from the first to the last, so what lies behind is needed last.
  for (; mapped_ > 0 && mapped_ >= options_.mapped; oldest_ = (oldest_ + 1) % shards_.size()) {
    if (!shards_[oldest_]) continue;
    shards_[oldest_].reset();
    --mapped_;
  }
  auto opened = std::make_shared<const SketchFile>(paths_[shard]);
  const bool known = shard + 1 < bases_.size();
  if (known && opened->documents() != bases_[shard + 1] - bases_[shard]) {
    throw IoError(paths_[shard], 0, "was replaced while it was in use");
  }
  ++mapped_;
  return shards_[shard] = std::move(opened);
}

size_t SketchSet::shard_of(uint64_t document) const {
  const auto after = std::upper_bound(bases_.begin(), bases_.end(), document);
  return static_cast<size_t>(after - bases_.begin()) - 1;
}

void SketchSet::read_partition(uint32_t partition,
                               const std::function<void(std::span<const SortRecord>)>& use) const {
  std::vector<SortRecord> records;
  for (size_t shard = 0; shard < shards_.size(); ++shard) {
    const auto opened = file(shard);
    opened->append_partition(partition, bases_[shard], records);
    opened->drop_pages();
    if (records.size() < kRecordsAtATime) continue;
    use(records);
    records.clear();
  }
  if (!records.empty()) use(records);
}

void SketchSet::touch(uint64_t place) const {
  const uint64_t stretch = place / kStretchBytes;
  if (touched_[stretch]) return;
  if (touched_count_ * kStretchBytes >= options_.resident) drop_pages();
  touched_[stretch] = true;
  ++touched_count_;
}

Survivor SketchSet::survivor(uint64_t document) const {
  touch(size() * config_.sketch_bytes + document * sizeof(Survivor));
  const size_t shard = shard_of(document);
  return file(shard)->survivor(document - bases_[shard]);
}

std::span<const uint8_t> SketchSet::sketch(uint64_t document) const {
  touch(document * config_.sketch_bytes);
  const size_t shard = shard_of(document);
  auto opened = file(shard);
  const auto bytes = opened->sketch(document - bases_[shard]);
  last_but_one_ = std::exchange(last_, std::move(opened));
  return bytes;
}

std::string_view SketchSet::id(uint64_t document) const {
  touch(size() * (config_.sketch_bytes + sizeof(Survivor)) + document * kIdBytes);
  const size_t shard = shard_of(document);
  last_named_ = file(shard);
  return last_named_->id(document - bases_[shard]);
}

void SketchSet::drop_pages() const {
  touched_.assign(touched_.size(), false);
  touched_count_ = 0;
  for (const auto& opened : shards_) {
    if (opened) opened->drop_pages();
  }
}

}  // namespace sluice::dedup
