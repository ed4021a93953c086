#include "extract/attributes.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace sluice::extract {
namespace {

// The first word of a declaration's value: "none !important" gives "none".
std::string_view first_word(std::string_view value) {
  value = trim(value);
  const auto end = std::find_if(value.begin(), value.end(),
                                [](char byte) { return is_space(byte) || byte == '!'; });
  return value.substr(0, static_cast<size_t>(end - value.begin()));
}

template <size_t size>
bool is_one_of(std::string_view word, const std::array<std::string_view, size>& words) {
  return std::any_of(words.begin(), words.end(),
                     [word](std::string_view other) { return equals_ignoring_case(word, other); });
}

// The first token that passes, or an empty view.
template <class Test>
std::string_view find_token(std::string_view tokens, Test&& test) {
  for (size_t at = 0; at < tokens.size();) {
    if (is_space(tokens[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < tokens.size() && !is_space(tokens[end])) ++end;
    const std::string_view token = tokens.substr(at, end - at);
    if (test(token)) return token;
    at = end;
  }
  return {};
}

}  // namespace

InlineStyle parse_inline_style(std::string_view style) {
  constexpr std::array<std::string_view, 6> kBlocks = {"block", "flex",      "grid",
                                                       "table", "list-item", "flow-root"};
  constexpr std::array<std::string_view, 2> kUnseen = {"hidden", "collapse"};
  constexpr std::array<std::string_view, 2> kPres = {"pre", "break-spaces"};
  constexpr std::array<std::string_view, 2> kPreLines = {"pre-line", "pre-wrap"};
  InlineStyle result;
  bool undisplayed = false;
  bool unseen = false;
  while (!style.empty()) {
    const size_t end = std::min(style.find(';'), style.size());
    const std::string_view declaration = style.substr(0, end);
    style.remove_prefix(std::min(end + 1, style.size()));
    const size_t colon = declaration.find(':');
    if (colon == std::string_view::npos) continue;
    const std::string_view property = trim(declaration.substr(0, colon));
    const std::string_view word = first_word(declaration.substr(colon + 1));
    if (equals_ignoring_case(property, "display")) {
      undisplayed = equals_ignoring_case(word, "none");
      result.block = is_one_of(word, kBlocks);
    } else if (equals_ignoring_case(property, "visibility")) {
      unseen = is_one_of(word, kUnseen);
    } else if (equals_ignoring_case(property, "white-space")) {
      result.pre = is_one_of(word, kPres);
      result.pre_line = is_one_of(word, kPreLines);
    }
  }
  result.hidden = undisplayed || unseen;
  return result;
}

bool has_token(std::string_view tokens, std::string_view token) {
  return !find_token(tokens, [token](std::string_view other) { return other == token; }).empty();
}

std::string_view token_beginning(std::string_view tokens, std::string_view beginning) {
  return find_token(tokens,
                    [beginning](std::string_view token) { return token.starts_with(beginning); });
}

std::optional<uint32_t> parse_number(std::string_view value) {
  constexpr uint32_t kMost = 1'000'000'000;
  while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
  if (!value.empty() && value.front() == '+') value.remove_prefix(1);
  std::optional<uint32_t> number;
  for (const char byte : value) {
    if (byte < '0' || byte > '9') break;
    const uint64_t next = uint64_t{number.value_or(0)} * 10 + static_cast<uint64_t>(byte - '0');
    number = static_cast<uint32_t>(std::min<uint64_t>(next, kMost));
  }
  return number;
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return to_lower(a) == to_lower(b); }) != text.end();
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace sluice::extract
