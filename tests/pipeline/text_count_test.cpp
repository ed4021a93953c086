// Tokens counted over the pieces of a TextFeed: as many as of the whole text, wherever it is cut.

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bpe/encoder.h"
#include "pipeline/run.h"
#include "pipeline/support.h"
#include "pipeline/text_feed.h"
#include "sanitized.h"

namespace sluice::pipeline {
namespace {

struct Case {
  std::string name;
  bpe::PreTokenizer pre_tokenizer = bpe::PreTokenizer::cl100k;
  bpe::Normalizer normalizer = bpe::Normalizer::none;
  std::vector<bpe::AddedToken> added;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

bpe::Vocabulary vocabulary_of(const Case& one) {
  bpe::Vocabulary vocabulary;
  vocabulary.semantics = bpe::Semantics::merges;
  vocabulary.pre_tokenizer = one.pre_tokenizer;
  vocabulary.normalizer = one.normalizer;
  for (int byte = 0; byte < 256; ++byte) {
    vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  }
  vocabulary.added = one.added;
  for (size_t i = 0; i < one.added.size(); ++i) {
    vocabulary.added[i].id = static_cast<bpe::TokenId>(256 + i);
    vocabulary.added[i].special = false;
  }
  return vocabulary;
}

std::vector<Case> cases() {
  using enum bpe::PreTokenizer;
  constexpr auto kNfc = bpe::Normalizer::nfc;
  const std::string long_token = "hello world\nhello hello world é world";
  return {
      {"none", cl100k, {}, {}},
      {"words", cl100k, {}, {{.content = "hello world"}, {.content = "world\nhello world"}}},
      {"long", o200k, {}, {{.content = long_token}, {.content = " hello"}}},
      {"lstrip",
       cl100k,
       {},
       {{.content = "hello", .lstrip = true}, {.content = "<x>", .lstrip = true}}},
      {"rstrip",
       gpt2,
       {},
       {{.content = "world", .rstrip = true}, {.content = "<x>", .rstrip = true}}},
      {"spaces",
       gpt2,
       {},
       {{.content = " world", .lstrip = true}, {.content = "o\n", .rstrip = true}}},
      {"single",
       o200k,
       {},
       {{.content = "hello", .single_word = true}, {.content = "o world", .single_word = true}}},
      {"single_space",
       qwen2,
       {},
       {{.content = " hello", .single_word = true}, {.content = "o\n", .single_word = true}}},
      {"normalized",
       qwen2,
       kNfc,
       {{.content = "é world", .normalized = true},
        {.content = "hello e\u0301 hello", .normalized = true},
        {.content = "<x>"}}},
      {"normalized_strip",
       qwen2,
       kNfc,
       {{.content = "K K", .rstrip = true, .normalized = true},
        {.content = "\né", .lstrip = true, .normalized = true}}},
  };
}

std::string random_text(size_t words, std::mt19937_64& random) {
  static const std::string kWords[] = {
      "hello", "world",  "hello world", "é",  "e\u0301",
      "K",     "\u212A", "<x>",         "한", "\u1112\u1161\u11AB"};
  static const std::string kSpaces[] = {" ",  " ", " ",  " ",         "\n",
                                        "\n", "",  "  ", "\n\n   \n", " \n"};
  std::string text;
  for (size_t i = 0; i < words; ++i) {
    text += kWords[random() % std::size(kWords)];
    text += kSpaces[random() % std::size(kSpaces)];
    if (random() % 200 == 0) text += std::string(random() % 300, ' ');
    if (random() % 200 == 0) text += "a" + std::string(random() % 80, '-');
    if (random() % 200 == 0) {
      for (uint64_t marks = random() % 60; marks > 0; --marks)
        text += marks % 3 ? "\u0301" : "\u0327";
    }
  }
  return text;
}

class TextCount : public test::InFolder, public testing::WithParamInterface<Case> {};

TEST_P(TextCount, IsThatOfTheWholeWhateverTheChunks) {
  const bpe::Encoder encoder(vocabulary_of(GetParam()));
  bpe::Encoder::Scratch scratch(encoder);
  const TextCut cut{[&](std::string_view text, size_t at) { return encoder.safe_cut(text, at); },
                    encoder.cut_context()};
  std::mt19937_64 random(17);
  for (size_t chunk_bytes = 1; chunk_bytes <= 200; ++chunk_bytes) {
    const std::string text = random_text(600, random);
    RunOptions run;
    run.identity = {.tool = "sluice-test", .version = "1", .config_digest = "c0ffee"};
    run.threads = 1;
    Job& job = run.jobs.emplace_back();
    job.name = "test";
    job.routes = {""};
    job.inputs.push_back({.name = file("a.txt", text), .command = {}});
    uint64_t tokens = 0;
    size_t pieces = 0;
    std::string joined;
    pipeline::run(run, {"read"}, [&](const Job& one) {
      return std::make_unique<TextFeed>(
          one.inputs, TextFeed::Options{.cut = cut, .chunks = {.chunk_bytes = chunk_bytes}},
          [&](const TextPiece& piece) {
            tokens += encoder.count(piece.text, scratch);
            joined += piece.text;
            ++pieces;
          });
    });
    ASSERT_EQ(joined, text);
    ASSERT_EQ(tokens, encoder.count(text, scratch)) << "in chunks of " << chunk_bytes;
    ASSERT_GT(pieces, 3u);
  }
}

// What safe_cut() says of a part holds in the whole, if its context is there.
TEST_P(TextCount, SafeCutsOfAPartWithItsContextLeaveTheIds) {
  const bpe::Encoder encoder(vocabulary_of(GetParam()));
  bpe::Encoder::Scratch scratch(encoder);
  const size_t context = encoder.cut_context();
  std::mt19937_64 random(18);
  size_t cuts = 0;
  for (uint64_t i = 0; i < rounds_of(3'000); ++i) {
    const std::string text = random_text(200, random);
    const size_t begin = random() % (text.size() / 4);
    const size_t end = text.size() - random() % (text.size() / 4);
    if (end - begin < 2 * context) continue;
    const std::string_view part = std::string_view(text).substr(begin, end - begin);
    const size_t place = encoder.safe_cut(part, part.size() - context);
    if (place < context) continue;
    ++cuts;
    const std::string_view whole = text;
    std::vector<bpe::TokenId> ids;
    std::vector<bpe::TokenId> of_parts;
    encoder.encode(whole, scratch, ids);
    encoder.encode(whole.substr(0, begin + place), scratch, of_parts);
    encoder.encode(whole.substr(begin + place), scratch, of_parts);
    ASSERT_EQ(ids, of_parts) << testing::PrintToString(text) << " at " << begin + place;
  }
  EXPECT_GT(cuts, rounds_of(500));
}

INSTANTIATE_TEST_SUITE_P(Vocabularies, TextCount, testing::ValuesIn(cases()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace sluice::pipeline
