// Segments and sentences beside ICU's and Unicode's own cases.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sanitized.h"
#include "unicode/break_classes.h"
#include "unicode/dictionary_words.h"
#include "unicode/icu_breaks.h"
#include "unicode/segments.h"
#include "unicode/utf8.h"

namespace sluice {
namespace {

using test::IcuBreaks;
using test::WordPart;

// An ideograph that is a mark, too: a segment that ends with it is a word to ICU, which no text is
// known to hinge on.
constexpr char32_t kKhitanFiller = 0x16FE4;

void append(std::string& text, char32_t code_point) {
  char bytes[4];
  text.append(bytes, encode_utf8(code_point, bytes));
}

std::string spelt(std::string_view text) {
  std::ostringstream out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    out << std::hex << static_cast<uint32_t>(next.value) << ' ';
    at += next.size;
  }
  return out.str();
}

std::string spelt(const std::vector<WordPart>& parts) {
  std::string out;
  for (const auto& [text, word] : parts) out += spelt(text) + (word ? "(word) | " : "| ");
  return out;
}

class SegmentsAndIcu : public testing::Test {
 protected:
  std::vector<WordPart> words(std::string_view text) {
    std::vector<WordPart> parts;
    segmenter_.split(text, segments_);
    size_t at = 0;
    for (const Segment& segment : segments_) {
      parts.push_back({std::string(text.substr(at, segment.size)), segment.is_word()});
      at += segment.size;
    }
    return parts;
  }

  void expect_same(const std::string& text) {
    const std::vector<WordPart> ours = words(text);
    const std::vector<WordPart> theirs = icu_.words(text);
    ASSERT_TRUE(ours == theirs) << spelt(text) << "\nours  " << spelt(ours) << "\nICU's "
                                << spelt(theirs);
    ASSERT_EQ(Segmenter::count_sentences(text), icu_.count_sentences(text)) << spelt(text);
  }

