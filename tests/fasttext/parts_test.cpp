// The parts of a prediction: n-grams, remainders, the exponential function, the tree, vectors.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "base/exponential.h"
#include "fasttext/dictionary.h"
#include "fasttext/huffman.h"
#include "fasttext/ngrams.h"
#include "fasttext/vectors.h"
#include "vector_targets.h"

namespace sluice::fasttext {
namespace {

std::vector<uint32_t> ngrams(std::string_view word, uint32_t shortest, uint32_t longest) {
  std::vector<uint32_t> hashes;
  each_ngram(word, shortest, longest, [&](uint32_t hash) { hashes.push_back(hash); });
  return hashes;
}

std::vector<uint32_t> hashes_of(const std::vector<std::string>& words) {
  std::vector<uint32_t> hashes;
  for (const std::string& word : words) hashes.push_back(hash_of(word));
  return hashes;
}

TEST(Ngrams, AreThoseOfTheWordInBrackets) {
  EXPECT_EQ(ngrams("<an>", 2, 3), hashes_of({"<a", "<an", "an", "an>", "n>"}));
  EXPECT_EQ(ngrams("<an>", 1, 1), hashes_of({"a", "n"}));
  EXPECT_EQ(ngrams("<an>", 0, 1), hashes_of({"a", "n"}));
  EXPECT_EQ(ngrams("<an>", 4, 9), hashes_of({"<an>"}));
  EXPECT_EQ(ngrams("<an>", 5, 9), hashes_of({}));
}

TEST(Ngrams, CountCharactersNotBytes) {
  EXPECT_EQ(ngrams("<äß>", 2, 2), hashes_of({"<ä", "äß", "ß>"}));
  // Continuation bytes belong to what is before them, whatever it is.
  EXPECT_EQ(ngrams("<\x80z>", 2, 2), hashes_of({"<\x80z", "z>"}));
}

TEST(Ngrams, HashBytesAsSignedNumbers) {
  EXPECT_EQ(hash_of(""), 2166136261u);
  EXPECT_EQ(hash_of("a"), 0xE40C292Cu);  // FNV-1a of ASCII is as everywhere
  EXPECT_EQ(hash_of("\xFF"), (2166136261u ^ 0xFFFFFFFFu) * 16777619u);
}

TEST(Ngrams, SeparatorsAreSeven) {
  std::string separators;
  for (int byte = 0; byte < 256; ++byte) {
    if (is_separator(static_cast<char>(byte))) separators += static_cast<char>(byte);
  }
  EXPECT_EQ(separators, std::string("\0\t\n\v\f\r ", 7));
}

// Words of one hash (Joux 2004): of each pair of pieces that lead from one hash to the same next
// one, a word has either.
std::vector<std::string> words_of_one_hash(size_t pieces) {
  // Letters that differ everywhere, since hashes of short numbers seldom meet.
  const auto piece_of = [](uint32_t number) {
    std::string piece;
    for (uint32_t mixed = number * 0x9E3779B1; mixed != 0; mixed /= 16) {
      piece += static_cast<char>('a' + mixed % 16);
    }
    return piece + '.';
  };
  std::vector<std::string> words = {""};
  uint32_t hash = kHashBegin;
  for (size_t piece = 0; piece < pieces; ++piece) {
    std::unordered_map<uint32_t, uint32_t> seen;  // numbers by hash
    for (uint32_t i = 0;; ++i) {
      const std::string one = piece_of(i);
      uint32_t next = hash;
      for (const char byte : one) next = hash_byte(next, byte);
      const auto [other, is_new] = seen.try_emplace(next, i);
      if (is_new) continue;
      const size_t count = words.size();
      for (size_t w = 0; w < count; ++w) words.push_back(words[w] + piece_of(other->second));
      for (size_t w = 0; w < count; ++w) words[w] += one;
      hash = next;
      break;
    }
  }
  return words;
}

// A dictionary of these words alone.
struct Dictionary {
  explicit Dictionary(const std::vector<std::string>& words) {
    file.words = static_cast<uint32_t>(words.size());
    for (const std::string& word : words) {
      file.starts.push_back(static_cast<uint32_t>(bytes.size()));
      bytes += word + std::string(ModelFile::kEntryTail, '\0');
    }
    file.starts.push_back(static_cast<uint32_t>(bytes.size()));
    file.dictionary = bytes;
  }
  std::string bytes;
  ModelFile file;
};

TEST(WordIndex, TellsWordsOfOneHashApart) {
  const std::vector<std::string> words = words_of_one_hash(8);
  ASSERT_EQ(hash_of(words.front()), hash_of(words.back()));
  const Dictionary all(words);
  const WordIndex index(all.file, "model");
  for (uint32_t i = 0; i < words.size(); ++i) {
    ASSERT_EQ(index.find(all.file, words[i], hash_of(words[i])), i);
  }
  EXPECT_EQ(index.find(all.file, "other", hash_of("other")), kNone);
}

// With more of them, each would be compared with all before it.
TEST(WordIndex, RefusesWordsThatWereMadeToLieInOnePlace) {
  const Dictionary all(words_of_one_hash(10));
  try {
    const WordIndex index(all.file, "m.bin");
    FAIL() << "1,024 words of one hash";
  } catch (const ConfigError& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with("m.bin: ")) << error.what();
  }
}

TEST(Remainder, IsThatOfTheDivision) {
  std::mt19937_64 random(1);
  for (const uint32_t divisor : {1u, 2u, 3u, 7u, 64u, 2'000'000u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
    const Remainder remainder(divisor);
    for (const uint32_t value : {0u, 1u, divisor - 1, divisor, 0xFFFFFFFFu}) {
      ASSERT_EQ(remainder.of(value), value % divisor);
    }
    for (int i = 0; i < 10'000; ++i) {
      const auto value = static_cast<uint32_t>(random());
      ASSERT_EQ(remainder.of(value), value % divisor);
    }
  }
}

TEST(Exponential, IsExactToTheEighthDigit) {
  for (double x = -690; x < 690; x += 0.0137) {
    ASSERT_NEAR(exponential(x) / std::exp(x), 1, 1e-8) << x;
  }
  EXPECT_EQ(exponential(0), 1);
  EXPECT_GT(exponential(-1e300), 0);
  EXPECT_TRUE(std::isfinite(exponential(1e300)));
}

// The length of a label's code is how many decisions lead to it.
std::vector<uint32_t> depths(const HuffmanTree& tree, size_t labels) {
  std::vector<uint32_t> depths(labels);
  std::vector<std::pair<uint32_t, uint32_t>> nodes = {{tree.root(), 0}};
  while (!nodes.empty()) {
    const auto [node, depth] = nodes.back();
    nodes.pop_back();
    if (tree.is_label(node)) {
      depths[node] = depth;
    } else {
      nodes.push_back({tree.children(node).left, depth + 1});
      nodes.push_back({tree.children(node).right, depth + 1});
    }
  }
  return depths;
}

TEST(HuffmanTree, FrequentLabelsHaveShortWays) {
  const std::vector<int64_t> counts = {45, 16, 13, 12, 9, 5};  // frequent ones first, as in models
  EXPECT_EQ(depths(HuffmanTree(counts), 6), (std::vector<uint32_t>{1, 3, 3, 3, 4, 4}));
  EXPECT_EQ(depths(HuffmanTree(std::vector<int64_t>{3}), 1), (std::vector<uint32_t>{0}));
  EXPECT_EQ(depths(HuffmanTree(std::vector<int64_t>{3, 3}), 2), (std::vector<uint32_t>{1, 1}));
}

// Counts that no training gives make a tree as deep as there are labels.
TEST(HuffmanTree, MayBeAsDeepAsThereAreLabels) {
  constexpr size_t kLabels = 300'000;
  const HuffmanTree tree(std::vector<int64_t>(kLabels, 0));
  const auto deep = depths(tree, kLabels);
  EXPECT_EQ(*std::max_element(deep.begin(), deep.end()), kLabels - 1);
  std::vector<bool> is_taken(kLabels);
  for (uint32_t label = 0; label < kLabels; ++label) is_taken[tree.place(label)] = true;
  EXPECT_EQ(std::count(is_taken.begin(), is_taken.end(), true), std::ptrdiff_t{kLabels});
}

std::vector<float> some_floats(size_t count, std::mt19937_64& random) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random() % 2001) / 1000 - 1;
  return values;
}

