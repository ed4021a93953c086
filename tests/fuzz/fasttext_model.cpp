// Model never crashes: what it accepts predicts labels that it has, whether matrices are copied or
// not.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "fasttext/model.h"

namespace {

using namespace sluice::fasttext;

void require(bool condition) {
  if (!condition) std::abort();
}

void predict_with(const Model& model) {
  Scratch scratch(model);
  for (const std::string_view text :
       {std::string_view(),
        std::string_view("l\0 __label__a \xD0\xB0\xD0\xB1\xD0\xB2 \xFF\x80", 24),
        std::string_view("some words of a text, some of them twice </s> and not this")}) {
    for (const size_t k : {1, 3}) {
      const auto found = model.predict(text, k, 0, scratch);
      require(found.size() <= k);
      for (const auto& [label, score] : found) {
        require(label < model.labels());
        require(score >= 0 && score < 1.1);
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    predict_with(Model(bytes, "model"));
    predict_with(Model(bytes, "model", {.most_copied_bytes = 0}));
  } catch (const sluice::ConfigError&) {
  }
  return 0;
}
