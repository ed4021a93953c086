// Sorts more records than memory holds: sorted runs in a file without a name, merged when read.
//
//   ExternalSort<SortRecord> sort({.memory = 256 << 20, .folder = "/var/tmp"});
//   for (…) sort.add(record);
//   sort.seal();                               // no more
//   auto reader = sort.reader();               // from the first on; there may be several
//   for (SortRecord record; reader.next(record);) …
//
// What fits in memory never touches the disk, and no file is made. Records are anything that can be
// copied byte by byte and compared by <; equal records must be the same bytes, so that the order is
// one. With `distinct` each record is given once.
//
// Memory: `memory` bytes while records are added; once sealed, the records themselves if they fit
// in half of it, else the readers' blocks (together `memory`, for up to kReaders readers at a
// time). Disk: the records' bytes; twice that if there are so many runs that they are merged in
// two steps (memory / 128 KiB, at least 2, are merged at a time).
//
// Not thread-safe; a sealed one may be read by several threads if it did not spill.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/large_pages.h"
#include "base/record_sort.h"
#include "io/spill_file.h"

namespace sluice::io {

struct SortOptions {
  size_t memory = size_t{256} << 20;  // bytes
  std::string folder = ".";           // for what does not fit
  bool distinct = false;
};

template <class Record>
class ExternalSort {
  static_assert(std::is_trivially_copyable_v<Record>);
  // The radix sort takes as much room again.
  static constexpr bool kRadix = std::is_same_v<Record, SortRecord>;
  struct Run {
    uint64_t offset;  // in the file
    uint64_t records;
  };

 public:
  static constexpr size_t kReaders = 2;

  explicit ExternalSort(SortOptions options)
      : options_(std::move(options)),
        capacity_(std::max<size_t>(options_.memory / sizeof(Record) / (kRadix ? 2 : 1), 2)) {}
  ExternalSort(ExternalSort&&) noexcept = default;

  void add(const Record& record) { add(std::span<const Record>(&record, 1)); }
  void add(std::span<const Record> records);
  void seal();

  uint64_t added() const { return added_; }
  // How much lies on disk.
  uint64_t spilled_bytes() const { return file_ ? file_->size() : 0; }
  size_t runs() const { return runs_.size(); }

  class Reader;
  // Of a sealed one, which must outlive it and stay where it is.
  Reader reader() const { return Reader(*this, runs_, block_records(runs_.size())); }

 private:
  // Given back to the system when it is freed, which the heap does not promise.
  using Memory = ZeroedTable<Record>;

  std::span<Record> in_memory() { return {memory_ ? &(*memory_)[0] : nullptr, filled_}; }
  size_t fan_in() const { return std::max<size_t>(options_.memory / kReaders / kBlockBytes, 2); }
  size_t block_records(size_t runs) const {
    const size_t share = options_.memory / kReaders / std::max<size_t>(runs, 1);
    return std::max<size_t>(share / sizeof(Record), 1);
  }
  void sort_memory();
  void spill();
  void append_run(SpillFile& file, std::span<const Record> records) const;
  void merge_groups();

  static constexpr size_t kBlockBytes = size_t{64} << 10;

  SortOptions options_;
  size_t capacity_;
  uint64_t added_ = 0;
  std::optional<Memory> memory_;
  std::optional<Memory> scratch_;
  size_t filled_ = 0;  // records in memory
  std::optional<SpillFile> file_;
  std::vector<Run> runs_;
};

// The records in ascending order.
template <class Record>
class ExternalSort<Record>::Reader {
 public:
  Reader(Reader&&) noexcept = default;

  // False when there are no more.
  bool next(Record& record);

 private:
  friend class ExternalSort;

  // A run's records that are in memory, and where the others lie.
  struct Cursor {
    Record* block;  // of block_records_
    size_t at;
    size_t end;
    Run rest;

    const Record& record() const { return block[at]; }
  };
  // For a heap whose top is the smallest.
  struct Later {
    bool operator()(const Cursor* one, const Cursor* other) const {
      return other->record() < one->record();
    }
  };

  Reader(const ExternalSort& sort, std::span<const Run> runs, size_t block_records);
  bool advance(Cursor& cursor) const;
  bool merge_next(Record& record);

