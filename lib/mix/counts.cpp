#include "mix/counts.h"

#include <cstring>
#include <span>
#include <utility>

#include "base/error.h"

namespace sluice::mix {
namespace {

constexpr size_t kMostWaiting = (size_t{8} << 20) / sizeof(SortRecord);

}  // namespace

CountWriter::CountWriter(io::OutputFile& out, std::string_view digest, size_t sources)
    : file_(out, io::StageKind::mix_counts, digest), blocks_(sources) {}

void CountWriter::add(uint32_t source, const Counted& document) {
  blocks_[source].push_back({document.id, document.tokens << 16 | document.copies});
  ++documents_;
  if (++waiting_ == kMostWaiting) write_blocks();
}

void CountWriter::write_blocks() {
  for (uint32_t source = 0; source < blocks_.size(); ++source) {
    const auto bytes = std::as_bytes(std::span(blocks_[source]));
    file_.add({.type = io::SectionType::records, .id = source},
              {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    blocks_[source].clear();
  }
  waiting_ = 0;
}

void CountWriter::finish(uint64_t tokenizer) {
  write_blocks();
  file_.finish({documents_, blocks_.size(), tokenizer});
}

CountFile::CountFile(const std::string& path, std::string_view digest) : file_(path) {
  check(digest);
}

CountFile::CountFile(std::string_view bytes, std::string name, std::string_view digest)
    : file_(bytes, std::move(name)) {
  check(digest);
}

void CountFile::check(std::string_view digest) const {
  file_.require(io::StageKind::mix_counts, digest);
  uint64_t bytes = 0;
  for (const io::StageSection& section : file_.sections(io::SectionType::records)) {
    if (section.bytes % sizeof(SortRecord) != 0) file_.refuse(section, "holds part of a record");
    bytes += section.bytes;
  }
  if (bytes / sizeof(SortRecord) != documents()) {
    throw IoError(file_.name(), "holds other documents than its head says");
  }
}

std::vector<SortRecord> CountFile::block(const io::StageSection& section) const {
  const std::string_view bytes = file_.read(section);
  std::vector<SortRecord> records(bytes.size() / sizeof(SortRecord));
  if (!bytes.empty()) std::memcpy(records.data(), bytes.data(), bytes.size());
  return records;
}

}  // namespace sluice::mix
