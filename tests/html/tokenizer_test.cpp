#include "html/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace sluice::html {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Tokens as short lines: text, "<p a=[1]>", "<br/>", "</p>", "<!--comment-->", "<!DOCTYPE name>".
std::vector<std::string> tokens(std::string_view page, State state = State::data,
                                std::string_view last_start_tag = {}, bool in_foreign = false) {
  Tokenizer tokenizer;
  tokenizer.open(page);
  tokenizer.enter(state, last_start_tag);
  std::vector<std::string> lines;
  for (;;) {
    const Token& token = tokenizer.next(in_foreign);
    const std::string name(token.name);
    switch (token.type) {
      case Token::Type::end_of_file:
        return lines;
      case Token::Type::text:
        lines.emplace_back(tokenizer.decoded(token));
        break;
      case Token::Type::comment:
        lines.push_back("<!--" + std::string(tokenizer.decoded(token)) + "-->");
        break;
      case Token::Type::end_tag:
        lines.push_back("</" + name + ">");
        break;
      case Token::Type::doctype:
        lines.push_back("<!DOCTYPE " + std::string(tokenizer.doctype().name.value_or("?")) +
                        (tokenizer.doctype().force_quirks ? " quirks>" : ">"));
        break;
      case Token::Type::start_tag: {
        std::string line = "<" + name;
        for (const Attribute& attribute : tokenizer.attributes()) {
          line += " " + std::string(attribute.name()) + "=[" + std::string(attribute.value()) + "]";
        }
        lines.push_back(line + (token.self_closing ? "/>" : ">"));
        break;
      }
    }
  }
}

TEST(Tokenizer, TagsTextsAndComments) {
  EXPECT_THAT(tokens("<P>a<BR/>b</P ><!-- c -->"),
              ElementsAre("<p>", "a", "<br/>", "b", "</p>", "<!-- c -->"));
  EXPECT_THAT(tokens("<x-Y></X-y>"), ElementsAre("<x-y>", "</x-y>"));
  EXPECT_THAT(tokens(""), IsEmpty());
}

TEST(Tokenizer, AttributesInEveryQuoting) {
  EXPECT_THAT(tokens("<a b c=d e='f\"' g=\"h'\" i = j K=&amp;&#65 l=>"),
              ElementsAre("<a b=[] c=[d] e=[f\"] g=[h'] i=[j] k=[&A] l=[]>"));
  EXPECT_THAT(tokens("<a b=c/>"), ElementsAre("<a b=[c/]>"));
  EXPECT_THAT(tokens("<a b='c'd/e/>"), ElementsAre("<a b=[c] d=[] e=[]/>"));
  EXPECT_THAT(tokens("<a =b==c>"), ElementsAre("<a =b=[=c]>"));
  EXPECT_THAT(tokens("<a x=1 X=2 class=a CLASS=b>"), ElementsAre("<a x=[1] class=[a]>"));
  EXPECT_THAT(tokens("</a b=c>"), ElementsAre("</a>"));
}

TEST(Tokenizer, AttributeValuesWithoutReferencesAreViewsOfThePage) {
  const std::string page = "<a href=\"/x?y\" title='z&lt;'>";
  Tokenizer tokenizer;
  tokenizer.open(page);
  tokenizer.next();
  const auto given = tokenizer.attributes();
  ASSERT_EQ(given.size(), 2u);
  EXPECT_EQ(given[0].value().data(), page.data() + page.find("/x"));
  EXPECT_EQ(given[0].id, AttributeName::href);
  EXPECT_EQ(given[1].value(), "z<");
}

TEST(Tokenizer, LessThanSignsThatBeginNoTagAreText) {
  EXPECT_THAT(tokens("a < b <1 <> <"), ElementsAre("a < b <1 <> <"));
  EXPECT_THAT(tokens("a</>b</ c>d</"), ElementsAre("a", "b", "<!-- c-->", "d</"));
  EXPECT_THAT(tokens("<?xml x?>a<!b>"), ElementsAre("<!--?xml x?-->", "a", "<!--b-->"));
}

TEST(Tokenizer, ATagThatThePageCutsOffIsNone) {
  for (const std::string_view page :
       {"a<b", "a<b c", "a<b c=", "a<b c='d", "a<b c='d'", "a<b /", "a</b"}) {
    EXPECT_THAT(tokens(page), ElementsAre("a")) << page;
  }
}

