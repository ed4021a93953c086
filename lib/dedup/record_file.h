// Records in a stage file: the pairs of link, the edges of verify, the members of cluster.
//
//   RecordWriter<SortRecord> writer(out, io::StageKind::pairs, digest);   // an io::OutputFile
//   for (…) writer.add(record);                                           // ascending
//   writer.finish();
//
//   const RecordFile<PackedMember> members("clusters.members");
//   members.file().require(io::StageKind::clusters, digest);
//   for (uint64_t at = members.lower_bound(first); at < members.size(); ++at) use(members[at]);
//
// Records are written as their bytes, so they have no padding; in blocks, each of which is checked
// when it is first read. The head's values: records, bytes of a record, records a block, 0 …, the
// last four being the caller's.
//
// Memory: a block of 1 MiB to write; to read, what is mapped. A reader belongs to one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "dedup/id_section.h"
#include "io/stage_file.h"

namespace sluice::dedup {

inline constexpr size_t kRecordBlockBytes = size_t{1} << 20;

// Numbers of the caller's, kept in the head: references, documents of the run, …
using RecordFileNotes = std::array<uint64_t, 4>;

template <class Record>
class RecordWriter {
  static_assert(std::has_unique_object_representations_v<Record>);

 public:
  static constexpr uint64_t kBlockRecords = kRecordBlockBytes / sizeof(Record);

  RecordWriter(io::OutputFile& out, io::StageKind kind, std::string_view digest)
      : file_(out, kind, digest) {}

  // In the order in which they are to be read. With ids either all records come or none.
  void add(const Record& record) {
    block_.push_back(record);
    if (block_.size() == kBlockRecords) write_block();
  }
  void add(const Record& record, std::string_view id) {
    ids_.add(id);
    add(record);
  }
  void finish(const RecordFileNotes& notes = {}) {
    write_block();
    file_.finish(
        {records_, sizeof(Record), kBlockRecords, 0, notes[0], notes[1], notes[2], notes[3]});
  }
  uint64_t records() const { return records_ + block_.size(); }

 private:
  void write_block() {
    const auto bytes = std::as_bytes(std::span(block_));
    file_.add({.type = io::SectionType::records, .id = blocks_},
              {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    file_.add({.type = io::SectionType::ids, .id = blocks_++}, ids_.bytes());
    ids_.clear();
    records_ += block_.size();
    block_.clear();
  }

  io::StageWriter file_;
  std::vector<Record> block_;
  IdList ids_;
  uint64_t records_ = 0;
  uint32_t blocks_ = 0;
};

template <class Record>
class RecordFile {
  static_assert(std::has_unique_object_representations_v<Record>);

 public:
  explicit RecordFile(const std::string& path) : file_(path) { read_head(); }
  // Bytes that outlive it; `name` is for messages.
  RecordFile(std::string_view bytes, std::string name) : file_(bytes, std::move(name)) {
    read_head();
  }

  const io::StageFile& file() const { return file_; }
  uint64_t size() const { return records_; }
  RecordFileNotes notes() const {
    RecordFileNotes notes;
    std::copy_n(file_.values().begin() + 4, notes.size(), notes.begin());
    return notes;
  }
  // at < size().
  Record operator[](uint64_t at) const {
    const std::string_view block = file_.read(blocks_[at / block_records_]);
    Record record;
    std::memcpy(&record, block.data() + at % block_records_ * sizeof record, sizeof record);
    return record;
  }
  // Of a record that came with one; at < size().
  std::string_view id(uint64_t at) const {
    const uint64_t block = at / block_records_;
    const auto ids = file_.sections(io::SectionType::ids, static_cast<uint32_t>(block));
    if (ids.empty()) file_.refuse(blocks_[block], "is of records without ids");
    return id_of(file_, ids.front(), blocks_[block].bytes / sizeof(Record), at % block_records_);
  }
  // The first that is not less; size() if all are. Of ascending records.
  uint64_t lower_bound(const Record& record) const {
    uint64_t first = 0;
    for (uint64_t count = records_; count > 0;) {
      const uint64_t half = count / 2;
      const bool less = (*this)[first + half] < record;
      first += less ? half + 1 : 0;
      count = less ? count - half - 1 : half;
    }
    return first;
  }

 private:
  // So that whatever is read lies where it should.
  void read_head() {
    records_ = file_.values()[0];
    block_records_ = file_.values()[2];
    blocks_ = file_.sections(io::SectionType::records);
    if (file_.values()[1] != sizeof(Record) || block_records_ == 0) {
      throw ConfigError(file_.name() + ": is a stage file of kind '" +
                        std::string(name_of(file_.kind())) +
                        "', which holds other records than are needed");
    }
    uint64_t left = records_;
    for (const io::StageSection& block : blocks_) {
      const uint64_t records = std::min(left, block_records_);
      if (block.bytes / sizeof(Record) != records || block.bytes % sizeof(Record) != 0) {
        file_.refuse(block, "does not hold " + std::to_string(records) + " records");
      }
      left -= records;
    }
    if (left != 0) {
      throw IoError(file_.name(), 0,
                    "is damaged: " + std::to_string(left) + " records are missing");
    }
  }

  io::StageFile file_;
  uint64_t records_ = 0;
  uint64_t block_records_ = 1;
  std::span<const io::StageSection> blocks_;
};

}  // namespace sluice::dedup
