// Tokenizers as users name them: --tokenizer sluice-64k, or a file that some trainer wrote.
//
//   const auto tokenizer =
//       std::make_shared<const Tokenizer>(cli::open_vocabulary("llama3/tokenizer.json"));
//   tokenizer->label();                          // "llama3@1f3a0c…"
//   TokenizerCounter counter(tokenizer);
//   counter.count(text);                         // from any thread
//
// Immutable and shared between threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "bpe/encoder.h"
#include "bpe/vocabulary.h"
#include "cli/tool.h"
#include "pipeline/token_counter.h"

namespace sluice::cli {

inline constexpr std::string_view kDefaultTokenizer = "sluice-64k";

// What --help says a tokenizer may be.
inline constexpr std::string_view kTokenizerHelp =
    "sluice-64k, tokenizer.json, FILE.tiktoken, vocab.json beside merges.txt, FILE.model";

// Reads the vocabulary that `spec` names: "sluice-64k" (embedded), or a file, whose kind is found
// by its content; of a folder its tokenizer.json, vocab.json or tokenizer.model. A file that does
// not tell its pre-tokenizer has the one named behind a colon ("mine.tiktoken:cl100k"), or else
// that of the published file it is; vocab.json has gpt2's. Its name is the file's without
// extension, the folder's for a file with a usual name. Throws ConfigError and IoError, saying what
// would be right.
bpe::Vocabulary open_vocabulary(const std::string& spec);
// All files that would be read, so that no output replaces one; none for the embedded one.
std::vector<std::string> vocabulary_files(const std::string& spec);

// What a vocabulary in this file is called.
std::string vocabulary_name(const std::string& file);

class Tokenizer {
 public:
  explicit Tokenizer(bpe::Vocabulary vocabulary, const bpe::Encoder::Options& options = {});

  const bpe::Vocabulary& vocabulary() const { return vocabulary_; }
  const bpe::Encoder& encoder() const { return encoder_; }
  const std::string& label() const { return label_; }  // Vocabulary::label()

 private:
  bpe::Vocabulary vocabulary_;
  bpe::Encoder encoder_;
  std::string label_;
};

// bpe's counter, as the pipeline knows counters.
class TokenizerCounter : public pipeline::TokenCounter {
 public:
  explicit TokenizerCounter(std::shared_ptr<const Tokenizer> tokenizer);

  const Tokenizer& tokenizer() const { return *tokenizer_; }
  const std::string& name() const override { return tokenizer_->label(); }
  std::optional<uint64_t> vocab_size() const override { return tokenizer_->encoder().size(); }
  uint64_t count(std::string_view text) const override;

 private:
  std::shared_ptr<const Tokenizer> tokenizer_;
  mutable Pool<bpe::Encoder::Scratch> pool_;
};

// What --tokenizer says: whose counts a run adds up. `counter` gets what counts, if anything does,
// and must live as long as the run.
pipeline::TokenPolicy token_policy(const std::string& spec, Tool& tool,
                                   std::unique_ptr<TokenizerCounter>& counter);

// A counter by what --tokenizer says. `tool` gets to know which files are read.
std::unique_ptr<TokenizerCounter> open_counter(const std::string& spec, Tool& tool);

}  // namespace sluice::cli
