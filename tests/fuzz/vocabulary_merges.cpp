// read_vocab_and_merges never crashes; what it accepts is written as it was read. The files are
// told apart by the first zero byte.
#include <algorithm>
#include <cstdint>
#include <string_view>

#include "vocabulary_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice::bpe;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const size_t end = std::min(bytes.find(char{0}), size);
  const std::string_view merges = bytes.substr(std::min(end + 1, size));
  check_reader(
      [&] { return read_vocab_and_merges(bytes.substr(0, end), merges, PreTokenizer::gpt2); });
  return 0;
}
