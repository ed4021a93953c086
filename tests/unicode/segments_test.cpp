#include "unicode/segments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sanitized.h"

namespace sluice {
namespace {

std::vector<Segment> split(std::string_view text) {
  Segmenter segmenter;
  std::vector<Segment> segments;
  segmenter.split(text, segments);
  return segments;
}

// The segments with bars between them; words in brackets, and a dot for white space.
std::string shown(std::string_view text) {
  std::string out;
  size_t at = 0;
  for (const Segment& segment : split(text)) {
    const std::string part(text.substr(at, segment.size));
    at += segment.size;
    if (!out.empty()) out += ' ';
    out += segment.is_word() ? "[" + part + "]" : segment.is_space() ? "·" : part;
  }
  EXPECT_EQ(at, text.size());
  return out;
}

size_t count(std::string_view text, SegmentKind kind) {
  const std::vector<Segment> segments = split(text);
  return static_cast<size_t>(std::count_if(segments.begin(), segments.end(),
                                           [&](const Segment& s) { return s.kind == kind; }));
}

TEST(Segments, AnEmptyTextHasNone) {
  EXPECT_TRUE(split("").empty());
  EXPECT_EQ(Segmenter::count_sentences(""), 0);
}

TEST(Segments, ApostrophesAndPointsBelongToWordsOnlyBetweenLettersOrDigits) {
  EXPECT_EQ(shown("It's 3.14 o'clock."), "[It's] · [3.14] · [o'clock] .");
  EXPECT_EQ(shown("dogs' 'n' 5' e.g. 1,000,000; 7:30"),
            "[dogs] ' · ' [n] ' · [5] ' · [e.g] . · [1,000,000] ; · [7] : [30]");
  EXPECT_EQ(shown("a,b c.1 1.c 1;2 a;b"), "[a] , [b] · [c] . [1] · [1] . [c] · [1;2] · [a] ; [b]");
  EXPECT_EQ(shown("don’t l’été"), "[don’t] · [l’été]");
}

TEST(Segments, HyphensAndSlashesDivideWords) {
  EXPECT_EQ(shown("state-of-the-art"), "[state] - [of] - [the] - [art]");
  EXPECT_EQ(shown("a/b"), "[a] / [b]");
}

TEST(Segments, UnderscoresJoinWordsAndAreOneTogether) {
  EXPECT_EQ(shown("snake_case __init__ _ x_"), "[snake_case] · [__init__] · _ · [x_]");
}

TEST(Segments, SourceCodeFallsIntoNamesAndMarks) {
  EXPECT_EQ(shown("for (int i = 0; i < n; ++i) {"),
            "[for] · ( [int] · [i] · = · [0] ; · [i] · < · [n] ; · + + [i] ) · {");
}

TEST(Segments, WhiteSpaceIsOneSegmentOnlyWhereItIsSpaces) {
  EXPECT_EQ(shown("a  b"), "[a] · [b]");
  EXPECT_EQ(shown("a\t\tb"), "[a] · · [b]");
  EXPECT_EQ(shown("a\r\nb\n\nc"), "[a] · [b] · · [c]");
  EXPECT_EQ(shown("a\u00A0b\u3000\u2003c\u202F!"), "[a] · [b] · [c\u202F] !");
  EXPECT_EQ(shown(" \u0301"), " \u0301") << "a marked space is no white space";
}

TEST(Segments, AddressesAreOneWordAsInTheRootLocale) {
  EXPECT_EQ(shown("to user@example.org"), "[to] · [user@example.org]");
  EXPECT_EQ(shown("http://a.org"), "[http] : / / [a.org]");
}

TEST(Segments, ManyScripts) {
  EXPECT_EQ(shown("Привет, мир!"), "[Привет] , · [мир] !");
  EXPECT_EQ(shown("हिन्दी में पढ़ा गया।"), "[हिन्दी] · [में] · [पढ़ा] · [गया] ।");
  EXPECT_EQ(shown("قُرئت الصفحات، هل؟"), "[قُرئت] · [الصفحات] ، · [هل] ؟");
  EXPECT_EQ(shown("צה\"ל ג'"), "[צה\"ל] · [ג']");
  EXPECT_EQ(shown("한국어 단어 3월"), "[한국어] · [단어] · [3] [월]");
  EXPECT_EQ(shown("我们都是学生。"), "[我们] [都是] [学生] 。");
  EXPECT_EQ(shown("カタカナの言葉です"), "[カタカナ] [の] [言葉] [です]");
  EXPECT_EQ(shown("ภาษาไทย abc"), "[ภาษา] [ไทย] · [abc]");
}

TEST(Segments, EmojiSequencesAreOneSegmentEachAndNoWords) {
  EXPECT_EQ(split("👩‍👩‍👧").size(), 1);
  EXPECT_EQ(split("🇩🇪🇫🇷").size(), 2);
  EXPECT_EQ(split("👍🏽!").size(), 2);
  EXPECT_EQ(count("👩‍👩‍👧 🇩🇪 👍🏽", SegmentKind::word), 0);
}

TEST(Segments, AWordLongerThanABlockIsOne) {
  for (const size_t size : {62, 63, 64, 65, 127, 128, 129, 1000}) {
    const std::string word(size, 'x');
    EXPECT_EQ(split(word).size(), 1);
    EXPECT_EQ(split("a " + word + " b").size(), 5);
    EXPECT_EQ(split(word + "'" + word).size(), 1);
    EXPECT_EQ(split(word + "''" + word).size(), 4);
  }
}

TEST(Segments, BatchesOfForEachAreTheSegmentsOfSplit) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += i % 7 == 0 ? "мир 我们都是学生 " : "one, two ";
  std::vector<Segment> seen;
  Segmenter segmenter;
  segmenter.for_each(text, [&](const Segment& segment) { seen.push_back(segment); });
  EXPECT_EQ(seen, split(text));
  EXPECT_GT(seen.size(), 9000);
}

TEST(Segments, AMovedSegmenterWorksOn) {
  Segmenter first;
  std::vector<Segment> segments;
  first.split("ภาษาไทย", segments);
  Segmenter second = std::move(first);
  second.split("ภาษาไทย", segments);
  EXPECT_EQ(segments.size(), 2);
}

// Of a run that dictionaries divide, little more than the words themselves is held at a time.
TEST(Segments, LongRunsOfHanAndThaiTakeLittleMemory) {
  for (const std::string_view piece : {"我们都是学生", "ภาษาไทย"}) {
    std::string text;
    while (text.size() < 3'000'000) text += piece;
    Segmenter segmenter;
    EXPECT_EQ(segmenter.memory(), 0);
    uint64_t words = 0;
    segmenter.for_each(text, [&](const Segment&) { ++words; });
    EXPECT_GT(words, 200'000);
    EXPECT_GT(segmenter.memory(), text.size() / 2);
    EXPECT_LT(segmenter.memory(), 4 * text.size());
    segmenter = Segmenter();
    EXPECT_EQ(segmenter.memory(), 0);
  }
}

TEST(Segments, StrayBytesAreSymbolsOfOneByte) {
  EXPECT_EQ(shown("one\xFFtwo"), "[one] \xFF [two]");
  EXPECT_EQ(shown("one \xE4\xB8"), "[one] · \xE4 \xB8");
  EXPECT_EQ(split("\xFF\xE0\xB8\xB1").size(), 1) << "with a Thai mark that follows it";
}

// Each of these would take hours if anything were looked at again and again.
TEST(Segments, HostileTextsTakeNoMoreTimeThanOthers) {
  constexpr size_t kSize = rounds_of(4'000'000);
  const auto repeated = [](std::string_view part) {
    std::string text;
    while (text.size() < kSize) text += part;
    return text;
  };
  EXPECT_EQ(split(repeated("x")).size(), 1);
  EXPECT_EQ(split(repeated("a'")).size(), 2);
  EXPECT_EQ(split(repeated("a''")).size(), (kSize + 2) / 3 * 3);
  EXPECT_EQ(split("a'" + repeated("\u0301")).size(), 2);
  EXPECT_EQ(split("a" + repeated("'\u0301")).size(), kSize / 3 + 2);
  EXPECT_EQ(split(repeated("\u0301")).size(), 1);
  EXPECT_EQ(split(repeated(" ")).size(), 1);
  EXPECT_EQ(split(repeated("\n")).size(), kSize);
  EXPECT_EQ(split(repeated("가")).size(), 1);
  EXPECT_EQ(split(repeated("学生")).size(), (kSize + 5) / 6);
  EXPECT_EQ(split(repeated("\u200D😀")).size(), 1);
}

TEST(Sentences, EndBehindTerminatorsAndAtLineEnds) {
  EXPECT_EQ(Segmenter::count_sentences("One. Two! Three? Four"), 4);
  EXPECT_EQ(Segmenter::count_sentences("A title\nA line.\n\n  \nAnother"), 3);
  EXPECT_EQ(Segmenter::count_sentences("He said \"Go.\" Then he left."), 2);
  EXPECT_EQ(Segmenter::count_sentences("我们。他们！"), 2);
  EXPECT_EQ(Segmenter::count_sentences("यह है। वह है।"), 2);
  EXPECT_EQ(Segmenter::count_sentences("هل؟ نعم."), 2);
  EXPECT_EQ(Segmenter::count_sentences(" \t\r\n\u3000\u2028"), 0);
  EXPECT_EQ(Segmenter::count_sentences("..."), 1);
}

TEST(Sentences, GoOnBehindAFullStopBeforeADigitALowerCaseLetterOrAComma) {
  EXPECT_EQ(Segmenter::count_sentences("It costs 3.50 now."), 1);
  EXPECT_EQ(Segmenter::count_sentences("The U.S. economy, etc., grew."), 1);
  EXPECT_EQ(Segmenter::count_sentences("See e.g. (12) the text."), 1);
  EXPECT_EQ(Segmenter::count_sentences("Is it? no."), 2) << "only behind a full stop";
  EXPECT_EQ(Segmenter::count_sentences("Dr. Wu left."), 2) << "abbreviations are not known";
}

TEST(Sentences, HostileTextsTakeNoMoreTimeThanOthers) {
  constexpr size_t kRounds = rounds_of(1'000'000);
  const auto repeated = [](std::string_view part) {
    std::string text;
    for (size_t i = 0; i < kRounds; ++i) text += part;
    return text;
  };
  EXPECT_EQ(Segmenter::count_sentences(repeated("a. ") + repeated("1 ")), 2);
  EXPECT_EQ(Segmenter::count_sentences(repeated("1. ") + repeated("1 ")), kRounds + 1);
  EXPECT_EQ(Segmenter::count_sentences(repeated("A. ")), kRounds);
  EXPECT_EQ(Segmenter::count_sentences(repeated(". 1 ")), kRounds + 1);
  EXPECT_EQ(Segmenter::count_sentences(repeated(".")), 1);
  EXPECT_EQ(Segmenter::count_sentences("A" + repeated("\u0301") + repeated(".")), 1);
  EXPECT_EQ(Segmenter::count_sentences("A." + repeated(")") + repeated(" ") + "B"), 2);
  EXPECT_EQ(Segmenter::count_sentences(repeated("\n")), 0);
}

TEST(Segments, TheVersionNamesUnicodeAndIcu) {
  EXPECT_TRUE(segmenter_version().starts_with("Unicode 15.0, ICU ")) << segmenter_version();
}

}  // namespace
}  // namespace sluice
