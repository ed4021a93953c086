#include "cli/chain.h"

#include <gmock/gmock.h>

#include <numeric>
#include <random>

#include "base/error.h"

namespace sluice::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::vector<std::string>> words_of(std::string_view chain) {
  std::vector<std::vector<std::string>> all;
  for (const ChainStage& stage : parse_chain(chain)) {
    std::vector<std::string>& words = all.emplace_back(stage.arguments);
    words.insert(words.begin(), stage.tool);
  }
  return all;
}

std::string message_of(std::string_view chain) {
  try {
    parse_chain(chain);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "was taken";
}

TEST(ParseChain, SplitsStagesAndWords) {
  EXPECT_THAT(words_of("cat"), ElementsAre(ElementsAre("cat")));
  EXPECT_THAT(words_of(" extract |langid --keep en|\tfilter\n--profile  fineweb "),
              ElementsAre(ElementsAre("extract"), ElementsAre("langid", "--keep", "en"),
                          ElementsAre("filter", "--profile", "fineweb")));
}

TEST(ParseChain, QuotesAsTheShellDoes) {
  EXPECT_THAT(words_of(R"(cat --where 'metadata.language = "en"' "a | b" c\|d\ e '' "")"),
              ElementsAre(ElementsAre("cat", "--where", R"(metadata.language = "en")", "a | b",
                                      "c|d e", "", "")));
  EXPECT_THAT(words_of(R"(cat a'b'"c"\d "\"\\\n" '\')"),
              ElementsAre(ElementsAre("cat", "abcd", R"("\\n)", R"(\)")));
}

TEST(ParseChain, SaysWhereItWentWrong) {
  EXPECT_THAT(message_of(""), HasSubstr("a stage is empty at character 1"));
  EXPECT_THAT(message_of("  "), HasSubstr("a stage is empty at character 3"));
  EXPECT_THAT(message_of("cat || cat"), HasSubstr("a stage is empty at character 6"));
  EXPECT_THAT(message_of("| cat"), HasSubstr("a stage is empty at character 1"));
  EXPECT_THAT(message_of("cat |"), HasSubstr("a stage is empty at character 6"));
  EXPECT_THAT(message_of("cat 'a"), HasSubstr("the quote ' is not closed at character 5"));
  EXPECT_THAT(message_of("cat \"a\\\""), HasSubstr("the quote \" is not closed at character 5"));
  EXPECT_THAT(message_of("cat \\"), HasSubstr("a backslash quotes nothing at character 5"));
}

std::string quoted(const std::string& word, std::mt19937_64& random) {
  std::string text;
  switch (random() % 3) {
    case 0:
      text = "'";
      for (const char c : word) text += c == '\'' ? std::string(R"('\'')") : std::string(1, c);
      return text + "'";
    case 1:
      text = "\"";
      for (const char c : word) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
      }
      return text + "\"";
    default:
      if (word.empty()) return "''";
      for (const char c : word) text += std::string("\\") + c;
      return text;
  }
}

TEST(ParseChain, QuotedWordsComeBackAsTheyWere) {
  const std::string kBytes = "ab |'\"\\\n\t{}$\xc3\xa9";
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<std::vector<std::string>> words(1 + random() % 3);
    std::string chain;
    for (std::vector<std::string>& stage : words) {
      stage.resize(1 + random() % 4);
      if (&stage != &words.front()) chain += random() % 2 == 0 ? "|" : " | ";
      for (std::string& word : stage) {
        for (uint64_t length = random() % 6; length > 0; --length) {
          word += kBytes[random() % kBytes.size()];
        }
        chain += (&word == &stage.front() ? "" : " ") + quoted(word, random);
      }
    }
    ASSERT_EQ(words_of(chain), words) << "seed " << seed << ": " << chain;
  }
}

TEST(ShareThreads, GivesAllOfThemAndOneAtLeastToEach) {
  EXPECT_THAT(share_threads(8, 3), ElementsAre(3, 3, 2));
  EXPECT_THAT(share_threads(1, 3), ElementsAre(1, 1, 1));
  EXPECT_THAT(share_threads(4, 1), ElementsAre(4));
  for (size_t threads = 1; threads < 40; ++threads) {
    for (size_t stages = 1; stages < 10; ++stages) {
      const std::vector<size_t> shares = share_threads(threads, stages);
      const size_t sum = std::accumulate(shares.begin(), shares.end(), size_t{0});
      EXPECT_EQ(sum, std::max(threads, stages));
      EXPECT_LE(shares.front() - shares.back(), 1u);
      EXPECT_GE(shares.back(), 1u);
    }
  }
}

}  // namespace
}  // namespace sluice::cli
