// What the scorer sees, against values computed by hand, and the same whatever came before.

#include "extract/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "extract/support.h"

namespace sluice::extract::test {
namespace {

// The features of a page, by a block's text.
class Measured {
 public:
  explicit Measured(const std::string& html, const Lexicon& lexicon = {}) : page_(html) {
    features_.measure(page_.tree(), page_.blocks(), lexicon);
  }

  int operator()(const std::string& text, Feature feature) const {
    return at(block(text), feature);
  }
  int at(size_t block, Feature feature) const {
    return features_.matrix().column(static_cast<size_t>(feature))[block];
  }
  size_t block(const std::string& text) const {
    const std::vector<Block>& all = page_.blocks().all;
    for (size_t i = 0; i < all.size(); ++i) {
      if (page_.text_of(all[i]) == text) return i;
    }
    ADD_FAILURE() << "no block " << text;
    return 0;
  }
  void add_context(const std::vector<uint32_t>& likely) {
    features_.add_context(page_.tree(), page_.blocks(), likely);
  }

  const Page& page() const { return page_; }
  const PageFeatures& features() const { return features_; }
  size_t blocks() const { return page_.blocks().all.size(); }

 private:
  Page page_;
  PageFeatures features_;
};

// Of the same block in a page of its own.
int alone(const std::string& html, Feature feature) { return Measured(html).at(0, feature); }

constexpr Lexicon::Entry entry(uint32_t word, int16_t weight) { return {word, weight}; }

class Names {
 public:
  Names(std::initializer_list<std::pair<std::string_view, int16_t>> weights) {
    for (const auto& [word, weight] : weights) entries_.push_back(entry(word_hash(word), weight));
    std::sort(entries_.begin(), entries_.end(),
              [](const auto& a, const auto& b) { return a.word < b.word; });
  }
  Lexicon view() const { return {entries_}; }

