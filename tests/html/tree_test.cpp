#include "html/tree.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "html/tree_dump.h"

namespace sluice::html {
namespace {

// The elements and texts of the body in one line: "<p> (a <b> (b))".
std::string body_of(std::string_view page) {
  Parser parser;
  const Tree& tree = parser.parse(page);
  std::string out;
  NodeId body = 0;
  while (body < tree.size() && tree[body].tag != Tag::body) ++body;
  const auto show = [&](const auto& self, NodeId id) -> void {
    if (!out.empty() && out.back() != '(') out += ' ';
    out += tree[id].tag == Tag::text ? std::string(tree.text(id))
                                     : "<" + std::string(tree.text(id)) + ">";
    if (tree[id].end == id + 1) return;
    out += " (";
    for (NodeId child = id + 1; child < tree[id].end; child = tree[child].end) self(self, child);
    out += ')';
  };
  for (NodeId child = body + 1; child < tree[body].end; child = tree[child].end) show(show, child);
  return out;
}

std::string whole(std::string_view page) {
  Parser parser;
  return printed(dump(parser.parse(page)));
}

TEST(Tree, MissingElementsAreMadeUp) {
  EXPECT_EQ(whole(""), "| <html>\n|   <head>\n|   <body>\n");
  EXPECT_EQ(whole("<title>a</title>b"),
            "| <html>\n|   <head>\n|     <title>\n|       \"a\"\n|   <body>\n|     \"b\"\n");
}

TEST(Tree, EndTagsMayBeLeftOut) {
  EXPECT_EQ(body_of("<p>a<p>b<ul><li>c<li>d</ul>e"), "<p> (a) <p> (b) <ul> (<li> (c) <li> (d)) e");
  EXPECT_EQ(body_of("<dl><dt>a<dd>b<dt>c</dl>"), "<dl> (<dt> (a) <dd> (b) <dt> (c))");
  EXPECT_EQ(body_of("<h1>a<h2>b</h3>c"), "<h1> (a) <h2> (b) c");
}

TEST(Tree, StrayEndTags) { EXPECT_EQ(body_of("a</p>b</br>c</div>d</foo>e"), "a <p> b <br> c d e"); }

TEST(Tree, FormattingIsOpenedAgainBehindABlock) {
  EXPECT_EQ(body_of("<b>a<p>b</b>c</p>d"), "<b> (a) <p> (<b> (b) c) d");
  EXPECT_EQ(body_of("<p><i>a<p>b"), "<p> (<i> (a)) <p> (<i> (b))");
  EXPECT_EQ(body_of("<a>a<a>b"), "<a> (a) <a> (b)");
  EXPECT_EQ(body_of("<p>a<b>b<i>c</b>d</i>e"), "<p> (a <b> (b <i> (c)) <i> (d) e)");
}

TEST(Tree, TablesFosterOutWhatDoesNotBelongInThem) {
  EXPECT_EQ(body_of("<table>a<tr>b<td>c</td>d</table>e"),
            "a b d <table> (<tbody> (<tr> (<td> (c)))) e");
  EXPECT_EQ(body_of("<table> <tr><td>c"), "<table> (  <tbody> (<tr> (<td> (c))))");
  EXPECT_EQ(body_of("<table><div>a<tr><td>b"), "<div> (a) <table> (<tbody> (<tr> (<td> (b))))");
}

TEST(Tree, ATableEndsAParagraphExceptInQuirksMode) {
  EXPECT_EQ(body_of("<!doctype html><p>a<table></table>b"), "<p> (a) <table> b");
  EXPECT_EQ(body_of("<p>a<table></table>b"), "<p> (a <table> b)");
}

TEST(Tree, RawTextIsOneText) {
  EXPECT_EQ(body_of("x<script>a<b></b></script><textarea>\n<p>&amp;</textarea>c"),
            "x <script> (a<b></b>) <textarea> (<p>&) c");
  EXPECT_EQ(body_of("<xmp><b></xmp><plaintext><b></plaintext>"),
            "<xmp> (<b>) <plaintext> (<b></plaintext>)");
}

TEST(Tree, ThePreFirstLineEndIsDropped) {
  EXPECT_EQ(body_of("<pre>\n\na</pre><pre>\r\nb</pre><pre>c\n</pre>"),
            "<pre> (\na) <pre> (b) <pre> (c\n)");
}

TEST(Tree, NoscriptHoldsElements) {
  EXPECT_EQ(body_of("<p><noscript><img src=a>b</noscript>"), "<p> (<noscript> (<img> b))");
}

TEST(Tree, SvgAndMathHaveTheirOwnNames) {
  Parser parser;
  const Tree& tree =
      parser.parse("<svg><title>a</title><foreignObject><p>b</p></foreignObject></svg><math><mi>c");
  EXPECT_EQ(printed(dump(tree)),
            "| <html>\n|   <head>\n|   <body>\n|     <svg svg>\n|       <svg title>\n"
            "|         \"a\"\n|       <svg foreignobject>\n|         <p>\n|           \"b\"\n"
            "|     <math math>\n|       <math mi>\n|         \"c\"\n");
}

TEST(Tree, TemplatesHoldTheirContentsAsChildren) {
  EXPECT_EQ(body_of("<p><template><tr><td>a</template>b"), "<p> (<template> (<tr> (<td> (a))) b)");
}

TEST(Tree, SelectsKeepWhatBrowsersKeep) {
  EXPECT_EQ(body_of("<select><option>a<option>b<optgroup><option>c</select>d"),
            "<select> (<option> (a) <option> (b) <optgroup> (<option> (c))) d");
}

TEST(Tree, FramesetTakesTheBodysPlace) {
  EXPECT_EQ(whole("<frameset><frame></frameset><noframes>a</noframes>"),
            "| <html>\n|   <head>\n|   <frameset>\n|     <frame>\n|   <noframes>\n|     \"a\"\n");
}

TEST(Tree, TextsAreViewsOfThePageWhereNothingChanged) {
  const std::string page = "<p>plain</p><p>a &amp; b</p>";
  Parser parser;
  const Tree& tree = parser.parse(page);
  std::vector<NodeId> texts;
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree[id].tag == Tag::text) texts.push_back(id);
  }
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(tree[texts[0]].data, page.data() + 3);
  EXPECT_EQ(tree.text(texts[1]), "a & b");
}

