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
  static constexpr size_t kMaxFields = 64;
  static constexpr size_t kMaxComponents = 64;  // of a path: objects are nested no deeper

  struct Keys {
    std::string text_key = "text";
    std::string id_key = "id";
  };

  Fields() : Fields(Keys{}) {}
  // Throws ConfigError on an empty path or path component, if the two keys are one path or one is
  // within the other, or if one is "metadata", which is an object in every document.
  explicit Fields(const Keys& keys);

  // Declares a field and returns its handle; the same path gives the same handle. At most 64
  // fields. Throws ConfigError on an empty path or path component, on a path within the text or the
  // id, which are no objects, and beyond the limits above.
  FieldId add(std::string_view path);

  // A line without a text is a document too, for tools that give it one; its text is empty until it
  // is set.
  void make_text_optional() { text_required_ = false; }

  FieldId id() const { return FieldId{0}; }
  FieldId text() const { return FieldId{1}; }
  bool text_required() const { return text_required_; }
  const std::string& path(FieldId field) const { return paths_[field.index]; }
  size_t size() const { return paths_.size(); }

  // The paths as a tree, for the reader: node 0 is the document, node 1 is "metadata", and every
  // other node is a member that a declared path leads to or through. Parents come before their
  // children.
  struct Node {
    std::string key;
    uint32_t parent = 0;
    bool declared = false;           // a field itself, not only on the way to one
    std::vector<uint32_t> children;  // nodes
  };
  static constexpr uint32_t kRoot = 0;
  static constexpr uint32_t kMetadata = 1;
  const std::vector<Node>& tree() const { return tree_; }
  uint32_t node(FieldId field) const { return nodes_[field.index]; }

 private:
  uint32_t child(uint32_t parent, std::string_view key);

  bool text_required_ = true;
  std::vector<std::string> paths_;
  std::vector<uint32_t> nodes_;  // by field
  std::vector<Node> tree_;
};

}  // namespace sluice