  IcuBreaks icu_;
  Segmenter segmenter_;
  std::vector<Segment> segments_;
};

// The code points of each class of words and sentences, which are what the rules tell apart.
std::vector<std::vector<char32_t>> code_points_by_class() {
  const BreakClasses& classes = BreakClasses::get();
  std::vector<std::vector<char32_t>> by_class(32 * 16);
  for (char32_t c = 1; c < 0x110000; ++c) {
    if (is_surrogate(c) || c == kKhitanFiller) continue;
    by_class[static_cast<size_t>(classes.word(c)) * 16 + static_cast<size_t>(classes.sentence(c))]
        .push_back(c);
  }
  std::erase_if(by_class, [](const auto& of) { return of.empty(); });
  return by_class;
}

TEST_F(SegmentsAndIcu, AgreeOnEachCodePointBetweenOthers) {
  for (char32_t c = 1; c < 0x110000; c += kSanitized ? 97 : 1) {
    if (is_surrogate(c) || c == kKhitanFiller) continue;
    std::string text;
    for (const char32_t other : {U'a', U'1', U'.', U'_', U'1', U'\u200D', U' ', U'カ', U'ก'}) {
      append(text, other);
      append(text, c);
    }
    ASSERT_NO_FATAL_FAILURE(expect_same(text));
  }
}

TEST_F(SegmentsAndIcu, AgreeOnAllTripletsOfClasses) {
  const auto by_class = code_points_by_class();
  std::mt19937 random(1);
  const auto one_of = [&](const std::vector<char32_t>& set) { return set[random() % set.size()]; };
  for (const auto& first : by_class) {
    for (const auto& second : by_class) {
      for (size_t third = 0; third < by_class.size(); third += kSanitized ? 8 : 1) {
        std::string text;
        append(text, one_of(first));
        append(text, one_of(second));
        append(text, one_of(by_class[third]));
        ASSERT_NO_FATAL_FAILURE(expect_same(text));
      }
    }
  }
}

TEST_F(SegmentsAndIcu, AgreeOnRandomText) {
  const auto by_class = code_points_by_class();
  std::mt19937 random(2);
  for (uint64_t round = 0; round < rounds_of(100'000); ++round) {
    // A few classes at a time, so that they meet in many ways.
    std::vector<size_t> classes(1 + random() % 6);
    for (size_t& chosen : classes) chosen = random() % by_class.size();
    std::string text;
    for (size_t left = random() % 24; left > 0; --left) {
      const auto& set = by_class[classes[random() % classes.size()]];
      append(text, set[random() % set.size()]);
    }
    ASSERT_NO_FATAL_FAILURE(expect_same(text));
  }
}

// Han and kana, up to and beyond the longest run that may be one word.
std::string random_kanji(std::mt19937& random) {
  constexpr std::u16string_view kFrequent =
      u"的一是不了人我在有他这中大来上国个到说们日本語会社年月東京都のはをにがでとたしてすー々〇";
  std::string text;
  for (size_t left = random() % 60; left > 0; --left) {
    switch (random() % 8) {
      case 0:
        append(text, 0x4E00 + static_cast<char32_t>(random() % 0x5200));
        break;
      case 1:
        for (size_t size = random() % 24; size > 0; --size) {
          append(text, 0x30A1 + static_cast<char32_t>(random() % 0x5C));
        }
        break;
      case 2:
        append(text, 0x3041 + static_cast<char32_t>(random() % 0x56));
        break;
      default:
        append(text, kFrequent[random() % kFrequent.size()]);
    }
  }
  return text;
}

// Their words are found by a search of our own.
TEST_F(SegmentsAndIcu, AgreeOnRandomKanjiAndKana) {
  std::mt19937 random(4);
  for (uint64_t round = 0; round < rounds_of(4000); ++round) {
    ASSERT_NO_FATAL_FAILURE(expect_same(random_kanji(random)));
  }
}

// What happens with all versions of ICU but one.
TEST(DictionaryWords, AreTheSameWhereIcuDividesHanAndKana) {
  EXPECT_EQ(KanjiWords::get() != nullptr, U_ICU_VERSION_MAJOR_NUM == 72);
  DictionaryWords ours;
  DictionaryWords icu(DictionaryWords::Kanji::icu);
  std::mt19937 random(5);
  for (uint64_t round = 0; round < rounds_of(4000); ++round) {
    std::string text = "語" + random_kanji(random) + "語";
    // Half width: a character that only ICU knows.
    if (round % 8 == 0) text += "\uFF76語";
    const Segment whole{static_cast<uint32_t>(text.size()), SegmentKind::word};
    std::vector<Segment> by_ours;
    std::vector<Segment> by_icu;
    ours.divide(text, whole, by_ours);
    icu.divide(text, whole, by_icu);
    ASSERT_EQ(by_ours, by_icu) << text;
  }
}

// The vector instructions see blocks of ASCII that begin and end anywhere.
TEST_F(SegmentsAndIcu, AgreeOnRandomAscii) {
  constexpr std::string_view kFrequent = "aZ09'.,;_@ \r\n\t\"-!";
  std::mt19937 random(3);
  for (uint64_t round = 0; round < rounds_of(40'000); ++round) {
    std::string text;
    for (size_t left = random() % 200; left > 0; --left) {
      const uint64_t dice = random() % 400;
      if (dice == 0) {
        append(text, random() % 2 == 0 ? U'é' : U'\u0301');
      } else {
        text += dice < 200 ? kFrequent[random() % kFrequent.size()]
                           : static_cast<char>(dice < 300 ? 'a' + random() % 26 : random() % 128);
      }
    }
    ASSERT_NO_FATAL_FAILURE(expect_same(text));
  }
}

TEST_F(SegmentsAndIcu, AgreeOnTheDeclarationOfHumanRights) {
  const char* data = std::getenv("SLUICE_DATA");
  if (data == nullptr) GTEST_SKIP() << "SLUICE_DATA names no folder of development data";
  const std::string path = std::string(data) + "/langid/udhr_docs.tsv.zst";
  const std::unique_ptr<FILE, int (*)(FILE*)> file(popen(("zstd -dc '" + path + "'").c_str(), "r"),
                                                   pclose);
  ASSERT_NE(file, nullptr);
  std::string all;
  char buffer[65536];
  for (size_t size; (size = fread(buffer, 1, sizeof buffer, file.get())) > 0;) {
    all.append(buffer, size);
  }
  std::istringstream lines(all);
  uint64_t texts = 0;
  for (std::string line; std::getline(lines, line); ++texts) {
    if (kSanitized && texts % 8 != 0) continue;
    const size_t tab = line.find('\t');
    SCOPED_TRACE(line.substr(0, tab));
    ASSERT_NO_FATAL_FAILURE(expect_same(line.substr(tab + 1)));
  }
  EXPECT_GE(texts, 500);
}

// --- Unicode's own cases: "÷ 0061 × 0027 ÷ …", with a break or none between code points. --------

struct Case {
  std::string text;
  std::vector<std::string> parts;
};

Case parse_case(const std::string& line) {
  Case parsed;
  std::istringstream fields(line.substr(0, line.find('#')));
  for (std::string field; fields >> field;) {
    if (field == "÷") {
      parsed.parts.emplace_back();
    } else if (field != "×") {
      const auto code_point = static_cast<char32_t>(std::stoul(field, nullptr, 16));
      append(parsed.parts.back(), code_point);
      append(parsed.text, code_point);
    }
  }
  if (!parsed.parts.empty()) parsed.parts.pop_back();  // behind the last break
  return parsed;
}

std::vector<Case> unicode_cases(const std::string& name) {
  std::ifstream file("/usr/share/unicode/auxiliary/" + name);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (Case parsed = parse_case(line); !parsed.text.empty()) cases.push_back(std::move(parsed));
  }
  return cases;
}

TEST_F(SegmentsAndIcu, PassUnicodesWordCasesButThoseOfTheColon) {
  const std::vector<Case> cases = unicode_cases("WordBreakTest.txt");
  if (cases.empty()) GTEST_SKIP() << "no /usr/share/unicode/auxiliary (package unicode-data)";
  EXPECT_GT(cases.size(), 1800);
  for (const Case& expected : cases) {
    if (expected.text.find(':') != std::string::npos) continue;  // no mid-letter in CLDR's root
    std::vector<std::string> parts;
    for (const WordPart& part : words(expected.text)) parts.push_back(part.text);
    EXPECT_TRUE(parts == expected.parts) << spelt(expected.text);
  }
}

TEST_F(SegmentsAndIcu, PassUnicodesSentenceCases) {
  const std::vector<Case> cases = unicode_cases("SentenceBreakTest.txt");
  if (cases.empty()) GTEST_SKIP() << "no /usr/share/unicode/auxiliary (package unicode-data)";
  EXPECT_GT(cases.size(), 500);
  for (const Case& expected : cases) {
    uint64_t sentences = 0;
    for (const std::string& part : expected.parts) {
      const icu::UnicodeString units = icu::UnicodeString::fromUTF8(part);
      bool is_blank = true;
      for (int32_t i = 0; i < units.length(); ++i) is_blank &= u_isUWhiteSpace(units[i]) != 0;
      sentences += is_blank ? 0 : 1;
    }
    EXPECT_EQ(Segmenter::count_sentences(expected.text), sentences) << spelt(expected.text);
  }
}

}  // namespace
}  // namespace sluice
