// The output rules, in the format `text`.

#include <gtest/gtest.h>

#include <string>

#include "extract/render.h"
#include "extract/support.h"

namespace sluice::extract::test {
namespace {

TEST(Text, BlocksStandOnLinesOfTheirOwn) {
  EXPECT_EQ(text_of("<p>one</p>bare<div>two<p>three</div>"), "one\nbare\ntwo\nthree");
}

TEST(Text, InlineElementsInsertNoSpaces) {
  EXPECT_EQ(text_of("<p><span>sp</span><span>lit</span> H<sub>2</sub>O <b>bold</b>."),
            "split H2O bold.");
}

TEST(Text, WhiteSpaceCollapsesAcrossElementsAndLinesAreTrimmed) {
  EXPECT_EQ(text_of("<p>  one \n <b> two\t</b>  three&nbsp;&nbsp;four \xE3\x80\x80 five  </p>"),
            "one two three four five");
}

TEST(Text, LineBreaksAreLineEnds) {
  EXPECT_EQ(text_of("<p>one <br> two<br/>three<br>"), "one\ntwo\nthree");
}

TEST(Text, ImagesAndControlsPartWords) {
  EXPECT_EQ(text_of("<p>one<img src=x>two, <input>three<img>."), "one two, three.");
  EXPECT_EQ(text_of("<p>\xE4\xBD\xA0<img src=x>\xE5\xA5\xBD"), "\xE4\xBD\xA0\xE5\xA5\xBD");
}

TEST(Text, AdjacentLinksAreNotOneWord) {
  EXPECT_EQ(text_of("<p><a href=1>one</a><a href=2>two</a>, <a href=3>th</a>ree"),
            "one two, three");
}

TEST(Text, TimesStayInTheirSentence) {
  EXPECT_EQ(text_of("<p>On <time datetime=2024-05-01>1 May</time> it rained."),
            "On 1 May it rained.");
}

TEST(Text, WhatIsNeverSeenIsLeftOut) {
  EXPECT_EQ(text_of("<p>so\xC2\xAD"
                    "ft zero\xE2\x80\x8B"
                    "width \xEF\xBB\xBF"
                    "mark \xE2\x80\xAE"
                    "over\xE2\x80\xAC"
                    "ride b\x01"
                    "ell&#x7F;"),
            "soft zerowidth mark override bell");
}

TEST(Text, JoinersStayWhereTheySpellWords) {
  const std::string persian = "\xD9\x85\xDB\x8C\xE2\x80\x8C\xD8\xB1\xD9\x88\xD9\x85";
  const std::string hindi = "\xE0\xA4\x95\xE0\xA5\x8D\xE2\x80\x8D\xE0\xA4\xB7";
  const std::string family = "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7";
  EXPECT_EQ(text_of("<p>" + persian + " " + hindi + " " + family),
            persian + " " + hindi + " " + family);
  EXPECT_EQ(text_of("<p>a\xE2\x80\x8C"
                    "b \xE2\x80\x8D"
                    "c \xD9\x85\xE2\x80\x8C z"),
            "ab c \xD9\x85 z");
}

TEST(Text, EveryOtherScriptPassesAsItIs) {
  const std::string text =
      "\xC3\x89t\xC3\xA9 \xE2\x80\x94 \xE2\x80\x9Cquoted\xE2\x80\x9D \xE2\x82\xAC"
      "5 \xE1\x83\x90 \xE3\x81\x82\xE3\x82\xA2 \xEF\xBD\xB1 \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D";
  EXPECT_EQ(text_of("<p dir=rtl>" + text), text);
}

TEST(Text, ListsAreMarkedAndIndented) {
  EXPECT_EQ(text_of("<ul><li>one<li>two<ul><li>three<li>four</ul><li>five</ul>six"),
            "- one\n- two\n  - three\n  - four\n- five\nsix");
  EXPECT_EQ(text_of("<ol><li>one<li>two</ol>"), "- one\n- two");
}

TEST(Text, AnItemIsMarkedOnce) {
  EXPECT_EQ(text_of("<ul><li><p>one<p>more<li><h3>two</h3>text<li><ul><li>three</ul></ul>"),
            "- one\nmore\n- two\ntext\n- three");
  EXPECT_EQ(text_of("<ul><li><a href=x><img></a><li>two</ul>"), "- two");
}

TEST(Text, RowsAreLinesAndCellsArePartedByTabs) {
  EXPECT_EQ(
      text_of("<table><caption>C</caption><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>x"),
      "C\na\tb\n1\t2\nx");
}

TEST(Text, EmptyCellsKeepTheirPlace) {
  EXPECT_EQ(text_of("<table><tr><th>a<th>b<th>c<tr><td>1<td><td>3<tr><td><td>2<td></table>"),
            "a\tb\tc\n1\t\t3\n\t2");
}

TEST(Text, ColumnsThatAreEmptyAllTheWayDownAreLeftOut) {
  EXPECT_EQ(text_of("<table><tr><td><td>a<td> <td>b<tr><td><td>1<td>&nbsp;<td>2</table>"),
            "a\tb\n1\t2");
}

TEST(Text, CellsThatReachDownHoldTheirPlace) {
  EXPECT_EQ(text_of("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>"), "a\tb\n\tc");
  EXPECT_EQ(text_of("<table><tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e</table>"),
            "a\t\tb\nc\td\te");
}

TEST(Text, SeveralLinesInACellBecomeOne) {
  EXPECT_EQ(text_of("<table><tr><td>a<br>b<td><ul><li>c<li>d</ul><td><p>e<p>f</table>"),
            "a b\tc d\te f");
}

TEST(Text, TablesThatArrangeAPageAreWrittenAsTheirBlocks) {
  EXPECT_EQ(text_of("<table><tr><td><h1>T</h1><p>one<p>two<td><ul><li>x</ul></table>"),
            "T\none\ntwo\n- x");
  EXPECT_EQ(text_of("<table><tr><td><table><tr><td>a<td>b</table><td>c</table>"), "a\tb\nc");
  EXPECT_EQ(text_of("<table><tr><td>one<br>two<tr><td>three</table>"), "one\ntwo\nthree");
}

TEST(Text, PreformattedTextKeepsItsWhiteSpace) {
  EXPECT_EQ(text_of("<pre>\n  if (x) {\n\ty();  \n\n    }\n</pre>z"),
            "  if (x) {\n\ty();  \n\n    }\nz");
  EXPECT_EQ(text_of("<pre><code><span>a</span>\n  <span>b</span>\n</code></pre>"), "a\n  b");
  EXPECT_EQ(text_of("<pre><div>a</div><div>  b</div></pre>"), "a\n  b");
}

TEST(Text, InlineStyleMayKeepLines) {
  EXPECT_EQ(text_of("<p style='white-space: pre-line'>one  two\n  three\n"), "one two\nthree");
  EXPECT_EQ(text_of("<div style='white-space:pre'>a  b\n  c</div>"), "a  b\n  c");
}

TEST(Text, InlineCodeStaysInItsLine) {
  EXPECT_EQ(text_of("<p>Call <code>f(\n  x)</code> now."), "Call f( x) now.");
}

TEST(Text, ReadingsOfRubyStandInParentheses) {
  EXPECT_EQ(text_of("<p><ruby>\xE6\xBC\xA2<rp>(</rp><rt>kan</rt><rp>)</rp>"
                    "\xE5\xAD\x97<rt>ji</rt></ruby> x"),
            "\xE6\xBC\xA2(kan)\xE5\xAD\x97(ji) x");
}

TEST(Text, IsAppendedToWhatThereIs) {
  const Page page("<p>one<p>two");
  std::string out = "zero|";
  render(page.tree(), page.blocks(), std::vector<uint8_t>{1, 1}, Format::text, out);
  EXPECT_EQ(out, "zero|one\ntwo");
}

TEST(Text, OnlyWhatIsKeptIsWritten) {
  const Page page("<ul><li>one<li>two<li>three</ul><table><tr><td>a<td>b<td>c</table>");
  EXPECT_EQ(page.render(Format::text, {0, 1, 0, 1, 0, 1}), "- two\na\tc");
  EXPECT_EQ(page.render(Format::text, {0, 0, 0, 0, 0, 0}), "");
}

TEST(Text, DefinitionsAndQuotationsAreLines) {
  EXPECT_EQ(text_of("<dl><dt>a<dd>b</dl><blockquote><p>c<p>d</blockquote>"), "a\nb\nc\nd");
}

}  // namespace
}  // namespace sluice::extract::test
