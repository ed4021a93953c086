// Training makes what its definition says of any words, and the curve of sizes is what encoding
// with each size gives.
//
// The first three bytes choose the number of merges, the minimal frequency and what bytes get
// tokens; each word is a byte of count and what follows up to a line end.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "bpe/naive_bpe.h"
#include "bpe/size_curve.h"
#include "bpe/trainer.h"

namespace {

using namespace sluice::bpe;

constexpr size_t kMostBytes = 150;  // comparing takes time in the square

void require(bool condition) {
  if (!condition) std::abort();
}

void check_training(const WordCounts& words, const TrainerOptions& options,
                    const Trained& trained) {
  check(trained.vocabulary);
  const std::vector<std::string>& tokens = trained.vocabulary.tokens;
  const size_t merges = trained.vocabulary.merges.size();
  require(tokens.size() <= options.vocab_size && trained.merge_counts.size() == merges);
  const auto alphabet = static_cast<ptrdiff_t>(tokens.size() - merges);
  const NaiveTraining naive =
      train_naively(words, {tokens.begin(), tokens.begin() + alphabet},
                    options.vocab_size - static_cast<size_t>(alphabet), options.min_frequency);
  require(naive.tokens == tokens);
  require(naive.merges == trained.vocabulary.merges);
  require(naive.counts == trained.merge_counts);
}

void check_curve(const WordCounts& words, const Vocabulary& vocabulary) {
  const SizeCurve curve = size_curve(vocabulary, words);
  require(curve.largest() == vocabulary.tokens.size());
  for (const uint64_t size : {(curve.smallest + curve.largest()) / 2, curve.largest()}) {
    const Vocabulary cut = cut_to(vocabulary, size);
    require(curve.tokens_at(size) == NaiveBpe(cut).count(words));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  const TrainerOptions options{.vocab_size = 256 + uint64_t{data[0]} % 64,
                               .min_frequency = uint64_t{data[1]} % 4,
                               .all_bytes = data[2] % 2 == 0};
  std::string_view text(reinterpret_cast<const char*>(data) + 3, std::min(size - 3, kMostBytes));
  WordCounts words({.pre_tokenizer = PreTokenizer::bytes});
  while (!text.empty()) {
    const auto count = static_cast<unsigned char>(text[0]);
    const std::string_view line = text.substr(1, text.find('\n', 1) - 1);
    words.add_word(line, count);
    text.remove_prefix(std::min(line.size() + 2, text.size()));
  }
  if (words.distinct() == 0 && !options.all_bytes) return 0;  // refused
  const Trained trained = train(words, options);
  check_training(words, options, trained);
  check_curve(words, trained.vocabulary);
  return 0;
}
