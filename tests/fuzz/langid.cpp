// The embedded identifier on any text: no crash, no hang; scores and shares that add up; the same
// answer twice.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "langid/identifier.h"
#include "unicode/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  using namespace sluice::langid;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (!is_valid_utf8(text)) return 0;
  static const Identifier identifier({.candidates = 1000, .max_bytes = 2048});
  static Identifier::Scratch scratch;
  Identification answer;
  identifier.identify(text, {}, scratch, answer);
  if (answer.score < 0 || answer.score > 1) std::abort();
  if (answer.candidates.empty() != answer.shares.empty()) std::abort();
  double scores = 0;
  for (const Candidate& candidate : answer.candidates) scores += candidate.score;
  double shares = 0;
  for (const Share& share : answer.shares) shares += share.share;
  if (!answer.candidates.empty() && (scores < 0.97 || scores > 1.03)) std::abort();
  if (!answer.shares.empty() && (shares < 0.99 || shares > 1.01)) std::abort();
  Identifier::Scratch fresh;
  Identification again;
  identifier.identify(text, {}, fresh, again);
  if (again.language != answer.language || again.score != answer.score) std::abort();
  return 0;
}
