// JSON text, written piece by piece: documents that a tool makes anew, stats files, reports.
//
//   JsonWriter json(out);
//   json.begin_object();
//   json.key("id").string("<urn:uuid:…>");
//   json.key("metadata").begin_object().key("score").number(0.98).end_object();
//   json.end_object();
//
// Commas and quotes are the writer's; order is the caller's; the same calls give the same bytes everywhere.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/buffer.h"

namespace sluice {

// Appends `text` between quotes, escaped as JSON wants it and no further: \" \\ \b \f \n \r \t, \u00XX for
// other control characters; all else as it is (UTF-8). `text` must be valid UTF-8.
void append_json_string(Buffer& out, std::string_view text);

class JsonWriter {
 public:
  // `indent`: 0 for one line, else spaces a level.
  explicit JsonWriter(Buffer& out, int indent = 0);

  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  JsonWriter& string(std::string_view value);
  JsonWriter& number(uint64_t value);
  JsonWriter& number(int64_t value);
  JsonWriter& number(double value);  // shortest spelling; null if not finite
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  JsonWriter& raw(std::string_view json);  // a value that is JSON already
};

}  // namespace sluice
