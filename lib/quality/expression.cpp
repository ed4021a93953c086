#include "quality/expression.h"

#include <re2/re2.h>

#include <array>

#include "base/error.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

// Of an expression that RE2 accepts.
bool matches_bytes(std::string_view expression) {
  for (size_t at = 0; at + 1 < expression.size(); ++at) {
    if (expression[at] != '\\') continue;
    ++at;
    if (expression[at] == 'C') return true;
    if (expression[at] != 'Q') continue;
    const size_t end = expression.find("\\E", at);  // all before it stands for itself
    if (end == std::string_view::npos) return false;
    at = end + 1;
  }
  return false;
}

}  // namespace

std::shared_ptr<const re2::RE2> compile_expression(std::string_view expression) {
  if (expression.empty()) throw ConfigError("the expression is empty");
  auto compiled = std::make_shared<const re2::RE2>(
      re2::StringPiece(expression.data(), expression.size()), re2::RE2::Quiet);
  if (!compiled->ok()) throw ConfigError(compiled->error());
  if (matches_bytes(expression)) {
    throw ConfigError("\\C matches single bytes, which are no text; (?s:.) matches any character");
  }
  return compiled;
}

std::shared_ptr<const re2::RE2> expression_at(Record& record, std::string_view key) {
  std::string expression;
  if (!record.text(key, expression)) return nullptr;
  return record.blaming(key, [&] { return compile_expression(expression); });
}

uint64_t replace_all(std::string_view text, const re2::RE2& expression, std::string_view with,
                     std::string& out) {
  constexpr int kMostGroups = 10;  // \0 to \9
  std::array<re2::StringPiece, kMostGroups> groups;
  const re2::StringPiece rewrite(with.data(), with.size());
  const int wanted = 1 + re2::RE2::MaxSubmatch(rewrite);
  const re2::StringPiece whole(text.data(), text.size());
  uint64_t count = 0;
  size_t copied = 0;  // what is before it is in `out`
  size_t at = 0;
  while (at <= text.size() &&
         expression.Match(whole, at, text.size(), re2::RE2::UNANCHORED, groups.data(), wanted)) {
    const auto begin = static_cast<size_t>(groups[0].data() - text.data());
    at = begin + groups[0].size();
    // RE2 finds \B between the bytes of a character, too.
    const bool is_none =
        groups[0].empty() && ((count > 0 && begin == copied) ||
                              (begin < text.size() && continues_character(text[begin])));
    if (is_none) {
      ++at;
      while (at < text.size() && continues_character(text[at])) ++at;
      continue;
    }
    out.append(text.substr(copied, begin - copied));
    expression.Rewrite(&out, rewrite, groups.data(), wanted);
    copied = at;
    ++count;
  }
  out.append(text.substr(copied));
  return count;
}

}  // namespace sluice::quality
