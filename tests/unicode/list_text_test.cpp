#include "unicode/list_text.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "base/error.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

std::string complaint(std::string_view content) {
  try {
    list_text(content, "words.txt");
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST(ListText, IsTheContentWithoutAByteOrderMark) {
  EXPECT_EQ(list_text("\xEF\xBB\xBF"
                      "darn\n",
                      "words.txt"),
            "darn\n");
  EXPECT_EQ(list_text("чёрт\r\n馬鹿", "words.txt"), "чёрт\r\n馬鹿");
  EXPECT_EQ(list_text("", "words.txt"), "");
}

// As Windows saves "Unicode", with a byte order mark and without, in either order of bytes.
TEST(ListText, InUtf16IsRefused) {
  EXPECT_EQ(complaint("\xFF\xFE"
                      "d\0a\0r\0n\0\n\0"sv),
            "words.txt: line 1: not UTF-8");
  EXPECT_EQ(complaint("\xFE\xFF\0d\0a\0r\0n"sv), "words.txt: line 1: not UTF-8");
  EXPECT_EQ(complaint("d\0a\0r\0n\0"sv), "words.txt: line 1: not UTF-8");
}

TEST(ListText, TellsTheLineThatIsNotUtf8) {
  EXPECT_EQ(complaint("darn\nblast\nm\xFCll\n"), "words.txt: line 3: not UTF-8");
}

}  // namespace
}  // namespace sluice
