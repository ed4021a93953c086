// Pages that took other parsers quadratic time or cost them text: here four times the page takes
// about four times the steps, and every letter of text is in the tree.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree.h"

namespace sluice::html {
namespace {

std::string repeated(std::string_view text, size_t count) {
  std::string out;
  out.reserve(text.size() * count);
  for (size_t i = 0; i < count; ++i) out += text;
  return out;
}

// Every "#" of `pattern` as the number of the repetition.
std::string numbered(std::string_view pattern, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) {
    for (const char c : pattern) {
      if (c == '#') {
        out += std::to_string(i);
      } else {
        out += c;
      }
    }
  }
  return out;
}

std::string all_text(const Tree& tree) {
  std::string text;
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree[id].tag == Tag::text) text += tree.text(id);
  }
  return text;
}

size_t depth(const Tree& tree) {
  std::vector<size_t> depths(tree.size());
  for (NodeId id = 1; id < tree.size(); ++id) depths[id] = depths[tree[id].parent] + 1;
  return *std::max_element(depths.begin(), depths.end());
}

struct Hostile {
  const char* name;
  std::string (*make)(size_t n);
  size_t n;                 // as large as the quarter of the page that is known to hurt
  char letter = '\0';       // of the text: none may be lost ...
  size_t letters_each = 0;  // ... of so many a repetition
};

void PrintTo(const Hostile& page, std::ostream* out) { *out << page.name; }

class HostilePages : public ::testing::TestWithParam<Hostile> {};

