// What users of other extractors complained of, each as a small page of its own under
// testdata/extract/complaints: name.html, its main text in name.txt, and where that is less than
// all that is visible, the latter in name.all.txt.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

const std::string kFolder = "testdata/extract/complaints/";

std::vector<std::string> pages() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(SLUICE_SOURCE_DIR) + "/" + kFolder)) {
    if (entry.path().extension() == ".html") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Complaints : public ::testing::TestWithParam<std::string> {};

TEST_P(Complaints, AllThatIsVisibleIsWrittenAsItShouldBe) {
  const std::string name = kFolder + GetParam();
  const std::string all = std::string(SLUICE_SOURCE_DIR) + "/" + name + ".all.txt";
  const std::string wanted = read_file(name + (std::filesystem::exists(all) ? ".all.txt" : ".txt"));
  EXPECT_EQ(text_of(read_file(name + ".html")) + "\n", wanted);
}

// Where a page is nothing but its main text, it is too small for a scorer to tell: it stands in the
// midst of an article then.
TEST_P(Complaints, TheMainTextIsGiven) {
  const std::string name = kFolder + GetParam();
  const std::string wanted = read_file(name + ".txt");
  const std::string html = read_file(name + ".html");
  if (std::filesystem::exists(std::string(SLUICE_SOURCE_DIR) + "/" + name + ".all.txt")) {
    EXPECT_GE(f_of_lines(main_text_of(html), wanted), 0.95);
    return;
  }
  std::string around = read_file("testdata/extract/pages/article.html");
  const size_t at = around.find("<h2>What changes");
  ASSERT_NE(at, std::string::npos);
  const size_t body = html.find("<body>");
  around.insert(at, body == std::string::npos
                        ? html
                        : html.substr(body + 6, html.find("</body>") - body - 6));
  const std::string text = main_text_of(around);
  EXPECT_NE(text.find("\n" + wanted), std::string::npos) << text;
}

INSTANTIATE_TEST_SUITE_P(Pages, Complaints, ::testing::ValuesIn(pages()),
                         [](const auto& page) { return page.param; });

TEST(Complaints, TextAtAnyDepthIsKept) {
  constexpr int kDepth = 200'000;
  std::string html = "before";
  for (int i = 0; i < kDepth; ++i) html += "<div>";
  html += "deep";
  for (int i = 0; i < kDepth; ++i) html += "</div>";
  html += "behind";
  EXPECT_EQ(text_of(html), "before\ndeep\nbehind");
}

TEST(Complaints, HugeRepetitivePagesComeToAnEnd) {
  constexpr size_t kItems = 100'000;
  std::string html = "<table><tr><td>";
  for (size_t i = 0; i < kItems; ++i)
    html += "<div><b><a href=x>same</a></b> text<ul><li>item</ul></div>";
  const Page page(html);
  EXPECT_EQ(page.blocks().all.size(), 2 * kItems);
  EXPECT_EQ(page.visible(Format::text).size(),
            kItems * std::string("same text\n- item\n").size() - 1);
}

TEST(Complaints, NestedTablesListsAndFormatsLoseNoText) {
  for (const std::string tag : {"b", "font", "table><tr><td", "ul><li", "blockquote", "a href=x"}) {
    std::string html;
    for (int i = 0; i < 20'000; ++i) html += "<" + tag + ">";
    html += "deep";
    const std::string text = text_of(html);
    EXPECT_NE(text.find("deep"), std::string::npos) << tag;
    EXPECT_LT(text.size(), 2000u) << tag;
    EXPECT_NE(markdown_of(html).find("deep"), std::string::npos) << tag;
  }
}

}  // namespace
}  // namespace sluice::extract::test
