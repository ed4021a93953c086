// Pages of many kinds, written for this project at the size and with the surroundings that pages
// have: testdata/extract/pages/name.html, its main text in name.txt. Lines of name.either.txt, the
// by-lines of a discussion, may be taken for main text or not.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

const std::string kFolder = "testdata/extract/pages/";

std::vector<std::string> pages() {
  std::vector<std::string> names;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(SLUICE_SOURCE_DIR) + "/" + kFolder)) {
    if (entry.path().extension() == ".html") names.push_back(entry.path().stem());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// A by-line, a price or a caption may be missed or taken; no paragraph may.
constexpr double kLeast = 0.95;

class Pages : public ::testing::TestWithParam<std::string> {
 protected:
  std::string html() const { return read_file(kFolder + GetParam() + ".html"); }
  std::string wanted() const { return read_file(kFolder + GetParam() + ".txt"); }
};

TEST_P(Pages, GiveTheirMainText) {
  const std::string given = main_text_of(html());
  const std::string file = kFolder + GetParam() + ".either.txt";
  const bool exists = std::filesystem::exists(std::string(SLUICE_SOURCE_DIR) + "/" + file);
  const std::string either = exists ? read_file(file) : "";
  const std::vector<std::string_view> free = lines_of(either);
  std::string text;
  for (const std::string_view line : lines_of(given)) {
    if (std::find(free.begin(), free.end(), line) == free.end()) text += std::string(line) + "\n";
  }
  EXPECT_GE(f_of_lines(text, wanted()), kLeast) << text;
}

// Everything that the main text has is visible; the right text is in order.
TEST_P(Pages, ShowAllOfTheirMainText) {
  if (extract(html()).result.stated) return;
  const std::string all = extract(html(), {.mode = Mode::all}).result.text;
  const std::string text = wanted();
  size_t at = 0;
  for (const std::string_view line : lines_of(text)) {
    const size_t found = all.find(line, at);
    ASSERT_NE(found, std::string::npos) << line;
    at = found + line.size();
  }
}

TEST_P(Pages, ProfilesThatWeighRecallMoreKeepNoLess) {
  for (const Mode mode : {Mode::main, Mode::together}) {
    const auto kept = [&](Profile profile) {
      return extract(html(), {.mode = mode, .profile = profile}).keep;
    };
    const auto precise = kept(Profile::precision);
    const auto balanced = kept(Profile::balanced);
    const auto complete = kept(Profile::recall);
    for (size_t i = 0; i < precise.size(); ++i) {
      ASSERT_LE(precise[i], balanced[i]);
      ASSERT_LE(balanced[i], complete[i]);
    }
  }
}

TEST_P(Pages, TheUnionHoldsTheMainText) {
  const auto of_main = extract(html());
  const auto of_all = extract(html(), {.mode = Mode::together});
  for (size_t i = 0; i < of_main.keep.size(); ++i) ASSERT_LE(of_main.keep[i], of_all.keep[i]);
  EXPECT_LE(of_main.result.kept_bytes, of_all.result.kept_bytes);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if (byte == '&') {
      out += "&amp;";
    } else if (byte == '<') {
      out += "&lt;";
    } else {
      out += byte;
    }
  }
  return out;
}

// Text that was extracted once is content, all of it.
TEST_P(Pages, TheirTextShownAsAPageGivesItself) {
  const std::string text = wanted();
  EXPECT_EQ(main_text_of("<!DOCTYPE html><body><pre>\n" + escaped(text) + "</pre>") + "\n", text);
  std::string html = "<!DOCTYPE html><body>";
  std::string lines;
  for (const std::string_view line : lines_of(text)) {
    // White space that HTML collapses is shown by <pre> alone.
    if (line.front() == ' ' || line.find('\t') != std::string_view::npos ||
        line.find("  ") != std::string_view::npos) {
      continue;
    }
    html += "<p>" + escaped(line) + "</p>\n";
    lines += std::string(line) + "\n";
  }
  EXPECT_EQ(main_text_of(html) + "\n", lines);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Pages, ::testing::ValuesIn(pages()),
                         [](const auto& page) { return page.param; });

}  // namespace
}  // namespace sluice::extract::test
