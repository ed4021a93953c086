// Why a line is no document: one table of reasons, for readers, counters and the documentation.
//
// When a line has several faults, the reason is the first that applies of: too_long,
// byte_order_mark, invalid_utf8 (anywhere in the line), strings that do not end or hold raw control
// characters (bad_json), the first fault on the way through the line (bad_json, too_deep,
// lone_surrogate, duplicate_key), then those of the table from not_an_object on. It depends neither
// on the fields that a tool uses, other than its --text-key and --id-key, nor on the machine (but
// among several faults, machines for which simdjson has no vector code may name another).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice {

struct BadRecordReason {
  std::string_view name;
  std::string_view meaning;
};

namespace reason {
inline constexpr BadRecordReason too_long = {
    "too_long", "the line is longer than 4 GiB, more than the JSON index can address"};
inline constexpr BadRecordReason byte_order_mark = {
    "byte_order_mark", "the line begins with a UTF-8 byte order mark (EF BB BF)"};
inline constexpr BadRecordReason invalid_utf8 = {
    "invalid_utf8", "a byte of the line is not part of well-formed UTF-8"};
inline constexpr BadRecordReason bad_json = {
    "bad_json", "the line is not one JSON value (RFC 8259), or holds something behind it"};
inline constexpr BadRecordReason too_deep = {"too_deep",
                                             "objects and arrays are nested more than 64 deep"};
inline constexpr BadRecordReason lone_surrogate = {
    "lone_surrogate", "a \\uD800…\\uDFFF escape is not half of a pair, so it is no character"};
inline constexpr BadRecordReason duplicate_key = {"duplicate_key",
                                                  "an object has the same key twice"};
inline constexpr BadRecordReason not_an_object = {"not_an_object",
                                                  "the line is JSON, but no object"};
inline constexpr BadRecordReason missing_text = {"missing_text", "there is no text (--text-key)"};
inline constexpr BadRecordReason bad_text = {"bad_text", "the text is not a string"};
inline constexpr BadRecordReason missing_id = {"missing_id", "there is no id (--id-key)"};
inline constexpr BadRecordReason bad_id = {"bad_id", "the id is neither a string nor a number"};
inline constexpr BadRecordReason bad_metadata = {
    "bad_metadata", "the member \"metadata\" is neither an object nor null"};
}  // namespace reason

// All of them, in the order in which they are looked for.
inline constexpr std::array kBadRecordReasons = {
    reason::too_long,     reason::byte_order_mark, reason::invalid_utf8,  reason::bad_json,
    reason::too_deep,     reason::lone_surrogate,  reason::duplicate_key, reason::not_an_object,
    reason::missing_text, reason::bad_text,        reason::missing_id,    reason::bad_id,
    reason::bad_metadata};

struct BadRecord {
  std::string_view reason;  // the name of one of kBadRecordReasons; lives for ever
  uint64_t offset = 0;      // bytes from the line's beginning to where the fault was seen
  std::string detail;       // for people: `expected ':' after a key`, `"text" is a number`
};

}  // namespace sluice
