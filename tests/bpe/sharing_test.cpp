// What threads share: one encoder, the categories behind its pre-tokenizer, the embedded vocabulary.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bpe/embedded.h"
#include "bpe/encoder.h"

namespace sluice::bpe {
namespace {

constexpr size_t kThreads = 4;

std::vector<TokenId> ids_of(const Encoder& encoder, std::string_view text) {
  Encoder::Scratch scratch(encoder);
  std::vector<TokenId> ids;
  for (int round = 0; round < 3; ++round) {
    ids.clear();
    encoder.encode(text, scratch, ids);
    EXPECT_EQ(encoder.count(text, scratch), ids.size());
  }
  return ids;
}

template <class Work>
void from_all_threads(Work work) {
  std::vector<std::jthread> threads;
  for (size_t i = 0; i < kThreads; ++i) threads.emplace_back([&work, i] { work(i); });
}

TEST(SharedEncoder, GivesEveryThreadTheSameIds) {
  const std::string text =
      "The mill turns; l'eau coule. 東京都の水車。 Мельница мелет 2024 раза…\n\n\tint main() {}";
  std::array<std::vector<TokenId>, kThreads> ids;
  const Encoder encoder(sluice_64k());
  from_all_threads([&](size_t i) { ids[i] = ids_of(encoder, text); });
  for (const std::vector<TokenId>& one : ids) EXPECT_EQ(one, ids[0]);
  std::array<std::string, kThreads> texts;
  from_all_threads([&](size_t i) { encoder.decode(ids[0], texts[i]); });
  for (const std::string& one : texts) EXPECT_EQ(one, text);
}

// Whoever asks first makes it.
TEST(SharedEncoder, IsMadeFromTheEmbeddedVocabularyByAnyThread) {
  std::array<const Vocabulary*, kThreads> vocabularies{};
  std::array<size_t, kThreads> sizes{};
  from_all_threads([&](size_t i) {
    vocabularies[i] = &sluice_64k();
    sizes[i] = ids_of(Encoder(sluice_64k()), "Some text of any kind.").size();
  });
  for (size_t i = 0; i < kThreads; ++i) {
    EXPECT_EQ(vocabularies[i], vocabularies[0]);
    EXPECT_EQ(sizes[i], sizes[0]);
  }
}

}  // namespace
}  // namespace sluice::bpe
