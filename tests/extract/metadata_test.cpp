#include "extract/metadata.h"

#include <gtest/gtest.h>

#include <string>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

class MetadataTest : public ::testing::Test {
 protected:
  const Metadata& of(const std::string& html) {
    source_ = html;
    return reader_.read(parser_.parse(source_));
  }

  std::string source_;
  html::Parser parser_;
  MetadataReader reader_;
};

std::string json_ld(const std::string& json) {
  return "<script type='application/ld+json'>" + json + "</script>";
}

TEST_F(MetadataTest, TitleIsOpenGraphsThenThePagesThenTheHeading) {
  EXPECT_EQ(of("<title> A \n b </title><h1>C</h1>").title, "A b");
  EXPECT_EQ(of("<title>A</title><meta property='og:title' content='D &amp; E'>").title, "D & E");
  EXPECT_EQ(of("<h1>C <i>d</i></h1>").title, "C d");
  EXPECT_EQ(of("<svg><title>icon</title></svg><p>x").title, "");
}

TEST_F(MetadataTest, LanguageAddressAndNamesAreAsStated) {
  const Metadata& page =
      of("<html lang=de-CH><head><link rel=canonical href=' https://x.test/a '>"
         "<meta property=og:site_name content='The Site'><meta name=Author content='A. Uthor'>"
         "<meta name=description content='What it is.'><meta property=og:type content=article>");
  EXPECT_EQ(page.language, "de-CH");
  EXPECT_EQ(page.canonical, "https://x.test/a");
  EXPECT_EQ(page.site_name, "The Site");
  EXPECT_EQ(page.author, "A. Uthor");
  EXPECT_EQ(page.description, "What it is.");
  EXPECT_EQ(page.page_type, "article");
}

TEST_F(MetadataTest, DatesComeFromTheMostExplicitPlace) {
  EXPECT_EQ(of("<time datetime=2020-01-01>x</time>").published, "2020-01-01");
  EXPECT_EQ(
      of("<time datetime=2020-01-01>x</time><span itemprop=datePublished>2 May</span>").published,
      "2 May");
  EXPECT_EQ(of("<meta property='article:published_time' content=2019-02-03>" +
               json_ld(R"({"datePublished":"2018-01-01","dateModified":"2018-02-02"})"))
                .published,
            "2019-02-03");
  EXPECT_EQ(of(json_ld(R"({"dateModified":"2018-02-02"})")).modified, "2018-02-02");
}

