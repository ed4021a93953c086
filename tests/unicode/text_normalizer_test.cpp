#include "unicode/text_normalizer.h"

#include <gtest/gtest.h>
#include <unicode/bytestream.h>
#include <unicode/casemap.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "sanitized.h"
#include "unicode/utf8.h"
#include "vector_targets.h"

namespace sluice {
namespace {

using Options = TextNormalizer::Options;

std::string normalized(const TextNormalizer& normalizer, std::string_view text) {
  Buffer out;
  normalizer.normalize(text, out);
  return std::string(out.view());
}
std::string normalized(const Options& options, std::string_view text) {
  return normalized(TextNormalizer(options), text);
}

// --- A slow reference: one step after the other, by ICU -----------------------------------------

std::string utf8(const std::u32string& text) {
  std::string bytes;
  for (const char32_t c : text) {
    std::array<char, 4> spelled;
    bytes.append(spelled.data(), encode_utf8(c, spelled.data()));
  }
  return bytes;
}

std::u32string utf32(std::string_view text) {
  std::u32string points;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    points.push_back(next.value);
    at += next.size;
  }
  return points;
}

bool has_category(char32_t c, uint32_t mask) {
  return (U_GET_GC_MASK(static_cast<UChar32>(c)) & mask) != 0;
}

bool is_white(char32_t c) {
  return u_isUWhiteSpace(static_cast<UChar32>(c)) || (c >= 0x1C && c <= 0x1F);
}

std::u32string lowered(const std::u32string& text) {
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  UErrorCode status = U_ZERO_ERROR;
  icu::CaseMap::utf8ToLower("", 0, utf8(text), sink, nullptr, status);
  return utf32(out);
}

std::u32string with_folded_numbers(const std::u32string& text) {
  const auto digits_end = [&](size_t at) {
    while (at < text.size() && has_category(text[at], U_GC_ND_MASK)) ++at;
    return at;
  };
  std::u32string out;
  for (size_t at = 0; at < text.size();) {
    size_t end = digits_end(at);
    if (end == at) {
      out += text[at++];
      continue;
    }
    if (end < text.size() && std::u32string_view(U".,،٫⎖⎗⎘").find(text[end]) != std::string::npos) {
      const size_t more = digits_end(end + 1);
      if (more != end + 1) end = more;
    }
    out += U'0';
    at = end;
  }
  return out;
}

std::u32string normal(const icu::Normalizer2* (*form)(UErrorCode&), const std::u32string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const auto units = icu::UnicodeString::fromUTF8(utf8(text));
  std::string out;
  form(status)->normalize(units, status).toUTF8String(out);
  return utf32(out);
}

std::u32string with_marks(Marks marks, const std::u32string& text) {
  if (marks == Marks::keep) return text;
  std::u32string kept;
  for (const char32_t c : normal(icu::Normalizer2::getNFDInstance, text)) {
    const bool dropped =
        (marks == Marks::drop_all && has_category(c, U_GC_MN_MASK)) ||
        (marks == Marks::drop && (is_optional_mark(c) || has_category(c, U_GC_CF_MASK)));
    if (!dropped) kept += c;
  }
  return marks == Marks::drop_all ? kept : normal(icu::Normalizer2::getNFCInstance, kept);
}

std::u32string squeezed(const std::u32string& text) {
  std::u32string out;
  for (const char32_t c : text) {
    if (!is_white(c)) {
      out += c;
    } else if (!out.empty() && out.back() != U' ') {
      out += U' ';
    }
  }
  if (!out.empty() && out.back() == U' ') out.pop_back();
  return out;
}

std::string reference(const Options& options, std::u32string text) {
  if (options.lower) text = lowered(text);
  if (options.digits) text = with_folded_numbers(text);
  for (char32_t& c : text) {
    const bool all = !is_white(c) && has_category(c, U_GC_P_MASK | U_GC_S_MASK | U_GC_CC_MASK);
    const bool listed = options.listed.find(c) != std::string::npos;
    if (options.punctuation == Punctuation::all
            ? all
            : options.punctuation == Punctuation::listed && listed) {
      c = U' ';
    }
  }
  text = with_marks(options.marks, text);
  return utf8(options.space ? squeezed(text) : text);
}

// --- Texts that meet every rule -----------------------------------------------------------------

class Texts {
 public:
  explicit Texts(uint32_t seed) : random_(seed) {}

