#include "document/structure.h"

#include <simdjson.h>

#include <algorithm>
#include <new>

#include "unicode/utf8.h"

namespace sluice {
namespace {

constexpr size_t kSmallestCapacity = size_t{64} << 10;
// Offsets are 32 bits wide.
constexpr size_t kLongestLine = simdjson::SIMDJSON_MAXSIZE_BYTES - 64;

BadRecord bad(const BadRecordReason& why, size_t offset, std::string detail) {
  return {why.name, offset, std::move(detail)};
}

// What the first stage found wrong, with the offset that it does not give: a byte at a time, since
// it is rare.
BadRecord explain(std::string_view line) {
  if (const size_t at = find_invalid_utf8(line); at != line.size()) {
    return bad(reason::invalid_utf8, at, "invalid UTF-8");
  }
  bool in_string = false;
  size_t opened = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '\\') {
      ++at;
    } else if (c == '"') {
      in_string = !in_string;
      opened = at;
    } else if (in_string && static_cast<unsigned char>(c) < 0x20) {
      return bad(reason::bad_json, at, "a raw control character in a string; expected an escape");
    }
  }
  if (in_string) return bad(reason::bad_json, opened, "the string that begins here has no end");
  return bad(reason::bad_json, 0, "expected a JSON value, found nothing");
}

}  // namespace

struct Structure::Parser {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stages;
  size_t capacity = 0;

  void fit(size_t bytes) {
    const bool shrinks = capacity > kKeptBytes && bytes <= kKeptBytes;
    if (stages != nullptr && bytes <= capacity && !shrinks) return;
    capacity = std::max({bytes, kSmallestCapacity, std::min(2 * capacity, kKeptBytes)});
    stages.reset();
    // The second stage is not used, so the depth that it would allow is of no matter.
    const auto error = simdjson::get_active_implementation()->create_dom_parser_implementation(
        capacity, /*max_depth=*/1, stages);
    if (error != simdjson::SUCCESS) {
      capacity = 0;
      throw std::bad_alloc();
    }
  }
};

Structure::Structure() : parser_(std::make_unique<Parser>()) {}
Structure::~Structure() = default;

std::optional<BadRecord> Structure::find(std::string_view line) {
  if (line.size() > kLongestLine)
    return bad(reason::too_long, kLongestLine, "the line is too long");
  if (line.starts_with("\xEF\xBB\xBF")) {
    return bad(reason::byte_order_mark, 0, "a byte order mark; expected '{'");
  }
  parser_->fit(line.size());
  const auto* bytes = reinterpret_cast<const uint8_t*>(line.data());
  const auto error = parser_->stages->stage1(bytes, line.size(), simdjson::stage1_mode::regular);
  if (error != simdjson::SUCCESS) return explain(line);
  return std::nullopt;
}

std::span<const uint32_t> Structure::starts() const {
  return {parser_->stages->structural_indexes.get(), parser_->stages->n_structural_indexes};
}

}  // namespace sluice
