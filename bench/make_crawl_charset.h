// Pages in other charsets than UTF-8, as the older part of the web has them.
#pragma once

#include <string>
#include <string_view>

#include "make_crawl_random.h"

namespace sluice::crawl {

struct Charset {
  std::string_view label;  // as the Encoding Standard of WHATWG and HTTP headers call it
  std::string_view iconv;  // what decodes it as the Encoding Standard does
  std::string_view bom{};
};

// One that pages of this script are found in: windows-1252, KOI8-R, Shift_JIS, UTF-16 and others.
// Looks at the first few kilobytes of a page in UTF-8.
const Charset& choose_charset(std::string_view html, Random& random);

// The page in the charset, with a byte order mark where it has one. Characters that it has no place
// for become numeric references (&#8364;). Throws ConfigError if the C library lacks the charset.
std::string recode_page(std::string_view html, const Charset& charset);

// Writes the label where the page declares its charset (<meta charset>, <meta http-equiv>, XML
// declaration) and returns whether the page has a <meta> that does.
bool relabel_page(std::string& html, std::string_view label);

// The label that the page's <meta> declares, empty if none.
std::string declared_charset(std::string_view html);

// Any bytes as UTF-8: unchanged if they are, else decoded from the charset with this label if that
// works for all of them, else with U+FFFD for what is none.
std::string to_utf8(std::string_view bytes, const std::string& label);

}  // namespace sluice::crawl