TEST_P(HostilePages, TakeLinearTimeAndLoseNoText) {
  const Hostile& page = GetParam();
  Parser parser;
  const std::string small = page.make(page.n);
  parser.parse(small);
  const uint64_t small_steps = parser.steps();
  const std::string large = page.make(4 * page.n);
  const Tree& tree = parser.parse(large);
  EXPECT_LE(parser.steps(), 5 * small_steps + 10'000);
  EXPECT_LE(tree.size(), 2 * large.size() + 5'000);
  EXPECT_LE(depth(tree), 2 * Parser::kMaxDepth);
  if (page.letter != '\0') {
    const std::string text = all_text(tree);
    EXPECT_EQ(static_cast<size_t>(std::count(text.begin(), text.end(), page.letter)),
              page.letters_each * 4 * page.n);
  }
}

const Hostile kPages[] = {
    {"nested_div", [](size_t n) { return repeated("<div>x", n); }, 50'000, 'x', 1},
    {"nested_div_closed", [](size_t n) { return repeated("<div>x", n) + repeated("y</div>", n); },
     50'000, 'x', 1},
    {"nested_b", [](size_t n) { return repeated("<b>x", n); }, 5'000, 'x', 1},
    {"nested_b_with_attributes", [](size_t n) { return numbered("<b id=#>x", n); }, 5'000, 'x', 1},
    {"nested_font", [](size_t n) { return numbered("<font size=#>x", n); }, 5'000, 'x', 1},
    {"nested_select", [](size_t n) { return repeated("<select>x<option>", n); }, 5'000, 'x', 1},
    {"nested_table", [](size_t n) { return repeated("<table>x", n); }, 5'000, 'x', 1},
    {"nested_table_cells", [](size_t n) { return repeated("<table><tr><td>x", n); }, 5'000, 'x', 1},
    {"nested_table_closed",
     [](size_t n) { return repeated("<table><tr><td>x", n) + repeated("</table>x", n); }, 5'000,
     'x', 2},
    {"table_in_table_text", [](size_t n) { return "<table>" + repeated("<tr>x<td>x", n); }, 20'000,
     'x', 2},
    {"table_text_and_inline", [](size_t n) { return "<table>" + repeated("x<b>x</b><p>x", n); },
     20'000, 'x', 3},
    {"unclosed_span", [](size_t n) { return repeated("<span>x", n); }, 25'000, 'x', 1},
    {"unclosed_span_unknown_ends",
     [](size_t n) { return repeated("<span>x", n) + repeated("</foo>x", n); }, 25'000, 'x', 2},
    {"unclosed_unknown", [](size_t n) { return numbered("<x-#>x", n) + numbered("</x-#>", n); },
     25'000, 'x', 1},
    {"unclosed_a", [](size_t n) { return repeated("<a href=u>x", n); }, 25'000, 'x', 1},
    {"unclosed_a_in_div", [](size_t n) { return repeated("<a href=u>x<div>x", n); }, 25'000, 'x',
     2},
    {"b_then_p", [](size_t n) { return repeated("<b>", n) + repeated("<p>x", n); }, 25'000, 'x', 1},
    {"b_with_attributes_then_p",
     [](size_t n) { return numbered("<b id=#>", n) + repeated("<p>x</p>", n); }, 25'000, 'x', 1},
    {"p_full_of_b",
     [](size_t n) { return "<p>" + numbered("<b id=#>", 100) + repeated("<p>x", n); }, 25'000, 'x',
     1},
    {"i_across_p", [](size_t n) { return repeated("<p><i>x</p></i>", n); }, 25'000, 'x', 1},
    {"overlapping", [](size_t n) { return repeated("<b><i><p>x</b>y</i></p>", n); }, 25'000, 'x',
     1},
    {"adopted_children",
     [](size_t n) {
       return "<b><div>" + repeated("<u>x</u>", n) + "</b>" + repeated("<i><p>x</i>", n);
     },
     10'000, 'x', 2},
    {"object_in_p", [](size_t n) { return "<p><object>" + repeated("<div>x", n); }, 25'000, 'x', 1},
    {"button_nest", [](size_t n) { return repeated("<button>x<div>", n); }, 25'000, 'x', 1},
    {"marquee_nest", [](size_t n) { return repeated("<marquee>x", n); }, 25'000, 'x', 1},
    {"forms", [](size_t n) { return repeated("<form><div>x</form>", n); }, 25'000, 'x', 1},
    {"lists", [](size_t n) { return repeated("<ul><li>x", n); }, 25'000, 'x', 1},
    {"list_items_in_div",
     [](size_t n) { return "<li>" + repeated("<div>", 400) + repeated("<dd>x", n); }, 25'000, 'x',
     1},
    {"svg_nest", [](size_t n) { return repeated("<svg>x", n); }, 25'000, 'x', 1},
    {"svg_and_html", [](size_t n) { return repeated("<svg><desc>x<div>", n); }, 25'000, 'x', 1},
    {"svg_template", [](size_t n) { return repeated("<svg><template>x", n); }, 25'000, 'x', 1},
    {"templates", [](size_t n) { return repeated("<template>x", n); }, 25'000, 'x', 1},
    {"template_rows", [](size_t n) { return repeated("<template><tr><td>x", n); }, 25'000, 'x', 1},
    {"math_nest", [](size_t n) { return repeated("<math><mi>x", n); }, 25'000, 'x', 1},
    {"headings", [](size_t n) { return repeated("<h1>x", n) + repeated("</h2>", n); }, 25'000, 'x',
     1},
    {"ruby", [](size_t n) { return repeated("<ruby><rt>x", n); }, 25'000, 'x', 1},
    {"framesets", [](size_t n) { return repeated("<frameset>", n); }, 25'000},
    {"less_than", [](size_t n) { return repeated("<", n); }, 500'000, '<', 1},
    {"less_than_slash", [](size_t n) { return "<p>" + repeated("</ ", n) + ">x"; }, 100'000},
    {"ampersands", [](size_t n) { return repeated("&", n); }, 500'000, '&', 1},
    {"ampersand_names", [](size_t n) { return repeated("&CounterClockwiseContourIntegra", n); },
     20'000, '&', 1},
    {"ampersands_in_attribute", [](size_t n) { return "<a href='" + repeated("&a", n) + "'>x"; },
     250'000},
    {"nul", [](size_t n) { return "<svg>" + std::string(n, '\0'); }, 250'000},
    {"carriage_returns", [](size_t n) { return "x" + repeated("\r", n); }, 250'000, '\n', 1},
    {"unclosed_comment", [](size_t n) { return "<!--" + repeated("- >", n); }, 100'000},
    {"comment_starts", [](size_t n) { return repeated("<!--", n); }, 100'000},
    {"comments", [](size_t n) { return repeated("<!---->x", n); }, 100'000, 'x', 1},
    {"script_starts", [](size_t n) { return "<script>" + repeated("<!--<script>x", n); }, 50'000,
     'x', 1},
    {"script_escapes", [](size_t n) { return "<script>" + repeated("<!--x-->", n); }, 50'000, 'x',
     1},
    {"title_ends", [](size_t n) { return "<title>" + repeated("</titl", n); }, 100'000},
    {"scripts", [](size_t n) { return repeated("<script>x</script>", n); }, 50'000, 'x', 1},
    {"head_elements_late",
     [](size_t n) { return "<head></head> " + repeated("<title>x</title> ", n); }, 50'000, 'x', 1},
    {"html_attributes", [](size_t n) { return numbered("<html a#=1>", n); }, 25'000},
    {"body_attributes", [](size_t n) { return "<body>" + numbered("<body a#=1>", n); }, 25'000},
    {"attribute_bytes", [](size_t n) { return "<p a='" + repeated("y", n) + "'>x"; }, 250'000},
    {"doctype", [](size_t n) { return "<!doctype html public '" + repeated("y", n); }, 250'000},
    {"colspan", [](size_t n) { return "<table>" + repeated("<td colspan=9000000000000000>x", n); },
     10'000, 'x', 1},
};

INSTANTIATE_TEST_SUITE_P(Html, HostilePages, ::testing::ValuesIn(kPages),
                         [](const auto& page) { return std::string(page.param.name); });

// The names of a tag's attributes are looked up among those before it.
TEST(HostileTags, ManyAttributesAreKeptOnceEach) {
  const std::string page = "<p " + numbered("a# ", 50'000) + numbered("A#=again ", 50'000) + ">x";
  Parser parser;
  const Tree& tree = parser.parse(page);
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree[id].tag != Tag::p) continue;
    ASSERT_EQ(tree.attributes(id).size(), 50'000u);
    EXPECT_EQ(tree.attributes(id).back().name(), "a49999");
    EXPECT_EQ(tree.attributes(id).back().value(), "");
  }
}

TEST(HostileTags, NamesOfATagThatThePageCutsOffAreForgotten) {
  Parser parser;
  parser.parse("<p " + numbered("a# ", 40));
  const std::string page = "<p " + numbered("b# ", 20) + "a7>";
  const Tree& tree = parser.parse(page);
  ASSERT_EQ(tree[tree.size() - 1].tag, Tag::p);
  EXPECT_EQ(tree.attributes(tree.size() - 1).size(), 21u);
}

TEST(HostileTags, MoreAttributesThanCanBeCountedAreDropped) {
  const std::string page = "<p " + numbered("a# ", 70'000) + ">x";
  Parser parser;
  const Tree& tree = parser.parse(page);
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree[id].tag == Tag::p) {
      EXPECT_EQ(tree.attributes(id).size(), size_t{Tokenizer::kMaxAttributes});
    }
  }
}

TEST(Depth, WhatIsTooDeepBecomesAChildOfTheDeepest) {
  Parser parser;
  const std::string page = repeated("<div>", 2000) + "x<i>y</i>" + repeated("</div>", 1999) + "z";
  const Tree& tree = parser.parse(page);
  EXPECT_EQ(all_text(tree), "xyz");
  // The ends of the elements that were not nested close nothing else: "z" is in the outermost div.
  const Node& last = tree[tree.size() - 1];
  EXPECT_EQ(last.tag, Tag::text);
  EXPECT_EQ(tree[last.parent].tag, Tag::div);
  EXPECT_EQ(tree[tree[last.parent].parent].tag, Tag::body);
}

TEST(Depth, ATemplateBeyondTheLimitStillHoldsItsContents) {
  Parser parser;
  const std::string page = repeated("<div>", 2000) + "<template><p>x</template>y";
  const Tree& tree = parser.parse(page);
  for (NodeId id = 0; id < tree.size(); ++id) {
    if (tree[id].tag != Tag::text) continue;
    bool in_template = false;
    for (NodeId at = id; at != 0; at = tree[at].parent)
      in_template |= tree[at].tag == Tag::template_;
    EXPECT_EQ(in_template, tree.text(id) == "x");
  }
}

}  // namespace
}  // namespace sluice::html
