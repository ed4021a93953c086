#include <algorithm>
#include <array>
#include <numeric>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "bpe/base64.h"
#include "bpe/hugging_face_model.h"
#include "bpe/rank_merging.h"
#include "bpe/vocabulary_formats.h"

namespace sluice::bpe {
namespace {

// Calls use(line, number) for each line that is not empty, numbered from 1.
template <class Use>
void each_line(std::string_view bytes, Use use) {
  uint64_t number = 0;
  while (!bytes.empty()) {
    const size_t end = bytes.find('\n');
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) use(line, number);
  }
}

}  // namespace

Vocabulary read_tiktoken(std::string_view bytes, PreTokenizer pre_tokenizer) {
  Vocabulary vocabulary;
  vocabulary.pre_tokenizer = pre_tokenizer;
  each_line(bytes, [&](std::string_view line, uint64_t number) {
    const auto complain = [&](std::string_view what) {
      throw ConfigError("line " + std::to_string(number) + ": " + std::string(what));
    };
    const size_t space = line.find(' ');
    // Of what is damaged, the beginning is most often good.
    const std::string hint = vocabulary.tokens.empty() ? "; is this a .tiktoken file?" : "";
    if (space == std::string_view::npos) {
      complain("expected a token in base64, a space, its rank" + hint);
    }
    std::optional<std::string> token = from_base64(line.substr(0, space));
    if (!token) complain("the token is not base64" + hint);
    if (token->empty()) complain("the token is empty");
    if (token->size() > kLongestToken) complain("the token is longer than 65,536 bytes");
    const std::optional<uint64_t> rank = parse_u64(line.substr(space + 1));
    if (!rank) complain("expected a whole number as rank");
    if (*rank >= kMostTokens) complain("ranks from 2,097,152 on are not supported");
    if (*rank >= vocabulary.tokens.size()) vocabulary.tokens.resize(*rank + 1);
    if (!vocabulary.tokens[*rank].empty()) complain("the rank stands in the file twice");
    vocabulary.tokens[*rank] = *std::move(token);
  });
  check(vocabulary);
  return vocabulary;
}

std::string write_tiktoken(const Vocabulary& vocabulary) {
  check(vocabulary);
  require_default_unicode(vocabulary);
  const auto refuse = [](const std::string& what) {
    throw ConfigError("a .tiktoken file cannot say " + what);
  };
  if (!vocabulary.byte_level) refuse("what is not byte-level");
  if (vocabulary.normalizer != Normalizer::none) refuse("that text is normalised");
  for (const AddedToken& token : vocabulary.added) {
    if (!token.special) refuse("that '" + token.content + "' is matched in every text");
  }
  if (vocabulary.semantics == Semantics::merges) {
    std::vector<uint32_t> ranks(vocabulary.tokens.size());
    std::iota(ranks.begin(), ranks.end(), uint32_t{0});
    const RankMerging ranking(vocabulary.tokens, ranks, RankMerging::Symbols::bytes);
    ranking.require_equal(vocabulary.merges);
    if (!ranking.makes_all() && !vocabulary.ignore_merges) {
      refuse("that whole pieces are not looked up first");
    }
  }
  std::string file;
  for (size_t id = 0; id < vocabulary.tokens.size(); ++id) {
    const std::string& token = vocabulary.tokens[id];
    if (!token.empty()) file += to_base64(token) + " " + std::to_string(id) + "\n";
  }
  return file;
}

std::optional<PreTokenizer> published_tiktoken(std::string_view bytes) {
  struct Published {
    std::string_view sha256;
    PreTokenizer pre_tokenizer;
  };
  constexpr std::array<Published, 5> kPublished = {{
      // r50k_base, p50k_base, cl100k_base, o200k_base
      {"306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930", PreTokenizer::gpt2},
      {"94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069", PreTokenizer::gpt2},
      {"223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7", PreTokenizer::cl100k},
      {"446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d", PreTokenizer::o200k},
      // Llama 3's tokenizer.model
      {"82e9d31979e92ab929cd544440f129d9ecd797b69e327f80f17e1c50d5551b55", PreTokenizer::cl100k},
  }};
  const std::string digest = sha256_hex(bytes);
  const auto* const found = std::ranges::find(kPublished, digest, &Published::sha256);
  if (found == kPublished.end()) return std::nullopt;
  return found->pre_tokenizer;
}

}  // namespace sluice::bpe
