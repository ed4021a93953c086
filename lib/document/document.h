// A document: one line of JSON Lines, read whole, changed only where asked.
//
//   DocumentReader reader(fields);
//   Document document;
//   if (auto bad = reader.read(line, document)) { count(bad->reason); return; }
//   document.text();                      // a view of the line where it has no escapes
//   document.set(language, "en");         // a splice: every other byte stays as it came
//   document.write(out);                  // the line, without its line end
//
// The reader validates the whole line, every value of it, so what counts as a bad record
// (bad_record.h) does not depend on which fields a tool uses: RFC 8259; strict UTF-8; objects and
// arrays nested at most 64 deep; no key twice in one object; no lone surrogates. A document's views
// are valid until the next read() into it and as long as the line's buffer lives. One reader and
// the documents that it read belong to one thread.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/buffer.h"
#include "document/bad_record.h"
#include "document/fields.h"
#include "document/value.h"

namespace sluice {

class JsonReader;

class Document {
 public:
  Document();
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  // The line as it came, without line end.
  std::string_view line() const;

  // Which line of what is read it is, from 0, blank and bad ones counted; 0 where whoever reads
  // does not say (set_line_number).
  uint64_t line_number() const;
  void set_line_number(uint64_t number);
  // Which of the inputs it was read from, from 0; 0 where whoever reads does not say.
  size_t input() const;
  void set_input(size_t input);

  // The id: a string's content, unescaped, or a number as spelled.
  std::string_view id() const;
  // The text, unescaped, with edits; unescaped on first use. Empty if an edit left no string.
  std::string_view text() const;
  // Its size in bytes, known without unescaping it.
  uint64_t text_bytes() const;

  // A declared field's current value (the edited one after set() or remove()).
  FieldValue field(FieldId field) const;
  // A string field's content, unescaped (valid until the next edit or read); nothing if it is no
  // string.
  std::optional<std::string_view> string(FieldId field) const;
  // A number field as a non-negative whole number; nothing if it is not spelled in digits alone or
  // does not fit.
  std::optional<uint64_t> unsigned_number(FieldId field) const;

  // Edits. A field that is there is replaced in its place; a new one goes behind the last member of
  // its object, several in the order of their first set(); objects on its path that are missing (or
  // null, or no objects at all) are made. The last edit of a field counts; that of a field within
  // it or around it too. Values may be views of this document.
  void set(FieldId field, std::string_view value);  // must be valid UTF-8
  void set(FieldId field, const char* value) { set(field, std::string_view(value)); }
  void set(FieldId field, uint64_t value);
  void set(FieldId field, int64_t value);
  void set(FieldId field, double value);  // shortest spelling; null if not finite
  void set(FieldId field, bool value);
  template <std::integral Number>
  void set(FieldId field, Number value) {
    using Wide = std::conditional_t<std::is_signed_v<Number>, int64_t, uint64_t>;
    set(field, Wide{value});
  }
  // Line ends between its pieces become spaces. Throws std::invalid_argument if it is not one valid
  // value, by the rules for lines: that is a fault of the caller, not of the document.
  void set_json(FieldId field, std::string_view json);
  void set_text(std::string_view text);  // must be valid UTF-8
  void remove(FieldId field);

  // Whether there was any edit, and any of the text.
  bool changed() const;
  bool text_changed() const;
  // How often the text was edited: tells a stage's edit from an earlier one's.
  uint32_t text_edits() const;

  // Appends the line with its edits, without line end.
  void write(Buffer& out) const;

 private:
  friend class DocumentReader;
  struct State;
  std::unique_ptr<State> state_;
};

class DocumentReader {
 public:
  // Fields that are declared later are not seen.
  explicit DocumentReader(const Fields& fields);
  ~DocumentReader();
  DocumentReader(DocumentReader&&) noexcept;
  DocumentReader& operator=(DocumentReader&&) noexcept;

  // Reads one line (without '\n'; a '\r' before it is JSON white space). Nothing behind it is read.
  // Returns nothing and fills `document`, or says why the line is bad; the document is then that
  // line, without fields. No allocation in the usual case. Memory: 4 bytes a byte of the longest
  // line (simdjson's index, touched as far as there are values), up to 16 for lines of nothing but
  // keys; what lines over 16 MiB took is given back with the next one.
  std::optional<BadRecord> read(std::string_view line, Document& document);

 private:
  std::shared_ptr<JsonReader> json_;
};

}  // namespace sluice
