// What JSON-LD says of a page (https://schema.org): the few values that metadata.h tells. Internal
// to extract.
//
//   JsonLdReader reader;                      // one per thread, reused
//   JsonLd found;
//   reader.read(script_text, found);          // adds to what is there; false if it is no JSON
//
// Of several objects, the first that has a value counts; of article bodies the longest. Line ends
// within strings, halves of surrogate pairs (each becomes U+FFFD), comments and CDATA marks around
// the whole, as pages write them, are forgiven.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace sluice::extract {

struct JsonLd {
  std::string headline;  // of the first object that has one
  std::string article_body;
  std::string author;
  std::string published;
  std::string modified;
  std::string licence;
  std::string language;
};

class JsonLdReader {
 public:
  static constexpr size_t kMostBytes = size_t{1} << 20;  // of a script; larger ones are passed over

  JsonLdReader();
  ~JsonLdReader();
  JsonLdReader(const JsonLdReader&) = delete;
  JsonLdReader& operator=(const JsonLdReader&) = delete;

  // Never throws for what the script holds.
  bool read(std::string_view script, JsonLd& found);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::extract
