#include "io/stage_file.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/buffer.h"
#include "base/error.h"
#include "base/format.h"
#include "io/source.h"

namespace sluice::io {
namespace {

// The first byte is no text, the last one is lost where line ends are converted.
constexpr std::string_view kMagic = "\x93sluice\n";
constexpr size_t kTableEntryBytes = 40;
constexpr size_t kHeadChecksumAt = kStageHeadBytes - sizeof(Hash128);

template <class Number>
void append(Buffer& buffer, Number number) {
  static_assert(std::is_trivially_copyable_v<Number>);
  std::memcpy(buffer.grow(sizeof number), &number, sizeof number);
}

// Takes a number off the front; the caller knows that it is there.
template <class Number>
Number take(std::string_view& bytes) {
  static_assert(std::is_trivially_copyable_v<Number>);
  Number number;
  std::memcpy(&number, bytes.data(), sizeof number);
  bytes.remove_prefix(sizeof number);
  return number;
}

std::string hex(const Hash128& hash) { return hex64(hash.high) + hex64(hash.low); }

}  // namespace

std::string_view name_of(StageKind kind) {
  switch (kind) {
    case StageKind::sketch:
      return "sketch";
    case StageKind::pairs:
      return "pairs";
    case StageKind::edges:
      return "edges";
    case StageKind::clusters:
      return "clusters";
    case StageKind::mix_counts:
      return "counts of a mix";
    case StageKind::mix_choice:
      return "choice of a mix";
    case StageKind::mix_lines:
      return "documents of a mix";
  }
  return "unknown";
}

std::string_view name_of(SectionType type) {
  switch (type) {
    case SectionType::band_records:
      return "band records";
    case SectionType::sketches:
      return "sketches";
    case SectionType::survivors:
      return "survivor records";
    case SectionType::records:
      return "records";
    case SectionType::ids:
      return "ids";
    case SectionType::lines:
      return "numbers of lines";
    case SectionType::mixed:
      return "documents of the mix";
    case SectionType::totals:
      return "totals";
  }
  return "unknown";
}

bool is_stage_file(const std::string& path) {
  const auto source = open_source({.name = path, .command = {}});
  std::string begin(kMagic.size(), '\0');
  size_t read = 0;
  while (read < begin.size()) {
    const size_t count = source->read(begin.data() + read, begin.size() - read);
    if (count == 0) return false;
    read += count;
  }
  return begin == kMagic;
}

StageWriter::StageWriter(OutputFile& out, StageKind kind, std::string_view digest)
    : out_(out), kind_(kind), digest_(digest) {
  if (digest.empty() || digest.size() > kStageDigestBytes) {
    throw ConfigError(out.path() + ": a configuration digest has 1 to 64 characters, not " +
                      std::to_string(digest.size()));
  }
  out_.write(std::string(kStageHeadBytes, '\0'));
}

void StageWriter::add(SectionName name, std::string_view bytes) {
  if (bytes.empty()) return;
  sections_.push_back({.name = name,
                       .offset = out_.bytes_written(),
                       .bytes = bytes.size(),
                       .checksum = hash128(bytes)});
  out_.write(bytes);
}

void StageWriter::finish(const StageValues& values) {
  std::stable_sort(
      sections_.begin(), sections_.end(),
      [](const StageSection& one, const StageSection& other) { return one.name < other.name; });
  Buffer table(sections_.size() * kTableEntryBytes);
  for (const StageSection& section : sections_) {
    append(table, section.name.type);
    append(table, section.name.id);
    append(table, section.offset);
    append(table, section.bytes);
    append(table, section.checksum);
  }
  const uint64_t table_at = out_.bytes_written();
  out_.write(table.view());

  Buffer head(kStageHeadBytes);
  head.append(kMagic);
  append(head, kStageVersion);
  append(head, kind_);
  head.append(digest_);
  head.append(std::string(kStageDigestBytes - digest_.size(), '\0'));
  for (const uint64_t value : values) append(head, value);
  append(head, uint64_t{sections_.size()});
  append(head, table_at);
  append(head, out_.bytes_written());
  append(head, hash128(table.view()));
  append(head, hash128(head.view()));
  out_.overwrite(0, head.view());
}

StageFile::StageFile(const std::string& path) : name_(path), mapped_(path) {
  bytes_ = mapped_->bytes();
  open();
}

StageFile::StageFile(std::string_view bytes, std::string name)
    : name_(std::move(name)), bytes_(bytes) {
  open();
}

void StageFile::open() {
  const size_t magic_bytes = std::min(bytes_.size(), kMagic.size());
  const std::string_view begin = bytes_.substr(0, magic_bytes);
  if (begin == std::string(magic_bytes, '\0') && magic_bytes > 0) {
    throw IoError(name_, 0, "was not finished: its head is missing; make it again");
  }
  if (begin != kMagic.substr(0, magic_bytes)) {
    throw ConfigError(name_ + ": is no stage file");
  }
  if (bytes_.size() < kStageHeadBytes) {
    throw IoError(name_, bytes_.size(),
                  "is cut short: a stage file's head alone has " + std::to_string(kStageHeadBytes) +
                      " bytes");
  }
  std::string_view head = bytes_.substr(kMagic.size(), kStageHeadBytes - kMagic.size());
  const auto version = take<uint32_t>(head);
  if (version != kStageVersion) {
    throw ConfigError(name_ + ": is a stage file of version " + std::to_string(version) +
                      "; this program reads version " + std::to_string(kStageVersion) +
                      ": make it again with this program");
  }
  kind_ = take<StageKind>(head);
  digest_ = head.substr(0, kStageDigestBytes);
  digest_.resize(std::min(digest_.find('\0'), digest_.size()));
  head.remove_prefix(kStageDigestBytes);
  for (uint64_t& value : values_) value = take<uint64_t>(head);
  const auto sections = take<uint64_t>(head);
  const auto table_at = take<uint64_t>(head);
  const auto file_bytes = take<uint64_t>(head);
  const auto table_checksum = take<Hash128>(head);
  checksum_ = take<Hash128>(head);
  if (checksum_ != hash128(bytes_.substr(0, kHeadChecksumAt))) {
    throw IoError(name_, 0, "is damaged: its head does not have its checksum; make it again");
  }
  if (bytes_.size() != file_bytes) {
    throw IoError(name_, bytes_.size(),
                  (bytes_.size() < file_bytes ? "is cut short: it should have "
                                              : "has something behind its end: it should have ") +
                      with_thousands(file_bytes) + " bytes");
  }
  read_table(sections, table_at, table_checksum);
}

void StageFile::read_table(uint64_t count, uint64_t offset, const Hash128& checksum) {
  const bool fits = offset >= kStageHeadBytes && offset <= bytes_.size() &&
                    (bytes_.size() - offset) / kTableEntryBytes == count &&
                    (bytes_.size() - offset) % kTableEntryBytes == 0;
  if (!fits) throw IoError(name_, 0, "is damaged: the table of sections does not end the file");
  std::string_view table = bytes_.substr(offset);
  if (hash128(table) != checksum) {
    throw IoError(name_, offset,
                  "is damaged: the table of sections does not have its checksum; make it again");
  }
  sections_.reserve(count);
  for (uint64_t number = 0; number < count; ++number) {
    StageSection section;
    section.name.type = take<SectionType>(table);
    section.name.id = take<uint32_t>(table);
    section.offset = take<uint64_t>(table);
    section.bytes = take<uint64_t>(table);
    section.checksum = take<Hash128>(table);
    const bool inside = section.offset >= kStageHeadBytes && section.offset <= offset &&
                        section.bytes <= offset - section.offset;
    if (!inside) refuse(section, "lies outside the file");
    if (!sections_.empty() && section.name < sections_.back().name) {
      refuse(section, "is not in its place in the table");
    }
    sections_.push_back(section);
  }
  checked_.resize(count);
}

void StageFile::require(StageKind kind, std::optional<std::string_view> digest) const {
  if (kind_ != kind) {
    throw ConfigError(name_ + ": is a stage file of kind '" + std::string(name_of(kind_)) +
                      "'; one of kind '" + std::string(name_of(kind)) + "' is needed");
  }
  if (digest && digest_ != *digest) {
    throw ConfigError(name_ + ": was made with configuration " + digest_ + ", not with " +
                      std::string(*digest) +
                      ": make both with the same options and of the same inputs");
  }
}

std::span<const StageSection> StageFile::sections(SectionType type, uint32_t id) const {
  const auto [first, end] = std::equal_range(
      sections_.begin(), sections_.end(), StageSection{.name = {.type = type, .id = id}},
      [](const StageSection& one, const StageSection& other) { return one.name < other.name; });
  return {first, end};
}

std::span<const StageSection> StageFile::sections(SectionType type) const {
  const auto [first, end] =
      std::equal_range(sections_.begin(), sections_.end(), StageSection{.name = {.type = type}},
                       [](const StageSection& one, const StageSection& other) {
                         return one.name.type < other.name.type;
                       });
  return {first, end};
}

std::string_view StageFile::read(const StageSection& section) const {
  const std::string_view bytes = bytes_.substr(section.offset, section.bytes);
  const auto number = static_cast<size_t>(&section - sections_.data());
  if (checked_[number]) return bytes;
  const Hash128 found = hash128(bytes);
  if (found != section.checksum) {
    refuse(section, "has checksum " + hex(found) + ", not " + hex(section.checksum) +
                        ": the file is damaged, make it again");
  }
  checked_[number] = true;
  return bytes;
}

void StageFile::copy(const StageSection& section, uint64_t offset, size_t count, char* to) const {
  if (mapped_) {
    mapped_->copy(section.offset + offset, count, to);
  } else {
    std::memcpy(to, bytes_.data() + section.offset + offset, count);
  }
}

void StageFile::refuse(const StageSection& section, std::string_view why) const {
  throw IoError(name_, section.offset,
                "section '" + std::string(name_of(section.name.type)) + "' " +
                    std::to_string(section.name.id) + " (" + with_thousands(section.bytes) +
                    " bytes) " + std::string(why));
}

void StageFile::drop_pages() const {
  if (mapped_) mapped_->drop_pages();
}

}  // namespace sluice::io
