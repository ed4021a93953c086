// Personal data: no crash, no hang, spans in order within the text, nothing left when replaced.

#include "quality/pii.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using sluice::quality::Pii;
  static const Pii pii({});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::vector<Pii::Span> spans;
  pii.find(text, spans);
  size_t end = 0;
  for (const Pii::Span& span : spans) {
    if (span.begin < end || span.size == 0) std::abort();
    end = size_t{span.begin} + span.size;
    if (end > text.size()) std::abort();
    const bool is_email = span.of(text).find('@') != std::string_view::npos;
    if (is_email != (span.kind == Pii::Kind::email)) std::abort();
  }
  std::string out;
  pii.replace(text, spans, out);
  if (spans.empty() && out != text) std::abort();
  return 0;
}
