// Texts as a source rewrites them before it looks at their words or for phrases.
//
//   Normalizer normalizer;                                 // one a thread; its memory is reused
//   std::string out;
//   normalizer.normalize(Normalization::redpajama, "\"L'été!\"\nOK", out);  // le\u0301te\u0301 ok
//
// An Analysis keeps the analyses of its normalised texts (analysis.h), so that all rules that look
// at one share its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::quality {

enum class Normalization : uint8_t {
  // RedPajama-Data 6d2cee9, app/src/utilities/text/normalization.py: without ASCII's punctuation
  // (string.punctuation), in lower case, white space stripped and each run of it one space, in
  // normal form D.
  redpajama,
  // The same of each line by itself, a newline behind each: what the source's signals of lines see.
  redpajama_lines,
  lower,  // str.lower: phrases in any case
};

class Normalizer {
 public:
  // Replaces `out` by the normal form of `text`, which is valid UTF-8. Linear.
  void normalize(Normalization normalization, std::string_view text, std::string& out);

  size_t memory() const { return bare_.capacity() + lower_.capacity(); }

 private:
  std::string bare_;
  std::string lower_;
};

}  // namespace sluice::quality
