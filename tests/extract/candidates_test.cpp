// The union of candidates, and readers' comments.

#include "extract/candidates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

const std::string kLong =
    "A paragraph long enough to count, with commas, and with a full stop at its end, as prose has.";

std::string united(const std::string& html, uint32_t likely = kCertain / 2) {
  const Page page(html);
  PageFeatures features;
  features.measure(page.tree(), page.blocks(), {});
  features.add_context(page.tree(), page.blocks(),
                       std::vector<uint32_t>(page.blocks().all.size(), likely));
  std::vector<uint8_t> keep(page.blocks().all.size());
  add_candidates(page.tree(), page.blocks(), features, keep);
  return page.render(Format::text, keep);
}

std::string comments_of(const std::string& html) {
  const Page page(html);
  std::vector<uint8_t> is_comment;
  mark_comments(page.tree(), page.blocks(), is_comment);
  return page.render(Format::text, is_comment);
}

TEST(Candidates, TakeTheBodyButNavigationAndLinks) {
  EXPECT_EQ(
      united("<header>top</header><nav>menu</nav><div><div><p>" + kLong +
                 "</div></div><div><p>short<p><a href=x>more of it</a></p></div>"
                 "<aside>related</aside><div role=dialog>accept</div><footer>imprint</footer>",
             /*likely=*/0),
      kLong + "\nshort");
}

// Links within an article are part of it where the scorer finds the element best.
TEST(Candidates, TakeALinkInTheArticle) {
  const std::string text = united("<div><a href=x>elsewhere</a></div><article><p>" + kLong +
                                  "<p><a href=y>the source</a></article>");
  EXPECT_NE(text.find("the source"), std::string::npos);
}

TEST(Candidates, NeverTakeWhatIsHiddenOrAControl) {
  const std::string text =
      united("<article><p>" + kLong + "<p hidden>hidden " + kLong +
             "</p><p style='display:none'>styled away</p><button>press</button>"
             "<noscript><p>without scripts</p></noscript><select><option>one</select></article>");
  EXPECT_EQ(text, kLong);
}

TEST(Candidates, LeaveWhatIsKeptAlready) {
  const Page page("<nav>menu</nav><p hidden>hidden");
  PageFeatures features;
  features.measure(page.tree(), page.blocks(), {});
  features.add_context(page.tree(), page.blocks(), std::vector<uint32_t>{1, 1});
  std::vector<uint8_t> keep = {1, 1};
  add_candidates(page.tree(), page.blocks(), features, keep);
  EXPECT_EQ(keep, (std::vector<uint8_t>{1, 1}));
}

TEST(Candidates, AreNoneOfAnEmptyPage) { EXPECT_EQ(united(""), ""); }

TEST(Comments, AreWhatStandsBelowAnElementCalledSo) {
  EXPECT_EQ(comments_of("<p>text<div id=comments><p>one<ol class=commentlist><li>two</ol></div>"
                        "<p>more<section class='post-comments'><div>three</div></section>"
                        "<div id=respond>four</div><div class=commentary>five</div>"),
            "one\n- two\nthree\nfour");
}

// Themes say on the body whether a page takes comments: that makes no comment of the page.
TEST(Comments, AreNeverTheWholePage) {
  EXPECT_EQ(comments_of("<html class=has-comments><body class='single comments-closed'>"
                        "<main class='with-comments'><p>text</main><div id=comments>one</div>"),
            "one");
}

}  // namespace
}  // namespace sluice::extract::test
