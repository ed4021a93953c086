#include "decontaminate/trim.h"

#include <algorithm>

#include "unicode/utf8.h"

namespace sluice::decontaminate {
namespace {

// So many characters before or behind a place.
size_t back(std::string_view text, size_t at, size_t characters) {
  for (; characters > 0 && at > 0; --characters) at = character_boundary(text, at - 1);
  return at;
}

size_t forth(std::string_view text, size_t at, size_t characters) {
  for (; characters > 0 && at < text.size(); --characters) {
    ++at;
    while (at < text.size() && continues_character(text[at])) ++at;
  }
  return at;
}

}  // namespace

std::vector<Span> united(std::vector<Span> spans) {
  std::ranges::sort(spans);
  std::vector<Span> all;
  for (const Span& span : spans) {
    if (!all.empty() && span.begin <= all.back().end) {
      all.back().end = std::max(all.back().end, span.end);
    } else {
      all.push_back(span);
    }
  }
  return all;
}

std::string without(std::string_view text, std::span<const Span> spans) {
  std::string rest;
  size_t at = 0;
  for (const Span& span : spans) {
    rest += text.substr(at, span.begin - at);
    at = span.end;
  }
  rest += text.substr(at);
  return rest;
}

std::optional<std::string> cut_as_gpt3(std::string_view text, std::span<const Span> spans) {
  if (spans.size() > kGpt3Hits) return std::nullopt;
  std::string rest;
  const auto add = [&](size_t begin, size_t end) {
    if (end <= begin || forth(text.substr(begin, end - begin), 0, kGpt3Piece - 1) >= end - begin) {
      return;
    }
    if (!rest.empty()) rest += "\n\n";
    rest += text.substr(begin, end - begin);
  };
  size_t at = 0;
  for (const Span& span : spans) {
    add(at, back(text, span.begin, kGpt3Margin));
    at = forth(text, span.end, kGpt3Margin);
  }
  add(at, text.size());
  if (rest.empty()) return std::nullopt;
  return rest;
}

}  // namespace sluice::decontaminate
