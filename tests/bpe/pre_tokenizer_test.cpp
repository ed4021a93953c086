// Peer: ICU's regular expressions, whose Unicode version is that of v15_0 in Debian 12.

#include "bpe/pre_tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>
#include <unicode/regex.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bpe/ascii_block.h"
#include "sanitized.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr PreTokenizer kWithPatterns[] = {PreTokenizer::whitespace, PreTokenizer::gpt2,
                                          PreTokenizer::cl100k,     PreTokenizer::o200k,
                                          PreTokenizer::qwen2,      PreTokenizer::deepseek_v3};

std::vector<std::string> pieces(const Splitter& splitter, std::string_view text) {
  std::vector<std::string> result;
  splitter.split(text, [&](std::string_view piece) { result.emplace_back(piece); });
  return result;
}

std::vector<std::string> pieces(PreTokenizer pre_tokenizer, std::string_view text) {
  return pieces(Splitter({pre_tokenizer}), text);
}

struct Case {
  std::string_view text;
  std::vector<std::string> expected;
};

void expect_all(PreTokenizer pre_tokenizer, const std::vector<Case>& cases) {
  for (const Case& test : cases) {
    EXPECT_EQ(pieces(pre_tokenizer, test.text), test.expected) << test.text;
  }
}

TEST(PreTokenizer, Gpt2SplitsContractionsOfSmallLettersAndJoinsOneSpace) {
  expect_all(PreTokenizer::gpt2, {
                                     {"", {}},
                                     {"It's", {"It", "'s"}},
                                     {"IT'S", {"IT", "'", "S"}},
                                     {"we'll've'd", {"we", "'ll", "'ve", "'d"}},
                                     {"'sat", {"'s", "at"}},
                                     {" 's", {" '", "s"}},
                                     {"a  b", {"a", " ", " b"}},
                                     {"a\n\nb", {"a", "\n", "\n", "b"}},
                                     {"a \n", {"a", " \n"}},
                                     {"a\tb", {"a", "\t", "b"}},
                                     {" 12345 6", {" 12345", " 6"}},
                                     {"x!\r\n y", {"x", "!", "\r\n", " y"}},
                                     {" \u00A0!", {" ", "\u00A0", "!"}},
                                     {"e\u0301a", {"e", "\u0301", "a"}},
                                 });
}

TEST(PreTokenizer, Cl100kTakesOneForeignCharacterIntoAWordAndDigitsByThree) {
  expect_all(PreTokenizer::cl100k, {
                                       {"IT'S it's", {"IT", "'S", " it", "'s"}},
                                       {"it'\u017Fo", {"it", "'\u017F", "o"}},
                                       {"it'\u212Ao", {"it", "'\u212Ao"}},
                                       {"'Lla 'lea", {"'Ll", "a", " '", "lea"}},
                                       {"\ta (b !c", {"\ta", " (", "b", " !", "c"}},
                                       {"(b", {"(b"}},
                                       {"!(b", {"!(", "b"}},
                                       {"\u0301a", {"\u0301a"}},
                                       {"1234567", {"123", "456", "7"}},
                                       {" 12", {" ", "12"}},
                                       {"a;\r\n\nb", {"a", ";\r\n\n", "b"}},
                                       {" \n \n  b", {" \n \n", " ", " b"}},
                                       {"a \n ", {"a", " \n", " "}},
                                       {"\n\na", {"\n\n", "a"}},
                                       {"  1", {" ", " ", "1"}},
                                       {"\u3000\u3000あ", {"\u3000", "\u3000あ"}},
                                       {"\u0085\na", {"\u0085\n", "a"}},
                                   });
}

