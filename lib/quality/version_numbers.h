// Which of a text's dotted quads are numbers of versions or sections, not Internet addresses.
//
//   VersionNumbers versions(text);
//   versions.holds(begin, end, joined, quad)    // of each quad, in order
//
// The rules are those of pii.h. Linear: a few bytes around each quad are looked at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::quality {

class VersionNumbers {
 public:
  explicit VersionNumbers(std::string_view text) : text_(text) {}

  // Whether the quad from byte `begin` to `end`, of this value, is such a number. `joined`: a
  // letter or the like touches it.
  bool holds(size_t begin, size_t end, bool joined, uint32_t quad);

 private:
  bool is_joined(size_t begin, size_t end) const;
  bool follows_word(size_t begin) const;
  bool follows_number(size_t begin) const;
  bool heads_section(size_t begin, size_t end, uint32_t quad) const;

  std::string_view text_;
  size_t last_end_ = 0;  // of the last quad
  bool last_holds_ = false;
};

}  // namespace sluice::quality
