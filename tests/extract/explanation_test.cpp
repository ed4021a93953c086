#include "extract/explanation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "html/tree.h"

namespace sluice::extract {
namespace {

// Its parts live as long as it does.
struct Explained {
  explicit Explained(std::string_view page, const Extractor::Options& options = {}) {
    const html::Tree& tree = parser.parse(page);
    Extractor(options).extract(tree, {}, scratch, result);
    explanation = explain(tree, scratch, result);
  }

  std::vector<std::string> lines() const {
    std::string text;
    write_lines(explanation, text);
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
  }
  std::string page(const Titles& titles = {}) const {
    std::string text;
    write_page(titles, explanation, text);
    return text;
  }

  html::Parser parser;
  Extractor::Scratch scratch;
  Extractor::Result result;
  Explanation explanation;
};

FeatureMatrix row_of(const std::vector<int16_t>& values) {
  FeatureMatrix matrix;
  matrix.reset(values.size(), 1);
  for (size_t f = 0; f < values.size(); ++f) matrix.column(f)[0] = values[f];
  return matrix;
}

TEST(Effects, OfOneQuestionIsTheDifferenceOfItsTwoLeaves) {
  const std::vector<Split> splits = {{.feature = 1, .threshold = 10}};
  const std::vector<int16_t> leaves = {-300, 500};
  const Forest forest{.bias = 7, .depth = 1, .splits = splits, .leaves = leaves};
  EXPECT_EQ(effects(forest, row_of({0, 11}), 0), (std::vector<int64_t>{0, 800}));
  EXPECT_EQ(effects(forest, row_of({0, 10}), 0), (std::vector<int64_t>{0, -800}));
}

// Two thresholds of one feature make three stretches, not four: what is over 20 is over 10.
TEST(Effects, AreAgainstTheStretchesThatAValueMayLieIn) {
  const std::vector<Split> splits = {{.feature = 0, .threshold = 10},
                                     {.feature = 0, .threshold = 20}};
  const std::vector<int16_t> leaves = {100, 200, 9'999, 600};
  const Forest forest{.bias = 0, .depth = 2, .splits = splits, .leaves = leaves};
  EXPECT_EQ(effects(forest, row_of({5}), 0).front(), 100 - (200 + 600) / 2);
  EXPECT_EQ(effects(forest, row_of({15}), 0).front(), 200 - (100 + 600) / 2);
  EXPECT_EQ(effects(forest, row_of({25}), 0).front(), 600 - (100 + 200) / 2);
}

// Where each tree asks once about a feature, its effect is what the score loses by flipping it.
TEST(Effects, AreWhatTheScoreOwesToAFeature) {
  std::mt19937 random(3);
  const auto any = [&random](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  std::vector<Split> splits;
  std::vector<int16_t> leaves;
  for (int tree = 0; tree < 50; ++tree) {
    // One feature of each pair; all thresholds 0, so that 1 and -1 answer all questions.
    for (int level = 0; level < 3; ++level) {
      splits.push_back({.feature = static_cast<uint16_t>(2 * level + any(0, 1)), .threshold = 0});
    }
    for (int leaf = 0; leaf < 8; ++leaf) leaves.push_back(static_cast<int16_t>(any(-500, 500)));
  }
  leaves.push_back(0);  // as Forest::score() wants it
  const Forest forest{.bias = 20, .depth = 3, .splits = splits, .leaves = leaves};
  std::vector<int16_t> values;
  for (int f = 0; f < 6; ++f) values.push_back(any(0, 1) == 0 ? -1 : 1);
  const std::vector<int64_t> all = effects(forest, row_of(values), 0);
  std::vector<int32_t> score;
  std::vector<int32_t> other;
  forest.score(row_of(values), score);
  for (size_t f = 0; f < values.size(); ++f) {
    std::vector<int16_t> flipped = values;
    flipped[f] = static_cast<int16_t>(-flipped[f]);
    forest.score(row_of(flipped), other);
    EXPECT_EQ(all[f], score[0] - other[0]) << "feature " << f;
  }
}

TEST(Explanation, HasNoScoresOfAPageThatIsNotJudged) {
  std::string html;
  for (size_t i = 0; i <= Extractor::kMostJudged; ++i) html += "<p>a";
  const Explained page(html);
  ASSERT_EQ(page.explanation.blocks.size(), Extractor::kMostJudged + 1);
  EXPECT_TRUE(page.explanation.blocks.back().kept);
  EXPECT_EQ(page.explanation.blocks.back().likely, 0u);
  EXPECT_TRUE(page.explanation.blocks.back().reasons.empty());
}

TEST(Explanation, TellsOfEachBlockWhatWasDoneWithIt) {
  const Explained page(
      "<title>Mill</title><body><nav><a href=/>Home</a></nav><article class='post body x' id=a>"
      "<h1>The mill</h1><p>By noon the miller came.</article>");
  const Explanation& explanation = page.explanation;
  ASSERT_EQ(explanation.blocks.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(explanation.blocks[i].kept, page.scratch.keep[i] != 0);
    // What belongs together with others is kept below the threshold, too.
    EXPECT_TRUE(explanation.blocks[i].kept || explanation.blocks[i].likely < explanation.threshold);
    EXPECT_LE(explanation.blocks[i].reasons.size(), Explanation::kReasons);
    EXPECT_TRUE(std::is_sorted(explanation.blocks[i].reasons.begin(),
                               explanation.blocks[i].reasons.end(),
                               [](const Reason& one, const Reason& other) {
                                 return std::abs(one.effect) > std::abs(other.effect);
                               }));
  }
  EXPECT_EQ(explanation.blocks[0].path, "html>body>nav");
  EXPECT_EQ(explanation.blocks[2].path, "html>body>article#a.post.body>p");
  EXPECT_EQ(explanation.blocks[1].heading, 1);
  EXPECT_EQ(explanation.blocks[2].text, "By noon the miller came.");
  EXPECT_EQ(explanation.kept_bytes, page.result.kept_bytes);
}

TEST(Explanation, TakesTheExtractorsProfile) {
  constexpr std::string_view kPage = "<p>One two three four five.<p>Six";
  const auto threshold = [&](Profile profile) {
    return Explained(kPage, {.profile = profile}).explanation.threshold;
  };
  EXPECT_GE(threshold(Profile::precision), threshold(Profile::recall));
}

TEST(Explanation, IsALineABlockWhateverThePageHolds) {
  const Explained page("<p id='a\tb\nc'>one\ttwo<br>three\x1B[31m</p><pre>four\n\tfive</pre>");
  const std::vector<std::string> lines = page.lines();
  const auto first = std::find_if(lines.begin(), lines.end(),
                                  [](const std::string& line) { return line[0] != '#'; });
  ASSERT_EQ(lines.end() - first, 3);  // the names of the columns, and two blocks
  for (auto line = first; line != lines.end(); ++line) {
    EXPECT_EQ(std::count(line->begin(), line->end(), '\t'), 5) << *line;
    EXPECT_EQ(line->find('\x1B'), std::string::npos) << *line;
  }
  EXPECT_EQ((first + 1)->substr((first + 1)->rfind('\t') + 1), "one two three[31m");
}

TEST(Explanation, KindsStandInOrderOfProbability) {
  Explanation explanation;
  explanation.kinds[2] = kCertain / 2;
  explanation.kinds[6] = kCertain / 4;
  EXPECT_TRUE(kinds_of(explanation).starts_with("forum 0.50, listing 0.25, article 0.00"));
}

// The page is shown in a browser: nothing that it holds may become markup there.
TEST(Explanation, PageEscapesWhatItShows) {
  const Explained page(
      "<p class='\"><script>x()</script>'>a &lt;script>alert(1)&lt;/script> &amp;amp; b</p>"
      "<pre>one\n  two</pre>");
  const std::string shown =
      page.page({.heading = "<i>", .address = "javascript:\"'>", .title = "</dl>"});
  EXPECT_EQ(shown.find("<script"), std::string::npos);
  EXPECT_EQ(shown.find("<i>"), std::string::npos);
  EXPECT_NE(shown.find("a &lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; b</p>"),
            std::string::npos);
  EXPECT_NE(shown.find(">one\n  two</p>"), std::string::npos);
  // Read again, it has a paragraph a block and no attribute that the page made.
  html::Parser parser;
  const html::Tree& tree = parser.parse(shown);
  size_t paragraphs = 0;
  for (html::NodeId id = 1; id < tree.size(); ++id) {
    if (tree[id].tag != html::Tag::p) continue;
    ++paragraphs;
    EXPECT_EQ(tree.attributes(id).size(), 2u);  // class, title
  }
  EXPECT_EQ(paragraphs, page.explanation.blocks.size());
}

TEST(Explanation, OfAnEmptyPageHasNoBlocks) {
  EXPECT_TRUE(Explained("").explanation.blocks.empty());
  EXPECT_EQ(Explained("<script>x()</script>").lines().back(),
            "verdict\tlikely\tfirst\treasons\tpath\ttext");
}

}  // namespace
}  // namespace sluice::extract
