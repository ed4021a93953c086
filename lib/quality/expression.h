// Regular expressions of rule files: RE2's (https://github.com/google/re2/wiki/Syntax) but for \C,
// which matches single bytes, so that what it cuts out of a text leaves no UTF-8.
//
//   const auto expression = compile_expression("\\d+");       // throws ConfigError
//   replace_all("a1b22", *expression, "<\\0>", out);          // 2; "a<1>b<22>" is appended
//
// Expressions are quiet, immutable and shared by threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/toml_records.h"

namespace re2 {
class RE2;
}

namespace sluice::quality {

// Throws ConfigError that says what is wrong.
std::shared_ptr<const re2::RE2> compile_expression(std::string_view expression);
// That of a key, told of file and line; null if it is not there.
std::shared_ptr<const re2::RE2> expression_at(Record& record, std::string_view key);

// Appends the text with every match replaced to `out`: from left to right, none over another, none
// empty one behind another match or within a character. `with` has been checked for the expression
// (RE2::CheckRewriteString). Returns how many there were.
uint64_t replace_all(std::string_view text, const re2::RE2& expression, std::string_view with,
                     std::string& out);

}  // namespace sluice::quality
