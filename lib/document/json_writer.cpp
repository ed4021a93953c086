#include "document/json_writer.h"

#include <charconv>
#include <cmath>

#include "document/escapes.h"

namespace sluice {
namespace {

template <class Number>
void append_digits(Buffer& out, Number value) {
  constexpr size_t kLongest = 32;  // 20 digits of a whole number, 24 characters of a double
  const size_t before = out.size();
  char* room = out.grow(kLongest);
  const char* end = std::to_chars(room, room + kLongest, value).ptr;
  out.truncate(before + static_cast<size_t>(end - room));
}

}  // namespace

void append_json_string(Buffer& out, std::string_view text) {
  out.push_back('"');
  append_escaped(out, text);
  out.push_back('"');
}

void append_json_number(Buffer& out, uint64_t value) { append_digits(out, value); }
void append_json_number(Buffer& out, int64_t value) { append_digits(out, value); }
void append_json_number(Buffer& out, double value) {
  if (std::isfinite(value)) {
    append_digits(out, value);
  } else {
    out.append("null");
  }
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_json_string(out_, name);
  out_.append(indent_ > 0 ? ": " : ":");
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::string(std::string_view value) {
  separate();
  append_json_string(out_, value);
  return *this;
}

JsonWriter& JsonWriter::number(uint64_t value) {
  separate();
  append_json_number(out_, value);
  return *this;
}

JsonWriter& JsonWriter::number(int64_t value) {
  separate();
  append_json_number(out_, value);
  return *this;
}

JsonWriter& JsonWriter::number(double value) {
  separate();
  append_json_number(out_, value);
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_.append(json);
  return *this;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_.push_back(bracket);
  filled_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  const bool filled = filled_.back();
  filled_.pop_back();
  if (filled) new_line();
  out_.push_back(bracket);
  return *this;
}

void JsonWriter::separate() {
  if (!after_key_ && !filled_.empty()) {
    if (filled_.back()) out_.push_back(',');
    filled_.back() = true;
    new_line();
  }
  after_key_ = false;
}

void JsonWriter::new_line() {
  if (indent_ == 0) return;
  out_.push_back('\n');
  for (size_t i = 0; i < filled_.size() * static_cast<size_t>(indent_); ++i) out_.push_back(' ');
}

}  // namespace sluice
