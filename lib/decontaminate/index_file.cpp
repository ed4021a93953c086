#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "base/error.h"
#include "decontaminate/index.h"
#include "io/stage_file.h"

namespace sluice::decontaminate {
namespace {

static_assert(std::endian::native == std::endian::little);

// Changes with whatever decides which words and runs an index holds.
constexpr std::string_view kDigest = "evaluation-index/1 anchors=6 boilerplate=8 unicode=15.0";
constexpr size_t kAlignment = 8;  // of sections

// Calls visit(number, table) for each table of an index.
template <class Tables, class Visit>
void for_each_table(Tables& tables, Visit&& visit) {
  visit(0, tables.words);
  visit(1, tables.shared);
  visit(2, tables.runs);
  visit(3, tables.lists);
  visit(4, tables.places);
  visit(5, tables.slots);
  visit(6, tables.filter);
  visit(7, tables.parts);
  visit(8, tables.part_items);
  visit(9, tables.items);
  visit(10, tables.strings);
}

// A file, and what of it does not lie where numbers may lie.
struct OpenIndex {
  explicit OpenIndex(const std::string& path) : file(path) {}
  OpenIndex(std::string_view bytes, std::string name) : file(bytes, std::move(name)) {}

  io::StageFile file;
  std::vector<std::vector<uint64_t>> copies = {};
};

template <class T>
void read_table(OpenIndex& index, uint32_t number, uint64_t count, std::span<const T>& table) {
  if (count == 0) {
    table = {};
    return;
  }
  const auto sections = index.file.sections(io::SectionType::table, number);
  if (sections.size() != 1) {
    throw IoError(index.file.name(), 0, "lacks table " + std::to_string(number));
  }
  const std::string_view bytes = index.file.read(sections.front());
  if (count > bytes.size() / sizeof(T) || bytes.size() - count * sizeof(T) >= kAlignment) {
    index.file.refuse(sections.front(), "does not have the size that the head tells");
  }
  const char* from = bytes.data();
  if (reinterpret_cast<uintptr_t>(from) % alignof(T) != 0) {
    std::vector<uint64_t>& copy = index.copies.emplace_back(bytes.size() / sizeof(uint64_t) + 1);
    std::memcpy(copy.data(), from, bytes.size());
    from = reinterpret_cast<const char*>(copy.data());
  }
  table = {reinterpret_cast<const T*>(from), static_cast<size_t>(count)};
}

EvaluationIndex index_of(std::shared_ptr<OpenIndex> open) {
  const io::StageFile& file = open->file;
  file.require(io::StageKind::evaluation_index, kDigest);
  const io::StageValues& values = file.values();
  // By table: where its length stands. Tables of words have one length.
  constexpr std::array<size_t, 11> kLengths = {0, 0, 0, 1, 2, 3, 4, 5, 6, 7, SIZE_MAX};
  IndexTables tables;
  for_each_table(tables, [&](uint32_t number, auto& table) {
    uint64_t count = 0;
    if (kLengths[number] != SIZE_MAX) {
      count = values[kLengths[number]];
    } else if (const auto found = file.sections(io::SectionType::table, number); !found.empty()) {
      count = found.front().bytes;
    }
    read_table(*open, number, count, table);
  });
  const std::string name = file.name();
  return EvaluationIndex(tables, std::move(open), name);
}

}  // namespace

void write_index(const EvaluationIndex& index, io::OutputFile& out) {
  const IndexTables& tables = index.tables();
  io::StageWriter writer(out, io::StageKind::evaluation_index, kDigest);
  for_each_table(tables, [&](uint32_t number, const auto& table) {
    std::string bytes(reinterpret_cast<const char*>(table.data()), table.size_bytes());
    // The last one is as long as it is; the others are filled up.
    const bool filled = number < 10;
    if (filled) bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment);
    writer.add({.type = io::SectionType::table, .id = number}, bytes);
  });
  writer.finish({tables.words.size(), tables.lists.size(), tables.places.size(),
                 tables.slots.size(), tables.filter.size(), tables.parts.size(),
                 tables.part_items.size(), tables.items.size()});
}

EvaluationIndex open_index(const std::string& path) {
  return index_of(std::make_shared<OpenIndex>(path));
}

EvaluationIndex open_index(std::string_view bytes, const std::string& name) {
  return index_of(std::make_shared<OpenIndex>(bytes, name));
}

}  // namespace sluice::decontaminate
