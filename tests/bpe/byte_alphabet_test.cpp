#include "bpe/byte_alphabet.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "bpe/base64.h"

namespace sluice::bpe {
namespace {

TEST(ByteAlphabet, SpellsEachByteByACharacterOfItsOwn) {
  std::set<char32_t> characters;
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    characters.insert(printable_of(static_cast<uint8_t>(byte)));
    EXPECT_EQ(from_printable(to_printable(one)), one) << byte;
  }
  EXPECT_EQ(characters.size(), 256u);
  EXPECT_EQ(*characters.rbegin(), 0x143u);
}

TEST(ByteAlphabet, SpellsAsGpt2Does) {
  EXPECT_EQ(to_printable(" the"), "Ġthe");
  EXPECT_EQ(to_printable("\n"), "Ċ");
  EXPECT_EQ(to_printable("é"), "Ã©");
  EXPECT_EQ(to_printable(std::string(1, '\0')), "Ā");
  EXPECT_EQ(to_printable("\xAD"), "Ń");
}

TEST(ByteAlphabet, KnowsCharactersThatStandForNoByte) {
  EXPECT_EQ(from_printable("a b"), std::nullopt);
  EXPECT_EQ(from_printable("\u0144"), std::nullopt);
  EXPECT_EQ(from_printable("\u00AD"), std::nullopt);
  EXPECT_EQ(from_printable("｜"), std::nullopt);
}

TEST(Base64, GivesBackWhatItTook) {
  std::mt19937 random(1);
  for (size_t size = 0; size < 100; ++size) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes) << size;
  }
  EXPECT_EQ(to_base64(" the"), "IHRoZQ==");
}

TEST(Base64, RefusesWhatNoWriterWrites) {
  for (const char* text :
       {"IHRoZQ=", "IHRoZQ", "IHRo Q==", "IHR=ZQ==", "IHRoZR==", "====", "A===", "IHRo\n"}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace sluice::bpe
