// read_tokenizer_json never crashes; what it accepts is written as it was read.
#include <cstdint>
#include <string_view>

#include "vocabulary_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice::bpe;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_reader([&] { return read_tokenizer_json(bytes); });
  return 0;
}
