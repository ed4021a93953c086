// Ids in a section of a stage file: where each ends, u32 by u32, then their bytes. Internal to
// dedup.
//
//   IdList ids;
//   ids.add("\"doc-7\""); … file.add(name, ids.bytes()); ids.clear();
//   id_of(file, section, count, at);                 // O(1)
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "io/stage_file.h"

namespace sluice::dedup {

class IdList {
 public:
  void add(std::string_view id) {
    text_.append(id);
    ends_.push_back(static_cast<uint32_t>(text_.size()));
  }
  size_t size() const { return ends_.size() * sizeof(uint32_t) + text_.size(); }
  // Of the section; valid until the next call.
  std::string_view bytes() {
    all_.clear();
    const std::string_view ends(reinterpret_cast<const char*>(ends_.data()),
                                ends_.size() * sizeof(uint32_t));
    all_.append(ends);
    all_.append(text_.view());
    return all_.view();
  }
  void clear() {
    ends_.clear();
    text_.clear();
  }

 private:
  std::vector<uint32_t> ends_;
  Buffer text_;
  Buffer all_;
};

// The id `at` of `count`, at < count. Throws IoError if the section does not hold it.
inline std::string_view id_of(const io::StageFile& file, const io::StageSection& section,
                              uint64_t count, uint64_t at) {
  const std::string_view bytes = file.read(section);
  const auto end_of = [&](uint64_t number) {
    uint32_t end;
    std::memcpy(&end, bytes.data() + number * sizeof end, sizeof end);
    return uint64_t{end};
  };
  const uint64_t text = count * sizeof(uint32_t);
  if (bytes.size() >= text) {
    const uint64_t begin = at == 0 ? 0 : end_of(at - 1);
    const uint64_t end = end_of(at);
    if (begin <= end && end <= bytes.size() - text) return bytes.substr(text + begin, end - begin);
  }
  file.refuse(section, "does not hold an id a document");
}

}  // namespace sluice::dedup
