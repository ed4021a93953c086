#include "decontaminate/scanner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "decontaminate/support.h"
#include "decontaminate/words.h"
#include "unicode/normalize.h"

namespace sluice::decontaminate {
namespace {

using test::item;
using test::kAnswer;
using test::kQuestion;
using test::random_words;
using test::Scan;

std::string around(const std::string& text) {
  return "Mills stood on this river for 600 years.\n\n" + text +
         "\n\nToday none is left, and the weir is a place for herons.";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

Scan one_item() { return Scan({item("mill", kQuestion, kAnswer)}); }

TEST(Scanner, FindsAnItemHoweverItIsWrapped) {
  Scan scan = one_item();
  const std::string whole = kQuestion + "\n" + kAnswer;
  std::string upper = whole;
  std::ranges::transform(upper, upper.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  });
  std::string nfd;
  to_nfd(whole, nfd);
  ASSERT_NE(nfd, whole);
  const std::vector<std::string> plants = {
      whole,
      replaced(whole, " ", "\n"),
      replaced(whole, " ", "\r\n> "),
      replaced(whole, " ", "\u00A0 "),
      replaced(replaced(whole, ",", " —"), ".", "!"),
      upper,
      nfd,
      replaced(whole, "sacks", "*sacks*"),
      replaced(whole, "Sundays", "Sun\u00ADdays"),
      kQuestion + "\nA. 300 B. 348 C. 372\nThe answer: " + kAnswer,
  };
  for (const std::string& plant : plants) {
    const auto found = scan.findings(around(plant));
    ASSERT_EQ(found.size(), 1u) << plant;
    EXPECT_EQ(found[0].score, kFullScore) << plant;
  }
  EXPECT_EQ(scan.ids(around("")), "");
}

TEST(Scanner, FindsAnItemWithOneWordChangedLeftOutOrAdded) {
  Scan scan = one_item();
  const std::string whole = kQuestion + "\n" + kAnswer;
  std::vector<size_t> spaces;
  for (size_t at = 0; (at = whole.find(' ', at)) != whole.npos; ++at) spaces.push_back(at);
  ASSERT_GT(spaces.size(), 40u);
  for (size_t i = 0; i + 1 < spaces.size(); ++i) {
    std::string changed = whole;
    changed.replace(spaces[i] + 1, spaces[i + 1] - spaces[i] - 1, "zebra");
    EXPECT_EQ(scan.ids(changed), "mill") << changed;
    std::string left_out = whole;
    left_out.erase(spaces[i], spaces[i + 1] - spaces[i]);
    EXPECT_EQ(scan.ids(left_out), "mill") << left_out;
    std::string added = whole;
    added.insert(spaces[i], " zebra");
    EXPECT_EQ(scan.ids(added), "mill") << added;
  }
}

TEST(Scanner, FindsTheQuestionAloneAndALongAnswerAlone) {
  Scan scan = one_item();
  EXPECT_EQ(scan.ids(around(kQuestion)), "mill");
  EXPECT_EQ(scan.ids(around(kAnswer)), "mill");
  EXPECT_EQ(scan.ids(around(kQuestion.substr(0, kQuestion.size() / 2))), "");
}

TEST(Scanner, SpansAreTheBytesOfTheItem) {
  Scan scan = one_item();
  const std::string plant = replaced(kQuestion, " ", " \n ") + " — " + kAnswer;
  const std::string text = "Früher: " + plant + " Ende.";
  const auto found = scan.findings(text);
  ASSERT_EQ(found.size(), 1u);
  ASSERT_EQ(found[0].spans.size(), 1u);
  const Span span = found[0].spans[0];
  // Less the full stop, which is no word.
  EXPECT_EQ(text.substr(span.begin, span.size()), plant.substr(0, plant.size() - 1));
}

TEST(Scanner, FindsItemsInALongDocument) {
  Scan scan = one_item();
  SplitMix random(1);
  std::string text = random_words(random, 100'000);
  text += "\n" + kQuestion + "\n" + random_words(random, 100'000);
  ASSERT_GT(text.size(), 1'000'000u);
  const auto found = scan.findings(text);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(text.find(kQuestion), found[0].spans[0].begin);
}

TEST(Scanner, CountsCharactersOfChineseAsWords) {
  Scan scan({item("水", "河边的水车每天磨十二袋粮食，星期天只磨一半。五月份一共磨多少袋？",
                  "三百四十八袋")});
  EXPECT_EQ(scan.ids("题目：河边的水车每天磨十二袋粮食,星期天只磨一半。\n五月份一共\n磨多少袋? "
                     "答：三百四十八袋。"),
            "水");
  EXPECT_EQ(scan.ids("河边的水车每天磨粮食，星期天只磨一半，大家都很高兴，五月也是。"), "");
}

TEST(Scanner, ShortItemsNeedEveryWordOfQuestionAndAnswer) {
  Scan scan({item("heron", "Which bird fishes at the old weir?", "The grey heron.")});
  EXPECT_TRUE(scan.scanner().is_detectable(0));
  EXPECT_EQ(scan.ids("Q: Which bird fishes at the old weir? A: the grey heron!"), "heron");
  EXPECT_EQ(scan.ids("Which bird fishes at the old weir? A. kite B. crow C. The grey heron"),
            "heron");
  EXPECT_EQ(scan.ids("Which bird fishes at the old weir? Nobody knows."), "");
  EXPECT_EQ(scan.ids("Which bird fishes at the new weir? The grey heron."), "");
  SplitMix random(2);
  EXPECT_EQ(scan.ids("Which bird fishes at the old weir? " + random_words(random, 200) +
                     " The grey heron."),
            "");
}

TEST(Scanner, PartsTooShortToBeFoundAreFoundTogether) {
  Scan scan({item("weir", "Who built the weir?", "The monks did it."),
             item("none", "Who did?", "The monks.")});
  EXPECT_EQ(scan.ids("Who built the weir? The monks did it."), "weir");
  EXPECT_FALSE(scan.scanner().is_detectable(0));  // "none", by id
  EXPECT_EQ(scan.ids("Who did? The monks."), "");
}

TEST(Scanner, APassageAloneNeverCounts) {
  SplitMix random(4);
  const std::string passage = random_words(random, 120);
  for (const Policy policy : {Policy::score, Policy::any, Policy::gpt3, Policy::llama3}) {
    Scan scan({item("p", kQuestion, "348 sacks", passage)}, {.policy = policy});
    EXPECT_EQ(scan.ids(passage), "");
    EXPECT_EQ(scan.ids(passage + "\n" + kQuestion + "\n348 sacks"), "p");
  }
}

TEST(Scanner, AnInstructionAloneNeverCounts) {
  const std::string instruction =
      "Use the table of truth values to decide whether the following argument is valid, and if it "
      "is not, choose the option that gives a counterexample. There may be other ones as well.";
  SplitMix random(6);
  for (const Policy policy : {Policy::score, Policy::any, Policy::llama3}) {
    std::vector<Item> items;
    for (int i = 0; i < 10; ++i) {
      items.push_back(item(std::to_string(i), instruction + "\n" + random_words(random, 20)));
    }
    const std::string own = items[3].part(Role::question);
    Scan scan(items, {.policy = policy});
    EXPECT_EQ(scan.ids(instruction + "\n" + random_words(random, 20)), "");
    EXPECT_EQ(scan.ids(own), "3");
  }
}

TEST(Scanner, ExamQuestionsOfOnePatternAreNotOne) {
  Scan scan(
      {item("1", "What is the degree of the field extension of Q by the roots of 2 and 3?", "4")});
  EXPECT_EQ(scan.ids("What is the degree of the field extension of Q by the roots of 5 and 7? 4"),
            "");
  EXPECT_EQ(scan.ids("What is the degree of the field extension of Q by the roots of 2 and 3?"),
            "1");
}

TEST(Scanner, NumbersAreNotFolded) {
  Scan scan({item("zeros", "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]", "0 0 0")});
  EXPECT_EQ(scan.ids("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"), "");
  EXPECT_EQ(scan.ids("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"), "");
}

TEST(Scanner, ThresholdDecidesOfLongItems) {
  SplitMix random(8);
  const std::string question = random_words(random, 100);
  size_t cut = 0;
  for (int words = 0; words < 85; ++words) cut = question.find(' ', cut + 1);
  const std::string part = question.substr(0, cut);  // 85 words of 100
  Scan low({item("long", question)}, {.threshold = 8500});
  Scan high({item("long", question)}, {.threshold = 8501});
  EXPECT_EQ(low.ids(part), "long");
  EXPECT_EQ(low.findings(part)[0].score, 8500u);
  EXPECT_EQ(low.findings(part)[0].words, 85u);
  EXPECT_EQ(high.ids(part), "");
}

TEST(Scanner, ItemsInSeveralSetsAreFoundInEach) {
  Scan scan({item("a", kQuestion, kAnswer, "", "one"), item("b", kQuestion, "348", "", "two")});
  EXPECT_EQ(scan.ids(kQuestion + " " + kAnswer), "a b");
}

TEST(Scanner, TheOrderOfFindingsIsByScoreThenItem) {
  SplitMix random(10);
  const std::string one = random_words(random, 50);
  const std::string two = random_words(random, 50);
  Scan scan({item("1", one), item("2", two)}, {.threshold = 5000});
  EXPECT_EQ(scan.ids(two + " x " + one), "1 2");
  EXPECT_EQ(scan.ids(one.substr(0, one.size() * 8 / 10) + " x " + two), "2 1");
}

TEST(Scanner, OptionsOutOfRangeAreRefused) {
  EXPECT_THROW(Scan({item("1", kQuestion)}, {.ngram = 7}), ConfigError);
  EXPECT_THROW(Scan({item("1", kQuestion)}, {.ngram = 51}), ConfigError);
  EXPECT_THROW(Scan({item("1", kQuestion)}, {.threshold = 0}), ConfigError);
}

// The other way to find every run: all of them in a set.
class Brute {
 public:
  Brute(const std::vector<Item>& items, size_t ngram) : ngram_(ngram) {
    for (const Item& one : items) {
      for (const Role role : {Role::question, Role::answer}) add(one.part(role));
    }
  }
  bool holds(std::string_view text) {
    bool found = false;
    each(text, [&](const std::vector<uint32_t>& run) { found = found || runs_.contains(run); });
    return found;
  }

 private:
  void add(std::string_view text) {
    each(text, [&](const std::vector<uint32_t>& run) { runs_.insert(run); });
  }
  template <class Use>
  void each(std::string_view text, Use&& use) {
    reader_.read(text, scratch_, words_);
    for (size_t i = 0; i + ngram_ <= words_.size(); ++i) {
      const auto begin = words_.begin() + static_cast<ptrdiff_t>(i);
      use(std::vector<uint32_t>(begin, begin + static_cast<ptrdiff_t>(ngram_)));
    }
  }

  size_t ngram_;
  WordReader reader_;
  WordReader::Scratch scratch_;
  std::vector<uint32_t> words_;
  std::set<std::vector<uint32_t>> runs_;
};

// Few different words, so that texts and items share many runs of all lengths.
TEST(Scanner, PolicyAnyIsExactlyOneSharedRun) {
  SplitMix random(12);
  for (const uint32_t ngram : {8u, 13u}) {
    std::vector<Item> items;
    for (int i = 0; i < 60; ++i) {
      items.push_back(item(std::to_string(i), random_words(random, 15 + random.next() % 40, 400),
                           random_words(random, random.next() % 30, 400), "",
                           "set" + std::to_string(i)));
    }
    Brute brute(items, ngram);
    Scan scan(items, {.policy = Policy::any, .ngram = ngram});
    int hits = 0;
    for (int i = 0; i < 600; ++i) {
      // Pieces of items in which some words are others.
      std::string text;
      for (int piece = 0; piece < 4; ++piece) {
        const Item& from = items[random.next() % items.size()];
        std::string words = from.part(Role::question) + " " + from.part(Role::answer);
        const size_t begin = words.find(' ', random.next() % (words.size() / 2));
        words = words.substr(begin, 20 + random.next() % 80);
        for (int change = 0; change < 2; ++change) {
          const size_t at = words.find(' ', random.next() % words.size());
          if (at != words.npos) words.insert(at, " other" + std::to_string(change));
        }
        text += words + " " + random_words(random, 5, 400) + "\n";
      }
      const bool expected = brute.holds(text);
      hits += expected ? 1 : 0;
      EXPECT_EQ(!scan.findings(text).empty(), expected) << text;
    }
    EXPECT_GT(hits, 50);
    EXPECT_LT(hits, 550);
  }
}

// What one document leaves in the scratch space must not show in the next.
// The report lists what a scan would miss without a word.
TEST(Scanner, DetectableIsWhatIsFoundWhereItStandsWhole) {
  SplitMix random(13);
  std::vector<Item> items;
  for (int i = 0; i < 400; ++i) {
    // Few words, so that parts share runs, and some of them too many.
    const uint64_t words = i % 2 == 0 ? 4 : 1000;
    items.push_back(item(std::to_string(i), random_words(random, random.next() % 30, words),
                         random_words(random, random.next() % 30, words)));
  }
  for (int i = 0; i < 80; ++i) {
    items.push_back(item("same" + std::to_string(i), "which of these is the right one then",
                         "n" + std::to_string(i)));
  }
  for (const Policy policy : {Policy::score, Policy::any, Policy::llama3}) {
    Scan scan(items, {.policy = policy});
    size_t detectable = 0;
    const auto records = scan.index().tables().items;
    for (uint32_t number = 0; number < records.size(); ++number) {
      std::string text;
      for (const uint32_t part : records[number].parts) {
        if (part != kNone) text += std::string(scan.index().text(part)) + "\n";
      }
      const auto found = scan.findings(text);
      const bool is_found = std::ranges::find(found, number, &Finding::item) != found.end();
      EXPECT_EQ(scan.scanner().is_detectable(number), is_found) << text;
      detectable += is_found ? 1 : 0;
    }
    EXPECT_GT(detectable, 100u);
    EXPECT_LT(detectable, records.size() - 50);
  }
}

// Words are added between those of items, so that what is found is torn to pieces of any length.
TEST(Scanner, WhatIsFoundStandsSomewhere) {
  SplitMix random(11);
  const auto plant = [&](const std::string& words) {
    std::string text;
    for (const char c : words) {
      text += c;
      if (c == ' ' && random.next() % 7 == 0) text += "zebra ";
    }
    return text;
  };
  for (const Policy policy : {Policy::score, Policy::any, Policy::gpt3, Policy::llama3}) {
    std::vector<Item> items;
    for (int i = 0; i < 100; ++i) {
      items.push_back(item(std::to_string(i), random_words(random, 1 + random.next() % 40),
                           random_words(random, random.next() % 40)));
    }
    Scan scan(items, {.policy = policy, .ngram = static_cast<uint32_t>(8 + random.next() % 20)});
    size_t count = 0;
    for (const Item& one : items) {
      const std::string text =
          plant(one.part(Role::question)) + "\n" + plant(one.part(Role::answer));
      for (const Finding& finding : scan.findings(text)) {
        ++count;
        ASSERT_FALSE(finding.spans.empty()) << text;
        EXPECT_LE(finding.spans.back().end, text.size());
        for (size_t i = 0; i < finding.spans.size(); ++i) {
          EXPECT_LT(finding.spans[i].begin, finding.spans[i].end);
          EXPECT_LE(i == 0 ? 0 : finding.spans[i - 1].end + 1, finding.spans[i].begin);
        }
      }
    }
    EXPECT_GT(count, 10u);
  }
}

TEST(Scanner, ScratchSpaceForgets) {
  SplitMix random(14);
  std::vector<Item> items;
  for (int i = 0; i < 40; ++i) items.push_back(item(std::to_string(i), random_words(random, 40)));
  Scan reused(items);
  for (int i = 0; i < 40; ++i) {
    const std::string text = items[static_cast<size_t>(i)].part(Role::question) + " " +
                             items[random.next() % 40].part(Role::question);
    EXPECT_EQ(reused.ids(text), Scan(items).ids(text));
  }
}

TEST(Scanner, RepeatedWordsTakeNoTime) {
  Scan scan({item("1", "which of the following is a right one " + kQuestion, kAnswer)});
  std::string text;
  while (text.size() < 20'000'000) text += "which of the following is a ";
  EXPECT_EQ(scan.ids(text), "");
}

}  // namespace
}  // namespace sluice::decontaminate
