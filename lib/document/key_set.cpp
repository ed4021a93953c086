#include "document/key_set.h"

#include <algorithm>
#include <cstring>

namespace sluice {
namespace {

constexpr size_t kCompareAsTheyCome = 24;  // keys of one object

// A few bytes of a key and its length, mixed: no hash to rely on, but it tells most keys apart.
uint32_t fingerprint(std::string_view key) {
  constexpr uint64_t kOdd = 0x9E3779B97F4A7C15;
  uint64_t first = 0;
  uint64_t last = 0;
  if (key.size() >= sizeof(first)) {
    std::memcpy(&first, key.data(), sizeof(first));
    std::memcpy(&last, key.data() + key.size() - sizeof(last), sizeof(last));
  } else {
    for (const char c : key) first = first << 8 | static_cast<unsigned char>(c);
  }
  const uint64_t mixed = (first ^ (last * kOdd) ^ key.size()) * kOdd;
  return static_cast<uint32_t>(mixed >> 32);
}

}  // namespace

bool KeySet::add(size_t object, std::string_view key) {
  const uint32_t print = fingerprint(key);
  if (keys_.size() - object < kCompareAsTheyCome) {
    for (size_t i = object; i < keys_.size(); ++i) {
      if (keys_[i].print == print && keys_[i].bytes() == key) return true;
    }
  }
  keys_.push_back({key.data(), static_cast<uint32_t>(key.size()), print});
  return false;
}

std::optional<std::string_view> KeySet::close(size_t object) {
  const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(object);
  std::optional<std::string_view> twice;
  if (keys_.size() - object > kCompareAsTheyCome) {
    const auto less = [](const Key& a, const Key& b) {
      return a.print != b.print ? a.print < b.print : a.bytes() < b.bytes();
    };
    const auto same = [](const Key& a, const Key& b) {
      return a.print == b.print && a.bytes() == b.bytes();
    };
    std::sort(begin, keys_.end(), less);
    const auto found = std::adjacent_find(begin, keys_.end(), same);
    if (found != keys_.end()) twice = std::next(found)->bytes();
  }
  keys_.resize(object);
  return twice;
}

}  // namespace sluice
