// Addresses and block lists: no crash, no hang, a normal form that is normal.
//
// The first line is an address, the rest a list.

#include "url/url.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "url/block_list.h"

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
  return 0;
}