  const ExternalSort* sort_;
  size_t block_records_;
  size_t at_ = 0;  // in memory
  std::optional<Memory> blocks_;
  std::vector<Cursor> cursors_;     // of runs
  std::vector<Cursor*> heap_;       // those that have a record
  std::optional<Record> previous_;  // of distinct ones
};

template <class Record>
void ExternalSort<Record>::add(std::span<const Record> records) {
  added_ += records.size();
  while (!records.empty()) {
    if (!memory_) memory_.emplace(capacity_);
    const size_t count = std::min(records.size(), capacity_ - filled_);
    std::copy_n(records.begin(), count, &(*memory_)[filled_]);
    filled_ += count;
    records = records.subspan(count);
    if (filled_ < capacity_) continue;
    sort_memory();
    // What repetitions filled is not worth a run.
    if (!options_.distinct || filled_ > capacity_ / 2) spill();
  }
}

template <class Record>
void ExternalSort<Record>::seal() {
  sort_memory();
  scratch_.reset();
  if (!file_) return;
  spill();
  memory_.reset();
  while (runs_.size() > fan_in()) merge_groups();
}

template <class Record>
void ExternalSort<Record>::sort_memory() {
  const std::span<Record> records = in_memory();
  if (records.empty()) return;
  if constexpr (kRadix) {
    if (!scratch_) scratch_.emplace(capacity_);
    sort_records(records, {&(*scratch_)[0], capacity_});
  } else {
    std::sort(records.begin(), records.end());
  }
  if (!options_.distinct) return;
  filled_ = static_cast<size_t>(std::unique(records.begin(), records.end()) - records.begin());
}

template <class Record>
void ExternalSort<Record>::spill() {
  if (filled_ == 0) return;
  if (!file_) file_.emplace(options_.folder);
  runs_.push_back({.offset = file_->size(), .records = filled_});
  append_run(*file_, in_memory());
  filled_ = 0;
}

template <class Record>
void ExternalSort<Record>::append_run(SpillFile& file, std::span<const Record> records) const {
  const auto bytes = std::as_bytes(records);
  file.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// Makes one run of each fan_in() ones, in a new file.
template <class Record>
void ExternalSort<Record>::merge_groups() {
  SpillFile merged(options_.folder);
  std::vector<Run> merged_runs;
  const size_t group = fan_in();
  std::vector<Record> block;
  block.reserve(std::max<size_t>(kBlockBytes / sizeof(Record), 1));
  for (size_t first = 0; first < runs_.size(); first += group) {
    const auto runs = std::span(runs_).subspan(first, std::min(group, runs_.size() - first));
    Run run{.offset = merged.size(), .records = 0};
    Reader reader(*this, runs, block_records(group));
    for (Record record; reader.next(record);) {
      ++run.records;
      block.push_back(record);
      if (block.size() < block.capacity()) continue;
      append_run(merged, block);
      block.clear();
    }
    append_run(merged, block);
    block.clear();
    merged_runs.push_back(run);
  }
  file_.emplace(std::move(merged));
  runs_ = std::move(merged_runs);
}

template <class Record>
ExternalSort<Record>::Reader::Reader(const ExternalSort& sort, std::span<const Run> runs,
                                     size_t block_records)
    : sort_(&sort), block_records_(block_records) {
  if (runs.empty()) return;
  blocks_.emplace(block_records_ * runs.size());
  cursors_.reserve(runs.size());
  for (const Run& run : runs) {
    Record* const block = &(*blocks_)[block_records_ * cursors_.size()];
    Cursor& cursor = cursors_.emplace_back(Cursor{.block = block, .at = 0, .end = 0, .rest = run});
    if (advance(cursor)) heap_.push_back(&cursor);
  }
  std::make_heap(heap_.begin(), heap_.end(), Later{});
}

// To the cursor's next record; false if there is none.
template <class Record>
bool ExternalSort<Record>::Reader::advance(Cursor& cursor) const {
  if (cursor.at + 1 < cursor.end) {
    ++cursor.at;
    return true;
  }
  const auto count = static_cast<size_t>(std::min<uint64_t>(block_records_, cursor.rest.records));
  cursor.at = 0;
  cursor.end = count;
  if (count == 0) return false;
  const size_t bytes = count * sizeof(Record);
  sort_->file_->read(cursor.rest.offset, {reinterpret_cast<char*>(cursor.block), bytes});
  cursor.rest.offset += bytes;
  cursor.rest.records -= count;
  return true;
}

template <class Record>
bool ExternalSort<Record>::Reader::merge_next(Record& record) {
  if (heap_.empty()) return false;
  record = heap_.front()->record();
  std::pop_heap(heap_.begin(), heap_.end(), Later{});
  if (advance(*heap_.back())) {
    std::push_heap(heap_.begin(), heap_.end(), Later{});
  } else {
    heap_.pop_back();
  }
  return true;
}

template <class Record>
bool ExternalSort<Record>::Reader::next(Record& record) {
  if (!sort_->file_) {  // sorted and distinct in memory
    if (at_ == sort_->filled_) return false;
    record = (*sort_->memory_)[at_++];
    return true;
  }
  while (merge_next(record)) {
    if (!sort_->options_.distinct) return true;
    if (previous_ == record) continue;
    previous_ = record;
    return true;
  }
  return false;
}

}  // namespace sluice::io
