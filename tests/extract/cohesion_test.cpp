// What belongs together is kept together, whatever single blocks are thought to be.

#include "extract/cohesion.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

constexpr uint32_t kSure = kCertain * 9 / 10;
constexpr uint32_t kDoubtful = kCertain * 3 / 10;
constexpr uint32_t kUnlikely = kCertain / 50;

// The texts that are kept of a page, a line each, where blocks with a "+" are likely content, with
// a "?" doubtful, and all others not; blocks count as content from one half on.
std::string kept(const std::string& html) {
  const Page page(html);
  std::vector<uint32_t> likely;
  for (const Block& block : page.blocks().all) {
    const std::string text = page.text_of(block);
    const auto has = [&](char mark) { return text.find(mark) != std::string::npos; };
    likely.push_back(has('+') ? kSure : has('?') ? kDoubtful : kUnlikely);
  }
  std::vector<uint8_t> keep;
  for (const uint32_t p : likely) keep.push_back(p >= kCertain / 2 ? 1 : 0);
  keep_together(page.blocks(), likely, kCertain / 2, keep);
  std::string texts;
  for (size_t i = 0; i < keep.size(); ++i) {
    if (keep[i] != 0) texts += page.text_of(page.blocks().all[i]) + "\n";
  }
  return texts;
}

TEST(Cohesion, ATableIsKeptWholeOrJudgedCellByCell) {
  const std::string head = "<table><tr><th>Day</th><th>Rain</th></tr>";
  const std::string row = "<tr><td>Monday+</td><td>4+</td></tr>";
  EXPECT_EQ(kept(head + row + row + "</table>"), "Day\nRain\nMonday+\n4+\nMonday+\n4+\n");
  const std::string other = "<tr><td>one two three four</td><td>five</td></tr>";
  EXPECT_EQ(kept(head + row + other + other + "</table>"), "Monday+\n4+\n");
}

TEST(Cohesion, ATableWithinATextIsPartOfIt) {
  const std::string table =
      "<table><tr><th>Day?</th><th>Rain?</th></tr><tr><td>Monday</td><td>4?</td></tr></table>";
  EXPECT_EQ(kept("<p>before+</p>" + table + "<p>after+</p>"),
            "before+\nDay?\nRain?\nMonday\n4?\nafter+\n");
  EXPECT_EQ(kept("<p>before</p>" + table + "<p>after</p>"), "");
}

TEST(Cohesion, DoubtfulItemsStayInAListThatIsKept) {
  EXPECT_EQ(kept("<ul><li>one+<li>two?<li>three+<li>four</ul>"), "- one+\n- two?\n- three+\n");
  EXPECT_EQ(kept("<ul><li>one+<li>two?<li>three four five<li>six seven</ul>"), "- one+\n");
}

TEST(Cohesion, DoubtfulBlocksStayBetweenKeptOnesAndHeadingsBeforeThem) {
  EXPECT_EQ(kept("<p>one+<p>two?<p>three+<p>four?"), "one+\ntwo?\nthree+\n");
  EXPECT_EQ(kept("<h2>About?</h2><p>one+<h2>Related?</h2><p>two"), "About?\none+\n");
  EXPECT_EQ(kept("<pre>code?</pre><p>one+<p>two<pre>code?</pre>"), "code?\none+\n");
}

TEST(Cohesion, HiddenBlocksAndControlsAreNeverAdded) {
  EXPECT_EQ(kept("<p>one+<p hidden>two?</p><p>three+<button>four?</button><p>five+"),
            "one+\nthree+\nfive+\n");
}

TEST(Cohesion, APageTooSmallToJudgeIsKept) {
  std::vector<uint8_t> keep;
  const auto decided = [&](const std::string& html) {
    const Page page(html);
    const std::vector<uint32_t> likely(page.blocks().all.size(), kUnlikely);
    decide(page.blocks(), likely, kBalancedAim, keep);
    return keep;
  };
  EXPECT_EQ(decided("<p>The mill turns.<p hidden>slowly"), (std::vector<uint8_t>{1, 0}));
  EXPECT_EQ(decided("<a href=/>The mill</a>"), (std::vector<uint8_t>{0}));
  EXPECT_EQ(decided("<p>one<p>two<p>three<p>four"), (std::vector<uint8_t>{0, 0, 0, 0}));
  EXPECT_EQ(decided("<p>" + std::string(251, 'x')), (std::vector<uint8_t>{0}));
}

}  // namespace
}  // namespace sluice::extract::test