TEST(Tokenizer, CommentsEndWhereBrowsersEndThem) {
  EXPECT_THAT(tokens("<!-->a"), ElementsAre("<!---->", "a"));
  EXPECT_THAT(tokens("<!--->a"), ElementsAre("<!---->", "a"));
  EXPECT_THAT(tokens("<!--a--!>b"), ElementsAre("<!--a-->", "b"));
  EXPECT_THAT(tokens("<!--a--b->c-->d"), ElementsAre("<!--a--b->c-->", "d"));
  EXPECT_THAT(tokens("<!--a--"), ElementsAre("<!--a-->"));
  EXPECT_THAT(tokens("<!--a>b"), ElementsAre("<!--a>b-->"));
}

TEST(Tokenizer, Doctypes) {
  EXPECT_THAT(tokens("<!doctype HTML>"), ElementsAre("<!DOCTYPE html>"));
  EXPECT_THAT(tokens("<!DOCTYPE>"), ElementsAre("<!DOCTYPE ? quirks>"));
  Tokenizer tokenizer;
  tokenizer.open("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN' \"http://x/\">");
  tokenizer.next();
  EXPECT_EQ(tokenizer.doctype().public_id, "-//W3C//DTD HTML 4.01//EN");
  EXPECT_EQ(tokenizer.doctype().system_id, "http://x/");
  EXPECT_FALSE(tokenizer.doctype().force_quirks);
}

TEST(Tokenizer, LineEndsAreNormalised) {
  EXPECT_THAT(tokens("a\r\nb\rc\n<p\r\nq='r\r\ns'>"), ElementsAre("a\nb\nc\n", "<p q=[r\ns]>"));
  EXPECT_THAT(tokens("\r", State::plaintext), ElementsAre("\n"));
}

TEST(Tokenizer, NulIsKeptInTextAndReplacedElsewhere) {
  using namespace std::string_view_literals;
  EXPECT_THAT(tokens("a\0b"sv), ElementsAre("a\0b"sv));
  EXPECT_THAT(tokens("<a\0 b\0=c\0>"sv),
              ElementsAre("<a\xEF\xBF\xBD b\xEF\xBF\xBD=[c\xEF\xBF\xBD]>"));
  EXPECT_THAT(tokens("a\0b"sv, State::raw_text, "style"), ElementsAre("a\xEF\xBF\xBD"
                                                                      "b"));
}

TEST(Tokenizer, RawTextEndsAtItsOwnEndTagOnly) {
  EXPECT_THAT(tokens("a</b>&amp;</titles></TITLE >c", State::rcdata, "title"),
              ElementsAre("a</b>&</titles>", "</title>", "c"));
  EXPECT_THAT(tokens("a&amp;<b></style>c", State::raw_text, "style"),
              ElementsAre("a&amp;<b>", "</style>", "c"));
  EXPECT_THAT(tokens("</style/>c", State::raw_text, "style"), ElementsAre("</style>", "c"));
  EXPECT_THAT(tokens("a</p>&amp;", State::plaintext), ElementsAre("a</p>&amp;"));
}

TEST(Tokenizer, ScriptsMayHoldScriptsInComments) {
  const auto script = [](std::string_view page) { return tokens(page, State::script, "script"); };
  EXPECT_THAT(script("if (a<b)</script>c"), ElementsAre("if (a<b)", "</script>", "c"));
  EXPECT_THAT(script("<!--a</script>c"), ElementsAre("<!--a", "</script>", "c"));
  EXPECT_THAT(script("<!--<script></script>--></script>c"),
              ElementsAre("<!--<script></script>-->", "</script>", "c"));
  EXPECT_THAT(script("<!--<script>-->a</script>c"),
              ElementsAre("<!--<script>-->a", "</script>", "c"));
  EXPECT_THAT(script("<!--><script></script>c"), ElementsAre("<!--><script>", "</script>", "c"));
  EXPECT_THAT(script("<!--<scripts></script>c"), ElementsAre("<!--<scripts>", "</script>", "c"));
}

TEST(Tokenizer, CdataIsTextInSvgAndACommentInHtml) {
  EXPECT_THAT(tokens("<![CDATA[a<b>&lt;]]>c", State::data, {}, true), ElementsAre("a<b>&lt;", "c"));
  EXPECT_THAT(tokens("<![CDATA[a]]>c"), ElementsAre("<!--[CDATA[a]]-->", "c"));
  EXPECT_THAT(tokens("<![CDATA[a]]", State::data, {}, true), ElementsAre("a]]"));
}

TEST(Tokenizer, BytesThatAreNoUtf8PassThrough) {
  EXPECT_THAT(tokens("\xFF<p \xC3=\xE2\x82>\x80"),
              ElementsAre("\xFF", "<p \xC3=[\xE2\x82]>", "\x80"));
}

}  // namespace
}  // namespace sluice::html