TEST(PreTokenizer, O200kEndsAWordBeforeACapitalBehindASmallLetter) {
  expect_all(PreTokenizer::o200k,
             {
                 {"HelloWORLDtest", {"Hello", "WORLDtest"}},
                 {"it's It'S 's", {"it's", " It'S", " '", "s"}},
                 {"it'\u017F!", {"it'\u017F", "!"}},
                 {"longer text", {"longer", " text"}},
                 // The last capital that is small as well is where the small ones are found.
                 {"ABªCD", {"ABª", "CD"}},
                 {"ABªCDe", {"ABªCDe"}},
                 {"\u01C5ab\u01C5", {"\u01C5ab", "\u01C5"}},
                 // A mark before capitals alone is a word itself.
                 {"\u0301AB", {"\u0301", "AB"}},
                 {"\u0301Ab", {"\u0301Ab"}},
                 {"\u0301'sx", {"\u0301's", "x"}},
                 {"\u0301", {"\u0301"}},
                 {"(\u0301", {"(\u0301"}},
                 {"http://a/\n/b", {"http", "://", "a", "/\n/", "b"}},
                 {"漢字Ab", {"漢字Ab"}},
                 {"漢字aB", {"漢字a", "B"}},
             });
}

TEST(PreTokenizer, Qwen2SplitsDigitsSingly) {
  expect_all(PreTokenizer::qwen2, {{"a 12'S", {"a", " ", "1", "2", "'S"}}, {"½٣", {"½", "٣"}}});
}

TEST(PreTokenizer, DeepseekSplitsThreeTimesInARow) {
  expect_all(PreTokenizer::deepseek_v3,
             {
                 // The end of a piece of the first splits is the end of the text for the third.
                 {"a  1", {"a", "  ", "1"}},
                 {"a  漢", {"a", "  ", "漢"}},
                 {"a  b", {"a", " ", " b"}},
                 {"1234", {"123", "4"}},
                 {"!abcé", {"!abc", "é"}},
                 {"a漢字b", {"a", "漢字", "b"}},
                 {"カ・ナ", {"カ", "・", "ナ"}},
                 {"㐀漢", {"㐀", "漢"}},
                 // Text that no alternative matches is a piece.
                 {"\x01\x02!", {"\x01\x02", "!"}},
                 {"\x01\x02z", {"\x01", "\x02z"}},
                 {"\x01\u200B 1", {"\x01\u200B", " ", "1"}},
                 {"e\u0301\u0301 \u0301", {"e\u0301\u0301", " \u0301"}},
             });
}

TEST(PreTokenizer, WhitespaceJoinsOneSpaceToWhatFollows) {
  expect_all(PreTokenizer::whitespace,
             {{"ab!c  d\n", {"ab!c", " ", " d", "\n"}}, {"a\u3000b", {"a", "\u3000", "b"}}});
}

TEST(PreTokenizer, MetaspaceSplitsBeforeRunsOfTheSpaceSign) {
  expect_all(PreTokenizer::metaspace, {
                                          {"", {}},
                                          {"▁a▁b c", {"▁a", "▁b c"}},
                                          {"▁▁a▁▁", {"▁▁a", "▁▁"}},
                                          {"a\u2580\u2582▁", {"a\u2580\u2582", "▁"}},
                                      });
}

TEST(PreTokenizer, BytesLeavesTheTextWhole) {
  EXPECT_THAT(pieces(PreTokenizer::bytes, "a b\n"), ElementsAre("a b\n"));
  EXPECT_THAT(pieces(PreTokenizer::bytes, ""), IsEmpty());
}

TEST(PreTokenizer, LettersAreThoseOfTheUnicodeVersion) {
  const std::string_view text = "a\u1C89";  // a letter from Unicode 16.0 on
  EXPECT_THAT(pieces(Splitter({PreTokenizer::gpt2, UnicodeVersion::v15_0}), text),
              ElementsAre("a", "\u1C89"));
  EXPECT_THAT(pieces(Splitter({PreTokenizer::gpt2, UnicodeVersion::v16_0}), text),
              ElementsAre(text));
}

TEST(PreTokenizer, NamesAreReadBack) {
  for (const std::string_view name : pre_tokenizer_names()) {
    EXPECT_EQ(name_of(parse_pre_tokenizer(name).value()), name);
  }
  EXPECT_EQ(parse_pre_tokenizer("gpt5"), std::nullopt);
}