TEST_F(MetadataTest, LicencesAreAddresses) {
  EXPECT_EQ(of("<a rel='license noopener' href=/licence>x</a>").licence, "/licence");
  EXPECT_EQ(of("<p><a href='https://creativecommons.org/licenses/by/4.0/'>CC</a>").licence,
            "https://creativecommons.org/licenses/by/4.0/");
  EXPECT_EQ(of(json_ld(R"({"license":{"@id":"https://x.test/l"}})")).licence, "https://x.test/l");
  EXPECT_EQ(of("<a href='https://creativecommons.org/about'>x</a>").licence, "");
}

TEST_F(MetadataTest, OptOutsAreCollected) {
  EXPECT_EQ(of("<meta name=robots content='index, NoAI, noimageai'>").opt_out,
            uint32_t{kNoAi | kNoImageAi});
  EXPECT_EQ(of("<meta name=GPTBot content=none><meta name=tdm-reservation content=1>").opt_out,
            uint32_t{kNoIndex | kNoFollow | kTdmReserved});
  EXPECT_EQ(of("<meta name=tdm-reservation content=0><meta name=robots content='all'>").opt_out,
            0u);
}

TEST_F(MetadataTest, ArticleBodiesAreDecodedOnce) {
  EXPECT_EQ(
      of(json_ld(R"({"@graph":[{"headline":"A &amp; B","articleBody":"One.\nTom &amp; J."}]})"))
          .article_body,
      "One.\nTom & J.");
  EXPECT_EQ(of(json_ld(R"({"headline":"A &amp; B"})")).headline, "A & B");
  EXPECT_EQ(of(json_ld(R"({"articleBody":"<p>One &amp;lt; two</p><p>Three"})")).article_body,
            "One &lt; two\nThree");
  EXPECT_EQ(
      of(json_ld(R"({"articleBody":"&lt;p&gt;One &amp;amp; two&lt;/p&gt;three"})")).article_body,
      "One & two\nthree");
}

TEST_F(MetadataTest, ThePostsAndQuestionsTextIsABody) {
  EXPECT_EQ(of(json_ld(R"({"text":"A post.","@type":"DiscussionForumPosting","comment":)"
                       R"([{"@type":"Comment","text":"A longer comment on it."}]})"))
                .article_body,
            "A post.");
  EXPECT_EQ(of(json_ld(R"({"@type":"QAPage","text":"none","mainEntity":{"@type":["Question"],)"
                       R"("text":"Why?","acceptedAnswer":{"@type":"Answer","text":"Because."}}})"))
                .article_body,
            "Why?");
}

// 1 MB a script, 4 MB a page; what is passed over takes nothing from the rest.
TEST_F(MetadataTest, ScriptsThatArePassedOverSpendNothing) {
  const auto padding = [](size_t bytes) {
    return json_ld("{\"x\":\"" + std::string(bytes, 'x') + "\"}");
  };
  const std::string author = json_ld(R"({"author":"D"})");
  const std::string large = padding(size_t{5} << 20);
  EXPECT_EQ(of(large + large + author).author, "D");
  std::string four;
  for (int i = 0; i < 4; ++i) four += padding((size_t{1} << 20) - 10);
  EXPECT_EQ(of(four + author).author, "");
  EXPECT_EQ(of(padding(100) + author).author, "D");
}

TEST_F(MetadataTest, ForgivesWhatPagesDoToJson) {
  EXPECT_EQ(
      of(json_ld("<!--\n{\"headline\":\"A\nB\",\n\t\"author\":[{\"name\":\"C\"}]};\n-->")).headline,
      "A B");
  EXPECT_EQ(of(json_ld("//<![CDATA[\n{\"author\":[{\"name\":\"C\"}]}\n//]]>")).author, "C");
}

TEST_F(MetadataTest, HalvesOfSurrogatePairsAreReplaced) {
  const auto headline = [&](const std::string& json) {
    return std::string(of(json_ld("{\"headline\":\"" + json + "\"}")).headline);
  };
  EXPECT_EQ(headline(R"(a\ud83d)"), "a\uFFFD");
  EXPECT_EQ(headline(R"(a\uDE00b)"), "a\uFFFDb");
  EXPECT_EQ(headline(R"(\ud83d\ud83d\ude00)"), "\uFFFD\U0001F600");
  EXPECT_EQ(headline(R"(\ud83d\n\u0041\\ud83d)"), "\uFFFD A\\ud83d");
  EXPECT_EQ(headline(R"(\ude00\ud83d)"), "\uFFFD\uFFFD");
  EXPECT_EQ(headline(R"(\uD83D\uDE00)"), "\U0001F600");
  EXPECT_EQ(of(json_ld(R"({"a":"\ud8","headline":"x"})")).headline, "");
}

TEST_F(MetadataTest, DamagedJsonIsPassedOver) {
  for (const char* json : {"", "{", "{\"headline\":", "[[[[", "{\"headline\":\"\\ud8\"}", "nul",
                           "{\"headline\":{\"headline\":7}}"}) {
    EXPECT_EQ(of(json_ld(json) + json_ld(R"({"author":"D"})")).headline, "") << json;
    EXPECT_EQ(of(json_ld(json) + json_ld(R"({"author":"D"})")).author, "D") << json;
  }
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(of(json_ld(deep)).headline, "");
  EXPECT_EQ(of(json_ld("{\"headline\":\"" + std::string(2 << 20, 'x') + "\"}")).headline, "");
}

TEST_F(MetadataTest, RobotsDirectivesAreThoseOfMetaElementsAndHeadersAlike) {
  EXPECT_EQ(robots_directives("noai, NoImageAI"), kNoAi | kNoImageAi);
  EXPECT_EQ(robots_directives("nocache"), kNoArchive);
  EXPECT_EQ(robots_directives("none"), kNoIndex | kNoFollow);
  EXPECT_EQ(robots_directives("otherbot: noai,\r\n nosnippet"), kNoAi | kNoSnippet);
  EXPECT_EQ(robots_directives("max-snippet:-1, all, noindexing,, :"), 0u);
  EXPECT_EQ(robots_directives(""), 0u);
  EXPECT_EQ(of("<meta name=robots content=nocache>").opt_out, robots_directives("nocache"));
}

}  // namespace
}  // namespace sluice::extract::test
