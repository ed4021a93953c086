#include "extract/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const Block& only_block(const Page& page) {
  EXPECT_EQ(page.blocks().all.size(), 1u);
  return page.blocks().all.front();
}

TEST(Blocks, AreTheRunsBetweenBlockElements) {
  EXPECT_THAT(block_texts("<h1>Title</h1>bare<p>one <b>two</b> three</p>tail<div>four</div>"),
              ElementsAre("Title", "bare", "one two three", "tail", "four"));
}

TEST(Blocks, AnInlineElementAroundBlocksIsCutByThem) {
  EXPECT_THAT(block_texts("<div><b>one<div>two</div>three</b> four</div>"),
              ElementsAre("one", "two", "three four"));
}

TEST(Blocks, TwoLineBreaksPartAndOneDoesNot) {
  EXPECT_THAT(block_texts("<p>one<br>two<br> <br>three<br><br><br>four</p>"),
              ElementsAre("one\ntwo", "three", "four"));
}

TEST(Blocks, ARuleParts) {
  const Page page("one<hr>two");
  ASSERT_EQ(page.blocks().all.size(), 2u);
  EXPECT_EQ(page.blocks().all[0].flags & kAfterRule, 0u);
  EXPECT_NE(page.blocks().all[1].flags & kAfterRule, 0u);
}

TEST(Blocks, ANodeRangeHoldsItsTextsAndNoBlock) {
  const Page page("<p>one <i>two</i> <script>x</script>three<p>four");
  for (const Block& block : page.blocks().all) {
    for (html::NodeId id = block.begin; id < block.end; ++id) {
      EXPECT_NE(page.tree()[id].tag, html::Tag::p);
    }
  }
  EXPECT_EQ(page.tree()[page.blocks().all[0].element].tag, html::Tag::p);
}

TEST(Blocks, WhatIsNeverShownMakesNone) {
  EXPECT_THAT(
      block_texts("<head><title>t</title><style>s</style></head><script>x</script><style>y</style>"
                  "<template><p>z</p></template><svg><title>q</title><text>r</text></svg>"
                  "<object>f</object><iframe>g</iframe><video>h</video><canvas>i</canvas>"),
      IsEmpty());
}

TEST(Blocks, SignsThatLinkWithinThePageAreLeftOut) {
  EXPECT_EQ(
      text_of("<h2>Use<a class=headerlink href='#use'>\xC2\xB6</a></h2><p>Text <a href='#n'>[1]</a>"
              "<a href='#top'>\xE2\x86\xA9\xEF\xB8\x8E</a><a href='#x'># 2</a> <a href=y>#</a>"),
      "Use\nText [1]# 2 #");
}

TEST(Blocks, WhiteSpaceAndUnseenCharactersAloneMakeNone) {
  EXPECT_THAT(block_texts("<p> \n<p>&nbsp;<p>&#x200B;&shy;<p>\xEF\xBB\xBF<p>\xE3\x80\x80"),
              IsEmpty());
}

// Whether the block that says "x" is hidden.
bool hides(const std::string& html) {
  const Page page(html);
  const auto block = std::find_if(page.blocks().all.begin(), page.blocks().all.end(),
                                  [&](const Block& one) { return page.text_of(one) == "x"; });
  EXPECT_NE(block, page.blocks().all.end()) << html;
  return (block->flags & kHidden) != 0;
}

TEST(Blocks, WhatIsHiddenHasAFlag) {
  for (const std::string html :
       {"<p hidden>x", "<div style='color:red; DISPLAY : none !important'>x",
        "<span style='visibility:hidden'>x</span>", "<dialog>x</dialog>",
        "<div style='display:none'><p>x</div>", "<div hidden><div hidden>x</div></div>",
        "<p style='visibility:hidden;display:block'>x",
        "<p style='display:block;visibility:hidden'>x",
        "<p style='display:none;visibility:visible'>x",
        "<p style='visibility:visible;display:none'>x"}) {
    EXPECT_TRUE(hides("<p>More than what is hidden.</p>" + html)) << html;
  }
  for (const std::string html :
       {"<p aria-hidden=true>x", "<div style='display:block'>x", "<dialog open>x</dialog>",
        "<p hidden=until-found>x", "<details><p>x</details>", "<div hidden id=S:1><p>x</div>",
        "<div role=tabpanel style='display:none'>x</div>", "<p style='display:none;display:flex'>x",
        "<p style='visibility:hidden;visibility:visible'>x"}) {
    EXPECT_FALSE(hides("<p>More than what is hidden.</p>" + html)) << html;
  }
}

TEST(Blocks, WhatHidesMostOfAPageHidesItForAMoment) {
  EXPECT_FALSE(hides("<body style='visibility:hidden'><p>x</p><p>and more"));
  EXPECT_FALSE(hides("<p>less</p><div style='display:none'><p>x</p><p>and more"));
}

TEST(Blocks, HiddenTextWithinALineIsABlockOfItsOwn) {
  EXPECT_EQ(text_of("<p>one <span style='display:none'>two</span> three"), "one\nthree");
}

TEST(Blocks, ControlsHaveAFlagButHeadingsThatOpenSectionsHaveNot) {
  const Page page(
      "<select><option>a<option>b</select><button>c</button><textarea>d</textarea>"
      "<h3><button>e</button></h3>");
  std::vector<bool> controls;
  for (const Block& block : page.blocks().all) controls.push_back((block.flags & kControl) != 0);
  EXPECT_THAT(controls, ElementsAre(true, true, true, true, false));
}

