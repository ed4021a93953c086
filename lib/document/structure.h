// Where a line's values begin, found by simdjson's first stage, which works on whole vectors and is
// chosen at run time. It also checks the line's UTF-8, that strings end, and that they hold no
// control characters.
//
//   Structure structure;
//   if (auto bad = structure.find(line)) …
//   structure.starts();   // every { } [ ] : , and the first byte of every string, number, literal
//
// simdjson's on-demand front end is not used: it checks only values that are asked for, has no
// offsets of what it skips, and looks behind the line's end. Stage 1 reads nothing behind it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "document/bad_record.h"

namespace sluice {

// Buffers that a longer line made larger than this are given back before the next line.
inline constexpr size_t kKeptBytes = size_t{4} << 20;

constexpr bool is_json_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Structure {
 public:
  Structure();
  ~Structure();

  // Nothing if the line may go on to be walked; it is then well-formed UTF-8 and no string is left
  // open.
  std::optional<BadRecord> find(std::string_view line);

  // Of the last find(), in order.
  std::span<const uint32_t> starts() const;

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace sluice
