// The output rules, in the format `markdown`.

#include <gtest/gtest.h>

#include <string>

#include "extract/render.h"
#include "extract/support.h"

namespace sluice::extract::test {
namespace {

TEST(Markdown, ABlankLinePartsBlocks) {
  EXPECT_EQ(markdown_of("<h2>Title</h2><p>one</p><p>two<br>three</p>"),
            "## Title\n\none\n\ntwo\nthree");
}

TEST(Markdown, HeadingsAreOneLine) {
  EXPECT_EQ(markdown_of("<h1>one<br>two <i>three</i></h1>"), "# one two *three*");
}

TEST(Markdown, MarkupTouchesItsText) {
  EXPECT_EQ(markdown_of("<p>a<b> bold </b>z <i>it</i> <s>old</s> <b><i>x</i> y</b>"),
            "a **bold** z *it* ~~old~~ ***x* y**");
  EXPECT_EQ(markdown_of("<p><i>a <b>b</b> c</i>"), "*a **b** c*");
  EXPECT_EQ(markdown_of("<p><b>a</b><b>b</b> <b> </b>c"), "**ab** c");
}

TEST(Markdown, OverlappingMarkupIsClosedAndOpenedAgain) {
  EXPECT_EQ(markdown_of("<p><b>a <i>b</b> c</i> d"), "**a *b*** *c* d");
}

TEST(Markdown, InlineCodeIsNotEscaped) {
  EXPECT_EQ(markdown_of("<p>Call <code>a_b*c</code>, <code>x`y</code>."), "Call `a_b*c`, ``x`y``.");
}

TEST(Markdown, ListsAreNested) {
  EXPECT_EQ(markdown_of("<ol start=3><li>one<li><p>two<p>more<ul><li>x<li>y</ul><li>three</ol>"),
            "3. one\n4. two\n\n   more\n   - x\n   - y\n5. three");
}

TEST(Markdown, TextAroundAListIsApart) {
  EXPECT_EQ(markdown_of("a<ul><li>b</ul>c<ul><li>d</ul>"), "a\n\n- b\n\nc\n\n- d");
}

TEST(Markdown, CodeIsFencedWithItsLanguage) {
  EXPECT_EQ(markdown_of("<pre><code class='hljs language-cpp'>if (x)\n  y();\n</code></pre>z"),
            "```cpp\nif (x)\n  y();\n```\n\nz");
  EXPECT_EQ(markdown_of("<pre class='lang-\"x'>a_b\n```\n</pre>"), "````\na_b\n```\n````");
  EXPECT_EQ(markdown_of("<ul><li>a<pre>b\n\n  c</pre></ul>"), "- a\n\n  ```\n  b\n\n    c\n  ```");
}

// Empty formulas are blocks that write nothing. Quadratic work does not come to an end here.
TEST(Markdown, CodeOfManyBlocksThatWriteNothingIsLinear) {
  for (const std::string part : {"<p><math></math></p>", "<script type='math/tex'></script>",
                                 "<p><script type='math/tex'></script></p>"}) {
    std::string html = "<pre class='language-c " + std::string(100'000, 'x') + "'>";
    for (int i = 0; i < 100'000; ++i) html += part;
    EXPECT_EQ(markdown_of(html + "<p>a``````b</p></pre>"), "```````c\na``````b\n```````") << part;
  }
}

TEST(Markdown, QuotationsAreMarkedOnEachLine) {
  EXPECT_EQ(markdown_of("<blockquote><p>a<br>b<p>c<blockquote>d</blockquote></blockquote>e"),
            "> a\n> b\n>\n> c\n>\n> > d\n\ne");
}

TEST(Markdown, TablesHaveARuleBelowTheFirstRow) {
  EXPECT_EQ(markdown_of("<p>x<table><tr><th>a<th>b<th>c<tr><td>1<td><td>2|3<tr><td><td>4</table>y"),
            "x\n\n| a | b | c |\n| --- | --- | --- |\n| 1 | | 2\\|3 |\n| | 4 | |\n\ny");
}

TEST(Markdown, FormulasStandInDollarsUnescaped) {
  EXPECT_EQ(markdown_of("<p>x_ <math alttext='a_1 * b_2'><mi>a</mi></math> and "
                        "<math display=block alttext='c_1'></math>"),
            "x\\_ $a_1 * b_2$ and $$c_1$$");
  EXPECT_EQ(markdown_of("<p>\\(x_1 * y_1\\) but *this* and $a_b$ $5 * 3 or $6*"),
            "\\(x_1 * y_1\\) but \\*this\\* and $a_b$ $5 * 3 or $6\\*");
}

TEST(Markdown, OnlyWhatWouldBeMarkupIsEscaped) {
  EXPECT_EQ(
      markdown_of("<p>snake_case 2 * 3 a_ *b* [x] [y](z) &lt;b> 1 &lt; 2 &amp;amp; A&amp;B ~~c~~"),
      "snake_case 2 * 3 a\\_ \\*b\\* [x] [y\\](z) \\<b> 1 < 2 \\&amp; A&B \\~\\~c\\~\\~");
  EXPECT_EQ(markdown_of("<p># a<p>- b<p>1. c<p>&gt; d<p>+ e<p>#f<p>-g<p>2.5<p>12) h<p>---"),
            "\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n\\+ e\n\n#f\n\n-g\n\n2.5\n\n12\\) h\n\n\\---");
}

TEST(Markdown, LinksStandBehindAnOption) {
  const std::string html = "<p>See <a href='/a b(1)'>the <b>page</b></a><a href=c> two</a>.";
  EXPECT_EQ(markdown_of(html), "See the **page** two.");
  EXPECT_EQ(markdown_of(html, {.links = true}), "See [the **page**](/a%20b%281%29) [two](c).");
}

}  // namespace
}  // namespace sluice::extract::test
