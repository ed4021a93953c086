#include "dedup/sha1.h"

#include <gtest/gtest.h>
#include <openssl/sha.h>

#include <array>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "vector_targets.h"

namespace sluice::dedup {
namespace {

std::vector<uint64_t> prefixes(const std::vector<std::string>& messages) {
  const std::vector<std::string_view> views(messages.begin(), messages.end());
  std::vector<uint64_t> found(views.size());
  sha1_prefixes(views, found);
  return found;
}

// RFC 3174's first example: A9993E36 4706816A …
TEST(Sha1, TheFirstBytesAreALittleEndianNumber) {
  EXPECT_EQ(prefixes({"abc"}), std::vector<uint64_t>{0x6A810647363E99A9});
}

TEST(Sha1, EveryLengthAndInstructionSetAgreesWithTheLibrary) {
  std::mt19937 random(1);
  std::vector<std::string> messages;
  for (size_t size = 0; size < 400; ++size) {
    std::string message(size, '\0');
    for (char& byte : message) byte = static_cast<char>(random());
    messages.push_back(message);
  }
  std::shuffle(messages.begin(), messages.end(), random);
  std::vector<uint64_t> expected;
  for (const std::string& message : messages) {
    std::array<unsigned char, SHA_DIGEST_LENGTH> digest;
    SHA1(reinterpret_cast<const unsigned char*>(message.data()), message.size(), digest.data());
    expected.emplace_back();
    std::memcpy(&expected.back(), digest.data(), sizeof expected.back());
  }
  test::for_each_target([&] { EXPECT_EQ(prefixes(messages), expected); });
}

}  // namespace
}  // namespace sluice::dedup