TEST(PreTokenizer, PatternsAreRecognised) {
  for (const PreTokenizer pre_tokenizer : kWithPatterns) {
    EXPECT_EQ(recognise(patterns_of(pre_tokenizer)), pre_tokenizer);
  }
  EXPECT_THAT(patterns_of(PreTokenizer::bytes), IsEmpty());
  EXPECT_THAT(patterns_of(PreTokenizer::metaspace), IsEmpty());
  EXPECT_EQ(recognise({}), std::nullopt);
  const std::string_view numbers_alone[] = {patterns_of(PreTokenizer::deepseek_v3)[0]};
  EXPECT_EQ(recognise(numbers_alone), std::nullopt);
}

// A peer for one pre-tokenizer: its patterns run by ICU, the text between matches kept.
class IcuSplits {
 public:
  explicit IcuSplits(std::span<const std::string_view> patterns) {
    for (const std::string_view pattern : patterns) {
      UErrorCode status = U_ZERO_ERROR;
      const auto spelling = icu::UnicodeString::fromUTF8({pattern.data(), int32_t(pattern.size())});
      regexes_.push_back(std::make_unique<icu::RegexMatcher>(spelling, 0, status));
      EXPECT_TRUE(U_SUCCESS(status)) << pattern << ": " << u_errorName(status);
    }
  }

  std::vector<std::string> operator()(std::string_view text) const {
    std::vector<icu::UnicodeString> pieces = {
        icu::UnicodeString::fromUTF8({text.data(), int32_t(text.size())})};
    for (const auto& regex : regexes_) {
      std::vector<icu::UnicodeString> finer;
      for (const icu::UnicodeString& piece : pieces) {
        split(*regex, piece, finer);
      }
      pieces = std::move(finer);
    }
    std::vector<std::string> result(pieces.size());
    for (size_t i = 0; i < pieces.size(); ++i) {
      pieces[i].toUTF8String(result[i]);
    }
    return result;
  }

 private:
  static void split(icu::RegexMatcher& regex, const icu::UnicodeString& text,
                    std::vector<icu::UnicodeString>& out) {
    UErrorCode status = U_ZERO_ERROR;
    int32_t done = 0;
    const auto keep = [&](int32_t begin, int32_t end) {
      if (begin != end) out.push_back(icu::UnicodeString(text, begin, end - begin));
    };
    for (regex.reset(text); regex.find(status);) {
      keep(done, regex.start(status));
      keep(regex.start(status), regex.end(status));
      done = regex.end(status);
    }
    keep(done, text.length());
    ASSERT_TRUE(U_SUCCESS(status)) << u_errorName(status);
  }

  std::vector<std::unique_ptr<icu::RegexMatcher>> regexes_;
};

// Strings that dwell where the patterns' alternatives meet.
class HostileText {
 public:
  explicit HostileText(uint64_t seed) : random_(seed) {}

  std::string next() {
    std::string text;
    if (random_() % 4 == 0) {
      append_prose(text);
      return text;
    }
    // One kind of part may be frequent, so that runs of it occur.
    const size_t favourite = random_() % std::size(kParts);
    for (size_t parts = random_() % 24; parts > 0; --parts) {
      const size_t part = random_() % 3 == 0 ? favourite : random_() % std::size(kParts);
      if (random_() % 12 == 0) {
        append_any(text);
      } else {
        text += kParts[part];
      }
    }
    return text;
  }

 private:
  // Long stretches of ASCII words, where many pieces are found at once.
  void append_prose(std::string& text) {
    constexpr std::string_view kBetween[] = {" ",  " ", " ", " ",  " ",  ", ", "-",   "(",   ".\n",
                                             "\n", "_", "'", "  ", "\t", "!?", " \"", "\x01"};
    const unsigned rare = 2 + random_() % 40;
    for (size_t words = random_() % 40; words > 0; --words) {
      if (random_() % rare == 0) {
        text += kParts[random_() % std::size(kParts)];
      }
      for (size_t letters = random_() % 9; letters > 0; --letters) {
        text += static_cast<char>((random_() % rare == 0 ? 'A' : 'a') + random_() % 26);
      }
      text += random_() % rare == 0 ? kBetween[random_() % std::size(kBetween)] : " ";
    }
  }

