#include "html/scan.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sluice::html {
namespace {

template <char... kBytes>
void compare(const std::string& text) {
  for (size_t begin = 0; begin <= text.size(); ++begin) {
    const char* const p = text.data() + begin;
    const char* const end = text.data() + text.size();
    ASSERT_EQ(find_any<kBytes...>(p, end) - p, portable_find_any<kBytes...>(p, end) - p);
  }
}

TEST(Scan, EveryByteIsTakenForWhatItIs) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string text =
        "0123456789abcde" + std::string(3, static_cast<char>(byte)) + "fghijklmnop";
    compare<'<', '&', '\r', '\0'>(text);
    compare<'"', '&', '\r', '\0'>(text);
    compare<'\'', '&', '\r', '\0'>(text);
    compare<'\r', '\0'>(text);
  }
}

TEST(Scan, VectorAndPortableKernelAgreeOnRandomText) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    std::string text(random() % 80, ' ');
    for (char& c : text) {
      c = random() % 8 == 0 ? "<&\r\0\"'"[random() % 6] : static_cast<char>(random() % 256);
    }
    compare<'<', '&', '\r', '\0'>(text);
    compare<'&', '\r', '\0'>(text);
  }
}

}  // namespace
}  // namespace sluice::html
