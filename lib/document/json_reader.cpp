#include "document/json_reader.h"

#include <algorithm>
#include <cstring>

#include "document/escapes.h"

namespace sluice {
namespace {

constexpr uint32_t kUnwanted = 0xFFFFFFFF;  // no node of the tree

bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* skip_digits(const char* at, const char* end) {
  while (at < end && is_digit(*at)) ++at;
  return at;
}

// The end of the number (RFC 8259, section 6) that begins at `at`, or null.
const char* number_end(const char* at, const char* end) {
  if (at < end && *at == '-') ++at;
  const char* digits = at;
  at = skip_digits(at, end);
  if (at == digits || (*digits == '0' && at > digits + 1)) return nullptr;
  if (at < end && *at == '.') {
    digits = ++at;
    at = skip_digits(at, end);
    if (at == digits) return nullptr;
  }
  if (at < end && (*at == 'e' || *at == 'E')) {
    ++at;
    if (at < end && (*at == '+' || *at == '-')) ++at;
    digits = at;
    at = skip_digits(at, end);
    if (at == digits) return nullptr;
  }
  return at;
}

// One walk through a text whose structure is known, by recursive descent.
class Walk {
 public:
  Walk(std::string_view text, std::span<const uint32_t> starts, const Fields& fields,
       std::span<Place> places, KeySet& keys, Buffer& unescaped_keys)
      : text_(text),
        next_(starts.data()),
        stop_(starts.data() + starts.size()),
        tree_(fields.tree()),
        places_(places),
        keys_(keys),
        unescaped_keys_(unescaped_keys) {}

  // The text's only value; `depth`: of the objects around it.
  bool only_value(uint32_t node, int depth, Place& place) {
    if (!value(node, depth, place)) return false;
    return next_ == stop_ || fail(reason::bad_json, "expected nothing behind the value");
  }

  BadRecord take_fault() { return std::move(fault_); }

 private:
  // The offset at which the next piece begins; the text's size at its end.
  uint32_t here() const { return next_ == stop_ ? static_cast<uint32_t>(text_.size()) : *next_; }
  // Its first byte; NUL, which begins nothing, at the end.
  char peek() const { return next_ == stop_ ? '\0' : text_[*next_]; }

  bool fail(const BadRecordReason& why, std::string_view detail) {
    return fail(why, here(), detail);
  }
  bool fail(const BadRecordReason& why, size_t offset, std::string_view detail) {
    fault_ = {why.name, offset, std::string(detail)};
    return false;
  }

  bool value(uint32_t node, int depth, Place& place);
  bool object(uint32_t node, int depth, Place& place);
  bool member(uint32_t node, int depth, size_t keys, uint32_t ordinal);
  bool array(int depth, Place& place);
  bool string(Place& place);
  bool number(Place& place);
  bool literal(std::string_view spelling, Place& place);

  bool key(size_t keys, std::string_view& content, Place& place);
  bool ends_at(uint32_t end) const { return end == here() || is_json_space(text_[end]); }
  uint32_t child(uint32_t node, std::string_view key) const;
  std::string_view spelled(const Place& string) const {
    return text_.substr(string.begin + 1, string.end - string.begin - 2);
  }

