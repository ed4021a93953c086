// What holds for every page: the output is clean, nothing is written twice or out of order, and
// what was written gives itself.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "extract/support.h"
#include "unicode/utf8.h"

namespace sluice::extract::test {
namespace {

// Tags and texts at random: well nested now and then.
std::string random_page(std::mt19937_64& random) {
  constexpr std::string_view kParts[] = {"<p>",
                                         "</p>",
                                         "<div>",
                                         "</div>",
                                         "<b>",
                                         "</b>",
                                         "<i>",
                                         "</i>",
                                         "<ul>",
                                         "</ul>",
                                         "<ol>",
                                         "<li>",
                                         "</li>",
                                         "</ol>",
                                         "<table>",
                                         "</table>",
                                         "<tr>",
                                         "<td>",
                                         "<th rowspan=2>",
                                         "</tr>",
                                         "<pre>",
                                         "</pre>",
                                         "<code>",
                                         "</code>",
                                         "<br>",
                                         "<br><br>",
                                         "<hr>",
                                         "<h2>",
                                         "</h2>",
                                         "<blockquote>",
                                         "</blockquote>",
                                         "<a href=x>",
                                         "</a>",
                                         "<img src=x>",
                                         "<button>",
                                         "</button>",
                                         "<math><mi>m</mi></math>",
                                         "<ruby>",
                                         "<rt>",
                                         "</ruby>",
                                         "<script>s</script>",
                                         " ",
                                         "\n",
                                         "&nbsp;",
                                         "  \t",
                                         "\xE2\x80\x8B",
                                         "\xE2\x80\x8D",
                                         "\xC2\xAD",
                                         "<dl><dt>",
                                         "<dd>",
                                         "</dl>",
                                         "<span hidden>",
                                         "</span>",
                                         "<caption>",
                                         "<s>",
                                         "</s>",
                                         "<td colspan=3>",
                                         "<custom-tag>",
                                         "</custom-tag>",
                                         "<textarea>",
                                         "</textarea>",
                                         "*",
                                         "_",
                                         "`",
                                         "# ",
                                         "\xD9\x85"};
  std::string page;
  const size_t count = random() % 120;
  for (size_t i = 0; i < count; ++i) {
    if (random() % 3 == 0) {
      for (size_t letters = 1 + random() % 4; letters > 0; --letters) {
        page += static_cast<char>('a' + random() % 26);
      }
    } else {
      page += kParts[random() % std::size(kParts)];
    }
  }
  return page;
}

bool is_clean(std::string_view text) {
  return is_valid_utf8(text) && std::all_of(text.begin(), text.end(), [](char byte) {
           const auto value = static_cast<unsigned char>(byte);
           return byte == '\n' || byte == '\t' || (value >= ' ' && value != 0x7F);
         });
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

// Small letters alone: no rule of output changes them or writes any.
std::string letters_of(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char byte) { return byte >= 'a' && byte <= 'z'; });
  return out;
}

TEST(Invariants, TheOutputIsCleanAndItsLinesAreTrimmed) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000; ++i) {
    const std::string html = random_page(random);
    const Page page(html);
    for (const Format format : {Format::text, Format::markdown}) {
      const std::string out = page.all(format);
      ASSERT_TRUE(is_clean(out)) << html;
      ASSERT_TRUE(out.empty() || (out.back() != '\n' && out.back() != ' ')) << html << "\n" << out;
      const bool pre =
          html.find("<pre>") != std::string::npos || html.find("<textarea>") != std::string::npos;
      if (!pre && format == Format::text) {
        ASSERT_EQ(out.find(" \n"), std::string::npos) << html << "\n" << out;
        ASSERT_EQ(out.find("\n\n"), std::string::npos) << html << "\n" << out;
      }
    }
  }
}

// Every text once and in order: what the blocks say one by one is what they say together.
TEST(Invariants, TheWholeIsItsBlocks) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const std::string html = random_page(random);
    const Page page(html);
    std::string one_by_one;
    for (const Block& block : page.blocks().all) one_by_one += letters_of(page.text_of(block));
    std::string of_nodes;
    for (html::NodeId id = 0; id < page.tree().size(); ++id) {
      if (page.tree()[id].tag == html::Tag::script) {
        id = page.tree()[id].end - 1;
      } else if (page.tree()[id].tag == html::Tag::text) {
        of_nodes += letters_of(page.tree().text(id));
      }
    }
    ASSERT_EQ(letters_of(page.all(Format::text)), one_by_one) << html;
    ASSERT_EQ(one_by_one, of_nodes) << html;
  }
}

TEST(Invariants, BlocksAndBoxesStandInOrder) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const std::string html = random_page(random);
    const Page page(html);
    html::NodeId node = 0;
    uint32_t piece = 0;
    for (const Block& block : page.blocks().all) {
      ASSERT_LE(node, block.begin) << html;
      ASSERT_LT(block.begin, block.end) << html;
      ASSERT_EQ(piece, block.pieces_begin) << html;
      ASSERT_LT(block.pieces_begin, block.pieces_end) << html;
      node = block.end;
      piece = block.pieces_end;
    }
    for (BoxId id = 1; id < page.blocks().boxes.size(); ++id) {
      const Box& box = page.blocks().boxes[id];
      const Box& around = page.blocks().boxes[box.parent];
      ASSERT_LT(box.parent, id) << html;
      ASSERT_LE(box.end, around.end) << html;
      ASSERT_GE(box.blocks_begin, around.blocks_begin) << html;
      ASSERT_LE(box.blocks_end, around.blocks_end) << html;
    }
  }
}

TEST(Invariants, OurTextShownAsHtmlGivesItself) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 2000; ++i) {
    const std::string text = Page(random_page(random)).all(Format::text);
    ASSERT_EQ(text_of("<pre>\n" + escaped(text) + "</pre>"), text);
    // A paragraph a line, of lines that neither indentation nor tabs begin.
    std::string html;
    std::string wanted;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      const std::string_view line = std::string_view(text).substr(at, end - at);
      at = end + 1;
      if (line.empty() || line.front() == ' ' || line.find('\t') != std::string_view::npos ||
          line.find("  ") != std::string_view::npos || line.back() == ' ') {
        continue;
      }
      html += "<p>" + escaped(line) + "</p>";
      wanted += (wanted.empty() ? "" : "\n") + std::string(line);
    }
    ASSERT_EQ(text_of(html), wanted);
  }
}

TEST(Invariants, KeepingLessNeverChangesWhatStaysButItsSigns) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 1000; ++i) {
    const std::string html = random_page(random);
    const Page page(html);
    std::vector<uint8_t> keep(page.blocks().all.size());
    std::string wanted;
    for (size_t block = 0; block < keep.size(); ++block) {
      keep[block] = random() % 2;
      if (keep[block] != 0) wanted += letters_of(page.text_of(page.blocks().all[block]));
    }
    ASSERT_EQ(letters_of(page.render(Format::text, keep)), wanted) << html;
    ASSERT_EQ(letters_of(page.render(Format::markdown, keep)), wanted) << html;
  }
}

}  // namespace
}  // namespace sluice::extract::test
