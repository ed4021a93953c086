// JSON text, written piece by piece: documents that a tool makes anew, stats files, reports.
//
//   JsonWriter json(out);
//   json.begin_object();
//   json.key("id").string("<urn:uuid:…>");
//   json.key("metadata").begin_object().key("score").number(0.98).end_object();
//   json.end_object();
//
// Commas and quotes are the writer's; order is the caller's; the same calls give the same bytes
// everywhere.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/buffer.h"

namespace sluice {

// Appends `text` between quotes, escaped as JSON wants it and no further: \" \\ \b \f \n \r \t,
// \u00XX for other control characters; all else as it is (UTF-8). `text` must be valid UTF-8.
void append_json_string(Buffer& out, std::string_view text);

// Appends a number: whole ones in digits, others in the shortest spelling that reads back the same;
// null if it is not finite.
void append_json_number(Buffer& out, uint64_t value);
void append_json_number(Buffer& out, int64_t value);
void append_json_number(Buffer& out, double value);

class JsonWriter {
 public:
  // `indent`: 0 for one line, else spaces a level.
  explicit JsonWriter(Buffer& out, int indent = 0) : out_(out), indent_(indent) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view value);
  JsonWriter& number(uint64_t value);
  JsonWriter& number(int64_t value);
  JsonWriter& number(double value);  // shortest spelling; null if not finite
  template <std::integral Number>
  JsonWriter& number(Number value);
  JsonWriter& boolean(bool value) { return raw(value ? "true" : "false"); }
  JsonWriter& null() { return raw("null"); }
  JsonWriter& raw(std::string_view json);  // a value that is JSON already

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  // What stands between the last piece and the next member or element.
  void separate();
  void new_line();

  Buffer& out_;
  int indent_;
  bool after_key_ = false;
  std::vector<bool> filled_;  // by open object or array: whether it has a member yet
};

template <std::integral Number>
JsonWriter& JsonWriter::number(Number value) {
  using Wide = std::conditional_t<std::is_signed_v<Number>, int64_t, uint64_t>;
  return number(Wide{value});
}

}  // namespace sluice
