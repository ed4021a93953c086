// Splitting text into the pieces of pre-tokenizers, without encoding them.
//
//   build/release/bin/bench_bpe_split
//
// The texts are generated, 4 MB each: words of English and Russian lengths with punctuation,
// numbers and paragraphs; runs of Chinese characters between full-width punctuation; lines of
// C-like code with indentation, identifiers and operators. Pieces are counted and their sizes
// mixed, so that the loop cannot be left out.
#include <benchmark/benchmark.h>

#include <array>
#include <random>
#include <string>
#include <string_view>

#include "bpe/pre_tokenizer.h"
#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

constexpr size_t kTextBytes = size_t{4} << 20;

enum class Kind : int64_t { english, russian, chinese, code };
constexpr std::array<std::string_view, 4> kKindNames = {"English", "Russian", "Chinese", "code"};

class TextMaker {
 public:
  std::string make(Kind kind) {
    std::string text;
    while (text.size() < kTextBytes) {
      switch (kind) {
        case Kind::english:
          append_sentence(text, U'a', 26, /*mean_letters=*/4);
          break;
        case Kind::russian:
          append_sentence(text, U'\u0430', 32, /*mean_letters=*/5);
          break;
        case Kind::chinese:
          append_chinese_sentence(text);
          break;
        case Kind::code:
          append_line_of_code(text);
          break;
      }
    }
    return text;
  }

 private:
  bool one_in(unsigned n) { return random_() % n == 0; }

  static void append(std::string& text, char32_t c) {
    char bytes[4];
    text.append(bytes, encode_utf8(c, bytes));
  }

  // 1 letter and on average `mean_letters` - 1 more, as two dice.
  void append_word(std::string& text, char32_t first, unsigned alphabet, unsigned mean_letters,
                   char32_t to_capital = 0) {
    for (size_t i = 1 + random_() % mean_letters + random_() % mean_letters; i > 0; --i) {
      append(text, first + random_() % alphabet - to_capital);
      to_capital = 0;
    }
  }

  void append_number(std::string& text) { text += std::to_string(random_() % 3000); }

  void append_sentence(std::string& text, char32_t first, unsigned alphabet,
                       unsigned mean_letters) {
    append_word(text, first, alphabet, mean_letters, /*to_capital=*/32);
    for (size_t words = 4 + random_() % 24; words > 0; --words) {
      text += one_in(12) ? ", " : " ";
      if (one_in(60)) {
        append_number(text);
      } else {
        append_word(text, first, alphabet, mean_letters, one_in(20) ? 32 : 0);
        if (first == U'a' && one_in(80)) text += "'s";
      }
    }
    text += one_in(6) ? ".\n\n" : ". ";
  }

  void append_chinese_sentence(std::string& text) {
    for (size_t clauses = 1 + random_() % 4; clauses > 0; --clauses) {
      for (size_t i = 3 + random_() % 14; i > 0; --i) {
        append(text, 0x4E00 + random_() % 0x5000);
      }
      if (one_in(10)) append_number(text);
      append(text, clauses > 1 ? U'\uFF0C' : U'\u3002');
    }
    if (one_in(6)) text += "\n";
  }

  void append_line_of_code(std::string& text) {
    constexpr std::string_view kOperators[] = {" = ", "(",  ");", ".",    "->", ", ",
                                               "[",   "] ", "::", " && ", "_",  " "};
    text.append(2 * (random_() % 6), ' ');
    for (size_t names = 1 + random_() % 7; names > 0; --names) {
      if (one_in(10)) {
        append_number(text);
      } else {
        append_word(text, U'a', 26, 4, one_in(6) ? 32 : 0);
      }
      text += kOperators[random_() % std::size(kOperators)];
    }
    text += one_in(6) ? "\n\n" : "\n";
  }

  std::mt19937_64 random_{1};
};

void split(benchmark::State& state) {
  const auto pre_tokenizer = static_cast<PreTokenizer>(state.range(0));
  const auto kind = static_cast<Kind>(state.range(1));
  const std::string text = TextMaker().make(kind);
  const Splitter splitter({pre_tokenizer});
  uint64_t pieces = 0;
  for ([[maybe_unused]] auto _ : state) {
    uint64_t mixed = 0;
    pieces = 0;
    splitter.split(text, [&](std::string_view piece) {
      mixed = mixed * 31 + piece.size();
      ++pieces;
    });
    benchmark::DoNotOptimize(mixed);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(text.size()));
  state.SetLabel(std::string(name_of(pre_tokenizer)) + ", " +
                 std::string(kKindNames[static_cast<size_t>(kind)]));
  state.counters["bytes_per_piece"] =
      static_cast<double>(text.size()) / static_cast<double>(pieces);
}
BENCHMARK(split)->ArgsProduct(
    {benchmark::CreateDenseRange(static_cast<int64_t>(PreTokenizer::whitespace),
                                 static_cast<int64_t>(PreTokenizer::deepseek_v3), 1),
     {static_cast<int64_t>(Kind::english), static_cast<int64_t>(Kind::russian),
      static_cast<int64_t>(Kind::chinese), static_cast<int64_t>(Kind::code)}});

}  // namespace
}  // namespace sluice::bpe
