#include "bpe/vocabulary.h"

#include <gmock/gmock.h>

#include <functional>

#include "complaint.h"

namespace sluice::bpe {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Vocabulary small() {
  Vocabulary vocabulary;
  vocabulary.name = "small";
  vocabulary.tokens = {"a", "b", "c", "ab", "", "abc"};
  vocabulary.semantics = Semantics::merges;
  vocabulary.merges = {{0, 1}, {3, 2}};
  vocabulary.added = {{.id = 8, .content = "<end>"}};
  return vocabulary;
}

TEST(Vocabulary, HasARowForEveryIdUpToTheHighest) {
  EXPECT_EQ(small().size(), 9u);
  Vocabulary vocabulary = small();
  vocabulary.added.clear();
  vocabulary.tokens.resize(100);
  EXPECT_EQ(vocabulary.size(), 6u);
  EXPECT_EQ(Vocabulary().size(), 0u);
}

TEST(Vocabulary, DigestTellsAllThatDecidesIds) {
  const std::function<void(Vocabulary&)> changes[] = {
      [](Vocabulary& v) { v.tokens[5] = "abd"; },
      [](Vocabulary& v) { std::swap(v.tokens[0], v.tokens[1]); },
      [](Vocabulary& v) { v.tokens[4] = "d"; },
      [](Vocabulary& v) { v.merges.pop_back(); },
      [](Vocabulary& v) { std::swap(v.merges[0], v.merges[1]); },
      [](Vocabulary& v) { v.semantics = Semantics::rank; },
      [](Vocabulary& v) { v.ignore_merges = true; },
      [](Vocabulary& v) { v.pre_tokenizer = PreTokenizer::o200k; },
      [](Vocabulary& v) { v.unicode = UnicodeVersion::v17_0; },
      [](Vocabulary& v) { v.normalizer = Normalizer::nfc; },
      [](Vocabulary& v) { v.added[0].id = 9; },
      [](Vocabulary& v) { v.added[0].content += ">"; },
      [](Vocabulary& v) { v.added[0].special = false; },
      [](Vocabulary& v) { v.added[0].single_word = true; },
      [](Vocabulary& v) { v.added[0].lstrip = true; },
      [](Vocabulary& v) { v.added[0].rstrip = true; },
      [](Vocabulary& v) { v.added[0].normalized = true; },
      [](Vocabulary& v) { v.byte_level = false; },
      [](Vocabulary& v) { v.byte_level = false, v.unknown = 1; },
      [](Vocabulary& v) { v.byte_level = false, v.fuse_unknown = false; },
      [](Vocabulary& v) { v.byte_level = false, v.byte_tokens.emplace().fill(1); },
  };
  std::vector<std::string> digests = {small().digest()};
  for (const auto& change : changes) {
    Vocabulary vocabulary = small();
    change(vocabulary);
    digests.push_back(vocabulary.digest());
    for (size_t i = 0; i + 1 < digests.size(); ++i) EXPECT_NE(digests[i], digests.back()) << i;
  }
}

TEST(Vocabulary, DigestDoesNotTellWhatDecidesNoIds) {
  const std::string digest = small().digest();
  Vocabulary vocabulary = small();
  vocabulary.name = "other";
  vocabulary.tokens.resize(50);
  vocabulary.fuse_unknown = false;  // a byte-level vocabulary knows every character
  EXPECT_EQ(vocabulary.digest(), digest);

  vocabulary = small();
  vocabulary.added.push_back({.id = 9, .content = "<begin>"});
  const std::string ordered = vocabulary.digest();
  std::swap(vocabulary.added[0], vocabulary.added[1]);
  EXPECT_EQ(vocabulary.digest(), ordered);
}

// Counts stored with documents name the vocabulary by it, so it must not change from one version
// of the program to the next.
TEST(Vocabulary, DigestStaysTheSameForEver) {
  EXPECT_EQ(small().label(), "small@038f16f3296d");
  EXPECT_EQ(small().digest().size(), 64u);
}

TEST(Vocabulary, CheckSaysWhatIsWrong) {
  const struct {
    std::function<void(Vocabulary&)> change;
    const char* message;
  } cases[] = {
      {[](Vocabulary& v) { v = Vocabulary(); }, "the vocabulary has no tokens"},
      {[](Vocabulary& v) { v.tokens[4] = "ab"; }, "tokens 3 and 4 are the same"},
      {[](Vocabulary& v) { v.tokens[4] = std::string(65'537, 'x'); },
       "token 4 has 65,537 bytes; at most 65,536 are supported"},
      {[](Vocabulary& v) { v.tokens.resize((size_t{1} << 21) + 1); }, "more than 2,097,152 tokens"},
      {[](Vocabulary& v) { v.merges[1].left = 4; }, "merge 1: its left part is no token"},
      {[](Vocabulary& v) { v.merges[1].right = 6; }, "merge 1: its right part is no token"},
      {[](Vocabulary& v) {
         v.merges[1] = {1, 2};
       },
       "merge 1: what it makes is no token"},
      {[](Vocabulary& v) {
         v.merges.push_back({0, 1});
       },
       "merge 2: the pair stands in the list twice"},
      {[](Vocabulary& v) { v.semantics = Semantics::rank; },
       "a vocabulary that merges by rank has no list of merges"},
      {[](Vocabulary& v) { v.added.push_back({.id = 8, .content = "x"}); },
       "added token 8: its id stands there twice"},
      {[](Vocabulary& v) { v.added.push_back({.id = 9, .content = "<end>"}); },
       "added token 9: it stands there twice"},
      {[](Vocabulary& v) { v.added[0].id = 3; }, "added token 3: its id is another token's"},
      {[](Vocabulary& v) { v.added[0].id = 1u << 21; }, "added token 2097152: its id is too high"},
      {[](Vocabulary& v) { v.added[0].content.clear(); }, "added token 8: it is empty"},
      {[](Vocabulary& v) { v.added[0].content = "\xFF"; }, "added token 8: it is not valid UTF-8"},
      {[](Vocabulary& v) { v.unknown = 1; },
       "a byte-level vocabulary has no tokens for bytes and unknown characters"},
      {[](Vocabulary& v) { v.normalizer = Normalizer::metaspace; },
       "a byte-level vocabulary does not replace spaces"},
      {[](Vocabulary& v) { v.byte_level = false, v.unknown = 9; },
       "the unknown token has no entry"},
      {[](Vocabulary& v) { v.byte_level = false, v.byte_tokens.emplace().fill(9); },
       "the token of a byte has no entry"},
      {[](Vocabulary& v) { v.byte_level = false, v.tokens[4] = "\xFF"; },
       "token 4 is not valid UTF-8"},
  };
  EXPECT_EQ(complaint_of([] { check(small()); }), "");
  for (const auto& [change, message] : cases) {
    Vocabulary vocabulary = small();
    change(vocabulary);
    EXPECT_EQ(complaint_of([&] { check(vocabulary); }), message);
  }
}

}  // namespace
}  // namespace sluice::bpe
