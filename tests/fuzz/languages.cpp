// Names of languages, as pages, headers and command lines have them: no crash, and what is found is
// found again by its own name.

#include "langid/languages.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice::langid;
  const std::string_view name(reinterpret_cast<const char*>(data), size);
  const auto language = find_language(name);
  if (language) {
    if (find_language(languages()[*language].code) != language) std::abort();
    if (declared_language(name) != language && *language != undetermined()) std::abort();
    const auto all = languages_named(name);
    if (all.empty() || all.front() != *language) std::abort();
  } else if (!languages_named(name).empty()) {
    std::abort();
  }
  if (nearest_languages(name).size() > 3) std::abort();
  return 0;
}
