#include "bpe/encoder.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/pre_tokenizer.h"
#include "sanitized.h"
#include "unicode/normalize.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<TokenId> encode(const Encoder& encoder, std::string_view text) {
  Encoder::Scratch scratch(encoder);
  std::vector<TokenId> ids;
  encoder.encode(text, scratch, ids);
  EXPECT_EQ(encoder.count(text, scratch), ids.size());
  return ids;
}

std::string decode(const Encoder& encoder, const std::vector<TokenId>& ids) {
  std::string bytes;
  EXPECT_EQ(encoder.decode(ids, bytes), ids.size());
  return bytes;
}

// The 256 bytes, at the ids of their values.
Vocabulary bytes_only(Semantics semantics = Semantics::merges) {
  Vocabulary vocabulary;
  vocabulary.semantics = semantics;
  for (int byte = 0; byte < 256; ++byte) {
    vocabulary.tokens.emplace_back(1, static_cast<char>(byte));
  }
  return vocabulary;
}

TokenId add_merge(Vocabulary& vocabulary, TokenId left, TokenId right) {
  const std::string made = vocabulary.tokens[left] + vocabulary.tokens[right];
  vocabulary.merges.push_back({left, right});
  const auto known = std::ranges::find(vocabulary.tokens, made);
  if (known != vocabulary.tokens.end()) {
    return static_cast<TokenId>(known - vocabulary.tokens.begin());
  }
  vocabulary.tokens.push_back(made);
  return static_cast<TokenId>(vocabulary.tokens.size() - 1);
}

void add_token(Vocabulary& vocabulary, const AddedToken& token) {
  vocabulary.added.push_back(token);
  vocabulary.added.back().id = static_cast<TokenId>(vocabulary.size());
}

// ---- beside the definition, carried out literally -----------------------------------------------

std::optional<TokenId> token_of(const Vocabulary& vocabulary, std::string_view bytes) {
  const auto at = std::ranges::find(vocabulary.tokens, bytes);
  if (bytes.empty() || at == vocabulary.tokens.end()) return std::nullopt;
  return static_cast<TokenId>(at - vocabulary.tokens.begin());
}

std::vector<TokenId> literal_symbols(const Vocabulary& vocabulary, std::string_view piece) {
  std::vector<TokenId> symbols;
  bool in_unknown = false;
  for (size_t at = 0; at < piece.size();) {
    const size_t size = vocabulary.byte_level ? 1 : decode_utf8(piece, at).size;
    const std::string_view symbol = piece.substr(at, size);
    at += size;
    if (const auto id = token_of(vocabulary, symbol)) {
      symbols.push_back(*id);
      in_unknown = false;
    } else if (vocabulary.byte_tokens) {
      for (const char c : symbol) {
        symbols.push_back((*vocabulary.byte_tokens)[static_cast<unsigned char>(c)]);
      }
    } else if (vocabulary.unknown) {
      if (!in_unknown || !vocabulary.fuse_unknown) symbols.push_back(*vocabulary.unknown);
      in_unknown = true;
    }
  }
  return symbols;
}