  std::u32string next() {
    std::u32string text;
    const size_t size = below(below(8) == 0 ? 200 : 30);
    while (text.size() < size) {
      const std::u32string_view pool = kPools[below(kPools.size())];
      const size_t run = 1 + below(4);
      for (size_t i = 0; i < run; ++i) text += pool.empty() ? any() : pool[below(pool.size())];
    }
    return text;
  }

 private:
  // The last is any code point.
  static constexpr std::array<std::u32string_view, 15> kPools = {
      U"abcXYZ",
      U"The quick brown FOX jumps over it ",
      U"  \n\t\r\u000B\u001C\u0085\u00A0\u2003\u2028\u3000",
      U"0123456789٣४๓,.,.⎖",
      U".,;:!?-_()[]{}<>+=$^`|~«»“”…。、\u037E\u0387\u1FEF\u2260",
      U"éÉüñÅÅİıẞßǅỗ",
      U"\u0301\u0300\u0323\u0308\u0338\u0327\u0345\u034F\u0344\u200D\u00AD\uFE0F",
      U"ΟΔΟΣ ΣΑΣ'Σ.ΣάᾼῼΏ",
      U"ЁёЙйИ\u0306ЂҐ",
      U"\u1112\u1161\u11AB한국가각\u1100\u11A8\u302E\u302F",
      U"क\u093C\u094D\u0941\u0958\u0929\u0928\u09C7\u09BE\u09D7\u0BC6\u0BBE\u0BD7",
      U"かがハ\u3099\u309Aパー漢字\uF900\uFA10",
      U"กำ\u0E38\u0E48\u0E31ลา\u0EC8\u0EB8ក្\u17D2\u0F71\u0F72\u0F73\u0F74",
      U"אב\u05B0\u05BCﬡﬢשׁأآؤ\u064B\u0651\u0670",
      U""};

  size_t below(size_t count) { return random_() % count; }
  char32_t any() {
    for (;;) {
      const auto c = static_cast<char32_t>(below(below(2) == 0 ? 0x110000 : 0x3000));
      if (!is_surrogate(c)) return c;
    }
  }

