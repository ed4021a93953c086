#include "dedup/id_store.h"

#include <cstring>

namespace sluice::dedup {
namespace {

constexpr size_t kBlockBytes = size_t{1} << 20;

}  // namespace

uint64_t IdStore::append(std::string_view id) {
  if (block_.size() >= kBlockBytes) {
    file_.append(block_.view());
    block_.clear();
  }
  const uint64_t place = next();
  const auto size = static_cast<uint32_t>(id.size());
  std::memcpy(block_.grow(sizeof size), &size, sizeof size);
  block_.append(id);
  return place;
}

std::string IdStore::at(uint64_t place) const {
  uint32_t size;
  char head[sizeof size];
  read(place, head);
  std::memcpy(&size, head, sizeof size);
  std::string id(size, '\0');
  read(place + sizeof size, id);
  return id;
}

// A block is written whole, so that nothing lies partly in the file.
void IdStore::read(uint64_t offset, std::span<char> into) const {
  if (into.empty()) return;
  if (offset < file_.size()) return file_.read(offset, into);
  std::memcpy(into.data(), block_.data() + (offset - file_.size()), into.size());
}

}  // namespace sluice::dedup