 private:
  std::vector<Lexicon::Entry> entries_;
};

TEST(Features, TextsAreCounted) {
  // 10 characters, 4 of them in a link; 4 words.
  const Measured page("<p>Ab, 12 <a href=x>cd ef</a>.</p>");
  EXPECT_EQ(page.at(0, Feature::characters), 8 * 3 + 3);  // 11 = 2^3 * (1 + 3/8)
  EXPECT_EQ(page.at(0, Feature::words), 8 * 2 + 2);       // 5 = 2^2 * (1 + 2/8)
  EXPECT_EQ(page.at(0, Feature::word_length), 25);
  EXPECT_EQ(page.at(0, Feature::link_share), 400);
  EXPECT_EQ(page.at(0, Feature::links), 8);
  EXPECT_EQ(page.at(0, Feature::digit_share), 200);
  EXPECT_EQ(page.at(0, Feature::capital_share), 100);
  EXPECT_EQ(page.at(0, Feature::mark_share), 200);
  EXPECT_EQ(page.at(0, Feature::sentences), 8);
  EXPECT_EQ(page.at(0, Feature::commas), 8);
  EXPECT_EQ(page.at(0, Feature::strong_share), 0);
  EXPECT_EQ(alone("<p>ab<b>cdef</b></p>", Feature::strong_share), 666);
}

TEST(Features, BeginningsAndEndsOfTextsAreTold) {
  EXPECT_EQ(alone("<p> small", Feature::begins), 0);
  EXPECT_EQ(alone("<p>\n Capital", Feature::begins), 1);
  EXPECT_EQ(alone("<p>3 spoons", Feature::begins), 2);
  EXPECT_EQ(alone("<p>(so)", Feature::begins), 3);
  EXPECT_EQ(alone("<p>\xC3\xA9t\xC3\xA9", Feature::begins), 4);
  EXPECT_EQ(alone("<p>Done", Feature::ends_sentence), 0);
  EXPECT_EQ(alone("<p>Done. ", Feature::ends_sentence), 1);
  EXPECT_EQ(alone("<p>\"Done?\")", Feature::ends_sentence), 1);
  EXPECT_EQ(alone("<p>Done<b>!</b>", Feature::ends_sentence), 1);
  EXPECT_EQ(alone("<p>As follows:", Feature::ends_sentence), 2);
  EXPECT_EQ(alone("<p>\xE5\xAE\x8C\xE3\x80\x82", Feature::ends_sentence), 1);
  EXPECT_EQ(alone("<p>3.5 and a.b", Feature::sentences), 0);
  EXPECT_EQ(alone("<p>One. Two! Three?", Feature::sentences), 16);
}

TEST(Features, MarksOfManyScriptsCount) {
  EXPECT_EQ(alone("<p>\xE4\xB8\x80\xEF\xBC\x8C\xE4\xBA\x8C\xE3\x80\x81", Feature::commas), 12);
  EXPECT_EQ(alone("<p>\xD8\xA7\xD8\x8C \xD8\xA8\xD8\x9F", Feature::commas), 8);
  EXPECT_EQ(alone("<p>\xD8\xA7\xD8\x8C \xD8\xA8\xD8\x9F", Feature::sentences), 8);
  EXPECT_EQ(alone("<p>for $5", Feature::currency), 1);
  EXPECT_EQ(alone("<p>5 \xE2\x82\xAC", Feature::currency), 1);
  EXPECT_EQ(alone("<p>five", Feature::currency), 0);
  EXPECT_EQ(alone("<p>\xC2\xA9 2020", Feature::legal), 1);
  EXPECT_EQ(alone("<p>Home | News > Help", Feature::separators), 12);
  EXPECT_EQ(alone("<p>a/b", Feature::separators), 0);
}

TEST(Features, CopiesOfATextAreTold) {
  const Measured page("<p>same<p>other<p> same <div><b>same</b></div>");
  for (const size_t block : {0, 2, 3}) EXPECT_EQ(page.at(block, Feature::repeats), 16);
  EXPECT_EQ(page.at(1, Feature::repeats), 8);
  EXPECT_EQ(page.at(0, Feature::copies_before), 0);
  EXPECT_EQ(page.at(2, Feature::copies_before), 1);
  EXPECT_EQ(page.at(3, Feature::copies_before), 2);
}

TEST(Features, WordsOfTheTitleAreFoundInBlocks) {
  const Measured page(
      "<title>Carving spoons - The Workshop</title><svg><title>spoons elsewhere</title></svg>"
      "<h1>CARVING Spoons</h1><p>elsewhere spoons</p><p>none</p>");
  EXPECT_EQ(page("CARVING Spoons", Feature::title_share), 1000);
  EXPECT_EQ(page("CARVING Spoons", Feature::title_cover), 500);
  EXPECT_EQ(page("elsewhere spoons", Feature::title_share), 500);
  EXPECT_EQ(page("none", Feature::title_share), 0);
}

TEST(Features, SemanticElementsAreToldByTagAndRole) {
  const Measured page(
      "<body><nav>a</nav><main><article><p>b</p><form><p>c</p></form></article></main>"
      "<div role=navigation><aside><p>d</p></aside></div><div role=dialog>e</div>"
      "<header>f</header><footer>g</footer><p>h</p>");
  EXPECT_EQ(page("a", Feature::within), kWithinNav);
  EXPECT_EQ(page("b", Feature::within), kWithinMain | kWithinArticle);
  EXPECT_EQ(page("c", Feature::within), kWithinMain | kWithinArticle | kWithinForm);
  EXPECT_EQ(page("d", Feature::within), kWithinNav | kWithinAside);
  EXPECT_EQ(page("e", Feature::within), kWithinDialog);
  EXPECT_EQ(page("f", Feature::within), kWithinHeader);
  EXPECT_EQ(page("g", Feature::within), kWithinFooter);
  EXPECT_EQ(page("h", Feature::within), 0);
  EXPECT_EQ(page("b", Feature::depth), 5);  // html body main article p
  EXPECT_EQ(page("b", Feature::article_distance), 1);
  EXPECT_EQ(page("c", Feature::article_distance), 2);
  EXPECT_EQ(page("h", Feature::article_distance), -1);
  EXPECT_EQ(page("a", Feature::nav_distance), 0);
  EXPECT_EQ(page("d", Feature::nav_distance), 1);
  EXPECT_EQ(page("b", Feature::nav_distance), -1);
  EXPECT_EQ(page("b", Feature::page_articles), 8);
}

TEST(Features, NamesWeighWhatTheLexiconSays) {
  const Names names{{"sidebar", -30}, {"entry", 20}, {"content", 7}, {"section", 3}, {"single", 5}};
  const Measured page(
      "<body class='single page'><section id=sidebar-2 class='entryContent'><div role=entry>"
      "<p>a</p></div></section><p class=unknown>b</p>",
      names.view());
  EXPECT_EQ(page("a", Feature::names_own), 0);
  EXPECT_EQ(page("a", Feature::names_parent), 20);
  EXPECT_EQ(page("a", Feature::names_grandparent), -30 + 20 + 7 + 3);
  EXPECT_EQ(page("a", Feature::names_sum), 5 + 20);
  EXPECT_EQ(page("a", Feature::names_highest), 20);
  EXPECT_EQ(page("a", Feature::names_lowest), 0);
  EXPECT_EQ(page("b", Feature::names_sum), 5);
  EXPECT_EQ(page("b", Feature::page_names), 5);
  const Measured low("<div class=sidebar><div><div><p>a</p></div></div></div>", names.view());
  EXPECT_EQ(low("a", Feature::names_lowest), -30);
  EXPECT_EQ(low("a", Feature::names_lowest_distance), 3);
}

TEST(Features, AncestorsAreSummedUp) {
  // 4 + 6 characters in the inner element, 10 more in the outer, 80 elsewhere.
  const Measured page("<div><section><p>abcd</p><p><a href=x>abcdef</a></p></section>" +
                      std::string("<p>abcdefghij</p></div><p>") + std::string(80, 'x') + "</p>");
  const auto of = [&](Feature feature) { return page("abcd", feature); };
  EXPECT_EQ(of(Feature::own_characters), 8 * 2 + 2);     // 4
  EXPECT_EQ(of(Feature::parent_characters), 8 * 3 + 3);  // 10
  EXPECT_EQ(of(Feature::parent_link_share), 600);
  EXPECT_EQ(of(Feature::parent_blocks), 12);
  EXPECT_EQ(of(Feature::grandparent_characters), 8 * 4 + 2);  // 20
  EXPECT_EQ(of(Feature::grandparent_link_share), 300);
  EXPECT_EQ(of(Feature::grandparent_long_share), 0);
  // 100 on the page: 5 % from the section up, 20 % from the div up, 50 % only in the body.
  EXPECT_EQ(of(Feature::small_distance), 1);
  EXPECT_EQ(of(Feature::small_share), 100);
  EXPECT_EQ(of(Feature::middle_distance), 2);
  EXPECT_EQ(of(Feature::middle_share), 200);
  EXPECT_EQ(of(Feature::large_distance), 3);
  EXPECT_EQ(of(Feature::large_share), 1000);
  EXPECT_EQ(of(Feature::large_long_share), 800);
  EXPECT_EQ(of(Feature::large_link_share), 60);
  EXPECT_EQ(of(Feature::page_long_share), 800);
}

TEST(Features, SiblingsAlikeAreRecords) {
  const Measured page(
      "<div class=list><div class='post first'><p>abc</p><i>x</i></div>"
      "<div class='post'><p>abc</p></div><div class='post last'><p>abcd</p></div>"
      "<div class=other><p>alone</p></div></div>");
  // Three posts, of 4, 3 and 4 characters, of 16 on the page.
  EXPECT_EQ(page("abcd", Feature::record_count), 16);
  EXPECT_EQ(page("abcd", Feature::record_mean), 16);  // 11 / 3 = 3
  EXPECT_EQ(page("abcd", Feature::record_share), 1000 * 11 / 16);
  EXPECT_EQ(page("alone", Feature::record_count), 0);
  EXPECT_EQ(page("abcd", Feature::path_blocks), 16);
  EXPECT_EQ(page("alone", Feature::path_blocks), 8);
  EXPECT_EQ(page("alone", Feature::before_path), 0);
}

TEST(Features, RecordsWithinRecordsHaveAnOutermost) {
  std::string html;
  for (int i = 0; i < 3; ++i) html += "<section><ul><li>a<li>b<li>c<li>d</ul></section>";
  const Measured page(html);
  EXPECT_EQ(page("- a", Feature::record_count), 8 * 2 + 2);  // 4 items of one list
  EXPECT_EQ(page("- a", Feature::outer_count), 16);
  EXPECT_EQ(page("- a", Feature::record_share), 333);
  EXPECT_EQ(page("- a", Feature::outer_share), 1000);
}

TEST(Features, OrderIsCountedFromHeadingsAndLongBlocks) {
  const std::string body(80, 'x');
  const Measured page("<p>abc<h1>Top</h1><p>one<p>" + body + "<h3>Sub</h3><p>two<p>last");
  EXPECT_EQ(page("abc", Feature::from_first_heading), -16);
  EXPECT_EQ(page("Top", Feature::from_first_heading), 1);
  EXPECT_EQ(page("one", Feature::from_first_heading), 17);
  EXPECT_EQ(page("abc", Feature::since_heading), -1);
  EXPECT_EQ(page("Top", Feature::since_heading), -1);
  EXPECT_EQ(page("one", Feature::since_heading), 1);
  EXPECT_EQ(page("one", Feature::heading_level), 1);
  EXPECT_EQ(page("last", Feature::since_heading), 2);
  EXPECT_EQ(page("last", Feature::heading_level), 3);
  EXPECT_EQ(page("one", Feature::since_long), -1);
  EXPECT_EQ(page("last", Feature::since_long), 3);
  EXPECT_EQ(page("abc", Feature::until_long), 3);
  EXPECT_EQ(page("last", Feature::until_long), -1);
  EXPECT_EQ(page("abc", Feature::index), 0);
  EXPECT_EQ(page("last", Feature::index_from_end), 0);
  EXPECT_EQ(page("two", Feature::blocks_before), 1000 * 5 / 7);
  EXPECT_EQ(page("Top", Feature::characters_before), 1000 * 3 / 99);
}

TEST(Features, NeighboursAreSeenAndTheirLackIsTold) {
  const Measured page("<h2>abc</h2><p><a href=x>abcd</a>efgh<p>abc");
  EXPECT_EQ(page.at(0, Feature::before_characters), -1);
  EXPECT_EQ(page.at(1, Feature::before_characters), 16);
  EXPECT_EQ(page.at(1, Feature::before_heading), 2);
  EXPECT_EQ(page.at(1, Feature::before_2_characters), -1);
  EXPECT_EQ(page.at(2, Feature::before_2_characters), 16);
  EXPECT_EQ(page.at(2, Feature::before_link_share), 500);
  EXPECT_EQ(page.at(2, Feature::before_path), 1);
  EXPECT_EQ(page.at(0, Feature::after_link_share), 500);
  EXPECT_EQ(page.at(2, Feature::after_characters), -1);
  EXPECT_EQ(page.at(1, Feature::after_2_characters), -1);
  EXPECT_EQ(page.at(0, Feature::near_link_share), 1000 * 4 / 11);
}

TEST(Features, KindsOfPagesAreReadOffTheirDeclarations) {
  const auto kind = [](const std::string& head) {
    return alone("<head>" + head + "</head><p>a", Feature::page_kind);
  };
  const std::string json = "<script type='application/ld+json'>{\"@type\":\"";
  EXPECT_EQ(kind(""), 0);
  EXPECT_EQ(kind("<meta property=og:type content=article>"), 1);
  EXPECT_EQ(kind("<meta property=og:type content=product.item>"), 2);
  EXPECT_EQ(kind("<meta property=og:type content=website>"), 16);
  EXPECT_EQ(kind(json + "NewsArticle\"}</script>"), 1);
  EXPECT_EQ(kind(json + "QAPage\"}</script>" + json + "ItemList\"}</script>"), 4 + 8);
  EXPECT_EQ(kind("<script>\"Product\"</script>"), 0);
}

TEST(Features, NamesAndMeaningsAreThoseOfTheList) {
  EXPECT_EQ(name_of(Feature::characters), "characters");
  EXPECT_EQ(name_of(Feature::best_gap), "best_gap");
  EXPECT_EQ(meaning_of(Feature::heading), "1..6, 0 for none");
}

TEST(Features, TheFirstScoreOfNeighboursAndElementsIsSeen) {
  // 2 + 2 + 4 words.
  Measured page("<section><p>a b<p>c d</section><div><p>e f g h</p></div>");
  page.add_context({kCertain / 2, kCertain / 4, kCertain / 8});
  EXPECT_EQ(page.at(0, Feature::likely), 500);
  EXPECT_EQ(page.at(0, Feature::likely_before), -1);
  EXPECT_EQ(page.at(1, Feature::likely_before), 500);
  EXPECT_EQ(page.at(1, Feature::likely_after), 125);
  EXPECT_EQ(page.at(2, Feature::likely_before_2), 500);
  EXPECT_EQ(page.at(1, Feature::likely_near), (2 * 500 + 4 * 125) / 6);
  EXPECT_EQ(page.at(0, Feature::likely_parent), 375);
  EXPECT_EQ(page.at(0, Feature::likely_page), 250);  // 2 of 8 words
  EXPECT_EQ(page.at(0, Feature::likely_since), -1);
  EXPECT_EQ(page.at(2, Feature::likely_since), 2);
  EXPECT_EQ(page.at(0, Feature::likely_rank), 0);
  EXPECT_EQ(page.at(1, Feature::likely_rank), 250);
  EXPECT_EQ(page.at(2, Feature::likely_rank), 500);
  // The section: 2 * 1.5 / (4 + 2). Cut anywhere else it is less.
  EXPECT_EQ(page.at(0, Feature::best_expected), 499);
  EXPECT_EQ(page.at(0, Feature::expected), 500);
  EXPECT_EQ(page.at(0, Feature::in_best), 1);
  EXPECT_EQ(page.at(2, Feature::in_best), 0);
  EXPECT_EQ(page.at(0, Feature::best_gap), -1);
  EXPECT_EQ(page.page().tree()[page.features().best_element()].tag, html::Tag::section);
}

// Shares stay shares and nothing wraps around, whatever the page.
void check_ranges(const Measured& page) {
  for (size_t i = 0; i < page.blocks(); ++i) {
    for (const Feature feature :
         {Feature::link_share,        Feature::digit_share,       Feature::title_share,
          Feature::title_cover,       Feature::blocks_before,     Feature::characters_before,
          Feature::parent_link_share, Feature::parent_long_share, Feature::small_share,
          Feature::large_share,       Feature::record_share,      Feature::outer_share,
          Feature::path_share,        Feature::near_link_share,   Feature::page_link_share,
          Feature::likely_page,       Feature::likely_rank,       Feature::expected,
          Feature::best_expected,     Feature::likely_near}) {
      ASSERT_GE(page.at(i, feature), 0) << name_of(feature);
      ASSERT_LE(page.at(i, feature), 1000) << name_of(feature);
    }
    for (const Feature feature : {Feature::characters, Feature::copies_before, Feature::depth,
                                  Feature::index, Feature::page_blocks}) {
      ASSERT_GE(page.at(i, feature), 0) << name_of(feature);
    }
    for (const Feature feature : {Feature::since_heading, Feature::until_long, Feature::best_gap,
                                  Feature::article_distance, Feature::likely_until}) {
      ASSERT_GE(page.at(i, feature), -1) << name_of(feature);
    }
  }
}

TEST(Features, ExtremePagesStayWithinRange) {
  std::string many = "<h1>top</h1>";
  for (int i = 0; i < 60'000; ++i) many += "<p>same";
  std::string deep;
  for (int i = 0; i < 600; ++i) deep += "<div><p>x</p>";
  const std::string pages[] = {"",
                               "<p>a",
                               "<p>.",
                               many,
                               deep,
                               "<p>" + std::string(3 << 20, 'x'),
                               "<title>" + std::string(1 << 20, 'a') + "</title><p>a"};
  std::mt19937_64 random(1);
  for (const std::string& html : pages) {
    Measured page(html);
    FeatureMatrix average;
    page.features().average(page.page().blocks(), average);
    ASSERT_EQ(average.rows(), 1u);
    std::vector<uint32_t> likely(page.blocks());
    for (uint32_t& p : likely) p = static_cast<uint32_t>(random() % kCertain);
    page.add_context(likely);
    check_ranges(page);
  }
  const Measured page(many);
  EXPECT_EQ(page.at(60'000, Feature::copies_before), INT16_MAX);
  EXPECT_EQ(page.at(60'000, Feature::since_heading), INT16_MAX);
}

// The mean of a feature over a page is that of its blocks, by words and one.
TEST(Features, AveragesAreWeightedByWords) {
  const Measured page("<p>a b c<p><a href=x>d</a>");
  FeatureMatrix average;
  page.features().average(page.page().blocks(), average);
  EXPECT_EQ(average.column(static_cast<size_t>(Feature::link_share))[0], 1000 * 2 / 6);
}

std::vector<std::string> pages_of_the_project() {
  std::vector<std::string> pages;
  for (const std::string folder : {"testdata/extract/complaints/", "testdata/extract/pages/"}) {
    for (const auto& file :
         std::filesystem::directory_iterator(std::string(SLUICE_SOURCE_DIR) + "/" + folder)) {
      if (file.path().extension() != ".html") continue;
      pages.push_back(read_file(folder + file.path().filename().string()));
    }
  }
  std::sort(pages.begin(), pages.end());  // folders list in any order
  return pages;
}

// Weights of names are remembered from page to page, and dropped when there are too many.
TEST(Features, AreTheSameWhateverPagesCameBefore) {
  const Names names{{"content", 9}, {"post", 4}, {"nav", -20}, {"article", 7}, {"menu", -8}};
  std::vector<std::string> pages = pages_of_the_project();
  std::string crowd;
  for (int i = 0; i < 70'000; ++i) crowd += "<p class=c" + std::to_string(i) + ">x";
  pages.push_back(crowd);
  std::mt19937_64 random(2);
  for (size_t i = pages.size(); i > 0; --i) pages.push_back(pages[random() % pages.size()]);
  std::shuffle(pages.begin(), pages.end(), random);
  PageFeatures reused;
  for (const std::string& html : pages) {
    const Page page(html);
    std::vector<uint32_t> likely(page.blocks().all.size());
    for (uint32_t& p : likely) p = static_cast<uint32_t>(random() % kCertain);
    PageFeatures fresh;
    for (PageFeatures* features : {&reused, &fresh}) {
      features->measure(page.tree(), page.blocks(), names.view());
      features->add_context(page.tree(), page.blocks(), likely);
    }
    ASSERT_EQ(reused.best_element(), fresh.best_element());
    for (size_t f = 0; f < kFeatures; ++f) {
      const int16_t* expected = fresh.matrix().column(f);
      ASSERT_TRUE(std::equal(expected, expected + likely.size(), reused.matrix().column(f)))
          << name_of(static_cast<Feature>(f));
    }
  }
}

TEST(Features, ADifferentLexiconIsNotMistakenForTheOneBefore) {
  const Names one{{"note", 5}};
  const Names other{{"note", -5}};
  const Page page("<p class=note>a");
  PageFeatures features;
  for (const Names* names : {&one, &other, &one}) {
    features.measure(page.tree(), page.blocks(), names->view());
    EXPECT_EQ(features.matrix().column(static_cast<size_t>(Feature::names_own))[0],
              names == &one ? 5 : -5);
  }
}

}  // namespace
}  // namespace sluice::extract::test
