// What exact deduplication compares of a document.
//
//   const ExactKey key({.by = "text", .normalize = parse_normalization("lower")}, fields);
//   ExactKey::Scratch scratch;                        // one a thread
//   const auto fingerprint = key.fingerprint(document, scratch);     // nothing: no key, no copies
//
// By "text", by "url" (metadata.url in the normal form of url/url.h), or by any other field as it
// is named ("metadata.sha1"): strings by their content, other values as they are spelled. Texts and
// fields are compared byte for byte unless they are normalised: what is called exact should not be
// guessed, and hashing costs nothing then.
//
// A document has no key, and is nobody's copy, where the field is missing, null or an empty string
// (once it is normalised): empty documents have nothing that could be the same.
//
// Thread-safe: an ExactKey is immutable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/buffer.h"
#include "base/hash.h"
#include "document/document.h"
#include "document/fields.h"
#include "unicode/text_normalizer.h"

namespace sluice::dedup {

// A string's content, another value as it is spelled; empty where there is none. Valid until the
// document's next edit or read.
std::string_view content_of(const Document& document, FieldId field);

class ExactKey {
 public:
  struct Options {
    std::string by = "text";  // "text", "url" or a field's path
    std::string url_field = "metadata.url";
    // Of texts and fields; nothing: byte for byte.
    std::optional<TextNormalizer::Options> normalize = std::nullopt;
  };
  struct Scratch {
    Buffer normalized;
    std::string url;
  };

  // Declares its fields. Throws ConfigError on paths that are none, and where a URL is to be
  // normalised as a text.
  ExactKey(const Options& options, Fields& fields);

  // `group`: only documents of the same one can have the same fingerprint.
  std::optional<Hash128> fingerprint(const Document& document, Scratch& scratch,
                                     uint64_t group = 0) const;

 private:
  enum class By : uint8_t { text, url, field };

  std::string_view key(const Document& document, Scratch& scratch) const;

  By by_ = By::text;
  FieldId field_;
  std::optional<TextNormalizer> normalizer_;
};

}  // namespace sluice::dedup
