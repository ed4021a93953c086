// The edits of one line that wait to be written, and the writing: every byte outside edited members
// is copied as it stands.
//
//   edits.set(node, ValueType::string, "\"en\"", 2);
//   edits.remove(other);
//   edits.write(line, places, out);
//
// Edits are kept for leaves of the tree of wanted members only: whoever edits a member that has
// others within it writes the line and reads it again (Document does), so no two edits concern the
// same bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "document/fields.h"
#include "document/json_reader.h"

namespace sluice {

struct Edit {
  enum class Kind : uint8_t { none, set, removed };
  Kind kind = Kind::none;
  ValueType type = ValueType::missing;
  uint32_t order = 0;  // of its first set() among those of the line
  size_t begin = 0;    // of its spelling, which Edits keeps
  size_t size = 0;
  size_t content_bytes = 0;  // strings: size unescaped
};

class Edits {
 public:
  explicit Edits(const std::vector<Fields::Node>& tree) : tree_(tree), edits_(tree.size()) {}

  bool empty() const { return count_ == 0; }
  const Edit& of(uint32_t node) const { return edits_[node]; }
  std::string_view spelling(const Edit& edit) const {
    return spellings_.view().substr(edit.begin, edit.size);
  }

  void set(uint32_t node, ValueType type, std::string_view spelling, size_t content_bytes);
  // `present`: whether the member is in the line; if not, an earlier set() is taken back.
  void remove(uint32_t node, bool present);
  // Forgets the edits of a node and of all within it.
  void forget(uint32_t node);
  void clear();

  // Appends `line`, in which the members stand at `places`, with the edits.
  void write(std::string_view line, std::span<const Place> places, Buffer& out) const;

 private:
  const std::vector<Fields::Node>& tree_;
  std::vector<Edit> edits_;  // by node
  Buffer spellings_;
  size_t count_ = 0;  // edits that are not none
  uint32_t orders_ = 0;
};

}  // namespace sluice