std::vector<TokenId> literal_piece(const Vocabulary& vocabulary, std::string_view piece) {
  const bool by_rank = vocabulary.semantics == Semantics::rank;
  const auto whole = token_of(vocabulary, piece);
  if (whole && (by_rank || vocabulary.ignore_merges)) return {*whole};
  std::vector<TokenId> symbols = literal_symbols(vocabulary, piece);
  for (;;) {
    size_t best_rank = ~size_t{0};
    size_t best = 0;
    for (size_t i = 0; i + 1 < symbols.size(); ++i) {
      size_t rank = ~size_t{0};
      if (by_rank) {
        const auto made =
            token_of(vocabulary, vocabulary.tokens[symbols[i]] + vocabulary.tokens[symbols[i + 1]]);
        if (made) rank = *made;
      } else {
        const auto at = std::ranges::find(vocabulary.merges, Merge{symbols[i], symbols[i + 1]});
        if (at != vocabulary.merges.end()) {
          rank = static_cast<size_t>(at - vocabulary.merges.begin());
        }
      }
      if (rank < best_rank) {
        best_rank = rank;
        best = i;
      }
    }
    if (best_rank == ~size_t{0}) return symbols;
    symbols[best] = *token_of(
        vocabulary, vocabulary.tokens[symbols[best]] + vocabulary.tokens[symbols[best + 1]]);
    symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

std::vector<TokenId> literal(const Vocabulary& vocabulary, std::string_view text) {
  std::vector<TokenId> ids;
  const Splitter splitter({.pre_tokenizer = vocabulary.pre_tokenizer});
  splitter.split(text, [&](std::string_view piece) {
    const std::vector<TokenId> more = literal_piece(vocabulary, piece);
    ids.insert(ids.end(), more.begin(), more.end());
  });
  return ids;
}

class RandomVocabularies {
 public:
  explicit RandomVocabularies(uint64_t seed) : random_(seed) {}

  size_t below(size_t n) { return random_() % n; }

  std::string text(size_t characters) {
    constexpr std::string_view kAlphabet[] = {"a", "b", "c", " ", "中", "丮", "文", "я", "😀", "\n"};
    std::string result;
    while (characters-- > 0) result += kAlphabet[below(std::size(kAlphabet))];
    return result;
  }

  // Merges of pairs that stand in random text, not always in an order that makes their parts first.
  void add_merges(Vocabulary& vocabulary, size_t merges) {
    std::vector<TokenId> symbols = literal_symbols(vocabulary, text(300));
    for (; merges > 0 && symbols.size() > 1; --merges) {
      const size_t at = below(symbols.size() - 1);
      const Merge merge{symbols[at], symbols[at + 1]};
      if (std::ranges::find(vocabulary.merges, merge) != vocabulary.merges.end()) continue;
      const TokenId made = add_merge(vocabulary, merge.left, merge.right);
      for (size_t i = 0; i + 1 < symbols.size(); ++i) {
        if (below(4) == 0 || Merge{symbols[i], symbols[i + 1]} != merge) continue;
        symbols[i] = made;
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      }
    }
    if (below(2) == 0) std::ranges::shuffle(vocabulary.merges, random_);
  }

  void expect_literal(const Vocabulary& vocabulary) {
    const Encoder encoder(vocabulary, {.cache_bytes = 4096});
    Encoder::Scratch scratch(encoder);
    for (size_t i = 0; i < 60; ++i) {
      const std::string example = text(1 + below(i < 50 ? 30 : kSanitized ? 100 : 400));
      std::vector<TokenId> ids;
      encoder.encode(example, scratch, ids);
      ASSERT_EQ(ids, literal(vocabulary, example)) << example;
      ASSERT_EQ(encoder.count(example, scratch), ids.size());
    }
  }

 private:
  std::mt19937_64 random_;
};

TEST(Encoder, EncodesByRanksAsDefined) {
  for (uint64_t seed = 1; seed <= (kSanitized ? 2 : 12); ++seed) {
    SCOPED_TRACE(seed);
    RandomVocabularies random(seed);
    Vocabulary vocabulary = bytes_only();
    random.add_merges(vocabulary, 60);
    vocabulary.semantics = Semantics::rank;
    vocabulary.merges.clear();
    vocabulary.pre_tokenizer = seed % 2 == 0 ? PreTokenizer::bytes : PreTokenizer::cl100k;
    random.expect_literal(vocabulary);
  }
}

TEST(Encoder, EncodesByMergesAsDefined) {
  for (uint64_t seed = 1; seed <= (kSanitized ? 3 : 12); ++seed) {
    SCOPED_TRACE(seed);
    RandomVocabularies random(seed);
    Vocabulary vocabulary = bytes_only();
    random.add_merges(vocabulary, 60);
    vocabulary.ignore_merges = seed % 3 == 0;
    vocabulary.pre_tokenizer = seed % 2 == 0 ? PreTokenizer::bytes : PreTokenizer::cl100k;
    random.expect_literal(vocabulary);
  }
}

TEST(Encoder, LeavesOutBytesThatTheVocabularyDoesNotHave) {
  for (uint64_t seed = 1; seed <= (kSanitized ? 2 : 10); ++seed) {
    SCOPED_TRACE(seed);
    RandomVocabularies random(seed);
    Vocabulary vocabulary = bytes_only();
    for (const unsigned char byte : {0x61, 0x20, 0xB8}) vocabulary.tokens[byte].clear();
    random.add_merges(vocabulary, 60);
    vocabulary.pre_tokenizer = seed % 2 == 0 ? PreTokenizer::bytes : PreTokenizer::cl100k;
    random.expect_literal(vocabulary);
  }
}

// SentencePiece's kind: characters, and what to do about those that have no token.
TEST(Encoder, EncodesCharactersAsDefined) {
  for (uint64_t seed = 1; seed <= (kSanitized ? 4 : 16); ++seed) {
    SCOPED_TRACE(seed);
    RandomVocabularies random(seed);
    Vocabulary vocabulary;
    vocabulary.semantics = Semantics::merges;
    vocabulary.byte_level = false;
    vocabulary.pre_tokenizer = PreTokenizer::bytes;
    vocabulary.tokens = {"<unk>", "a", "b", " ", "中", "文", "\n"};
    if (seed % 4 == 0) {
      vocabulary.byte_tokens.emplace();
      for (size_t byte = 0; byte < 256; ++byte) {
        (*vocabulary.byte_tokens)[byte] = static_cast<TokenId>(vocabulary.tokens.size());
        vocabulary.tokens.push_back("<byte " + std::to_string(byte) + ">");
      }
    } else if (seed % 4 != 1) {
      vocabulary.unknown = 0;
      vocabulary.fuse_unknown = seed % 4 == 2;
    }
    random.add_merges(vocabulary, 40);
    vocabulary.ignore_merges = seed % 3 == 0;
    random.expect_literal(vocabulary);
  }
}

// ---- added tokens ----

Vocabulary with_special_tokens() {
  Vocabulary vocabulary = bytes_only();
  add_token(vocabulary, {.content = "<|end|>"});                    // 256
  add_token(vocabulary, {.content = "<|end|>>"});                   // 257
  add_token(vocabulary, {.content = "<think>", .special = false});  // 258
  return vocabulary;
}

TEST(Encoder, SpecialTokensInTextAreWhatOneAsksFor) {
  const Vocabulary vocabulary = with_special_tokens();
  const std::string text = "a<|end|>b";
  EXPECT_THAT(encode(Encoder(vocabulary), text),
              ElementsAre('a', '<', '|', 'e', 'n', 'd', '|', '>', 'b'));
  EXPECT_THAT(encode(Encoder(vocabulary, {.special = SpecialText::allow}), text),
              ElementsAre('a', 256, 'b'));
  EXPECT_THAT(encode(Encoder(vocabulary, {.special = SpecialText::strip}), text),
              ElementsAre('a', 'b'));
}

TEST(Encoder, OfSpecialTokensTheLongestIsTaken) {
  const Encoder encoder(with_special_tokens(), {.special = SpecialText::allow});
  EXPECT_THAT(encode(encoder, "<|end|>>"), ElementsAre(257));
  EXPECT_THAT(encode(encoder, "<<|end|><|end|"),
              ElementsAre('<', 256, '<', '|', 'e', 'n', 'd', '|'));
}

TEST(Encoder, AddedTokensThatAreNotSpecialAreAlwaysTaken) {
  EXPECT_THAT(encode(Encoder(with_special_tokens()), "a<think>b"), ElementsAre('a', 258, 'b'));
}

TEST(Encoder, AddedTokensTakeTheSpaceAroundThem) {
  Vocabulary vocabulary = bytes_only();
  add_token(vocabulary, {.content = "[L]", .special = false, .lstrip = true});  // 256
  add_token(vocabulary, {.content = "[R]", .special = false, .rstrip = true});  // 257
  const Encoder encoder(vocabulary);
  EXPECT_THAT(encode(encoder, "a \u3000[L] b"), ElementsAre('a', 256, ' ', 'b'));
  EXPECT_THAT(encode(encoder, "a [R]\n\t b"), ElementsAre('a', ' ', 257, 'b'));
  EXPECT_THAT(encode(encoder, "[R] [L]"), ElementsAre(257, 256));
}

TEST(Encoder, SingleWordsStandBetweenOthersThanWordCharacters) {
  Vocabulary vocabulary = bytes_only();
  add_token(vocabulary, {.content = "ox", .special = false, .single_word = true});  // 256
  const Encoder encoder(vocabulary);
  EXPECT_THAT(encode(encoder, "ox"), ElementsAre(256));
  EXPECT_THAT(encode(encoder, "-ox."), ElementsAre('-', 256, '.'));
  EXPECT_THAT(encode(encoder, "oxo"), ElementsAre('o', 'x', 'o'));
  EXPECT_THAT(encode(encoder, "_ox"), ElementsAre('_', 'o', 'x'));
  EXPECT_THAT(encode(encoder, "éox"), ElementsAre(0xC3, 0xA9, 'o', 'x'));
}

TEST(Encoder, AddedTokensAreMatchedBeforeOrAfterNormalisation) {
  Vocabulary vocabulary = bytes_only();
  vocabulary.normalizer = Normalizer::nfc;
  add_token(vocabulary, {.content = "[\u00E9]", .special = false, .normalized = true});   // 256
  add_token(vocabulary, {.content = "(\u00E9)", .special = false, .normalized = false});  // 257
  const Encoder encoder(vocabulary);
  EXPECT_THAT(encode(encoder, "[e\u0301]"), ElementsAre(256));
  EXPECT_THAT(encode(encoder, "(e\u0301)"), ElementsAre('(', 0xC3, 0xA9, ')'));
  EXPECT_THAT(encode(encoder, "(\u00E9)"), ElementsAre(257));
}

TEST(Encoder, FindsSpecialTokens) {
  const Encoder encoder(with_special_tokens());
  const auto match = encoder.find_special("<think> <|end|> <|end|>>");
  ASSERT_TRUE(match.has_value());
  EXPECT_EQ(match->at, 8u);
  EXPECT_EQ(match->size, 7u);
  EXPECT_EQ(match->id, 256u);
  EXPECT_EQ(encoder.find_special("<|end|> <|end|>>", 1)->id, 257u);
  EXPECT_FALSE(encoder.find_special("<think> <|end|").has_value());
}

// ---- decoding ----

TEST(Encoder, DecodesToBytesWhateverTheyAre) {
  const Encoder encoder(with_special_tokens());
  EXPECT_EQ(decode(encoder, {0xE4, 0xB8}), "\xE4\xB8");
  EXPECT_EQ(decode(encoder, {'a', 256}), "a<|end|>");
  std::string bytes = "x";
  EXPECT_EQ(encoder.decode({{'a', 'b', 9999, 'c'}}, bytes), 2u);
  EXPECT_EQ(bytes, "xab");
}

Vocabulary metaspace_vocabulary() {
  Vocabulary vocabulary;
  vocabulary.semantics = Semantics::merges;
  vocabulary.byte_level = false;
  vocabulary.normalizer = Normalizer::prefix_metaspace;
  vocabulary.pre_tokenizer = PreTokenizer::metaspace;
  vocabulary.tokens = {"▁", "a", "b", "▁a"};
  vocabulary.merges = {{0, 1}};
  vocabulary.byte_tokens.emplace();
  for (size_t byte = 0; byte < 256; ++byte) {
    (*vocabulary.byte_tokens)[byte] = static_cast<TokenId>(vocabulary.tokens.size());
    vocabulary.tokens.push_back("<byte " + std::to_string(byte) + ">");
  }
  return vocabulary;
}

TEST(Encoder, MetaspacesStandForSpaces) {
  const Encoder encoder(metaspace_vocabulary());
  EXPECT_THAT(encode(encoder, "a ab"), ElementsAre(3, 3, 2));
  EXPECT_THAT(encode(encoder, " a"), ElementsAre(0, 3));
  EXPECT_THAT(encode(encoder, "é"), ElementsAre(0, 4 + 0xC3, 4 + 0xA9));
  EXPECT_EQ(encoder.token(3), " a");
  EXPECT_EQ(encoder.token(4 + 0xC3), "\xC3");
  for (const std::string text : {"a ab", " a", "  é \n", "b"}) {
    EXPECT_EQ(decode(encoder, encode(encoder, text)), text);
  }
}

TEST(Encoder, KnowsItsTokens) {
  const Encoder encoder(with_special_tokens());
  EXPECT_EQ(encoder.size(), 259u);
  EXPECT_EQ(encoder.token('a'), "a");
  EXPECT_EQ(encoder.token(258), "<think>");
  EXPECT_THAT(encoder.token(259), IsEmpty());
  EXPECT_EQ(encoder.find("<|end|>"), 256u);
  EXPECT_EQ(encoder.find("a"), TokenId{'a'});
  EXPECT_EQ(encoder.find("ab"), std::nullopt);
}

// ---- any bytes, any length
// -----------------------------------------------------------------------

TEST(Encoder, BytesThatAreNotUtf8AreBytes) {
  Vocabulary vocabulary = bytes_only();
  add_merge(vocabulary, 0xFF, 0xFE);  // 256
  add_merge(vocabulary, 'a', 0xFF);   // 257: never, a piece ends between them
  const Encoder encoder(vocabulary);
  EXPECT_THAT(encode(encoder, "a\xFF\xFE z"), ElementsAre('a', 256, ' ', 'z'));
  EXPECT_THAT(encode(encoder, "\xE4\xB8"), ElementsAre(0xE4, 0xB8));
  std::mt19937_64 random(3);
  for (size_t i = 0; i < 300; ++i) {
    std::string text(random() % 200, '\0');
    for (char& c : text) c = static_cast<char>(random() % 4 == 0 ? 'a' + random() % 26 : random());
    ASSERT_EQ(decode(encoder, encode(encoder, text)), text);
  }
}

TEST(Encoder, OnePieceIsEncodedWithoutAddedTokens) {
  const Encoder encoder(with_special_tokens(), {.special = SpecialText::allow});
  Encoder::Scratch scratch(encoder);
  std::vector<TokenId> ids;
  encoder.encode_piece("<|end|>", scratch, ids);
  EXPECT_EQ(ids.size(), 7u);
  encoder.encode_piece("", scratch, ids);
  EXPECT_EQ(ids.size(), 7u);
}

// Merges of runs: the worst that a piece can be, since merging goes on to its end.
Vocabulary vocabulary_of_runs(PreTokenizer pre_tokenizer) {
  Vocabulary vocabulary = bytes_only();
  vocabulary.pre_tokenizer = pre_tokenizer;
  for (const TokenId byte : {'a', '_', ' ', '\n', '='}) {
    TokenId run = byte;
    for (size_t doublings = 0; doublings < 6; ++doublings) run = add_merge(vocabulary, run, run);
  }
  for (TokenId left = 'a'; left <= 'z'; ++left) add_merge(vocabulary, left, left % 7 + 'a');
  return vocabulary;
}

TEST(Encoder, StepsAreNearlyLinearInTheText) {
  const Encoder encoder(vocabulary_of_runs(PreTokenizer::cl100k));
  const Encoder whole(vocabulary_of_runs(PreTokenizer::bytes));
  std::mt19937_64 random(4);
  constexpr size_t kSize = rounds_of(1'000'000);
  std::string letters(kSize, ' ');
  for (char& c : letters) c = static_cast<char>('a' + random() % 26);
  for (const std::string& text :
       {std::string(20'000, 'a'), std::string(kSize, 'a'), std::string(50'000, '_'),
        std::string(kSize, ' '), std::string(kSize, '='), letters}) {
    for (const Encoder* one : {&encoder, &whole}) {
      Encoder::Scratch scratch(*one);
      one->count(text, scratch);
      EXPECT_LE(scratch.steps(), 8 * text.size()) << text[0] << " x " << text.size();
    }
  }
}

TEST(Encoder, WordsThatAreRememberedTakeNoSteps) {
  const Encoder encoder(vocabulary_of_runs(PreTokenizer::cl100k));
  Encoder::Scratch scratch(encoder);
  const std::string text = "some words, aaaa and aaaaaaaa; then some words";
  encoder.count(text, scratch);
  const uint64_t steps = scratch.steps();
  encoder.count(text, scratch);
  EXPECT_EQ(scratch.steps(), steps);
}

TEST(Encoder, TextsMayBeCutWhereItIsSafe) {
  Vocabulary vocabulary = bytes_only();
  add_token(vocabulary, {.content = "to the", .special = false});
  add_token(vocabulary, {.content = "\nend", .special = false, .lstrip = true});
  const Encoder encoder(vocabulary, {.cache_bytes = size_t{16} << 10});  // made anew each time
  std::mt19937_64 random(5);
  constexpr std::string_view kParts[] = {"to", " the", " a", "\nend", "\n", "b", " \n", ". "};
  size_t cuts = 0;
  for (size_t i = 0; i < rounds_of(2000); ++i) {
    std::string text;
    for (size_t n = 0; n < 12; ++n) text += kParts[random() % std::size(kParts)];
    const size_t cut = encoder.safe_cut(text, random() % text.size());
    cuts += cut != 0;
    std::vector<TokenId> ids = encode(encoder, std::string_view(text).substr(0, cut));
    for (const TokenId id : encode(encoder, std::string_view(text).substr(cut))) ids.push_back(id);
    ASSERT_EQ(ids, encode(encoder, text)) << text << " at " << cut;
  }
  EXPECT_GT(cuts, rounds_of(1000));
}

}  // namespace
}  // namespace sluice::bpe
