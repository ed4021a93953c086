#include "html/character_references.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "html/character_references_data.h"
#include "unicode/utf8.h"

namespace sluice::html {
namespace {

std::string decoded(std::string_view raw, bool in_attribute = false) {
  std::string out;
  decode_references(raw, out, in_attribute);
  return out;
}

TEST(CharacterReferences, NamesWithAndWithoutSemicolon) {
  EXPECT_EQ(decoded("R&amp;D &lt;b&gt; &quot;&apos;"), "R&D <b> \"'");
  EXPECT_EQ(decoded("caf&eacute; &copy 2020 &AMP&amp"), "café © 2020 &&");
  EXPECT_EQ(decoded("&CounterClockwiseContourIntegral;"), "∳");
  EXPECT_EQ(decoded("&NotEqualTilde;"), "≂̸");  // two code points
  EXPECT_EQ(decoded("&there4;&frac12;&frac12"), "∴½½");
}

TEST(CharacterReferences, TheLongestNameThatFitsIsTaken) {
  EXPECT_EQ(decoded("&notin;"), "∉");
  EXPECT_EQ(decoded("&notit;"), "¬it;");
  EXPECT_EQ(decoded("&ampamp;"), "&amp;");  // what stands behind is no second reference
  EXPECT_EQ(decoded("&gtx &ltx; &timesbar;"), ">x <x; ⨱");
}

TEST(CharacterReferences, WhatIsNoReferenceStays) {
  for (const std::string_view text :
       {"", "&", "&;", "& amp;", "a && b", "&#;", "&#x;", "&#xg;", "&unknown;", "&hellip", "&Amp;",
        "&CounterClockwiseContourIntegralx;"}) {
    EXPECT_EQ(decoded(text), text);
  }
}

TEST(CharacterReferences, NumbersInDecimalAndHexadecimal) {
  EXPECT_EQ(decoded("&#65;&#x42;&#X43;&#68"), "ABCD");
  EXPECT_EQ(decoded("&#x1F600;&#128512;"), "😀😀");
  EXPECT_EQ(decoded("&#x41g"), "Ag");
}

TEST(CharacterReferences, NumbersMeanWindows1252WhereTheyWouldBeControls) {
  EXPECT_EQ(decoded("&#128;&#150;&#x92;&#159;"), "€–’Ÿ");
  EXPECT_EQ(decoded("&#129;"), "\xC2\x81");  // not assigned in windows-1252
}

TEST(CharacterReferences, NumbersThatAreNoCharacterBecomeTheReplacement) {
  for (const std::string_view text : {"&#0;", "&#xD800;", "&#xDFFF;", "&#x110000;",
                                      "&#99999999999999999999;", "&#xFFFFFFFFFFFFFFFFFF"}) {
    EXPECT_EQ(decoded(text), "\xEF\xBF\xBD") << text;
  }
}

TEST(CharacterReferences, InAttributesANameMustEnd) {
  EXPECT_EQ(decoded("?a=1&copy=2&lt;&amp", true), "?a=1&copy=2<&");
  EXPECT_EQ(decoded("?a=1&copy2", true), "?a=1&copy2");
  EXPECT_EQ(decoded("&copy ;&copy", true), "© ;©");
  EXPECT_EQ(decoded("&notit;", true), "&notit;");
}

TEST(CharacterReferences, EveryNameIsFound) {
  size_t names = 0;
  for (std::string_view rest = kNamedReferences; !rest.empty();) {
    const size_t mark = rest.find_first_of("=!");
    const std::string name(rest.substr(0, mark));
    const bool bare = rest[mark] == '!';
    const CharacterReference found = match_reference("&" + name + ";", 0, false);
    EXPECT_EQ(found.size, name.size() + 2) << name;
    EXPECT_TRUE(is_valid_utf8(found.text()) && !found.text().empty()) << name;
    EXPECT_EQ(match_reference("&" + name, 0, false).size == name.size() + 1, bare) << name;
    names += bare ? 2 : 1;
    rest.remove_prefix(rest.find(' ') + 1);
  }
  EXPECT_EQ(names, 2231u);
}

}  // namespace
}  // namespace sluice::html
