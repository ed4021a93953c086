#include "bpe/embedded.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "bpe/encoder.h"

namespace sluice::bpe {
namespace {

// A few sentences a script, in testdata/bpe/scripts.tsv: the script's name, a tab, the text.
std::map<std::string, std::string> texts_by_script() {
  std::ifstream file(SLUICE_SOURCE_DIR "/testdata/bpe/scripts.tsv");
  std::map<std::string, std::string> texts;
  for (std::string line; std::getline(file, line);) {
    const size_t tab = line.find('\t');
    texts[line.substr(0, tab)] = line.substr(tab + 1);
  }
  EXPECT_GE(texts.size(), 24u);
  return texts;
}

// Every count that Sluice stores names this digest: the data changes only with the constant.
TEST(Embedded, IsTheVocabularyThatItsHeaderNames) {
  EXPECT_EQ(sluice_64k().digest(), kSluice64kDigest);
  EXPECT_EQ(sluice_64k().label(), "sluice-64k@" + std::string(kSluice64kDigest.substr(0, 12)));
  EXPECT_NO_THROW(check(sluice_64k()));
}

TEST(Embedded, HasIdsOf16Bits) {
  const Vocabulary& vocabulary = sluice_64k();
  EXPECT_EQ(vocabulary.size(), 65'536u);
  EXPECT_EQ(vocabulary.tokens.size(), 65'536u);
  ASSERT_EQ(vocabulary.added.size(), 1u);
  EXPECT_EQ(vocabulary.added[0].id, kSluice64kEndOfText);
  EXPECT_EQ(vocabulary.added[0].content, "<|endoftext|>");
}

TEST(Embedded, HoldsEveryByteAndNoTokenTwice) {
  const std::vector<std::string>& tokens = sluice_64k().tokens;
  std::unordered_set<std::string> seen;
  for (TokenId id = 1; id < tokens.size(); ++id) {
    EXPECT_FALSE(tokens[id].empty()) << id;
    EXPECT_TRUE(seen.insert(tokens[id]).second) << id << ": " << tokens[id];
  }
  for (int byte = 0; byte < 256; ++byte) {
    EXPECT_TRUE(seen.contains(std::string(1, static_cast<char>(byte)))) << byte;
  }
}

TEST(Embedded, GivesBackTextInEveryScript) {
  const Encoder encoder(sluice_64k());
  Encoder::Scratch scratch(encoder);
  for (const auto& [script, text] : texts_by_script()) {
    std::vector<TokenId> ids;
    encoder.encode(text, scratch, ids);
    std::string decoded;
    EXPECT_EQ(encoder.decode(ids, decoded), ids.size());
    EXPECT_EQ(decoded, text) << script;
  }
}

// GPT-2's vocabulary has 1 to 1.6 bytes a token in most of these; words begin where a token is
// longer than a character of two or three bytes.
TEST(Embedded, KnowsWordsInEveryScript) {
  const std::map<std::string, double> least_of = {{"Latin", 4.0},
                                                  {"Cyrillic", 4.5},
                                                  {"Greek", 3.5},
                                                  {"Arabic", 3.0},
                                                  {"Hebrew", 3.0},
                                                  {"Armenian", 2.6},
                                                  {"Ethiopic", 2.6},
                                                  {"Hangul", 2.7},
                                                  {"Lao", 2.8},
                                                  {"Han (simplified)", 2.8},
                                                  {"Han (traditional)", 2.8}};
  const Encoder encoder(sluice_64k());
  Encoder::Scratch scratch(encoder);
  for (const auto& [script, text] : texts_by_script()) {
    const auto found = least_of.find(script);
    const double least = found == least_of.end() ? 3.2 : found->second;
    const auto tokens = static_cast<double>(encoder.count(text, scratch));
    EXPECT_GE(static_cast<double>(text.size()) / tokens, least) << script;
  }
}

TEST(Embedded, CutsDigitsInThrees) {
  const Encoder encoder(sluice_64k());
  Encoder::Scratch scratch(encoder);
  std::vector<TokenId> ids;
  encoder.encode("1234567", scratch, ids);
  ASSERT_EQ(ids.size(), 3u);
  EXPECT_EQ(encoder.token(ids[0]), "123");
  EXPECT_EQ(encoder.token(ids[1]), "456");
  EXPECT_EQ(encoder.token(ids[2]), "7");
}

TEST(Embedded, ReadsTheEndOfTextOnlyWhereAsked) {
  const std::string text = "one<|endoftext|>two";
  const Encoder plain(sluice_64k());
  const Encoder special(sluice_64k(), {.special = SpecialText::allow});
  Encoder::Scratch plain_scratch(plain);
  Encoder::Scratch special_scratch(special);
  std::vector<TokenId> ids;
  special.encode(text, special_scratch, ids);
  EXPECT_EQ(std::count(ids.begin(), ids.end(), kSluice64kEndOfText), 1);
  ids.clear();
  plain.encode(text, plain_scratch, ids);
  EXPECT_EQ(std::count(ids.begin(), ids.end(), kSluice64kEndOfText), 0);
}

}  // namespace
}  // namespace sluice::bpe
