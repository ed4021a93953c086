// A JSON value as it is spelled, without being taken apart.
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice {

enum class ValueType : uint8_t { missing, null, boolean, number, string, array, object };

// "missing", "null", "a boolean", "a number", "a string", "an array", "an object": for messages.
constexpr std::string_view describe(ValueType type) {
  constexpr std::string_view names[] = {"missing",  "null",     "a boolean", "a number",
                                        "a string", "an array", "an object"};
  return names[static_cast<uint8_t>(type)];
}

// `raw` is empty for missing.
struct FieldValue {
  ValueType type = ValueType::missing;
  std::string_view raw;
};

}  // namespace sluice
