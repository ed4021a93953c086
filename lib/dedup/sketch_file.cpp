#include "dedup/sketch_file.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "dedup/id_section.h"
#include "dedup/sketch_layout.h"

namespace sluice::dedup {
namespace {

std::string described(const SketchConfig& config) {
  return std::to_string(config.bands) + " bands of " + std::to_string(config.rows) + " rows, " +
         std::to_string(config.prefix_bits) + " prefix bits, sketches of " +
         std::to_string(config.sketch_bytes) + " bytes";
}

}  // namespace

SketchFile::SketchFile(const std::string& path) : file_(path) { read_head(); }

SketchFile::SketchFile(std::string_view bytes, std::string name) : file_(bytes, std::move(name)) {
  read_head();
}

void SketchFile::read_head() {
  file_.require(io::StageKind::sketch);
  const io::StageValues& values = file_.values();
  for (size_t at = 0; at < 4; ++at) {
    if (values[at] > UINT32_MAX) throw IoError(name(), 0, "is damaged: its head makes no sense");
  }
  config_ = {.digest = file_.digest(),
             .bands = static_cast<uint32_t>(values[0]),
             .rows = static_cast<uint32_t>(values[1]),
             .prefix_bits = static_cast<uint32_t>(values[2]),
             .sketch_bytes = static_cast<uint32_t>(values[3])};
  documents_ = values[4];
  records_ = values[5];
  try {
    check(config_);
  } catch (const ConfigError& error) {
    throw IoError(name(), 0, std::string("is damaged: ") + error.what());
  }
  read_batches();
}

// Sizes of sections, so that everything else may rely on them; their bytes are not touched.
void SketchFile::read_batches() {
  const auto survivors = file_.sections(io::SectionType::survivors);
  const auto sketches = file_.sections(io::SectionType::sketches);
  const auto ids = file_.sections(io::SectionType::ids);
  uint64_t documents = 0;
  for (size_t number = 0; number < survivors.size(); ++number) {
    const io::StageSection& section = survivors[number];
    const uint64_t count = section.bytes / sizeof(Survivor);
    if (count == 0 || section.bytes % sizeof(Survivor) != 0) {
      file_.refuse(section, "does not hold whole survivor records");
    }
    const io::StageSection* sketch = nullptr;
    if (config_.sketch_bytes != 0) {
      if (number >= sketches.size()) file_.refuse(section, "is of documents without sketches");
      sketch = &sketches[number];
      if (sketch->bytes % config_.sketch_bytes != 0 ||
          sketch->bytes / config_.sketch_bytes != count) {
        file_.refuse(*sketch,
                     "does not hold the sketches of " + with_thousands(count) + " documents");
      }
    }
    if (number >= ids.size()) file_.refuse(section, "is of documents without ids");
    batches_.push_back(
        {.first = documents, .survivors = &section, .sketches = sketch, .ids = &ids[number]});
    documents += count;
  }
  uint64_t records = 0;
  for (const io::StageSection& section : file_.sections(io::SectionType::band_records)) {
    if (section.bytes % kBandRecordBytes != 0 || section.name.id >= config_.partitions()) {
      file_.refuse(section, "does not hold whole band records of a partition");
    }
    records += section.bytes / kBandRecordBytes;
  }
  if (documents != documents_ || records != records_) {
    throw IoError(name(), 0,
                  "is damaged: its head tells of " + with_thousands(documents_) +
                      " documents and " + with_thousands(records_) +
                      " band records, its sections hold " + with_thousands(documents) + " and " +
                      with_thousands(records));
  }
}

void SketchFile::require(const SketchConfig& config, std::string_view other) const {
  if (config_ == config) return;
  if (config_.digest != config.digest) {
    throw ConfigError(name() + ": was made with configuration " + config_.digest + ", and " +
                      std::string(other) + " with " + config.digest +
                      ": sketch both with the same options");
  }
  throw ConfigError(name() + ": has " + described(config_) + ", and " + std::string(other) + " " +
                    described(config) + ": sketch both with the same options");
}

uint64_t SketchFile::partition_records(uint32_t partition) const {
  uint64_t bytes = 0;
  for (const io::StageSection& section : file_.sections(io::SectionType::band_records, partition)) {
    bytes += section.bytes;
  }
  return bytes / kBandRecordBytes;
}

void SketchFile::append_partition(uint32_t partition, uint64_t base,
                                  std::vector<SortRecord>& records) const {
  const uint32_t prefix = partition & ((1U << config_.prefix_bits) - 1);
  uint64_t least = 0;  // index that may come next
  for (const io::StageSection& section : file_.sections(io::SectionType::band_records, partition)) {
    const std::string_view bytes = file_.read(section);
    for (size_t at = 0; at < bytes.size(); at += kBandRecordBytes) {
      SortRecord record = load_band_record(bytes.data() + at);
      const uint64_t found = (record.key >> 48) >> (8 - config_.prefix_bits);
      if (record.value < least || record.value >= documents_ || found != prefix) {
        file_.refuse(section, "holds a band record out of place, " + with_thousands(uint64_t{at}) +
                                  " bytes in: the file is damaged, make it again");
      }
      least = record.value + 1;
      record.value += base;
      records.push_back(record);
    }
  }
}

const SketchFile::Batch& SketchFile::batch_of(uint64_t index) const {
  const auto after =
      std::upper_bound(batches_.begin(), batches_.end(), index,
                       [](uint64_t one, const Batch& batch) { return one < batch.first; });
  return *std::prev(after);
}

Survivor SketchFile::survivor(uint64_t index) const {
  const Batch& batch = batch_of(index);
  Survivor survivor;
  std::memcpy(&survivor,
              file_.read(*batch.survivors).data() + (index - batch.first) * sizeof survivor,
              sizeof survivor);
  return survivor;
}

std::span<const uint8_t> SketchFile::sketch(uint64_t index) const {
  const Batch& batch = batch_of(index);
  if (batch.sketches == nullptr) return {};
  const std::string_view bytes =
      file_.read(*batch.sketches)
          .substr((index - batch.first) * config_.sketch_bytes, config_.sketch_bytes);
  return {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()};
}

std::string_view SketchFile::id(uint64_t index) const {
  const Batch& batch = batch_of(index);
  return id_of(file_, *batch.ids, batch.survivors->bytes / sizeof(Survivor), index - batch.first);
}

LineRuns SketchFile::lines() const {
  std::vector<LineRun> runs;
  for (const io::StageSection& section : file_.sections(io::SectionType::lines)) {
    const std::string_view bytes = file_.read(section);
    if (bytes.size() % sizeof(LineRun) != 0) file_.refuse(section, "does not hold whole stretches");
    const size_t at = runs.size();
    runs.resize(at + bytes.size() / sizeof(LineRun));
    std::memcpy(runs.data() + at, bytes.data(), bytes.size());
  }
  auto lines = LineRuns::of(runs, documents_);
  if (!lines) throw IoError(name(), 0, "is damaged: its numbers of lines make no sense");
  return *std::move(lines);
}

}  // namespace sluice::dedup
