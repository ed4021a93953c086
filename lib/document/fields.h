// The fields that a tool looks at or changes, declared once before any document is read.
//
//   Fields fields({.text_key = "text", .id_key = "id"});
//   const FieldId language = fields.add("metadata.language");
//   …
//   document.set(language, "en");
//
// A path is dotted: "metadata.language" is the member `language` of the object `metadata`. Keys are
// compared unescaped. A literal dot in a key cannot be named.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

struct FieldId {
  uint32_t index = 0;
  friend bool operator==(FieldId, FieldId) = default;
};

class Fields {
 public:
  struct Keys {
    std::string text_key = "text";
    std::string id_key = "id";
  };

  Fields() : Fields(Keys{}) {}
  // Throws ConfigError on an empty path or path component, or if the two keys are one path or one is
  // within the other.
  explicit Fields(const Keys& keys);

  // Declares a field and returns its handle; the same path gives the same handle. At most 64 fields.
  FieldId add(std::string_view path);

  FieldId id() const { return FieldId{0}; }
  FieldId text() const { return FieldId{1}; }
  const std::string& path(FieldId field) const;
  size_t size() const;
};

}  // namespace sluice
