// The published vocabularies in the folder that the environment variable SLUICE_TOKENIZERS names
// (scripts/install-test-tokenizers makes it).
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

// Nothing if the variable is not set.
std::optional<std::string> published_folder();

// "llama3.json": the file's content. Throws if it cannot be read.
std::string published_file(std::string_view name);

// The vocabulary of that file.
Vocabulary published_vocabulary(std::string_view name);

// All of these names; under the sanitizers (sanitized.h) the first.
std::vector<std::string> published_names(std::initializer_list<const char*> names);

// Whether the file takes too long to read under the sanitizers: the two of half a million merges.
bool takes_too_long(std::string_view name);

}  // namespace sluice::bpe

// In a test: ends it, with a message, where the published vocabularies are not there.
#define REQUIRE_PUBLISHED()                                                                \
  if (!::sluice::bpe::published_folder()) {                                                \
    GTEST_SKIP() << "SLUICE_TOKENIZERS names no folder (scripts/install-test-tokenizers)"; \
  }                                                                                        \
  static_assert(true)

// The same, and where this one of them takes too long.
#define REQUIRE_PUBLISHED_FILE(name)                                          \
  REQUIRE_PUBLISHED();                                                        \
  if (::sluice::bpe::takes_too_long(name)) {                                  \
    GTEST_SKIP() << "takes long with a sanitizer, and is read as others are"; \
  }                                                                           \
  static_assert(true)
