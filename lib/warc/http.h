// HTTP messages as crawlers stored them: start line, header fields, body.
//
// A response record of a crawl holds what a server sent, or what the crawler made of it, and so
// anything at all. This parser accepts whatever still tells where the body begins, says what was
// unusual, and never fails: a block that is no HTTP message (a resource record, an ARC record
// without headers, an HTTP/0.9 answer) has no start line, no fields, and is all body.
//
//   const HttpMessage message = parse_http(block);
//   if (message.kind == HttpMessage::Kind::response) …     // message.status, 200
//   message.fields.find("content-type")                     // "text/html; charset=utf-8"
//   for (const HttpField field : message.fields) …          // in order, repeated names too
//
// Everything is a view of the block; nothing is allocated. Time is linear in the size of the
// headers, and of the whole block only where no blank line ends them. Bytes are opaque: names are
// compared without ASCII case, values may be Latin-1, UTF-8 or neither.
//
// Accepted beyond RFC 9112: lines that end in LF; "HTTPX/1.1", "HTTP/2", "ICY"; a missing reason,
// or one glued to the status ("200OK"); a missing or malformed status (which is then 0); blank
// lines before the start line; folded fields; space before the colon; lines without a colon; a
// missing blank line before the body; any other byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "warc/http_notes.h"

namespace sluice::warc {

enum class HttpNote : uint8_t {
  no_http,             // no start line: the block is the body
  odd_start_line,      // understood, but not as RFC 9112 writes it
  missing_status,      // a status line without a three-digit code
  bare_line_feed,      // at least one line of the header ends in LF alone
  folded_field,        // a value goes on in the next line
  line_without_colon,  // among the fields; skipped
  missing_blank_line,  // between header and body, or at the end of a message without a body
  too_many_fields,     // those beyond kMaxHttpFields cannot be found
  too_long_header,     // those beyond kMaxHttpHeaderBytes cannot be found
};
// "no_http", "odd_start_line", …
std::string_view to_string(HttpNote note);

inline constexpr size_t kMaxHttpFields = 1'000;
inline constexpr size_t kMaxHttpHeaderBytes = size_t{256} << 10;

struct HttpField {
  std::string_view name;   // as spelled, without space around it
  std::string_view value;  // trimmed; of a folded field with the line ends inside (see unfold())
};

// The fields of a header, found anew by each look-up: a header is short, and most are never asked.
class HttpFields {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = HttpField;
    using difference_type = std::ptrdiff_t;
    using pointer = const HttpField*;
    using reference = const HttpField&;

    Iterator() = default;
    explicit Iterator(std::string_view lines) : rest_(lines) { advance(); }
    reference operator*() const { return field_; }
    pointer operator->() const { return &field_; }
    Iterator& operator++() {
      advance();
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      advance();
      return before;
    }
    bool operator==(const Iterator& other) const {
      return field_.name.data() == other.field_.name.data();
    }

   private:
    void advance();

    std::string_view rest_;
    HttpField field_;  // its name is null at the end
  };

  HttpFields() = default;
  // `lines`: the header without start line and blank line.
  explicit HttpFields(std::string_view lines) : lines_(lines) {}

  Iterator begin() const { return Iterator(lines_); }
  Iterator end() const { return Iterator(); }

  // The first field of this name, compared without case; nothing if there is none. An empty value
  // is a value.
  std::optional<std::string_view> find(std::string_view name) const;
  // The last one.
  std::optional<std::string_view> find_last(std::string_view name) const;

  // Calls function(value) for each field of this name, in order.
  template <typename Function>
  void for_each(std::string_view name, Function&& function) const;

  std::string_view text() const { return lines_; }

 private:
  static bool same_name(std::string_view one, std::string_view other);

  std::string_view lines_;
};

struct HttpMessage {
  enum class Kind : uint8_t { none, response, request };

  Kind kind = Kind::none;
  int status = 0;            // 100..999; 0: none (a request, or a status line without one)
  std::string_view version;  // "HTTP/1.1", as spelled
  std::string_view reason;   // "OK"; often empty
  std::string_view method;   // of a request: "GET"
  std::string_view target;   // of a request
  HttpFields fields;
  std::string_view body;  // to the end of the block
  NoteSet<HttpNote> notes;
};

HttpMessage parse_http(std::string_view block);
// HttpMessage::status of the block, read from its start line alone.
int http_status(std::string_view block);

// The value of a folded field as RFC 9112 (section 5.2) reads it: each line end with the space
// around it becomes one space. `scratch` holds the result if it is not the value itself.
std::string_view unfold(std::string_view value, std::string& scratch);

template <typename Function>
void HttpFields::for_each(std::string_view name, Function&& function) const {
  for (const HttpField& field : *this) {
    if (same_name(field.name, name)) function(field.value);
  }
}

}  // namespace sluice::warc
