// What is computed from the texts of some documents in one pass over all: lists of numbers, kept on
// disk until they are compared.
//
//   WantedNumbers sets("/var/tmp");
//   sets.want(documents);                              // ascending, each once
//   if (sets.wants(document)) …                        // any thread
//   sets.add(document, shingles); … sets.flush();      // one thread
//   if (sets.has(document)) sets.load(document, room);
//
// Memory: 24 bytes a wanted document. Disk: 8 bytes a number.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "io/spill_file.h"

namespace sluice::dedup {

class WantedNumbers {
 public:
  explicit WantedNumbers(const std::string& folder) : file_(folder) {}

  void want(std::vector<uint64_t> documents) {
    documents_ = std::move(documents);
    places_.assign(documents_.size(), {});
  }
  uint64_t size() const { return documents_.size(); }
  std::span<const uint64_t> documents() const { return documents_; }
  bool wants(uint64_t document) const {
    return std::binary_search(documents_.begin(), documents_.end(), document);
  }

  // Of a document that is wanted, once.
  void add(uint64_t document, std::span<const uint64_t> numbers) {
    places_[rank_of(document)] = {.offset = file_.size() + pending_.size(),
                                  .numbers = numbers.size()};
    const auto bytes = std::as_bytes(numbers);
    pending_.append({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (pending_.size() >= kFlushBytes) flush();
  }
  // Before the first load().
  void flush() {
    file_.append(pending_.view());
    pending_.clear();
  }

  bool has(uint64_t document) const { return places_[rank_of(document)].offset != kMissing; }
  // Replaces `numbers`; of a document that has some.
  void load(uint64_t document, std::vector<uint64_t>& numbers) const {
    const Place& place = places_[rank_of(document)];
    numbers.resize(place.numbers);
    const auto bytes = std::as_writable_bytes(std::span(numbers));
    file_.read(place.offset, {reinterpret_cast<char*>(bytes.data()), bytes.size()});
  }

 private:
  static constexpr uint64_t kMissing = UINT64_MAX;
  static constexpr size_t kFlushBytes = size_t{1} << 20;
  struct Place {
    uint64_t offset = kMissing;
    uint64_t numbers = 0;
  };

  size_t rank_of(uint64_t document) const {
    const auto found = std::lower_bound(documents_.begin(), documents_.end(), document);
    return static_cast<size_t>(found - documents_.begin());
  }

  std::vector<uint64_t> documents_;
  std::vector<Place> places_;
  Buffer pending_;
  io::SpillFile file_;
};

}  // namespace sluice::dedup
