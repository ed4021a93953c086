#include "html/encoding.h"

#include <gtest/gtest.h>

namespace sluice::html {
namespace {

TEST(Encoding, LabelsOfTheStandard) {
  for (const char* label :
       {"windows-1252", "Windows-1252",   "ISO-8859-1",      "latin1",    "us-ascii",
        "cp1252",       "ascii",          "x-cp1252",        "l1",        "iso8859-1",
        "ISO_8859-1",   "ansi_x3.4-1968", "iso-ir-100",      "ibm819",    "cp819",
        "csisolatin1",  "iso88591",       "iso_8859-1:1987", " latin1\t", "\f\r\nlatin1"}) {
    EXPECT_EQ(encoding_of_label(label), Encoding::windows_1252) << label;
  }
  for (const char* label : {"utf-8", "utf8", "UTF-8", "unicode-1-1-utf-8", "unicode11utf8",
                            "unicode20utf8", "x-unicode20utf8"}) {
    EXPECT_EQ(encoding_of_label(label), Encoding::utf_8) << label;
  }
  EXPECT_EQ(encoding_of_label("cseucpkdfmtjapanese"), Encoding::euc_jp);  // the longest
  EXPECT_EQ(encoding_of_label("866"), Encoding::ibm866);                  // the first
  EXPECT_EQ(encoding_of_label("x-x-big5"), Encoding::big5);               // the last
  EXPECT_EQ(encoding_of_label("gb2312"), Encoding::gbk);
  EXPECT_EQ(encoding_of_label("latin5"), Encoding::windows_1254);
  EXPECT_EQ(encoding_of_label("tis-620"), Encoding::windows_874);
}

TEST(Encoding, WhatIsNoLabel) {
  for (const char* label :
       {"", " ", "utf-7", "utf8 ;", "latin-1", "cseucpkdfmtjapanesee", "\v utf8"}) {
    EXPECT_EQ(encoding_of_label(label), Encoding::none) << label;
  }
}

TEST(Encoding, EveryNameIsALabelOfItself) {
  for (size_t i = 1; i < kEncodings; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    EXPECT_EQ(encoding_of_label(name_of(encoding)), encoding) << name_of(encoding);
  }
}

}  // namespace
}  // namespace sluice::html
