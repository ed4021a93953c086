#include "quality/repetition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "quality/characters.h"
#include "quality/fingerprint.h"
#include "sanitized.h"

namespace sluice::quality {
namespace {

std::vector<Word> split(const std::string& text, const std::string& definition = "whitespace") {
  std::vector<Word> words;
  WordSplitter().split(WordDefinition::parse(definition), text, words);
  return words;
}

// Joins n words from the i-th on.
std::string joined(const std::string& text, const std::vector<Word>& words, size_t i, size_t n,
                   const std::string& separator) {
  std::string ngram(words[i].of(text));
  for (size_t k = i + 1; k < i + n; ++k) ngram += separator + std::string(words[k].of(text));
  return ngram;
}

// The three answers by the definitions themselves, with strings in sets and maps.
uint64_t duplicates_by_definition(const std::string& text, const std::vector<Word>& words,
                                  uint32_t n) {
  std::set<std::string> met;
  uint64_t characters = 0;
  for (size_t i = 0; i + n <= words.size();) {
    const std::string ngram = joined(text, words, i, n, "");
    if (met.insert(ngram).second) {
      ++i;
    } else {
      characters += count_code_points(ngram);
      i += n;
    }
  }
  return characters;
}

struct Counted {
  uint32_t first = 0;
  uint32_t count = 0;
};

std::map<std::string, Counted> count_by_definition(const std::string& text,
                                                   const std::vector<Word>& words, uint32_t n) {
  std::map<std::string, Counted> counts;
  for (uint32_t i = 0; i + n <= words.size(); ++i) {
    Counted& each = counts[joined(text, words, i, n, " ")];
    if (each.count++ == 0) each.first = i;
  }
  return counts;
}

void expect_as_defined(const std::string& text, const std::string& definition = "whitespace") {
  const std::vector<Word> words = split(text, definition);
  Repetition repetition;
  repetition.begin(text, words);
  for (uint32_t n = 1; n <= Repetition::kLongest; ++n) {
    const std::map<std::string, Counted> counts = count_by_definition(text, words, n);
    Counted best;
    for (const auto& [ngram, each] : counts) {
      if (each.count > best.count || (each.count == best.count && each.first < best.first)) {
        best = each;
      }
    }
    const Ngram top = repetition.top(n);
    ASSERT_EQ(top.count, best.count) << n << " words of " << text;
    ASSERT_EQ(top.position, best.first) << n << " words of " << text;

    std::vector<std::pair<uint32_t, uint32_t>> expected;
    for (uint32_t i = 0; i + n <= words.size(); ++i) {
      const Counted& each = counts.at(joined(text, words, i, n, " "));
      if (each.count > 1) expected.emplace_back(i, each.first);
    }
    std::vector<std::pair<uint32_t, uint32_t>> found;
    for (const Repeat& each : repetition.repeats(n)) found.emplace_back(each.position, each.first);
    ASSERT_EQ(found, expected) << n << " words of " << text;

    if (n < Repetition::kShortestJoined) continue;
    ASSERT_EQ(repetition.duplicate_characters(n), duplicates_by_definition(text, words, n))
        << n << " words of " << text;
  }
}

// Words of few letters, so that everything repeats and the same letters are cut in many ways.
TEST(Repetition, IsAsDefinedOnTextsWhereEverythingRepeats) {
  std::mt19937 random(1);
  for (uint64_t round = 0; round < rounds_of(1000); ++round) {
    const uint32_t letters = 1 + random() % 3;
    const uint32_t longest = 1 + random() % 5;
    const size_t words = random() % 120;
    std::string text;
    for (size_t i = 0; i < words; ++i) {
      for (uint32_t left = 1 + random() % longest; left > 0; --left) {
        text += static_cast<char>('a' + random() % letters);
      }
      text += random() % 8 == 0 ? "\n" : " ";
    }
    expect_as_defined(text);
    if (HasFatalFailure()) return;
  }
}

// Sentences copied, cut short, and with the spaces moved: long equal stretches whose words differ.
TEST(Repetition, IsAsDefinedWhereCopiesAreCutElsewhere) {
  std::mt19937 random(2);
  const std::vector<std::string> syllables{"ka", "lo", "mi", "tu", "é", "語", "re", "s"};
  for (uint64_t round = 0; round < rounds_of(400); ++round) {
    std::vector<std::string> sources;
    for (int i = 0; i < 3; ++i) {
      std::string source;
      for (size_t left = 20 + random() % 60; left > 0; --left) {
        source += syllables[random() % syllables.size()];
        if (random() % 2 == 0) source += ' ';
      }
      sources.push_back(source);
    }
    std::string text;
    for (int copies = 2 + static_cast<int>(random() % 6); copies > 0; --copies) {
      std::string copy = sources[random() % sources.size()];
      if (random() % 2 == 0) {
        size_t at = random() % copy.size();
        while (at < copy.size() && (static_cast<unsigned char>(copy[at]) & 0xC0) == 0x80) ++at;
        if (at < copy.size() && copy[at] == ' ') {
          copy.erase(at, 1);
        } else {
          copy.insert(at, " ");
        }
      }
      text += copy + '\n';
    }
    expect_as_defined(text);
    if (HasFatalFailure()) return;
  }
}

TEST(Repetition, IsAsDefinedForSegmentsWithoutSpaces) {
  std::mt19937 random(3);
  const std::vector<std::string> pieces{"the", "(1)", ", ", " of", "...", "語", "x", " ", "12.5"};
  for (uint64_t round = 0; round < rounds_of(300); ++round) {
    std::string text;
    for (size_t left = random() % 150; left > 0; --left) text += pieces[random() % pieces.size()];
    expect_as_defined(text, "uax29");
    if (HasFatalFailure()) return;
  }
}

TEST(Repetition, KnowsWordsLongerThanItsWindows) {
  const std::string longer(70, 'x');
  std::string text;
  for (int i = 0; i < 4; ++i) {
    text += longer + " " + longer + "y " + longer + " " + longer + "y z ";
    text += longer + std::string(1, static_cast<char>('a' + i)) + " ";
  }
  expect_as_defined(text);
}

// "ab c d e f" and "a bc d e f" are one 5-gram to datatrove, whose n-grams have no spaces.
TEST(Repetition, WritesDuplicatesTogetherAndTopsApart) {
  const std::string text = "ab c d e f - a bc d e f";
  const std::vector<Word> words = split(text);
  Repetition repetition;
  repetition.begin(text, words);
  EXPECT_EQ(repetition.duplicate_characters(5), 6);
  EXPECT_EQ(repetition.top(5).count, 1);
  EXPECT_EQ(repetition.top(3).position, 2);
  EXPECT_EQ(repetition.top(3).count, 2);
  EXPECT_TRUE(repetition.repeats(5).empty());
}

TEST(Repetition, OfTooFewWordsIsNothing) {
  for (const std::string text : {"", "one", "one two three four"}) {
    const std::vector<Word> words = split(text);
    Repetition repetition;
    repetition.begin(text, words);
    EXPECT_EQ(repetition.top(5).count, 0);
    EXPECT_TRUE(repetition.repeats(5).empty());
    EXPECT_EQ(repetition.duplicate_characters(5), 0);
  }
}

TEST(Repetition, CountsOneNgramOnceAsTheFirst) {
  const std::string text = "all of these differ";
  const std::vector<Word> words = split(text);
  Repetition repetition;
  repetition.begin(text, words);
  EXPECT_EQ(repetition.top(2).count, 1);
  EXPECT_EQ(repetition.top(2).position, 0);
  EXPECT_EQ(repetition.characters(0, 2), 5);
}

// Every answer stays what it was, in whatever order it is asked for, and the next text forgets it.
TEST(Repetition, AnswersInAnyOrder) {
  std::mt19937 random(4);
  Repetition used;
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (size_t left = random() % 80; left > 0; --left) {
      text += std::string(1 + random() % 3, static_cast<char>('a' + random() % 2)) + " ";
    }
    const std::vector<Word> words = split(text);
    used.begin(text, words);
    for (int ask = 0; ask < 30; ++ask) {
      const uint32_t n = 1 + random() % Repetition::kLongest;
      Repetition fresh;
      fresh.begin(text, words);
      ASSERT_EQ(used.top(n).count, fresh.top(n).count);
      ASSERT_EQ(used.top(n).position, fresh.top(n).position);
      ASSERT_EQ(used.repeats(n).size(), fresh.repeats(n).size());
      if (n < Repetition::kShortestJoined) continue;
      ASSERT_EQ(used.duplicate_characters(n), fresh.duplicate_characters(n));
    }
  }
}

// A binary de Bruijn sequence of order 12 has every run of 12 words exactly once.
std::string de_bruijn() {
  constexpr uint32_t kOrder = 12;
  std::vector<bool> seen(1u << kOrder);
  std::string text;
  uint32_t state = 0;
  seen[0] = true;
  while (true) {  // the greedy construction: 1 where it leads to what is new
    const uint32_t mask = (1u << kOrder) - 1;
    uint32_t next = (state << 1 | 1) & mask;
    if (seen[next]) next = state << 1 & mask;
    if (seen[next]) return text;
    seen[next] = true;
    text += (next & 1) != 0 ? "b " : "a ";
    state = next;
  }
}

std::string repeated(const std::string& piece, size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += piece;
  return text;
}

// Slots looked at, bytes hashed and bytes compared for all answers.
double steps_of(const std::string& text) {
  const std::vector<Word> words = split(text);
  Repetition repetition;
  repetition.begin(text, words);
  for (uint32_t n = 1; n <= Repetition::kLongest; ++n) {
    repetition.top(n);
    repetition.repeats(n);
    if (n >= Repetition::kShortestJoined) repetition.duplicate_characters(n);
  }
  return static_cast<double>(repetition.steps());
}

// What hostile and odd texts cost is what twice as much of them costs, halved.
TEST(Repetition, TakesStepsInProportionToTheText) {
  std::string numbers;
  for (int i = 0; numbers.size() < 50'000; ++i) numbers += std::to_string(i) + " ";
  const std::vector<std::string> pieces{
      "word ",
      "a ",
      "a b ",
      "ab c a bc ",
      de_bruijn(),
      "x" + std::string(500, 'y') + " ",
      numbers,
      "the quick brown fox jumps over the lazy dog and then the dog jumps over the fox. "};
  for (const std::string& piece : pieces) {
    const double of_half = steps_of(repeated(piece, 200'000));
    const double of_all = steps_of(repeated(piece, 400'000));
    EXPECT_LE(of_all, 2.5 * of_half + 1000) << piece.substr(0, 40);
    // Each of the 16 lengths hashes and compares a byte up to as often as it has words, thrice.
    EXPECT_LE(of_all, 1000.0 * 400'000) << piece.substr(0, 40);
  }
}

// Words of eight letters whose hashes are the same under known keys, as anybody finds in a second:
// all n-grams of them fall together, and each is compared with all those before it. Under the keys
// of this process they are words like any others.
class HostileWords : public testing::Test {
 protected:
  static constexpr HashKeys kKnown{0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F};

  ~HostileWords() override { HashKeys::set_current(drawn_); }

  static std::string text(size_t words) {
    constexpr std::string_view kWords[] = {
        "affmzrai", "bkitwmds", "cwfknzab", "dhoywocv", "dwjqxaso", "ebdrzijh", "eibejmbd",
        "ejwifqoz", "fmfpyexd", "fpcpguoq", "gtocxomk", "hevptlaz", "honlfhkq", "idgazmvy",
        "iyhtdiar", "jihuassf", "khqudtsy", "lklungsg", "lnnzaurm", "lzcolbcd", "mnhyguvn",
        "mprbtqkz", "myqcovpr", "ndzynigb", "ngjuvbov", "njbpxrbc", "opqcokzn", "osclasli",
        "pdovpsgp", "prxtegmj", "qcdzvnjt", "qjbmfbbp", "qqiekdri", "qrsnxvwx", "qyflyojj",
        "srgikvfd", "tgyzqikl", "tngmamch", "tuberosa", "tvwinspw"};
    std::mt19937 random(5);
    std::string text;
    for (size_t i = 0; i < words; ++i) {
      text += kWords[random() % std::size(kWords)];
      text += ' ';
    }
    return text;
  }

  const HashKeys drawn_ = HashKeys::current();
};

TEST_F(HostileWords, FallTogetherUnderKeysThatAreKnown) {
  HashKeys::set_current(kKnown);
  std::set<uint32_t> hashes;
  constexpr size_t kWords = kSanitized ? 500 : 2000;
  const std::string hostile = text(kWords);
  for (const Word& word : split(hostile)) hashes.insert(word.hash);
  EXPECT_EQ(hashes.size(), 1);
  EXPECT_GT(steps_of(hostile), 3 * steps_of(text(kWords / 2)));
}

TEST_F(HostileWords, CostNoMoreThanOthersUnderKeysThatAreDrawn) {
  const double of_half = steps_of(text(20'000));
  const double of_all = steps_of(text(40'000));
  EXPECT_LE(of_all, 2.5 * of_half);
  EXPECT_LE(of_all, 200.0 * 40'000 * 9);
}

// Whatever the keys are, the answers are those of the definitions.
TEST_F(HostileWords, AreCountedAlikeUnderAllKeys) {
  for (const HashKeys& keys : {kKnown, HashKeys(1, 2), drawn_}) {
    HashKeys::set_current(keys);
    expect_as_defined(text(300));
    expect_as_defined(repeated("a b ab a b c ", 2000));
  }
}

}  // namespace
}  // namespace sluice::quality
