// Lists that people keep in files, an entry a line: words, hosts, ids.
//
//   std::string_view lines = list_text(content, "words.txt");
//
// Programs on Windows save "Unicode" as UTF-16, in which no entry would ever match; such a file is
// refused, not read in vain. A zero byte tells it where no byte order mark does: all of ASCII has
// one there, and no list in UTF-8 has any.
#pragma once

#include <cstddef>
#include <string_view>

namespace sluice {

// Offset of the first byte that no list in UTF-8 has, or text.size().
size_t find_no_list_text(std::string_view text);

// `content` without its byte order mark. Throws ConfigError, as "words.txt: line 3: not UTF-8".
std::string_view list_text(std::string_view content, std::string_view path);

}  // namespace sluice
