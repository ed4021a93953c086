// What one stage of work leaves for the next: a file of sections, each with a checksum,
// under a head that says what it is of.
//
//   StageWriter writer(out, StageKind::pairs, digest);        // out: an OutputFile
//   writer.add({.type = SectionType::records, .id = block}, bytes);      // as they come
//   writer.finish({documents});                               // the table, and the head
//
//   const StageFile file("shard-7.sketch");                   // mapped, not read
//   file.require(StageKind::sketch, digest);
//   for (const StageSection& section : file.sections(SectionType::band_records, partition)) {
//     use(file.read(section));
//   }
//
// Layout, numbers little-endian: head (kStageHeadBytes), sections, table. The head is written last,
// so that a file that was not finished is told from one that was:
//
//   u8[8] magic, u32 version, u32 kind, u8[64] configuration digest (filled with zeros),
//   u64[8] values of the kind (counts, parameters), u64 sections, u64 offset of the table,
//   u64 bytes of the file, XXH3-128 of the table, XXH3-128 of all of the head before this
//   table: u32 type, u32 id, u64 offset, u64 bytes, XXH3-128 of the bytes; ascending by (type, id),
//   sections of the same ones in the order of writing
//
// What is wrong is told with file, section and byte offset: IoError of what is cut short or
// damaged, ConfigError of what is whole but something else (no stage file, another kind, version or
// configuration). Opening checks head and table; a section is checked when it is first read.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "io/mapped_file.h"
#include "io/output.h"

namespace sluice::io {

enum class StageKind : uint32_t {
  sketch = 1,
  pairs = 2,
  edges = 3,
  clusters = 4,
  mix_counts = 5,
  mix_choice = 6,
  mix_lines = 7,
};
std::string_view name_of(StageKind kind);

inline constexpr uint32_t kStageVersion = 1;
inline constexpr size_t kStageHeadBytes = 200;
inline constexpr size_t kStageDigestBytes = 64;

// Whether a file begins as one. Throws IoError where it cannot be read.
bool is_stage_file(const std::string& path);

// Numbers of the whole file whose meaning the kind gives.
using StageValues = std::array<uint64_t, 8>;

enum class SectionType : uint32_t {
  band_records = 1,  // id: the partition
  sketches = 2,      // id: the batch of documents
  survivors = 3,     // the same
  records = 4,       // id: the block
  ids = 5,           // id: the batch of documents, or the block of records
  lines = 6,         // id: 0
  mixed = 7,         // id: the file of the mix
  totals = 8,        // id: 0
};
std::string_view name_of(SectionType type);

struct SectionName {
  SectionType type{};
  uint32_t id = 0;
  friend auto operator<=>(const SectionName&, const SectionName&) = default;
};

struct StageSection {
  SectionName name;
  uint64_t offset = 0;
  uint64_t bytes = 0;
  Hash128 checksum = {};
};

// Memory: 40 bytes a section.
class StageWriter {
 public:
  // `digest`: of what has to be equal for files to be used together, 1..64 characters. `out`:
  // nothing was written to it; it is neither a stream nor a device, since the head comes last.
  StageWriter(OutputFile& out, StageKind kind, std::string_view digest);

  // Empty sections are left out.
  void add(SectionName name, std::string_view bytes);
  void finish(const StageValues& values);

 private:
  OutputFile& out_;
  StageKind kind_;
  std::string digest_;
  std::vector<StageSection> sections_;
};

// One thread at a time.
class StageFile {
 public:
  explicit StageFile(const std::string& path);
  // Bytes that outlive it; `name` is for messages.
  StageFile(std::string_view bytes, std::string name);

  const std::string& name() const { return name_; }
  StageKind kind() const { return kind_; }
  const std::string& digest() const { return digest_; }
  const StageValues& values() const { return values_; }
  // Of the head, and by the checksums in it and in the table of all that the file holds.
  const Hash128& checksum() const { return checksum_; }

  // Throws ConfigError if it is of another kind, or has another digest (where one is given).
  void require(StageKind kind, std::optional<std::string_view> digest = std::nullopt) const;

  // In the order of writing; none if there are none of this name. All of a type, ordered by id.
  std::span<const StageSection> sections(SectionType type, uint32_t id) const;
  std::span<const StageSection> sections(SectionType type) const;
  // `section` is one of sections(). Throws IoError if its checksum is wrong.
  std::string_view read(const StageSection& section) const;
  // Copies a part of what read() has checked, which lies within the section, and leaves nothing of
  // it resident.
  void copy(const StageSection& section, uint64_t offset, size_t count, char* to) const;
  // Throws IoError that tells why this section cannot be used.
  [[noreturn]] void refuse(const StageSection& section, std::string_view why) const;

  // Takes what was read out of resident memory (MappedFile).
  void drop_pages() const;

 private:
  void open();
  void read_table(uint64_t count, uint64_t offset, const Hash128& checksum);

  std::string name_;
  std::optional<MappedFile> mapped_;
  std::string_view bytes_;
  StageKind kind_{};
  std::string digest_;
  StageValues values_{};
  Hash128 checksum_;
  std::vector<StageSection> sections_;
  mutable std::vector<bool> checked_;
};

}  // namespace sluice::io