  std::string_view text_;
  const uint32_t* next_;
  const uint32_t* stop_;
  const std::vector<Fields::Node>& tree_;
  std::span<Place> places_;
  KeySet& keys_;
  Buffer& unescaped_keys_;
  BadRecord fault_;
};

bool Walk::value(uint32_t node, int depth, Place& place) {
  place.begin = here();
  switch (peek()) {
    case '{':
      place.type = ValueType::object;
      return object(node, depth + 1, place);
    case '[':
      place.type = ValueType::array;
      return array(depth + 1, place);
    case '"':
      place.type = ValueType::string;
      return string(place);
    case 't':
      place.type = ValueType::boolean;
      return literal("true", place);
    case 'f':
      place.type = ValueType::boolean;
      return literal("false", place);
    case 'n':
      place.type = ValueType::null;
      return literal("null", place);
    default:
      place.type = ValueType::number;
      return number(place);
  }
}

bool Walk::object(uint32_t node, int depth, Place& place) {
  if (depth > JsonReader::kMaxDepth) return fail(reason::too_deep, "nested more than 64 deep");
  ++next_;
  const size_t keys = keys_.open();
  place.members = 0;
  bool more = peek() != '}';
  while (more) {
    if (!member(node, depth, keys, place.members++)) return false;
    more = peek() == ',';
    if (more) ++next_;
  }
  if (peek() != '}') return fail(reason::bad_json, "expected ',' or '}' after a member");
  if (const auto twice = keys_.close(keys)) {
    return fail(reason::duplicate_key, "the key \"" + std::string(*twice) + "\" stands twice");
  }
  place.end = here() + 1;
  ++next_;
  return true;
}

bool Walk::member(uint32_t node, int depth, size_t keys, uint32_t ordinal) {
  if (peek() != '"') return fail(reason::bad_json, "expected a key in double quotes");
  std::string_view content;
  Place place;
  place.key = here();
  place.ordinal = ordinal;
  if (!key(keys, content, place)) return false;
  if (peek() != ':') return fail(reason::bad_json, "expected ':' after a key");
  ++next_;
  const uint32_t wanted = child(node, content);
  if (!value(wanted, depth, place)) return false;
  if (wanted != kUnwanted) places_[wanted] = place;
  return true;
}

bool Walk::key(size_t keys, std::string_view& content, Place& place) {
  place.begin = here();
  if (!string(place)) return false;
  content = spelled(place);
  if (place.content_bytes != content.size()) {
    // All unescaped keys together are shorter than the text, so the buffer does not move.
    unescaped_keys_.reserve(text_.size());
    const size_t before = unescaped_keys_.size();
    unescape(content, place.content_bytes, unescaped_keys_);
    content = unescaped_keys_.view().substr(before);
  }
  if (!keys_.add(keys, content)) return true;
  return fail(reason::duplicate_key, place.begin,
              "the key \"" + std::string(content) + "\" stands twice");
}

bool Walk::array(int depth, Place& place) {
  if (depth > JsonReader::kMaxDepth) return fail(reason::too_deep, "nested more than 64 deep");
  ++next_;
  bool more = peek() != ']';
  while (more) {
    Place element;
    if (!value(kUnwanted, depth, element)) return false;
    more = peek() == ',';
    if (more) ++next_;
  }
  if (peek() != ']') return fail(reason::bad_json, "expected ',' or ']' after an element");
  place.end = here() + 1;
  ++next_;
  return true;
}

bool Walk::string(Place& place) {
  ++next_;
  // The string ends before the next piece, with white space between.
  uint32_t last = here() - 1;
  while (is_json_space(text_[last])) --last;
  if (last == place.begin || text_[last] != '"') {
    return fail(reason::bad_json, place.begin, "the string that begins here has no end");
  }
  place.end = last + 1;
  const std::string_view content = spelled(place);
  constexpr size_t kShort = 64;  // not worth the vectors' set-up
  if (content.size() < kShort && std::memchr(content.data(), '\\', content.size()) == nullptr) {
    place.content_bytes = static_cast<uint32_t>(content.size());
    return true;
  }
  const EscapeScan scan = scan_escapes(content);
  place.content_bytes = static_cast<uint32_t>(scan.content_bytes);
  if (scan.fault == EscapeFault::none) return true;
  const size_t offset = place.begin + 1 + scan.offset;
  if (scan.fault == EscapeFault::lone_surrogate) {
    return fail(reason::lone_surrogate, offset, "half of a surrogate pair");
  }
  return fail(reason::bad_json, offset, "no escape of JSON");
}

bool Walk::number(Place& place) {
  if (peek() != '-' && !is_digit(peek())) return fail(reason::bad_json, "expected a value");
  ++next_;
  const char* end = number_end(text_.data() + place.begin, text_.data() + here());
  if (end != nullptr) place.end = static_cast<uint32_t>(end - text_.data());
  if (end != nullptr && ends_at(place.end)) return true;
  return fail(reason::bad_json, place.begin, "no number of JSON");
}

bool Walk::literal(std::string_view spelling, Place& place) {
  ++next_;
  place.end = place.begin + static_cast<uint32_t>(spelling.size());
  const bool here_it_is = text_.substr(place.begin, spelling.size()) == spelling;
  if (here_it_is && ends_at(place.end)) return true;
  return fail(reason::bad_json, place.begin, "expected true, false or null");
}

uint32_t Walk::child(uint32_t node, std::string_view key) const {
  if (node == kUnwanted) return kUnwanted;
  for (const uint32_t candidate : tree_[node].children) {
    if (tree_[candidate].key == key) return candidate;
  }
  return kUnwanted;
}

}  // namespace

std::optional<BadRecord> JsonReader::read(std::string_view line, std::span<Place> places) {
  std::fill(places.begin(), places.end(), Place{});
  if (auto bad = structure_.find(line)) return bad;
  keys_.clear();
  unescaped_keys_.clear();
  Walk walk(line, structure_.starts(), *fields_, places, keys_, unescaped_keys_);
  const bool good = walk.only_value(Fields::kRoot, /*depth=*/0, places[Fields::kRoot]);
  if (keys_.capacity_bytes() > kKeptBytes) keys_.release();
  if (unescaped_keys_.capacity() > kKeptBytes) unescaped_keys_.release();
  if (good) return std::nullopt;
  return walk.take_fault();
}

std::optional<BadRecord> JsonReader::check(std::string_view json, int depth, Place& place) {
  if (auto bad = structure_.find(json)) return bad;
  keys_.clear();
  unescaped_keys_.clear();
  Walk walk(json, structure_.starts(), *fields_, {}, keys_, unescaped_keys_);
  if (walk.only_value(kUnwanted, depth, place)) return std::nullopt;
  return walk.take_fault();
}

std::optional<std::string> JsonReader::string(std::string_view json) {
  Place place;
  if (check(json, /*depth=*/0, place) || place.type != ValueType::string) return std::nullopt;
  Buffer content;
  unescape(json.substr(place.begin + 1, place.end - place.begin - 2), place.content_bytes, content);
  return std::string(content.view());
}

}  // namespace sluice
