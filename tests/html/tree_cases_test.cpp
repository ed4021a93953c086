// html5lib's tree-construction cases: the visible text, and the elements with their attributes.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "html/tree_dump.h"

namespace sluice::html {
namespace {

struct Case {
  std::string file;
  std::string data;
  std::string context;  // of a fragment: "td", "svg path"; else empty
  bool scripting = false;
  std::string expected;
};

// The part of a case behind the line `name`, up to the next line with a heading.
std::string section(std::string_view text, std::string_view name) {
  const std::string heading = "\n" + std::string(name) + "\n";
  const size_t found = text.find(heading);
  if (found == text.npos) return "";
  text.remove_prefix(found + heading.size());
  return std::string(text.substr(0, text.find("\n#")));
}

std::vector<Case> read_cases(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Case> cases;
  for (const auto& file : files) {
    std::ostringstream bytes;
    bytes << std::ifstream(file, std::ios::binary).rdbuf();
    std::string text = "\n\n" + bytes.str();
    constexpr std::string_view kBegin = "\n\n#data\n";
    for (size_t at = text.find(kBegin); at != text.npos;) {
      const size_t next = text.find(kBegin, at + 1);
      const std::string whole = text.substr(at + 1, next == text.npos ? next : next - at - 1);
      at = next;
      const size_t errors = whole.find("\n#errors\n");
      const size_t document = whole.find("\n#document\n");
      const size_t begin = std::string_view("\n#data\n").size();
      Case one;
      one.file = file.filename();
      one.data = errors < begin ? "" : whole.substr(begin, errors - begin);
      one.context = section(whole.substr(errors), "#document-fragment");
      one.scripting = whole.find("\n#script-on\n", errors) != whole.npos;
      one.expected = whole.substr(document + std::string_view("\n#document\n").size());
      while (one.expected.ends_with("\n") && next == text.npos) one.expected.pop_back();
      cases.push_back(std::move(one));
    }
  }
  return cases;
}

Dump parsed(Parser& parser, const Case& one) {
  if (one.context.empty()) return dump(parser.parse(one.data));
  std::string_view name = one.context;
  Namespace name_space = Namespace::html;
  if (name.starts_with("svg ")) name_space = Namespace::svg;
  if (name.starts_with("math ")) name_space = Namespace::mathml;
  name.remove_prefix(name_space == Namespace::html ? 0 : name.find(' ') + 1);
  return dump_fragment(parser.parse_fragment(one.data, tag_of(name), name_space));
}

TEST(TreeCases, TextAndElementsAreTheExpectedOnes) {
  const char* data = std::getenv("SLUICE_DATA");
  const auto folder =
      std::filesystem::path(data == nullptr ? "" : data) / "html5lib/tree-construction";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no html5lib cases in SLUICE_DATA";
  Parser parser;
  size_t run = 0;
  for (const Case& one : read_cases(folder)) {
    // With scripting <noscript> is text. A browser shows the chosen option again in
    // <selectedcontent>; for a text once is enough.
    if (one.scripting || one.data.find("<selectedcontent>") != one.data.npos) continue;
    ++run;
    const Dump expected = parse_dump(one.expected);
    const Dump actual = parsed(parser, one);
    EXPECT_EQ(visible_text(actual), visible_text(expected)) << one.file << "\n" << one.data;
    EXPECT_EQ(printed(actual), printed(expected)) << one.file << " (" << one.context << ")\n"
                                                  << one.data;
  }
  EXPECT_GT(run, 1700u);
}

}  // namespace
}  // namespace sluice::html
