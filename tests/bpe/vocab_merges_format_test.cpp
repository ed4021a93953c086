#include <gmock/gmock.h>

#include "bpe/vocabulary_formats.h"
#include "complaint.h"

namespace sluice::bpe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kVocab =
    R"({"a": 0, "b": 1, "Ġ": 2, "ab": 3, "Ġab": 4, "<|endoftext|>": 5})";
constexpr std::string_view kMerges = "#version: 0.2\na b\nĠ ab\n";

TEST(VocabAndMerges, ReadsGpt2sPairOfFiles) {
  const Vocabulary vocabulary = read_vocab_and_merges(kVocab, kMerges, PreTokenizer::gpt2);
  EXPECT_THAT(vocabulary.tokens, ElementsAre("a", "b", " ", "ab", " ab", ""));
  EXPECT_THAT(vocabulary.merges, ElementsAre(Merge{0, 1}, Merge{2, 3}));
  EXPECT_EQ(vocabulary.pre_tokenizer, PreTokenizer::gpt2);
  const AddedToken end{.id = 5, .content = "<|endoftext|>"};
  EXPECT_THAT(vocabulary.added, ElementsAre(end));
}

TEST(VocabAndMerges, WritesWhatItReads) {
  const Vocabulary vocabulary = read_vocab_and_merges(kVocab, kMerges, PreTokenizer::gpt2);
  const VocabAndMerges files = write_vocab_and_merges(vocabulary);
  EXPECT_EQ(files.vocab_json, "{\"a\":0,\"b\":1,\"Ġ\":2,\"ab\":3,\"Ġab\":4,\"<|endoftext|>\":5}\n");
  EXPECT_EQ(files.merges_txt, kMerges);
}

TEST(VocabAndMerges, SaysWhatIsWrong) {
  const auto complaint = [](std::string_view vocab, std::string_view merges) {
    return complaint_of([&] { read_vocab_and_merges(vocab, merges, PreTokenizer::gpt2); });
  };
  EXPECT_EQ(complaint(kVocab, "a b\r\n\nab\n"),
            "merges.txt: line 3: expected two tokens with a space between");
  EXPECT_EQ(complaint(kVocab, "a b c\n"),
            "merges.txt: line 1: expected two tokens with a space between");
  EXPECT_EQ(complaint(kVocab, "#version: 0.2\nb a\n"),
            "model.merges[0]: 'ba' is not in the vocabulary");
  EXPECT_EQ(complaint(R"({"a": "b"})", ""), "vocab.json: 'a': expected an id below 2,097,152");
  EXPECT_THAT(complaint("[]", ""), HasSubstr("vocab.json: not a JSON object: "));
  EXPECT_THAT(complaint("{", ""), HasSubstr("vocab.json: not a JSON object: "));
}

TEST(VocabAndMerges, RefusesToWriteWhatItCannotSay) {
  const Vocabulary read = read_vocab_and_merges(kVocab, kMerges, PreTokenizer::gpt2);
  const auto complaint = [](const Vocabulary& v) {
    return complaint_of([&] { write_vocab_and_merges(v); });
  };
  Vocabulary vocabulary = read;
  vocabulary.normalizer = Normalizer::nfc;
  EXPECT_EQ(complaint(vocabulary), "vocab.json and merges.txt cannot say that text is normalised");
  // Everybody reads the pair as GPT-2's, so that ids would change without a word.
  vocabulary = read;
  vocabulary.pre_tokenizer = PreTokenizer::cl100k;
  EXPECT_EQ(complaint(vocabulary),
            "vocab.json and merges.txt are read with the pre-tokenizer gpt2, not cl100k: write a "
            "tokenizer.json instead (or train with --pre-tokenizer gpt2)");
  vocabulary = read;
  vocabulary.ignore_merges = true;
  EXPECT_EQ(complaint(vocabulary),
            "vocab.json and merges.txt cannot say that whole pieces are looked up first");
  vocabulary = read;
  vocabulary.added[0].lstrip = true;
  EXPECT_EQ(complaint(vocabulary),
            "vocab.json and merges.txt cannot say how '<|endoftext|>' is matched");
  vocabulary = read;
  vocabulary.merges.pop_back();
  EXPECT_EQ(complaint(vocabulary),
            "vocab.json and merges.txt cannot say that token 4, which no merge makes, is one of "
            "text");
}

}  // namespace
}  // namespace sluice::bpe