TEST(Blocks, NoscriptCountsOnlyWhereThereIsNothingElse) {
  EXPECT_EQ(text_of("<noscript><p>Scripts are off.</noscript><div id=root></div>"),
            "Scripts are off.");
  const std::string much(300, 'x');
  EXPECT_EQ(text_of("<p>" + much + "</p><noscript><p>Scripts are off.</noscript>"), much);
}

TEST(Blocks, TellWhereTheyStand) {
  const Page page(
      "<ul><li>a</ul><table><tr><td>b</table><pre>c</pre><blockquote>d</blockquote>"
      "<figure><figcaption>e</figcaption></figure><dl><dt>f<dd>g</dl><h2><div>h</div></h2>");
  std::vector<uint32_t> flags;
  for (const Block& block : page.blocks().all) flags.push_back(block.flags);
  EXPECT_THAT(flags, ElementsAre(kInList, kInTable, kInPre, kInQuote, kInFigure | kInCaption,
                                 kInDefinition, kInDefinition, kInHeading));
  EXPECT_EQ(page.blocks().all.back().heading, 2);
}

TEST(Blocks, CountBytesWordsAndLinks) {
  const Page page(
      "<p>See <a href=x>the 2nd <b>Page</b></a>, <a name=y>or</a> <a href=z>3</a>!</p>");
  const Block& block = only_block(page);
  EXPECT_EQ(block.words, 6u);  // See the 2nd Page, or 3!
  EXPECT_EQ(block.bytes, std::string("Seethe2ndPage,or3!").size());
  EXPECT_EQ(block.link_bytes, std::string("the2ndPage3").size());
  EXPECT_EQ(block.link_words, 4u);
  EXPECT_EQ(block.links, 2u);
  EXPECT_EQ(block.digits, 2u);
  EXPECT_EQ(block.capitals, 2u);
  EXPECT_EQ(block.punctuation, 2u);
}

TEST(Blocks, CountTheSignsOfOtherScripts) {
  const Page page("<p>你好，世界。“quoted” — ¿qué? مرحبا، है।</p>");
  const Block& block = only_block(page);
  EXPECT_EQ(block.punctuation, 8u);  // ， 。 “ ” — ? ، ।
  EXPECT_LT(block.characters, block.bytes);
}

TEST(Blocks, CountsAreTheSameHoweverTheTextIsCut) {
  const std::string text = "One two, 3 FOUR \xE4\xBD\xA0\xE5\xA5\xBD\xE3\x80\x82 five. ";
  std::string html = "<p>";
  std::string once = "<p>";
  for (int i = 0; i < 40; ++i) {
    html += text + (i % 2 == 0 ? "<i></i>" : "");
    once += text;
  }
  const Page cut(html);
  const Page whole(once);
  EXPECT_EQ(only_block(cut).words, only_block(whole).words);
  EXPECT_EQ(only_block(cut).bytes, only_block(whole).bytes);
  EXPECT_EQ(only_block(cut).punctuation, only_block(whole).punctuation);
}

// A grid as the standard forms it, with cells that reach down and across.
TEST(Boxes, CellsKnowTheirColumns) {
  const Page page("<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d<tr><td>e</table>");
  std::vector<int> columns;
  for (const Box& box : page.blocks().boxes) {
    if (box.kind == BoxKind::cell) columns.push_back(box.column);
  }
  EXPECT_THAT(columns, ElementsAre(0, 1, 1, 2, 0));
}

TEST(Boxes, HugeSpansCostNothing) {
  const Page page(
      "<table><tr><td colspan=9000000000000000>a<td rowspan=99999999>b<tr><td>c</table>");
  EXPECT_THAT(block_texts("<table><tr><td colspan=9000000000000000>a<td>b</table>"),
              ElementsAre("a", "b"));
}

TEST(Boxes, ItemsAreNumberedAsTheListSays) {
  const Page page("<ol start=5><li>a<li value=9>b<li>c</ol>");
  std::vector<uint32_t> numbers;
  for (const Box& box : page.blocks().boxes) {
    if (box.kind == BoxKind::item) numbers.push_back(box.number);
  }
  EXPECT_THAT(numbers, ElementsAre(5, 9, 10));
}

TEST(Boxes, TablesThatArrangeAPageAreTold) {
  const auto is_layout = [](const std::string& html) {
    const Page page(html);
    const auto table = std::find_if(page.blocks().boxes.begin(), page.blocks().boxes.end(),
                                    [](const Box& box) { return box.kind == BoxKind::table; });
    return table->layout;
  };
  EXPECT_FALSE(is_layout("<table><tr><th>a<th>b<tr><td>1<td><ul><li>x<li>y</ul></table>"));
  EXPECT_TRUE(is_layout("<table><tr><td><table><tr><td>x</table></table>"));
  EXPECT_TRUE(is_layout("<table><tr><td><h2>t</h2><p>x<td>menu</table>"));
  EXPECT_TRUE(is_layout("<table role=presentation><tr><td>x<td>y</table>"));
  EXPECT_TRUE(is_layout("<table><tr><td>1\n2<td><pre>a\nb</pre></table>"));
}

}  // namespace
}  // namespace sluice::extract::test
