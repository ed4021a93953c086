// Addresses, block lists, lists of words: no crash, no hang, a normal form that is normal, and what
// is found is there.
//
// The first line is an address, the rest a list.

#include "url/url.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "url/block_list.h"
#include "url/url_words.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice::url;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = input.find('\n');
  std::string once;
  normalise_url(input.substr(0, line), once);
  std::string twice;
  normalise_url(once, twice);
  if (once != twice) std::abort();
  if (once.find(host_of(once)) == std::string::npos) std::abort();
  if (line == std::string_view::npos) return 0;
  BlockList list;
  list.add(input.substr(line + 1));
  const std::string_view found = list.match(once);
  if (!found.empty() && once.find(found) == std::string::npos) std::abort();
  const std::string_view url = input.substr(0, line);
  const UrlWords words(input.substr(line + 1), {.ignore_case = true});
  const UrlSubstrings substrings(input.substr(line + 1));
  const UrlSubstrings::Found part = substrings.find(url);
  if ((part.count == 0) != part.first.empty()) std::abort();
  for (const std::string_view word : words.find(url)) {
    if (url.find(word) == std::string_view::npos) std::abort();
    // What is a word of the address is a string in it, too.
    if (part.count == 0) std::abort();
  }
  return 0;
}
