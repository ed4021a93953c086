// Values of attributes as HTML reads them: tokens, numbers, inline style. Internal to extract.
//
//   const InlineStyle style = parse_inline_style("display: none; color: red");   // style.hidden
//   has_token("btn katex-html", "katex-html")                                    // true
//   parse_number(" 12px")                                                        // 12
//
// ASCII case does not matter in style, and does in tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ascii.h"

namespace sluice::extract {

struct InlineStyle {
  bool hidden = false;    // display: none; visibility: hidden or collapse
  bool block = false;     // display: block, flex, grid, table, list-item, flow-root
  bool pre = false;       // white-space: pre, break-spaces
  bool pre_line = false;  // white-space: pre-line, pre-wrap
};
InlineStyle parse_inline_style(std::string_view style);

// Among tokens parted by ASCII white space.
bool has_token(std::string_view tokens, std::string_view token);

// The first token that begins so, or an empty view.
std::string_view token_beginning(std::string_view tokens, std::string_view beginning);

// As HTML's rules for parsing non-negative integers: leading white space, digits, anything. Numbers
// above a milliard count as a milliard.
std::optional<uint32_t> parse_number(std::string_view value);

bool contains_ignoring_case(std::string_view text, std::string_view part);

std::string_view trim(std::string_view text);  // ASCII white space

}  // namespace sluice::extract
