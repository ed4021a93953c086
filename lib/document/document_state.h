// What a Document holds; apart from it so that its reader can fill it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "document/document.h"
#include "document/edits.h"
#include "document/json_reader.h"

namespace sluice {

struct Document::State {
  explicit State(std::shared_ptr<JsonReader> reader)
      : json(std::move(reader)),
        places(json->fields().tree().size()),
        contents(places.size()),
        edits(json->fields().tree()) {}

  // A string's content once it had to be unescaped.
  struct Content {
    Buffer bytes;
    bool is_filled = false;
  };

  // A member's current value, edited or not.
  struct Value {
    FieldValue spelled;
    size_t content_bytes = 0;
  };

  // Begins a new line, without edits; its places are the reader's to fill.
  void begin(std::string_view new_line);

  Value value(uint32_t node) const;
  // The unescaped content of a value that is a string, the spelling of any other.
  std::string_view content(uint32_t node);

  // Both note that there was an edit, and read the line again where members within each other are
  // edited.
  void set(FieldId field, ValueType type, size_t content_bytes);  // to what `spelling` holds
  void remove(FieldId field);

  std::shared_ptr<JsonReader> json;
  std::string_view line;          // as it came
  std::string_view base;          // the line, or `settled`: what `places` and `edits` are about
  std::vector<Place> places;      // by node
  std::vector<Content> contents;  // by node
  Edits edits;
  Buffer spelling;  // of the value that is being set
  bool changed = false;
  uint32_t text_edits = 0;
  uint64_t line_number = 0;
  size_t input = 0;

 private:
  void note_edit(FieldId field);
  bool is_within(uint32_t inner, uint32_t outer) const;
  bool stands_alone(uint32_t node) const;
  void settle();

  Buffer settled_;
  Buffer next_settled_;
};

}  // namespace sluice
