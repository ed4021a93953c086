// Modes, profiles and what is said of the result, whatever the model makes of a page.

#include "extract/extractor.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

Extractor::Result result_of(const std::string& html, const Extractor::Options& options,
                            const std::string& stated = {}) {
  const Page page(html);
  Extractor::Scratch scratch;
  Extractor::Result result;
  Extractor(options).extract(page.tree(), stated, scratch, result);
  return result;
}

std::string article_with_comments() {
  std::string html =
      "<title>The heron</title><nav><a href=/>Home</a></nav><article><h1>The heron</h1>";
  for (int i = 0; i < 12; ++i) {
    html +=
        "<p>The heron stood in the shallows all morning, and nobody who passed the mill, not even "
        "the miller, noticed that it had not moved since the fog lifted on day " +
        std::to_string(i) + ".</p>";
  }
  html += "</article><section id=comments class=comments><h2>Comments</h2>";
  for (int i = 0; i < 6; ++i) {
    html +=
        "<div class=comment><p>I walked past that mill myself, dear writer, and saw the bird "
        "fly off towards the weir on evening " +
        std::to_string(i) +
        ".</p><a href=#respond>Answer this one</a><p hidden>Held "
        "back</p><button>Like</button></div>";
  }
  return html + "</section><footer>Imprint</footer>";
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Extractor, TellsAllThatIsVisible) {
  const auto result =
      result_of("<nav>menu</nav><p>text</p><p hidden>hidden</p>", {.mode = Mode::all});
  EXPECT_EQ(result.text, "menu\ntext");
  EXPECT_EQ(result.visible_bytes, 8u);
  EXPECT_EQ(result.kept_bytes, 8u);
  EXPECT_EQ(result.expected, 0u);
}

TEST(Extractor, TakesTheStatedTextWhereThePageShowsNearlyNone) {
  const std::string stated(300, 's');
  for (const Mode mode : {Mode::main, Mode::together}) {
    auto result = result_of("<div id=app></div>", {.mode = mode}, stated);
    EXPECT_EQ(result.text, stated);
    EXPECT_TRUE(result.stated);
    EXPECT_EQ(result.kept_bytes, 0u);
    result = result_of(article_with_comments(), {.mode = mode}, std::string(100'000, 's'));
    EXPECT_FALSE(result.stated);
    EXPECT_TRUE(holds(result.text, "heron"));
  }
  const auto result = result_of("<div id=app></div>", {.mode = Mode::all}, stated);
  EXPECT_EQ(result.text, "");
  EXPECT_FALSE(result.stated);
}

TEST(Extractor, LeavesNothingOfThePageBefore) {
  const Extractor extractor({});
  Extractor::Scratch scratch;
  Extractor::Result result;
  const Page article(article_with_comments());
  const Page empty("");
  extractor.extract(article.tree(), {}, scratch, result);
  EXPECT_GT(result.kept_bytes, 0u);
  extractor.extract(empty.tree(), "stated", scratch, result);
  EXPECT_TRUE(result.stated);
  extractor.extract(empty.tree(), {}, scratch, result);
  EXPECT_EQ(result.text, "");
  EXPECT_EQ(result.kept_bytes, 0u);
  EXPECT_EQ(result.visible_bytes, 0u);
  EXPECT_EQ(result.expected, 0u);
  EXPECT_FALSE(result.stated);
}

TEST(Extractor, KeepsOrDropsCommentsAsAsked) {
  const std::string html = article_with_comments();
  for (const Mode mode : {Mode::main, Mode::together}) {
    const std::string dropped = result_of(html, {.mode = mode, .comments = Comments::drop}).text;
    EXPECT_TRUE(holds(dropped, "heron stood"));
    EXPECT_FALSE(holds(dropped, "dear writer"));
  }
}

TEST(Extractor, KeepsEveryCommentAtEveryProfileWhenAsked) {
  for (const Mode mode : {Mode::main, Mode::together}) {
    for (const Profile profile : {Profile::precision, Profile::balanced, Profile::recall}) {
      const std::string text =
          result_of(article_with_comments(),
                    {.mode = mode, .profile = profile, .comments = Comments::keep})
              .text;
      for (int i = 0; i < 6; ++i) {
        EXPECT_TRUE(holds(text, "the weir on evening " + std::to_string(i) + ".")) << i;
      }
      EXPECT_TRUE(holds(text, "heron stood"));
      for (const char* other : {"Held back", "Like"}) EXPECT_FALSE(holds(text, other)) << other;
      EXPECT_TRUE(mode == Mode::together || !holds(text, "Answer this one"));
    }
  }
}

// Asking for comments only ever adds.
TEST(Extractor, KeepingCommentsLosesNothing) {
  const std::string html = article_with_comments();
  for (const Mode mode : {Mode::main, Mode::together}) {
    for (const Profile profile : {Profile::precision, Profile::balanced, Profile::recall}) {
      const auto found = result_of(html, {.mode = mode, .profile = profile});
      const auto kept =
          result_of(html, {.mode = mode, .profile = profile, .comments = Comments::keep});
      EXPECT_GE(kept.kept_bytes, found.kept_bytes);
    }
  }
}

}  // namespace
}  // namespace sluice::extract::test