// Bit for bit, since scores decide.
TEST(Vectors, AddAndMultiplyAsLoopsDo) {
  sluice::test::for_each_target([] {
    std::mt19937_64 random(1);
    for (size_t columns = 1; columns < 150; columns += 1 + columns / 20) {
      const size_t blocks = columns % 19;
      const auto matrix = some_floats(blocks * kBlock * columns, random);
      const auto vector = some_floats(columns, random);
      std::vector<float> products(blocks * kBlock);
      multiply(matrix.data(), blocks, columns, vector.data(), products.data());
      for (size_t row = 0; row < products.size(); ++row) {
        float sum = 0;
        for (size_t c = 0; c < columns; ++c) {
          sum += matrix[(row / kBlock * columns + c) * kBlock + row % kBlock] * vector[c];
        }
        ASSERT_EQ(products[row], sum);
      }

      const auto rows = some_floats(20 * columns, random);
      // At an address that is no multiple of 4.
      std::string bytes(1 + rows.size() * sizeof(float), '\0');
      std::memcpy(bytes.data() + 1, rows.data(), rows.size() * sizeof(float));
      const std::vector<uint32_t> chosen = {3, 19, 0, 3};
      std::vector<float> sum = vector;
      std::vector<float> expected = vector;
      add_rows(bytes.data() + 1, columns * sizeof(float), chosen, columns, sum.data());
      for (const uint32_t row : chosen) {
        for (size_t c = 0; c < columns; ++c) expected[c] += rows[row * columns + c];
      }
      ASSERT_EQ(sum, expected);
    }
  });
}

}  // namespace
}  // namespace sluice::fasttext
