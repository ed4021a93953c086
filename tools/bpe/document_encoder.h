// Documents to token ids, once for all that asks: the pipeline's count, the stage, what is written.
//
//   const DocumentEncoder encoder(*documents.counter(), {.special = SpecialPolicy::error});
//   run.tokens.counter = &encoder;
//   documents.run(run, fields, {{"encode", [&](Document& d) { return encoder.judge(d); }}});
//   DocumentEncoder::ids();                    // of the document that this thread judged last
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "bpe/encoder.h"
#include "cli/tokenizer.h"
#include "document/document.h"
#include "pipeline/token_counter.h"
#include "pipeline/verdict.h"

namespace sluice::bpe_tool {

// What becomes of special tokens that stand in a document's text.
enum class SpecialPolicy : uint8_t {
  plain,  // text like any other
  allow,  // the special token
  strip,  // left out
  error,  // the document is rejected: special_token
};
inline constexpr const char* kSpecialChoices[] = {"plain", "allow", "strip", "error"};
SpecialPolicy parse_special(std::string_view name);

class DocumentEncoder : public pipeline::TokenCounter {
 public:
  struct Options {
    SpecialPolicy special = SpecialPolicy::plain;
    std::optional<bpe::TokenId> eos;  // behind each document
    uint64_t most_ids = UINT64_MAX;   // a document with more is rejected: too_many_tokens
  };

  // `counter` must outlive this.
  DocumentEncoder(const cli::TokenizerCounter& counter, const Options& options);

  // As of any counter: special tokens are plain text, there is no eos.
  const std::string& name() const override { return counter_.name(); }
  std::optional<uint64_t> vocab_size() const override { return counter_.vocab_size(); }
  uint64_t count(std::string_view text) const override;

  // Encodes the document; to be called for every document behind count(), if that is called.
  pipeline::Verdict judge(const Document& document) const;

  // Of the document that this thread judged last, eos included.
  static std::span<const bpe::TokenId> ids();

 private:
  void encode(std::string_view text) const;

  const cli::TokenizerCounter& counter_;
  Options options_;
  std::optional<bpe::Encoder> own_;  // where special tokens are not plain
  const bpe::Encoder& encoder_;
  mutable Pool<bpe::Encoder::Scratch> scratches_;
};

// Throws ConfigError if the vocabulary has no special tokens, so that a policy would do nothing.
void require_special_tokens(const cli::Tokenizer& tokenizer);

// The id that digits name, or the (special) token that is spelled so. ConfigError if the vocabulary
// has none.
bpe::TokenId token_named(const cli::Tokenizer& tokenizer, std::string_view spelling);

}  // namespace sluice::bpe_tool
