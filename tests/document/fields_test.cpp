#include "document/fields.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace sluice {
namespace {

TEST(Fields, GiveOneHandleToOnePath) {
  Fields fields;
  const FieldId language = fields.add("metadata.language");
  EXPECT_EQ(fields.add("metadata.language"), language);
  EXPECT_EQ(fields.add("text"), fields.text());
  EXPECT_EQ(fields.add("id"), fields.id());
  EXPECT_EQ(fields.path(language), "metadata.language");
  EXPECT_EQ(fields.size(), 3);
}

TEST(Fields, RefuseEmptyParts) {
  Fields fields;
  for (const char* path : {"", ".", "a.", ".a", "a..b"}) {
    EXPECT_THROW(fields.add(path), ConfigError) << path;
    EXPECT_THROW(Fields({.text_key = path}), ConfigError) << path;
  }
  EXPECT_THROW(fields.add("\xFF"), ConfigError);
}

TEST(Fields, RefuseTextAndIdThatAreOneOrWithinEachOther) {
  EXPECT_THROW(Fields({.text_key = "a", .id_key = "a"}), ConfigError);
  EXPECT_THROW(Fields({.text_key = "a.b", .id_key = "a"}), ConfigError);
  EXPECT_THROW(Fields({.text_key = "a", .id_key = "a.b"}), ConfigError);
  EXPECT_THROW(Fields({.text_key = "metadata"}), ConfigError);
  EXPECT_NO_THROW(Fields({.text_key = "a.b", .id_key = "a.bc"}));
}

TEST(Fields, RefusePathsIntoTextAndId) {
  Fields fields;
  EXPECT_THROW(fields.add("text.length"), ConfigError);
  EXPECT_THROW(fields.add("id.x"), ConfigError);
  EXPECT_NO_THROW(fields.add("texts.length"));
}

TEST(Fields, HoldSixtyFour) {
  Fields fields;
  for (int i = 2; i < 64; ++i) fields.add("f" + std::to_string(i));
  EXPECT_EQ(fields.size(), 64);
  EXPECT_NO_THROW(fields.add("f63"));
  EXPECT_THROW(fields.add("one.more"), ConfigError);
}

TEST(Fields, AreNoDeeperThanDocuments) {
  Fields fields;
  std::string path = "k";
  for (int i = 1; i < 64; ++i) path += ".k";
  EXPECT_NO_THROW(fields.add(path));
  EXPECT_THROW(fields.add(path + ".k"), ConfigError);
}

}  // namespace
}  // namespace sluice
