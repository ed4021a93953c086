#include "langid/words.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "langid/model.h"
#include "unicode/utf8.h"

namespace sluice::langid {
namespace {

void append_utf8(char32_t letter, std::string& text) {
  std::array<char, 4> bytes{};
  text.append(bytes.data(), encode_utf8(letter, bytes.data()));
}

std::string utf8(std::span<const char32_t> letters) {
  std::string text;
  for (const char32_t letter : letters) append_utf8(letter, text);
  return text;
}

struct Split {
  std::vector<std::string> words;
  uint32_t symbols = 0;
};

Split split(std::string_view text) {
  Words words;
  Split found;
  found.symbols = split_words(Model::embedded().letters(), text, words);
  for (const Word& word : words) {
    found.words.push_back(utf8(words.letters(word)));
    found.symbols += word.symbols;
  }
  return found;
}

using List = std::vector<std::string>;

TEST(Words, AreRunsOfFoldedLetters) {
  EXPECT_EQ(split("Die BÄUME, die Wälder.").words, (List{"die", "bäume", "die", "wälder"}));
  EXPECT_EQ(split("ΚΑΛΗΜΕΡΑ").words, split("καλημέρα").words);
  EXPECT_EQ(split("ПРИВЕТ").words, (List{"привет"}));
  EXPECT_EQ(split("İSTANBUL").words, (List{"istanbul"}));
  EXPECT_EQ(split("ｆｕｌｌ").words, (List{"full"}));
  EXPECT_TRUE(split("").words.empty());
  EXPECT_TRUE(split(" 12 + 3 = 15 \n\n").words.empty());
}

TEST(Words, EndWhereTheScriptChanges) {
  EXPECT_EQ(split("привет-hello").words, (List{"привет", "hello"}));
  EXPECT_EQ(split("приветhello").words, (List{"привет", "hello"}));
  // Kana and Han are one script: a text mixes them.
  EXPECT_EQ(split("私はテスト").words, (List{"私はテスト"}));
}

TEST(Words, KeepAnApostropheBetweenLetters) {
  EXPECT_EQ(split("don't l’eau 'so'").words, (List{"don't", "l'eau", "so"}));
  EXPECT_EQ(split("a''b").words, (List{"a", "b"}));
}

TEST(Words, LeaveOutWhatIsNoLanguage) {
  EXPECT_EQ(split("see https://example.com/die/der?und=1 now").words, (List{"see", "now"}));
  EXPECT_EQ(split("mail ann.lee@example.org now").words, (List{"mail", "now"}));
  EXPECT_EQ(split("hi @somebody there").words, (List{"hi", "there"}));
  EXPECT_EQ(split("the x86 and my_name and foo.bar").words, (List{"the", "and", "and"}));
  EXPECT_EQ(split("use void_ and _init now").words, (List{"use", "and", "now"}));
  EXPECT_EQ(split("a <b class=\"x y\">word</b> &nbsp; end").words, (List{"a", "word", "end"}));
  EXPECT_EQ(split("am 2. Mai, im 19ten").words, (List{"am", "mai", "im"}));
  EXPECT_EQ(split("End.Next").words, (List{}));
  EXPECT_EQ(split("The end. Next").words, (List{"the", "end", "next"}));
}

TEST(Words, KeepWhatOnlyLooksLikeMarkup) {
  EXPECT_EQ(split("a < b and c > d").words, (List{"a", "b", "and", "c", "d"}));
  EXPECT_EQ(split("i <3 you").words, (List{"i", "you"}));
  EXPECT_EQ(split("salt & pepper; rain").words, (List{"salt", "pepper", "rain"}));
  EXPECT_EQ(split("2008年に東京で").words, (List{"年に東京で"}));
}

TEST(Words, CountSymbols) {
  EXPECT_EQ(split("plain words, (really) \"so\".").symbols, 0);
  EXPECT_EQ(split("if (a[i] == b) { c; }").symbols, 2u + 2u + 2u + 1u);
  EXPECT_EQ(split("<div><span></span></div>").symbols, 4);  // one a tag
  EXPECT_EQ(split("see https://example.com/{a}/b_c?d=e now").symbols, 0);
}

TEST(Words, TakeOneMarkOfAPile) {
  EXPECT_EQ(split("z\u0335\u0337\u0338a\u0335").words.front().size(),
            std::string("z\u0335a\u0335").size());
}

TEST(Words, PassOverJoinersAndPoints) {
  EXPECT_EQ(split("می\u200Cخواهم").words, split("میخواهم").words);
  EXPECT_EQ(split("مَدْرَسَة").words, split("مدرسة").words);
  EXPECT_EQ(split("Donau\u00ADdampf").words, (List{"donaudampf"}));
}

TEST(Words, OfAnyLengthAreCut) {
  const Split found = split(std::string(1000, 'a'));
  ASSERT_EQ(found.words.size(), 1000 / kLongestWord);
  for (const std::string& word : found.words) EXPECT_EQ(word.size(), kLongestWord);
  // Nor do an apostrophe and a mark make one longer.
  const std::string almost(kLongestWord - 1, 'a');
  for (const std::string& text : {almost + "'b", almost + "\u0301'b", almost + "a\u0301"}) {
    Words words;
    split_words(Model::embedded().letters(), text, words);
    for (const Word& word : words) EXPECT_LE(word.length, kLongestWord) << text;
  }
}

}  // namespace
}  // namespace sluice::langid
