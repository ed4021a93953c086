// Ids of documents that were kept, for telling of which one another is a copy.
//
//   IdStore ids(folder);
//   const uint64_t place = ids.append(document.id());
//   ids.at(place);
//
// They lie in a file without a name (io/spill_file.h), but for the last megabyte: 4 bytes an id
// beside its own. Not thread-safe.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/buffer.h"
#include "io/spill_file.h"

namespace sluice::dedup {

class IdStore {
 public:
  explicit IdStore(const std::string& folder) : file_(folder) {}

  // The place of the next id.
  uint64_t next() const { return file_.size() + block_.size(); }
  uint64_t append(std::string_view id);
  // `place`: what append() returned.
  std::string at(uint64_t place) const;

 private:
  void read(uint64_t offset, std::span<char> into) const;

  io::SpillFile file_;
  Buffer block_;  // behind what is in the file
};

}  // namespace sluice::dedup
