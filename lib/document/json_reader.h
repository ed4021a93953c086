// One JSON text, validated whole, with the places of the wanted members: what DocumentReader is
// made of.
//
//   JsonReader reader(fields);
//   std::vector<Place> places(fields->tree().size());
//   if (auto bad = reader.read(line, places)) return bad;
//   places[fields->node(language)].type          // missing, or the value's span in the line
//
// Every value is visited: strings and keys for their escapes, numbers and literals for their
// spelling, objects for keys that stand twice, all for depth. Nothing behind the text is read.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/buffer.h"
#include "document/bad_record.h"
#include "document/fields.h"
#include "document/key_set.h"
#include "document/structure.h"
#include "document/value.h"

namespace sluice {

// A member as it stands in a line; offsets in bytes from the line's beginning.
struct Place {
  ValueType type = ValueType::missing;
  uint32_t key = 0;            // the quote that opens its key
  uint32_t ordinal = 0;        // of the member in its object, from 0
  uint32_t begin = 0;          // its value
  uint32_t end = 0;            // behind its value
  uint32_t content_bytes = 0;  // strings: size once unescaped
  uint32_t members = 0;        // objects: how many
};

class JsonReader {
 public:
  static constexpr int kMaxDepth = 64;

  explicit JsonReader(std::shared_ptr<const Fields> fields) : fields_(std::move(fields)) {}

  const Fields& fields() const { return *fields_; }

  // `places`: one for each node of the fields' tree; set where the node is in the line, else
  // missing.
  std::optional<BadRecord> read(std::string_view line, std::span<Place> places);

  // Validates a single value that is to stand in an object nested `depth` deep. `place` says what
  // it is.
  std::optional<BadRecord> check(std::string_view json, int depth, Place& place);

  // The content of a JSON string in its quotes; nothing if it is none.
  std::optional<std::string> string(std::string_view json);

 private:
  std::shared_ptr<const Fields> fields_;
  Structure structure_;
  KeySet keys_;
  Buffer unescaped_keys_;
};

}  // namespace sluice