  void append_any(std::string& text) {
    char32_t c = 0;
    do {
      c = static_cast<char32_t>(random_() % (random_() % 2 ? 0x3400 : 0x110000));
    } while (is_surrogate(c));
    char bytes[4];
    text.append(bytes, encode_utf8(c, bytes));
  }

  static constexpr std::string_view kParts[] = {
      " ",      " ",          " ",      "  ",         "\n",         "\n",
      "\r",     "\r\n",       "\t",     "\v",         "\f",         "'",
      "'",      "'s",         "'S",     "'T",         "'re",        "'rE",
      "'Ve",    "'m",         "'lL",    "'l",         "'D",         "'\u017F",
      "\u017F", "\u212A",     "a",      "z",          "A",          "Z",
      "s",      "t",          "word",   "Word",       "WORD",       "averyverylongwordindeed",
      "é",      "É",          "\u01C5", "ª",          "\u02B0",     "ж",
      "Ж",      "слово",      "漢",     "字",         "\u3400",     "\u9FA5",
      "\u9FA6", "あ",         "カ",     "・",         "ー",         "\u3097",
      "\u3099", "한",         "ไ",      "\u0E31",     "\u0301",     "\u0903",
      "\u20DD", "0",          "7",      "123",        "½",          "٣",
      "Ⅻ",      "\U0001D7CE", "!",      "(",          "/",          "/",
      "_",      "-",          "$",      "+",          "\"",         ".",
      "«",      "\u2019",     "€",      "😀",          "👩\u200D🚒",   "\u200B",
      "\u0085", "\u00A0",     "\u2028", "\u2029",     "\u3000",     "\u1680",
      "\u180E", "\uFEFF",     "\u0378", "\U000E0FFF", "\uE000",     "\x01",
      "\x1C",   "\x1F",       "\x7F",   "\U00010400", "\U00010428", "\u1C89"};

  std::mt19937_64 random_;
};

class EachPattern : public testing::TestWithParam<PreTokenizer> {};
INSTANTIATE_TEST_SUITE_P(PreTokenizer, EachPattern, testing::ValuesIn(kWithPatterns),
                         [](const auto& test) { return std::string(name_of(test.param)); });

TEST_P(EachPattern, SplitsAsTheRegularExpressionsDo) {
  if (std::string_view(U_UNICODE_VERSION) != "15.0") {
    GTEST_SKIP() << "ICU here has Unicode " U_UNICODE_VERSION ", not 15.0";
  }
  const Splitter splitter({GetParam(), UnicodeVersion::v15_0});
  const IcuSplits icu(patterns_of(GetParam()));
  HostileText texts(/*seed=*/20);
  for (int i = 0; i < 30'000; ++i) {
    const std::string text = texts.next();
    ASSERT_EQ(pieces(splitter, text), icu(text)) << testing::PrintToString(text);
  }
}

struct Spelling {
  PreTokenizer pre_tokenizer;
  std::string_view pattern;
};
// tiktoken's, of several years.
constexpr Spelling kOtherSpellings[] = {
    {PreTokenizer::gpt2,
     R"('(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s)"},
    {PreTokenizer::gpt2,
     R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"},
    {PreTokenizer::cl100k, R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}|)"
                           R"( ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"},
};
constexpr std::string_view kLatestCl100k =
    R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|)"
    R"( ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s)";

