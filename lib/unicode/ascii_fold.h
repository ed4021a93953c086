// The fast half of TextNormalizer: runs of ASCII, a vector at a time, with the instructions that
// the machine has. All give the same bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice {

// A set of ASCII: bit `byte >> 4` of element `byte & 15`.
using AsciiSet = std::array<uint8_t, 16>;

struct AsciiFold {
  AsciiSet spaces{};  // written as a space
  AsciiSet stops{};   // left to the caller, as is all that is not ASCII
  bool lower = false;
  bool squeeze = false;  // a space behind a space is not written
};

struct AsciiFolded {
  size_t read = 0;     // bytes of the text up to the first stop, or all of it
  size_t written = 0;  // <= read
  bool after_space = false;
};

// Folds `text` up to its first stop. `after_space`: whether a space, or nothing, stands before what
// is written. `out` has room for text.size() + kAsciiFoldRoom bytes.
inline constexpr size_t kAsciiFoldRoom = 64;
AsciiFolded fold_ascii(const AsciiFold& fold, std::string_view text, bool after_space, char* out);

}  // namespace sluice
