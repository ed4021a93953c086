#include "warc/mime.h"

#include <gtest/gtest.h>

namespace sluice::warc {
namespace {

struct Field {
  std::string_view value;
  std::string_view essence;
  std::string_view charset;
};

TEST(ContentType, IsReadAsServersWriteIt) {
  const Field kFields[] = {
      {"text/html", "text/html", ""},
      {" text/html ", "text/html", ""},
      {"text/html; charset=utf-8", "text/html", "utf-8"},
      {"text/html;charset=UTF-8", "text/html", "UTF-8"},
      {"Text/HTML; Charset=ISO-8859-1", "Text/HTML", "ISO-8859-1"},
      {"text/html; charset=\"utf-8\"", "text/html", "utf-8"},
      {"text/html; charset='utf-8'", "text/html", "utf-8"},
      {"text/html; charset=\"utf-8", "text/html", "utf-8"},
      {"text/html; charset=utf-8\"", "text/html", "utf-8"},
      {"text/html; charset = utf-8 ; x=y", "text/html", "utf-8"},
      {"text/html; charset=", "text/html", ""},
      {"text/html; charset", "text/html", ""},
      {"text/html; charset=;", "text/html", ""},
      {"text/html;;; charset=gbk;;", "text/html", "gbk"},
      {"text/html charset=utf-8", "text/html", "utf-8"},
      {"text/html; charset=a; charset=b", "text/html", "a"},
      {"text/html; boundary=\"a; charset=b\"; charset=c", "text/html", "c"},
      {"multipart/mixed; boundary=----x", "multipart/mixed", ""},
      {"text/html; \xe4=1; charset=utf-8", "text/html", "utf-8"},
      {"text/html;\r\n charset=utf-8", "text/html", "utf-8"},
      {"application/xhtml+xml; profile=x", "application/xhtml+xml", ""},
      // lists: the last usable one
      {"text/html, text/plain", "text/plain", ""},
      {"text/html; charset=utf-8, text/html", "text/html", "utf-8"},
      {"text/html; charset=utf-8, text/plain", "text/plain", ""},
      {"text/plain, garbage", "text/plain", ""},
      // of no use
      {"", "", ""},
      {"html", "", ""},
      {"/", "", ""},
      {"text/", "", ""},
      {"/html", "", ""},
      {"text/html/x", "", ""},
      {"text/ht@ml", "", ""},
      {"charset=utf-8", "", "utf-8"},
      {"; charset=utf-8", "", "utf-8"},
      {",,,", "", ""},
      {"\"", "", ""},
  };
  for (const Field& field : kFields) {
    const ContentType type = parse_content_type(field.value);
    EXPECT_EQ(type.essence, field.essence) << field.value;
    EXPECT_EQ(type.charset, field.charset) << field.value;
  }
}

TEST(MediaType, IsFoundByEveryNameInUse) {
  EXPECT_EQ(media_type_of("text/html"), MediaType::html);
  EXPECT_EQ(media_type_of("TEXT/HTML"), MediaType::html);
  EXPECT_EQ(media_type_of("application/xhtml+xml"), MediaType::xhtml);
  EXPECT_EQ(media_type_of("text/xml"), MediaType::xml);
  EXPECT_EQ(media_type_of("application/xml"), MediaType::xml);
  EXPECT_EQ(media_type_of("application/mathml+xml"), MediaType::xml);
  EXPECT_EQ(media_type_of("image/svg+xml"), MediaType::svg);
  EXPECT_EQ(media_type_of("application/ld+json"), MediaType::json);
  EXPECT_EQ(media_type_of("application/x-javascript"), MediaType::javascript);
  EXPECT_EQ(media_type_of("image/jpg"), MediaType::jpeg);
  EXPECT_EQ(media_type_of("image/heic"), MediaType::other_image);
  EXPECT_EQ(media_type_of("text/markdown"), MediaType::other_text);
  EXPECT_EQ(media_type_of("application/vnd.ms-excel.sheet.macroEnabled.12"), MediaType::office);
  EXPECT_EQ(media_type_of("application/x-something"), MediaType::other);
  EXPECT_EQ(media_type_of(""), MediaType::unknown);
  EXPECT_EQ(media_type_of("*/*"), MediaType::unknown);
  EXPECT_EQ(media_type_of("application/unknown"), MediaType::unknown);
}

TEST(MediaType, IsFoundByItsOwnNameAndHasAGroup) {
  for (int i = 0; i <= static_cast<int>(MediaType::other); ++i) {
    const auto type = static_cast<MediaType>(i);
    EXPECT_FALSE(name_of(type).empty());
    EXPECT_FALSE(to_string(group_of(type)).empty());
    if (name_of(type).find('/') != std::string_view::npos) {
      EXPECT_EQ(media_type_of(name_of(type)), type) << name_of(type);
    }
  }
}

}  // namespace
}  // namespace sluice::warc