TEST(Recognise, TakesOtherSpellingsThatMatchAlike) {
  for (const Spelling& spelling : kOtherSpellings) {
    const std::span<const std::string_view> patterns(&spelling.pattern, 1);
    ASSERT_EQ(recognise(patterns), spelling.pre_tokenizer) << spelling.pattern;
    const Splitter splitter({spelling.pre_tokenizer, UnicodeVersion::v15_0});
    const IcuSplits icu(patterns);
    HostileText texts(/*seed=*/24);
    // ICU's $ is also before a last line end, which \s++ never leaves behind.
    for (int i = 0; i < 10'000 && std::string_view(U_UNICODE_VERSION) == "15.0"; ++i) {
      const std::string text = texts.next();
      ASSERT_EQ(pieces(splitter, text), icu(text)) << testing::PrintToString(text);
    }
  }
}

// As in the files of the models, which must be recognised to be read at all.
TEST(Recognise, TakesThePatternsOfPublishedTokenizers) {
  const char* const folder = std::getenv("SLUICE_TOKENIZERS");
  if (folder == nullptr) GTEST_SKIP() << "SLUICE_TOKENIZERS is not set";
  constexpr std::pair<std::string_view, PreTokenizer> kFiles[] = {
      {"llama3.json", PreTokenizer::cl100k},
      {"qwen3.json", PreTokenizer::qwen2},
      {"deepseek_v3.json", PreTokenizer::deepseek_v3},
      {"gptoss.json", PreTokenizer::o200k}};
  for (const auto& [name, expected] : kFiles) {
    simdjson::dom::parser parser;
    const simdjson::dom::element file = parser.load(std::string(folder) + "/" + std::string(name));
    std::vector<std::string_view> patterns;
    for (const auto part : file["pre_tokenizer"]["pretokenizers"].get_array()) {
      if (std::string_view(part["type"]) == "Split")
        patterns.emplace_back(part["pattern"]["Regex"]);
    }
    EXPECT_EQ(recognise(patterns), expected) << name;
  }
}

TEST(Recognise, RefusesASpellingThatMatchesOtherwiseAtTheEnd) {
  const std::string_view latest[] = {kLatestCl100k};
  EXPECT_EQ(recognise(latest), std::nullopt);
  EXPECT_THAT(IcuSplits(latest)("a\n "), ElementsAre("a", "\n "));
  EXPECT_THAT(pieces(PreTokenizer::cl100k, "a\n "), ElementsAre("a", "\n", " "));
}

// A splitter that looked again and again at what it has seen would take hours here, past any limit
// of the test's time: 2 MB squared are 4 * 10^12 looks.
TEST_P(EachPattern, HostileMegabytesAreReadABoundedNumberOfTimes) {
  const auto repeated = [](std::string_view part, size_t bytes = rounds_of(2 << 20)) {
    std::string text;
    while (text.size() < bytes) text += part;
    return text;
  };
  const Splitter splitter({GetParam()});
  for (const std::string_view part :
       {" ",       "'",       "\n ",    " \n",      "\r",  "\u3000", "A",      "a",    "aB",
        "\u02B0A", "\u0301A", "\u0301", "'\u0301A", "7",   "!",      "/\n",    "\x01", "\x01 ",
        "\u200B",  "漢",      "・",     "漢 ",      "  7", "''s",    "\u2581", "’",    "👩\u200D"}) {
    for (const std::string_view first : {"", "\u02B0"}) {
      const std::string text = std::string(first) + repeated(part);
      size_t covered = 0;
      splitter.split(text, [&](std::string_view piece) { covered += piece.size(); });
      ASSERT_EQ(covered, text.size()) << first << part;
    }
  }
}

TEST_P(EachPattern, PiecesAreNotEmptyAndCoverTheText) {
  const Splitter splitter({GetParam()});
  HostileText texts(/*seed=*/21);
  for (int i = 0; i < 5'000; ++i) {
    const std::string text = texts.next();
    std::string joined;
    splitter.split(text, [&](std::string_view piece) {
      EXPECT_FALSE(piece.empty());
      EXPECT_EQ(piece.data() - text.data(), static_cast<ptrdiff_t>(joined.size()));
      joined += piece;
    });
    ASSERT_EQ(joined, text);
  }
}

