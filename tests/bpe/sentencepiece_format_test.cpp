#include <gmock/gmock.h>

#include <cmath>
#include <functional>

#include "bpe/hugging_face.h"
#include "bpe/sentencepiece_model.h"
#include "bpe/vocabulary_formats.h"
#include "complaint.h"

namespace sluice::bpe {
namespace {

using testing::ElementsAre;

SentencePieceModel small() {
  SentencePieceModel model;
  model.pieces = {{"<unk>", 0, 2}, {"<s>", 0, 3}, {"ab", -1}, {"▁ab", -2}, {"▁a", -3},
                  {"▁", -4},       {"a", -5},     {"b", -6},  {"▁▁", -7},  {"<sep>", 0, 4}};
  return model;
}

TEST(SentencePiece, ReadsPiecesByType) {
  const Vocabulary vocabulary = read_sentencepiece(small().bytes());
  EXPECT_THAT(vocabulary.tokens, ElementsAre("", "", "ab", "▁ab", "▁a", "▁", "a", "b", "▁▁", ""));
  EXPECT_FALSE(vocabulary.byte_level);
  EXPECT_EQ(vocabulary.unknown, 0u);
  const AddedToken unknown{.id = 0, .content = "<unk>"};
  const AddedToken begin{.id = 1, .content = "<s>"};
  const AddedToken user{.id = 9, .content = "<sep>", .special = false, .normalized = true};
  EXPECT_THAT(vocabulary.added, ElementsAre(unknown, begin, user));
  EXPECT_EQ(vocabulary.normalizer, Normalizer::prefix_metaspace);
  EXPECT_EQ(vocabulary.pre_tokenizer, PreTokenizer::metaspace);
}

// "▁a" + "b" never meet: "ab", of a higher score, is joined before.
TEST(SentencePiece, ListsMergesByScore) {
  const Vocabulary vocabulary = read_sentencepiece(small().bytes());
  EXPECT_EQ(vocabulary.semantics, Semantics::merges);
  EXPECT_THAT(vocabulary.merges, ElementsAre(Merge{6, 7}, Merge{5, 2}, Merge{5, 6}, Merge{5, 5}));
}

TEST(SentencePiece, ReadsFallbackToBytes) {
  SentencePieceModel model = small();
  for (int byte = 0; byte < 256; ++byte) {
    model.pieces.push_back({byte_token_name(static_cast<uint8_t>(byte)), 0, 6});
  }
  const Vocabulary vocabulary = read_sentencepiece(model.bytes());
  ASSERT_TRUE(vocabulary.byte_tokens.has_value());
  EXPECT_EQ(vocabulary.byte_tokens->at(0xFF), 10u + 255);
  EXPECT_EQ(vocabulary.tokens[10], "<0x00>");
}

// The same vocabulary as tokenizer.json says it.
TEST(SentencePiece, ReadsWhatTokenizerJsonSaysToo) {
  SentencePieceModel model = small();
  model.pieces.pop_back();
  const Vocabulary vocabulary = read_sentencepiece(model.bytes());
  EXPECT_EQ(read_tokenizer_json(write_tokenizer_json(vocabulary)).digest(), vocabulary.digest());
}

TEST(SentencePiece, RefusesWhatItDoesNotCarryOut) {
  const struct {
    std::function<void(SentencePieceModel&)> change;
    const char* message;
  } cases[] = {
      {[](auto& m) { m.model_type = 1; },
       "trainer_spec: model_type 1 (unigram) is not supported, only 2 (bpe)"},
      {[](auto& m) { m.model_type = 4; },
       "trainer_spec: model_type 4 (char) is not supported, only 2 (bpe)"},
      {[](auto& m) { m.treat_whitespace_as_suffix = true; },
       "trainer_spec: treat_whitespace_as_suffix is not supported"},
      {[](auto& m) { m.normalizer = "nmt_nfkc", m.charsmap = "x"; },
       "normalizer_spec: normalization rule 'nmt_nfkc' is not supported, only identity"},
      {[](auto& m) { m.remove_extra_whitespaces = true; },
       "normalizer_spec: remove_extra_whitespaces is not supported"},
      {[](auto& m) { m.escape_whitespaces = false; },
       "normalizer_spec: spaces that are not escaped are not supported"},
      {[](auto& m) { m.denormalizer_charsmap = "x"; }, "denormalizer_spec: is not supported"},
      {[](auto& m) { m.pieces[3].type = 5; }, "piece 3: unused pieces are not supported"},
      {[](auto& m) { m.pieces[3].type = 7; }, "piece 3: its type is unknown"},
      {[](auto& m) { m.pieces[3].type = 2; },
       "piece 3: the model has two pieces for unknown characters"},
      {[](auto& m) { m.pieces[3].type = 6; }, "piece 3: it names no byte"},
      {[](auto& m) {
         m.pieces[3] = {"<0x41>", 0, 6};
       },
       "model: the pieces of some bytes are missing"},
      {[](auto& m) { m.pieces[0].type = 3; }, "model: it has no piece for unknown characters"},
      {[](auto& m) { m.pieces[3].text.clear(); }, "piece 3: it is empty"},
      {[](auto& m) { m.pieces[3].text = "\xFF"; }, "piece 3: it is not valid UTF-8"},
      {[](auto& m) { m.pieces[3].text = std::string(4097, 'a'); },
       "piece 3: it is longer than 4,096 bytes"},
      {[](auto& m) { m.pieces[3].score = std::nanf(""); },
       "piece 3: its score is not a finite number"},
      {[](auto& m) { m.pieces[3].score = -1; }, "pieces 2 and 3: equal scores are not supported"},
      {[](auto& m) { m.pieces[9].text = "a b"; },
       "piece 9: a user-defined piece that holds a space is not supported"},
      {[](auto& m) { m.pieces[4].text = "▁ab"; }, "tokens 3 and 4 are the same"},
      {[](auto& m) { m.pieces[7].text = "c"; },
       "token 2: it holds a character that is no token itself"},
  };
  EXPECT_EQ(complaint_of([] { read_sentencepiece(small().bytes()); }), "");
  for (const auto& [change, message] : cases) {
    SentencePieceModel model = small();
    change(model);
    EXPECT_EQ(complaint_of([&] { read_sentencepiece(model.bytes()); }), message);
  }
}

TEST(SentencePiece, IsCutNowhereWithoutAComplaint) {
  const std::string bytes = small().bytes();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(complaint_of([&] { read_sentencepiece(bytes.substr(0, size)); }), "") << size;
  }
  EXPECT_EQ(complaint_of([] { read_sentencepiece("hello"); }), "model: not a SentencePiece model");
}

TEST(SentencePiece, SkipsFieldsThatItDoesNotKnow) {
  std::string bytes = small().bytes();
  const std::string digest = read_sentencepiece(bytes).digest();
  bytes += std::string("\xF8\x06\x05", 3) + std::string("\xFA\x06\x01x", 4) +
           std::string("\xFD\x06\x00\x00\x00\x00", 6) +
           std::string("\xF9\x06\x00\x00\x00\x00\x00\x00\x00\x00", 10);
  EXPECT_EQ(read_sentencepiece(bytes).digest(), digest);
}

}  // namespace
}  // namespace sluice::bpe
