#include "bpe/pre_tokenizer.h"

#include <algorithm>
#include <array>

#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

using Names = std::array<std::string_view, 8>;
constexpr Names kNames = {"bytes",  "whitespace", "metaspace", "gpt2",
                          "cl100k", "o200k",      "qwen2",     "deepseek_v3"};

constexpr std::string_view kWhitespace[] = {R"( ?\S+|\s+(?!\S)|\s+)"};
constexpr std::string_view kGpt2[] = {
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"};
constexpr std::string_view kCl100k[] = {
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|)"
    R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
constexpr std::string_view kO200k[] = {
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)"
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
    R"(\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
constexpr std::string_view kQwen2[] = {
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}|)"
    R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"};
// In the third split, \r and \n are the characters themselves.
constexpr std::string_view kDeepseekV3[] = {
    R"(\p{N}{1,3})", "[\u4E00-\u9FA5\u3040-\u309F\u30A0-\u30FF]+",
    R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|)"
    "[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|"
    "\\s*[\r\n]+|\\s+(?!\\S)|\\s+"};

// Other spellings with the same matches, tiktoken's among them: a possessive run is never followed
// by what could begin within it, and \s*[\r\n] goes back to the last line end anyway. tiktoken's
// latest of cl100k has \s++$ before that, which keeps "\n " whole at the end of a text: not the
// same pieces (though the same tokens in cl100k_base, none of which has white space behind its last
// line end).
constexpr std::string_view kGpt2Possessive[] = {
    R"('(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s)"};
constexpr std::string_view kGpt2Grouped[] = {
    R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"};
constexpr std::string_view kCl100kPossessive[] = {
    R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}|)"
    R"( ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"};

struct Spelling {
  PreTokenizer pre_tokenizer;
  std::span<const std::string_view> patterns;
};
constexpr Spelling kSpellings[] = {
    {PreTokenizer::whitespace, kWhitespace},
    {PreTokenizer::gpt2, kGpt2},
    {PreTokenizer::gpt2, kGpt2Possessive},
    {PreTokenizer::gpt2, kGpt2Grouped},
    {PreTokenizer::cl100k, kCl100k},
    {PreTokenizer::cl100k, kCl100kPossessive},
    {PreTokenizer::o200k, kO200k},
    {PreTokenizer::qwen2, kQwen2},
    {PreTokenizer::deepseek_v3, kDeepseekV3},
};

// Whether a character stands at `at` and is of the set.
bool is_at(std::string_view text, size_t at, const CategoryTable& categories, CategorySet set) {
  if (at >= text.size()) return false;
  const CodePoint character = decode_utf8(text, at);
  return character.size > 0 && categories.is(character.value, set);
}

// The first byte of the character that ends before `at` (> 0).
size_t character_before(std::string_view text, size_t at) {
  return character_boundary(text, at - 1);
}

}  // namespace

std::string_view name_of(PreTokenizer pre_tokenizer) {
  return kNames[static_cast<size_t>(pre_tokenizer)];
}

std::optional<PreTokenizer> parse_pre_tokenizer(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) {
    return std::nullopt;
  }
  return static_cast<PreTokenizer>(found - kNames.begin());
}

std::span<const std::string_view> pre_tokenizer_names() { return kNames; }

std::span<const std::string_view> patterns_of(PreTokenizer pre_tokenizer) {
  const auto found = std::ranges::find(kSpellings, pre_tokenizer, &Spelling::pre_tokenizer);
  return found == std::end(kSpellings) ? std::span<const std::string_view>() : found->patterns;
}

std::optional<PreTokenizer> recognise(std::span<const std::string_view> patterns) {
  for (const Spelling& spelling : kSpellings) {
    if (std::ranges::equal(spelling.patterns, patterns)) {
      return spelling.pre_tokenizer;
    }
  }
  return std::nullopt;
}

Splitter::Splitter(const Options& options)
    : options_(options), categories_(&CategoryTable::of(options.unicode)) {}

// In all patterns a run of letters ends before a space, and a space takes the letter behind it
// along (or, before deepseek_v3's CJK, stands alone). No pattern but gpt2's and whitespace's joins
// a line end with what follows it or looks beyond it; these two cut a run of white space before its
// last character where something follows.
size_t Splitter::safe_cut(std::string_view text, size_t at) const {
  const PreTokenizer kind = options_.pre_tokenizer;
  if (kind == PreTokenizer::bytes || kind == PreTokenizer::metaspace) {
    return 0;
  }
  const bool lone_line_ends = kind == PreTokenizer::gpt2 || kind == PreTokenizer::whitespace;
  for (size_t cut = std::min(at, text.size()); cut > 0; --cut) {
    if (cut < text.size() && text[cut] == ' ') {
      if (is_at(text, cut + 1, *categories_, kLetters) &&
          is_at(text, character_before(text, cut), *categories_, kLetters)) {
        return cut;
      }
    } else if (is_line_end(text[cut - 1]) && is_at(text, cut, *categories_, kLetters)) {
      const bool lone =
          cut >= 2 && !is_at(text, character_before(text, cut - 1), *categories_, kWhiteSpace);
      if (lone || !lone_line_ends) {
        return cut;
      }
    }
  }
  return 0;
}

}  // namespace sluice::bpe