TEST_P(EachPattern, SafeCutsLeaveThePiecesAsTheyAreWhateverFollows) {
  const Splitter splitter({GetParam()});
  HostileText texts(/*seed=*/22);
  int cuts = 0;
  for (int i = 0; i < 20'000; ++i) {
    const std::string text = texts.next();
    const std::string whole = text + texts.next();
    const size_t at = text.empty() ? 0 : static_cast<size_t>(i) % (text.size() + 1);
    const size_t cut = splitter.safe_cut(text, at);
    ASSERT_LE(cut, at);
    if (cut == 0) continue;
    ++cuts;
    auto parts = pieces(splitter, std::string_view(whole).substr(0, cut));
    const auto right = pieces(splitter, std::string_view(whole).substr(cut));
    parts.insert(parts.end(), right.begin(), right.end());
    ASSERT_EQ(parts, pieces(splitter, whole)) << testing::PrintToString(whole) << " at " << cut;
  }
  EXPECT_GT(cuts, 500);
}

TEST(SafeCut, IsTheLastPlaceOfItsKind) {
  const Splitter cl100k({PreTokenizer::cl100k});
  EXPECT_EQ(cl100k.safe_cut("one two three", 13), 7u);
  EXPECT_EQ(cl100k.safe_cut("one two three", 6), 3u);
  EXPECT_EQ(cl100k.safe_cut("one two\n\nthree", 14), 9u);
  EXPECT_EQ(cl100k.safe_cut("слово слово", 20), 10u);
  EXPECT_EQ(cl100k.safe_cut("。\n漢字", 10), 4u);
  EXPECT_EQ(cl100k.safe_cut("one", 3), 0u);
  EXPECT_EQ(cl100k.safe_cut("1 a ! b", 7), 0u);
  const Splitter gpt2({PreTokenizer::gpt2});
  EXPECT_EQ(gpt2.safe_cut("one two\n\nthree", 14), 3u) << "gpt2 splits the line ends here";
  EXPECT_EQ(gpt2.safe_cut("one two.\nthree", 14), 9u);
  EXPECT_EQ(Splitter({PreTokenizer::bytes}).safe_cut("one two", 7), 0u);
  EXPECT_EQ(Splitter({PreTokenizer::metaspace}).safe_cut("one two", 7), 0u);
}

TEST(SafeCut, TakesNoByteOfInvalidTextForALetter) {
  const Splitter cl100k({PreTokenizer::cl100k});
  EXPECT_EQ(cl100k.safe_cut("\xF7\xBF\xBF\xBF one", 5), 0u);
  EXPECT_EQ(cl100k.safe_cut("one \xF7\xBF\xBF\xBF", 5), 0u);
  EXPECT_EQ(cl100k.safe_cut("one\n\xF7\xBF\xBF\xBF", 8), 0u);
  EXPECT_EQ(cl100k.safe_cut("one \xE6\xBC", 4), 0u);
  EXPECT_EQ(cl100k.safe_cut("\xF7\xBF one two", 10), 6u);
}

TEST(AsciiBlock, KernelsAgree) {
  std::mt19937_64 random(23);
  for (int i = 0; i < 10'000; ++i) {
    char bytes[AsciiBlock::kSize];
    // Mostly bytes next to the bounds of the classes.
    constexpr std::string_view kBounds = "@AZ[`az{ !&'(/09:~\x7F\x80\xC1\xDA\xE1\xFA\xFF";
    for (char& byte : bytes) {
      byte = i % 2 ? static_cast<char>(random()) : kBounds[random() % kBounds.size()];
    }
    const AsciiBlock fast = ascii_block(bytes);
    const AsciiBlock portable = portable_ascii_block(bytes);
    EXPECT_EQ(fast.letters, portable.letters);
    EXPECT_EQ(fast.small & fast.letters, portable.small & portable.letters);
    EXPECT_EQ(fast.spaces, portable.spaces);
    EXPECT_EQ(fast.apostrophes, portable.apostrophes);
    EXPECT_EQ(fast.punctuation, portable.punctuation);
    EXPECT_EQ(fast.high, portable.high);
  }
}

}  // namespace
}  // namespace sluice::bpe
