// A document: one line of JSON Lines, read whole, changed only where asked.
//
//   DocumentReader reader(fields);
//   Document document;
//   if (auto bad = reader.read(line, document)) { count(bad->reason); return; }
//   document.text();                      // a view of the line where it has no escapes
//   document.set(language, "en");         // a splice: every other byte of the line stays as it came
//   document.write(out);                  // the line, without its line end
//
// The reader validates the whole line, every value of it, so what counts as a bad record does not depend on
// which fields a tool uses (RFC 8259; strict UTF-8; objects and arrays nested at most 64 deep; no key twice
// in one object; no lone surrogates). A document's views are valid until the next read() into it and as long as the
// line's buffer lives. One reader and one document belong to one thread.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.h"
#include "document/fields.h"

namespace sluice {

// Why a line is no document. `reason` is one of kBadRecordReasons and lives for ever.
struct BadRecord {
  std::string_view reason;  // "invalid_utf8", "bad_json", "missing_text", …
  uint64_t offset = 0;      // bytes from the line's beginning to where the fault was seen
  std::string detail;       // for people: `expected ':' after a key`, `"text" is a number`
};

enum class ValueType : uint8_t { missing, null, boolean, number, string, array, object };

// A value as it is spelled in JSON; `raw` is empty for missing.
struct FieldValue {
  ValueType type = ValueType::missing;
  std::string_view raw;
};

class Document {
 public:
  // The line as it came, without line end.
  std::string_view line() const;

  // The id: a string's content, unescaped, or a number as spelled.
  std::string_view id() const;
  // The text, unescaped, with edits; unescaped on first use.
  std::string_view text() const;
  // Its size in bytes, known without unescaping it.
  uint64_t text_bytes() const;

  // A declared field's current value (the edited one after set() or remove()).
  FieldValue field(FieldId field) const;
  // A string field's content, unescaped (valid until the next edit or read); nothing if it is no string.
  std::optional<std::string_view> string(FieldId field) const;
  // A number field as a non-negative whole number; nothing if it is none or does not fit.
  std::optional<uint64_t> unsigned_number(FieldId field) const;

  // Edits. A field that is there is replaced in its place; a new one goes behind the last member of its
  // object; objects on its path that are missing (or null) are made. The last edit of a field counts.
  void set(FieldId field, std::string_view value);
  void set(FieldId field, const char* value) { set(field, std::string_view(value)); }
  void set(FieldId field, uint64_t value);
  void set(FieldId field, int64_t value);
  void set(FieldId field, double value);  // shortest spelling that reads back the same; must be finite
  void set(FieldId field, bool value);
  void set_json(FieldId field, std::string_view json);  // must be one valid JSON value
  void set_text(std::string_view text);                 // must be valid UTF-8
  void remove(FieldId field);

  bool changed() const;
  bool text_changed() const;

  // Appends the line with its edits, without line end.
  void write(Buffer& out) const;
};

class DocumentReader {
 public:
  explicit DocumentReader(const Fields& fields);
  ~DocumentReader();

  // Reads one line (without '\n'; a '\r' before it is JSON white space). The memory behind the line must be
  // readable for Buffer::kPadding bytes. Returns nothing and fills `document`, or says why the line is bad.
  // No allocation in the usual case. Memory: up to 5 bytes a byte of the longest line (simdjson's index), given
  // back after lines over 16 MiB.
  std::optional<BadRecord> read(std::string_view line, Document& document);
};

}  // namespace sluice
