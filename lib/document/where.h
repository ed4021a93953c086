// Conditions on documents, as `--where` takes them.
//
//   const Where where = Where::parse("metadata.language_score >= 0.8", fields);
//   if (where.holds(document)) …
//
//   condition = path operator value | path "in" "[" value { "," value } "]" | path "exists"
//             | "not" condition
//   operator  = "=" | "!=" | "<" | "<=" | ">" | ">="
//   value     = JSON string, number, true, false, null; a bare word is a string
//               (metadata.language = en)
//
// Numbers compare with numbers by value, exactly as they are spelled (1e3 = 1000; whole numbers
// beyond 2^53 too), strings with strings by code point; false is less than true; different types
// are unequal and in no order, nor are objects and arrays, which equal nothing. A missing field
// equals nothing (so `!=` holds) and `null` is a value.
#pragma once

#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace sluice {

class Where {
 public:
  // Declares the path in `fields`, which must be done before the DocumentReader is made. Throws
  // ConfigError that shows where the condition went wrong and what would be right.
  static Where parse(std::string_view condition, Fields& fields);

  // `document`: read by a reader with those fields.
  bool holds(const Document& document) const;

 private:
  friend class WhereParser;
  enum class Operator { equal, unequal, less, at_most, greater, at_least, in, exists };

  struct Value {
    ValueType type = ValueType::missing;
    std::string content;  // a string unescaped; else as spelled
  };

  bool holds_unnegated(const Document& document) const;
  std::partial_ordering compare(const Document& document, const Value& value) const;

  FieldId field_;
  Operator operator_ = Operator::exists;
  bool negated_ = false;
  std::vector<Value> values_;  // one, several for `in`, none for `exists`
};

}  // namespace sluice