TEST(Tree, AttributesByName) {
  Parser parser;
  const Tree& tree = parser.parse("<body><a HREF='/x?a&amp;b' data-y=z href=other>");
  const NodeId a = tree.size() - 1;
  ASSERT_EQ(tree[a].tag, Tag::a);
  ASSERT_NE(tree.attribute(a, AttributeName::href), nullptr);
  EXPECT_EQ(tree.attribute(a, AttributeName::href)->value(), "/x?a&b");
  EXPECT_EQ(tree.attribute(a, AttributeName::title), nullptr);
  ASSERT_EQ(tree.attributes(a).size(), 2u);
  EXPECT_EQ(tree.attributes(a)[1].name(), "data-y");
}

TEST(Tree, SecondHtmlAndBodyTagsAddAttributes) {
  EXPECT_EQ(whole("<html a=1><body b=2><html a=3 c=4><body b=5 d=6>"),
            "| <html>\n|   a=1\n|   c=4\n|   <head>\n|   <body>\n|     b=2\n|     d=6\n");
}

TEST(Tree, AParserIsUsedAgain) {
  Parser parser;
  parser.parse("<table>a<b>&amp;");
  EXPECT_EQ(printed(dump(parser.parse("<p>a"))), whole("<p>a"));
  EXPECT_EQ(parser.parse("").size(), 4u);
}

TEST(Tree, FragmentsFollowTheirContext) {
  Parser parser;
  EXPECT_EQ(printed(dump_fragment(parser.parse_fragment("<td>a", Tag::tr))), "| <td>\n|   \"a\"\n");
  EXPECT_EQ(printed(dump_fragment(parser.parse_fragment("<td>a", Tag::div))), "| \"a\"\n");
  EXPECT_EQ(printed(dump_fragment(parser.parse_fragment("<b>&lt;", Tag::title))), "| \"<b><\"\n");
}

}  // namespace
}  // namespace sluice::html
