#include "html/names.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace sluice::html {
namespace {

TEST(Names, EveryTagIsFoundByItsNameInAnyCase) {
  for (int i = static_cast<int>(Tag::a); i <= static_cast<int>(Tag::xmp); ++i) {
    const auto tag = static_cast<Tag>(i);
    std::string name(name_of(tag));
    EXPECT_EQ(tag_of(name), tag) << name;
    for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c;
    EXPECT_EQ(tag_of(name), tag) << name;
  }
  EXPECT_EQ(tag_of("annotation-xml"), Tag::annotation_xml);
  EXPECT_EQ(tag_of("foreignObject"), Tag::foreign_object);
  EXPECT_EQ(tag_of("template"), Tag::template_);
}

TEST(Names, WhatIsNotListedIsOther) {
  for (const std::string_view name :
       {"", "x", "divv", "di", "h7", "#text", "h\x11", "my-element", "annotation-xmlx",
        "a-name-of-more-than-sixteen-bytes", "d\xC3\xADv", "B@", "custom_"}) {
    EXPECT_EQ(tag_of(name), Tag::other) << name;
  }
  EXPECT_EQ(attribute_name_of("data-x"), AttributeName::other);
  EXPECT_EQ(attribute_name_of(""), AttributeName::other);
}

TEST(Names, EveryAttributeIsFoundByItsName) {
  for (int i = 1; i <= static_cast<int>(AttributeName::value); ++i) {
    const auto name = static_cast<AttributeName>(i);
    EXPECT_EQ(attribute_name_of(name_of(name)), name);
  }
  EXPECT_EQ(attribute_name_of("HTTP-Equiv"), AttributeName::http_equiv);
  EXPECT_EQ(attribute_name_of("class"), AttributeName::class_);
  EXPECT_EQ(attribute_name_of("aria-hidden"), AttributeName::aria_hidden);
}

TEST(Names, PropertiesAreTheStandards) {
  EXPECT_TRUE(has(Tag::br, kVoid));
  EXPECT_FALSE(has(Tag::div, kVoid));
  EXPECT_TRUE(has(Tag::div, kSpecial));
  EXPECT_TRUE(has(Tag::div, kBlock));
  EXPECT_FALSE(has(Tag::span, kSpecial | kBlock | kFormatting));
  EXPECT_TRUE(has(Tag::b, kFormatting));
  EXPECT_TRUE(has(Tag::script, kRawText));
  EXPECT_FALSE(has(Tag::other, ~uint32_t{0}));
}

}  // namespace
}  // namespace sluice::html
