// The encoding that a page declares within itself, read off its first bytes before it is decoded.
//
//   prescan("<!DOCTYPE html><meta charset=koi8-r>")      // Encoding::koi8_r
//
// "Prescan a byte stream to determine its encoding" of the HTML standard (section 13.2.3.2): <meta
// charset>, <meta http-equiv=content-type content=…>, else the encoding of an XML declaration.
// As it wants, a declared UTF-16 means UTF-8 (it could not be read otherwise), and x-user-defined
// windows-1252. Nothing is decoded and no script is run; what stands in a comment does not count.
#pragma once

#include <cstddef>
#include <string_view>

#include "html/encoding.h"

namespace sluice::html {

// How many bytes browsers look at.
inline constexpr size_t kPrescanBytes = 1'024;

// Looks at all of `bytes`. Encoding::none if nothing is declared, or nothing that is known.
Encoding prescan(std::string_view bytes);

}  // namespace sluice::html
