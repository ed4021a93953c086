// The named character references of the HTML standard, as generated. Internal to html.
//
// Entries "name=HEX ", or "name!HEX " where the name also stands without a semicolon; two code
// points are joined by "+". Sorted by name.
#pragma once

#include <string_view>

namespace sluice::html {

extern const std::string_view kNamedReferences;

}  // namespace sluice::html
