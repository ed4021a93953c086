// The keys of the objects that are open while a line is walked, to find a key that stands twice in
// one.
//
// Keys of objects with few members are compared as they come; those of large objects are sorted
// when the object ends, so that a million keys take O(n log n) however they are chosen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice {

class KeySet {
 public:
  void clear() { keys_.clear(); }

  // Where the keys of an object that begins now will stand; for the other calls.
  size_t open() const { return keys_.size(); }

  // Adds an unescaped key, whose bytes must stay in place until the object is closed. True if it
  // was seen to stand in the object already.
  bool add(size_t object, std::string_view key);

  // Ends the innermost object; the key that stands in it twice, if add() did not tell.
  std::optional<std::string_view> close(size_t object);

  size_t capacity_bytes() const { return keys_.capacity() * sizeof(Key); }
  void release() { std::vector<Key>().swap(keys_); }

 private:
  // Small, since a line may hold a key every few bytes.
  struct Key {
    const char* data;
    uint32_t size;
    uint32_t print;  // differs only if the keys differ

    std::string_view bytes() const { return {data, size}; }
  };

  std::vector<Key> keys_;
};

}  // namespace sluice
