#include "html/charset_prescan.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

#include "base/ascii.h"

namespace sluice::html {
namespace {

TEST(Prescan, FindsWhatBrowsersFind) {
  const struct {
    std::string_view bytes;
    Encoding encoding;
  } rows[] = {
      {"", Encoding::none},
      {"<meta charset=koi8-r>", Encoding::koi8_r},
      {"<META\tCHARSET = ' KOI8-R '>", Encoding::koi8_r},
      {"<meta/charset=koi8-r>", Encoding::koi8_r},
      {"<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", Encoding::koi8_r},
      {"<meta content='text/html; charset=\"koi8-r\"' http-equiv=content-type>", Encoding::koi8_r},
      {"<meta content='charsetcharset = koi8-r;' http-equiv=content-type>", Encoding::koi8_r},
      {"<meta content='text/html; charset=koi8-r'>", Encoding::none},  // no http-equiv
      {"<meta http-equiv=refresh content='0; charset=koi8-r'>", Encoding::none},
      {"<meta name=a content=b><meta charset=koi8-r>", Encoding::koi8_r},
      {"<meta charset=nonsense><meta charset=koi8-r>", Encoding::koi8_r},
      {"<meta charset=koi8-r charset=big5>", Encoding::koi8_r},  // the first counts
      {"<!-- <meta charset=big5> --><meta charset=koi8-r>", Encoding::koi8_r},
      {"<!--><meta charset=koi8-r>", Encoding::koi8_r},
      {"<p title='<meta charset=big5>'><meta charset=koi8-r>", Encoding::koi8_r},
      {"<metadata charset=koi8-r>", Encoding::none},
      {"<meta charset=koi8-r", Encoding::none},  // cut off
      {"<meta charset=utf-16le>", Encoding::utf_8},
      {"<meta charset=x-user-defined>", Encoding::windows_1252},
      {"<?xml version='1.0' encoding = \"Shift_JIS\"?>", Encoding::shift_jis},
      {"<?xml version='1.0' encoding='big5'?><meta charset=koi8-r>", Encoding::koi8_r},
      {" <?xml version='1.0' encoding='big5'?>", Encoding::none},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(name_of(prescan(row.bytes)), name_of(row.encoding)) << row.bytes;
  }
}

TEST(Prescan, AnyCutOfAnyPageEnds) {
  const std::string_view page =
      "<!--x--><?xml?></p x=y><!D><meta a=b charset='' content=\"charset='\" charset=>'</";
  for (size_t begin = 0; begin < page.size(); ++begin) {
    for (size_t size = 0; begin + size <= page.size(); ++size) prescan(page.substr(begin, size));
  }
}

// The encoding cases of html5lib (those without scripts). A few declare the encoding behind what is
// prescanned, which browsers heed as well, or have a byte order mark.
TEST(Prescan, Html5libCases) {
  const char* const data = std::getenv("SLUICE_DATA");
  if (data == nullptr) GTEST_SKIP() << "needs SLUICE_DATA, the folder of development data";
  const auto folder = std::filesystem::path(data) / "html5lib" / "encoding";
  size_t cases = 0;
  size_t beyond = 0;  // what the prescan is good for
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".dat") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::stringstream whole;
    whole << file.rdbuf();
    const std::string text = whole.str();
    for (size_t at = text.find("#data\n"); at != std::string::npos;) {
      const size_t begin = at + 6;
      const size_t end = text.find("\n#encoding\n", begin);
      const size_t label = end + 11;
      const size_t line_end = text.find('\n', label);
      const std::string bytes = text.substr(begin, end - begin);
      const Encoding wanted = encoding_of_label(text.substr(label, line_end - label));
      Encoding found = prescan(std::string_view(bytes).substr(0, kPrescanBytes));
      if (found == Encoding::none || bytes.starts_with("\xEF\xBB\xBF")) {
        found = bytes.starts_with("\xEF\xBB\xBF") ? Encoding::utf_8 : prescan(bytes);
        beyond += found != Encoding::none;
      }
      // Where nothing is declared the cases want the default.
      EXPECT_EQ(name_of(found == Encoding::none ? Encoding::windows_1252 : found), name_of(wanted))
          << entry.path().filename() << ": " << bytes.substr(0, 300);
      ++cases;
      at = text.find("#data\n", line_end);
    }
  }
  EXPECT_GT(cases, 50u);
  EXPECT_EQ(beyond, 9u);
}

}  // namespace
}  // namespace sluice::html
