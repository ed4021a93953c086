#include "document/where.h"

#include <algorithm>

#include "base/error.h"
#include "document/decimal.h"
#include "document/json_reader.h"
#include "unicode/utf8.h"

namespace sluice {

// Reads a condition from left to right.
class WhereParser {
 public:
  explicit WhereParser(std::string_view condition) : condition_(condition) {}

  Where parse(Fields& fields) {
    if (!is_valid_utf8(condition_)) throw ConfigError("a condition is not valid UTF-8");
    Where where;
    while (take_word("not")) where.negated_ = !where.negated_;
    const std::string_view path = take_path();
    where.operator_ = take_operator();
    if (where.operator_ == Where::Operator::in) {
      take_list(where.values_);
    } else if (where.operator_ != Where::Operator::exists) {
      where.values_.push_back(take_value());
    }
    skip_spaces();
    if (at_ != condition_.size()) fail("the end of the condition (quote a value that has spaces)");
    where.field_ = fields.add(path);
    return where;
  }

 private:
  [[noreturn]] void fail(std::string_view expected) const {
    std::string message = "condition '" + std::string(condition_) + "': expected ";
    message.append(expected);
    if (at_ >= condition_.size()) throw ConfigError(message + ", found the end");
    throw ConfigError(message + " at column " + std::to_string(at_ + 1) + ", found '" +
                      std::string(condition_.substr(at_)) + "'");
  }

  void skip_spaces() {
    at_ = std::min(condition_.find_first_not_of(" \t", at_), condition_.size());
  }

  bool take(std::string_view piece) {
    skip_spaces();
    if (!condition_.substr(at_).starts_with(piece)) return false;
    at_ += piece.size();
    return true;
  }

  // A word that stands alone: "in" but not the beginning of "index".
  bool take_word(std::string_view word) {
    skip_spaces();
    const size_t end = std::min(condition_.find_first_of(" \t[=!<>", at_), condition_.size());
    if (condition_.substr(at_, end - at_) != word) return false;
    at_ = end;
    return true;
  }

  std::string_view take_path() {
    skip_spaces();
    const size_t begin = at_;
    at_ = std::min(condition_.find_first_of(" \t=!<>[],\"", at_), condition_.size());
    if (at_ == begin) fail("the path of a field, as in metadata.language = en,");
    return condition_.substr(begin, at_ - begin);
  }

  Where::Operator take_operator() {
    using enum Where::Operator;
    // Longer ones first.
    if (take("!=")) return unequal;
    if (take("<=")) return at_most;
    if (take(">=")) return at_least;
    if (take("=")) return equal;
    if (take("<")) return less;
    if (take(">")) return greater;
    if (take_word("in")) return in;
    if (take_word("exists")) return exists;
    fail("an operator (=, !=, <, <=, >, >=, in, exists)");
  }

  void take_list(std::vector<Where::Value>& values) {
    if (!take("[")) fail("'[' after in, as in metadata.language in [en, de],");
    do {
      values.push_back(take_value());
    } while (take(","));
    if (!take("]")) fail("',' or ']' after a value of the list");
  }

  Where::Value take_value() {
    skip_spaces();
    const size_t begin = at_;
    if (condition_.substr(at_).starts_with('"')) return take_string();
    if (condition_.find_first_of("=<>!", at_) == at_) fail("one operator, then a value");
    at_ = std::min(condition_.find_first_of(" \t,[]{}\"", at_), condition_.size());
    const std::string_view word = condition_.substr(begin, at_ - begin);
    if (word.empty()) fail("a value (a number, true, false, null, a word, or \"a string\")");
    Place place;
    if (json_.check(word, /*depth=*/0, place)) return {ValueType::string, std::string(word)};
    return {place.type, std::string(word)};
  }

  Where::Value take_string() {
    const size_t begin = at_;
    for (++at_; at_ < condition_.size() && condition_[at_] != '"'; ++at_) {
      if (condition_[at_] == '\\') ++at_;
    }
    if (at_ >= condition_.size()) fail("'\"' at the end of the string");
    ++at_;
    const std::string_view spelled = condition_.substr(begin, at_ - begin);
    const auto content = json_.string(spelled);
    if (content) return {ValueType::string, *content};
    at_ = begin;
    fail("a string with the escapes of JSON");
  }

  std::string_view condition_;
  size_t at_ = 0;
  JsonReader json_{std::make_shared<Fields>()};
};

Where Where::parse(std::string_view condition, Fields& fields) {
  return WhereParser(condition).parse(fields);
}

bool Where::holds(const Document& document) const { return holds_unnegated(document) != negated_; }

bool Where::holds_unnegated(const Document& document) const {
  const auto equals = [&](const Value& value) { return std::is_eq(compare(document, value)); };
  switch (operator_) {
    case Operator::equal:
      return equals(values_.front());
    case Operator::unequal:
      return !equals(values_.front());
    case Operator::less:
      return std::is_lt(compare(document, values_.front()));
    case Operator::at_most:
      return std::is_lteq(compare(document, values_.front()));
    case Operator::greater:
      return std::is_gt(compare(document, values_.front()));
    case Operator::at_least:
      return std::is_gteq(compare(document, values_.front()));
    case Operator::in:
      return std::any_of(values_.begin(), values_.end(), equals);
    case Operator::exists:
      return document.field(field_).type != ValueType::missing;
  }
  return false;
}

// The field against a value: unordered if they cannot be compared.
std::partial_ordering Where::compare(const Document& document, const Value& value) const {
  const FieldValue field = document.field(field_);
  if (field.type != value.type) return std::partial_ordering::unordered;
  switch (field.type) {
    case ValueType::null:
      return std::partial_ordering::equivalent;
    case ValueType::boolean:
      return (field.raw == "true") <=> (value.content == "true");
    case ValueType::number:
      return compare_numbers(field.raw, value.content);
    case ValueType::string:
      return document.string(field_)->compare(value.content) <=> 0;
    default:
      return std::partial_ordering::unordered;
  }
}

}  // namespace sluice
