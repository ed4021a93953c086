#include "quality/normalized.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "quality/characters.h"
#include "unicode/letter_case.h"
#include "unicode/normalize.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

constexpr std::array<bool, 256> kStays = [] {
  std::array<bool, 256> stays;
  stays.fill(true);
  for (const char mark : kPunctuation) stays[static_cast<uint8_t>(mark)] = false;
  return stays;
}();

void without_punctuation(std::string_view text, std::string& out) {
  out.resize(text.size());
  size_t size = 0;
  for (const char byte : text) {
    out[size] = byte;
    size += kStays[static_cast<uint8_t>(byte)] ? 1 : 0;
  }
  out.resize(size);
}

// Replaces `out`: one space for each run of white space between words; with `lines`, newlines stay.
void collapse(std::string_view text, bool lines, std::string& out) {
  out.clear();
  bool between = false;
  bool begun = false;  // the line, or the text
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    if (lines && next.value == U'\n') {
      out.push_back('\n');
      between = begun = false;
    } else if (is_space(next.value)) {
      between = begun;
    } else {
      if (between) out.push_back(' ');
      out.append(text, at, next.size);
      between = false;
      begun = true;
    }
    at += next.size;
  }
}

}  // namespace

void Normalizer::normalize(Normalization normalization, std::string_view text, std::string& out) {
  if (normalization == Normalization::lower) {
    out.clear();
    append_lower(text, out);
    return;
  }
  without_punctuation(text, bare_);
  lower_.clear();
  append_lower(bare_, lower_);
  const bool lines = normalization == Normalization::redpajama_lines;
  collapse(lower_, lines, bare_);
  if (lines && !text.empty() && text.back() != '\n') bare_.push_back('\n');
  out.clear();
  to_nfd(bare_, out);
}

}  // namespace sluice::quality
