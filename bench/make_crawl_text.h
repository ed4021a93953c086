// The text of a page for the WET file: what stands between tags, and no more judgement than that.
#pragma once

#include <string>
#include <string_view>

namespace sluice::crawl {

// Text of a page in UTF-8: scripts, styles and comments left out, tags dropped, the common
// character references decoded, white space collapsed, a line a block element. Ends with a line
// end unless it is empty.
std::string strip_tags(std::string_view html);

// What <html lang> says, as "de" of "de-AT", in lower case; empty if nothing.
std::string html_language(std::string_view html);

// The ISO 639-3 code that Common Crawl writes for an ISO 639-1 code ("deu" for "de"); empty if it
// is none of those that the documentation packages come in.
std::string_view three_letters(std::string_view language);

}  // namespace sluice::crawl