  std::mt19937 random_;
};

std::vector<Options> all_options() {
  std::vector<Options> all;
  for (const bool lower : {false, true}) {
    for (const bool digits : {false, true}) {
      for (const auto punctuation : {Punctuation::keep, Punctuation::all, Punctuation::listed}) {
        for (const auto marks : {Marks::keep, Marks::compose, Marks::drop, Marks::drop_all}) {
          for (const bool space : {false, true}) {
            all.push_back({lower, digits, punctuation,
                           punctuation == Punctuation::listed ? U".,x\u000B\u3000…" : U"", marks,
                           space});
          }
        }
      }
    }
  }
  return all;
}

std::string described(const Options& o) {
  return "lower " + std::to_string(o.lower) + ", digits " + std::to_string(o.digits) +
         ", punctuation " + std::to_string(static_cast<int>(o.punctuation)) + ", marks " +
         std::to_string(static_cast<int>(o.marks)) + ", space " + std::to_string(o.space);
}

TEST(TextNormalizer, OnePassIsTheStepsOneAfterTheOther) {
  Texts texts(1);
  for (const Options& options : all_options()) {
    const TextNormalizer normalizer(options);
    for (uint64_t i = 0; i < rounds_of(300); ++i) {
      const std::u32string text = texts.next();
      ASSERT_EQ(normalized(normalizer, utf8(text)), reference(options, text))
          << described(options) << ": " << testing::PrintToString(utf8(text));
    }
  }
}

TEST(TextNormalizer, EveryCodePointByItselfIsTheSteps) {
  for (const auto marks : {Marks::keep, Marks::compose, Marks::drop, Marks::drop_all}) {
    const Options options{.punctuation = Punctuation::all, .marks = marks};
    const TextNormalizer normalizer(options);
    for (char32_t c = 0; c < 0x110000; c += kSanitized ? 17 : 1) {
      if (is_surrogate(c) || (c > 0x32000 && c < 0xE0000)) continue;
      const std::u32string text = {U'a', c, U'b'};
      ASSERT_EQ(normalized(normalizer, utf8(text)), reference(options, text))
          << std::hex << static_cast<uint32_t>(c);
    }
  }
}

TEST(TextNormalizer, EveryInstructionSetGivesTheSameBytes) {
  const TextNormalizer normalizer({.digits = true});
  Texts texts(2);
  std::vector<std::pair<std::string, std::string>> expected;
  for (int i = 0; i < 500; ++i) {
    const std::u32string text = texts.next();
    expected.emplace_back(utf8(text), reference(normalizer.options(), text));
  }
  test::for_each_target([&] {
    for (const auto& [text, form] : expected) EXPECT_EQ(normalized(normalizer, text), form);
  });
}

TEST(TextNormalizer, SqueezesSpacesAcrossVectors) {
  const TextNormalizer normalizer({});
  for (size_t size = 0; size < 300; ++size) {
    const std::string spaces(size, ' ');
    EXPECT_EQ(normalized(normalizer, spaces), "");
    EXPECT_EQ(normalized(normalizer, "A" + spaces + "\nB" + spaces + "é" + spaces),
              "a b" + std::string(size == 0 ? "" : " ") + "e");
    EXPECT_EQ(normalized(normalizer, std::string(size, 'X') + ", " + std::string(size, '-')),
              std::string(size, 'x'));
  }
}

TEST(TextNormalizer, KeepsTheMarksThatSpellAScript) {
  const TextNormalizer normalizer({});
  EXPECT_EQ(normalized(normalizer, "हिन्दी में क़लम"), "हिन्दी में क़लम");
  EXPECT_EQ(normalized(normalizer, "ภาษาไทยที่น้ำ"), "ภาษาไทยที่น้ำ");
  EXPECT_EQ(normalized(normalizer, "ភាសាខ្មែរ"), "ភាសាខ្មែរ");
  EXPECT_EQ(normalized(normalizer, "がぎぐ ハ\u309A"), "がぎぐ パ");
  EXPECT_EQ(normalized(normalizer, "한국어"), "한국어");
}

TEST(TextNormalizer, DropsTheMarksThatReadersDoWithout) {
  const TextNormalizer normalizer({});
  EXPECT_EQ(normalized(normalizer, "Crème-BRÛLÉE, Ångström"), "creme brulee angstrom");
  EXPECT_EQ(normalized(normalizer, "ΟΔΟΣ Ά"), "οδος α");
  EXPECT_EQ(normalized(normalizer, "مَرْحَبًا"), "مرحبا");
  EXPECT_EQ(normalized(normalizer, "שָׁלוֹם"), "שלום");
  EXPECT_EQ(normalized(normalizer, "so\u00ADft \u200Bhyphen"), "soft hyphen");
}

// Only FineWeb's profile does this: two weather tables would become one.
TEST(TextNormalizer, FoldsNumbersOnlyWhenAsked) {
  EXPECT_EQ(normalized({}, "12.5 mm, ٣٫٥"), "12 5 mm ٣ ٥");
  EXPECT_EQ(normalized({.digits = true}, "12.5 mm, ٣٫٥ 1.2.3 7."), "0 mm 0 0 0 0");
}

TEST(TextNormalizer, CanonicallyEqualSpellingsBecomeOne) {
  const Options options{.marks = Marks::compose};
  EXPECT_EQ(normalized(options, "e\u0323\u0301"), normalized(options, "é\u0323"));
  EXPECT_EQ(normalized(options, "\u1112\u1161\u11AB"), "한");
}

TEST(TextNormalizer, StrayBytesStandForThemselves) {
  EXPECT_EQ(normalized({}, "A\xFF\xE2\x82 \xC3"), "a\xFF\xE2\x82 \xC3");
  EXPECT_EQ(normalized({}, "\xE0\xE0\xE0\u093C\x80"), "\xE0\xE0\xE0\u093C\x80");
}

// A run of marks is sorted once, and a sigma looks no farther than the next letter: were it
// otherwise, this would take hours.
TEST(TextNormalizer, IsLinearInHostileTexts) {
  constexpr size_t kSize = rounds_of(4u << 20);
  const auto repeated = [](std::string_view what) {
    std::string text = "a";
    while (text.size() < kSize) text += what;
    return text;
  };
  for (const auto marks : {Marks::compose, Marks::drop, Marks::drop_all}) {
    const TextNormalizer normalizer({.punctuation = Punctuation::keep, .marks = marks});
    for (const std::string_view what : {"\u0301\u0323", "\u0E48\u0E38", "\u302E\u1D16D\u093C",
                                        "\u03A3'", "''''''\u03A3", "\u1161", "\u0E38"}) {
      Buffer out;
      normalizer.normalize(repeated(what), out);
      EXPECT_LE(out.size(), 3 * (kSize + 20));
    }
  }
}

}  // namespace
}  // namespace sluice
