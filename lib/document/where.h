// Conditions on documents, as `--where` takes them.
//
//   const Where where = Where::parse("metadata.language_score >= 0.8", fields);
//   if (where.holds(document)) …
//
//   condition  = path operator value | path "in" "[" value { "," value } "]" | path "exists" | "not" condition
//   operator   = "=" | "!=" | "<" | "<=" | ">" | ">="
//   value      = JSON string, number, true, false, null; a bare word is a string (metadata.language = en)
//
// Numbers compare with numbers by value (whole numbers exactly, also beyond 2^53), strings with strings by code
// point; different types are unequal and in no order. A missing field equals nothing (so `!=` holds) and `null` is a value.
#pragma once

#include <string_view>

#include "document/document.h"

namespace sluice {

class Where {
 public:
  // Declares the path in `fields`. Throws ConfigError that shows where the condition went wrong.
  static Where parse(std::string_view condition, Fields& fields);

  bool holds(const Document& document) const;
};

}  // namespace sluice
