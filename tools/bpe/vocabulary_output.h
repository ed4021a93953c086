// A vocabulary written to where a user wants it, in the format that the name tells.
//
//   VocabularyOutput output("tokenizer.json");
//   output.open(outputs);                  // before the work, so that a bad folder is found early
//   output.write(vocabulary);              // the caller publishes the set
#pragma once

#include <string>
#include <vector>

#include "bpe/vocabulary.h"
#include "io/output.h"

namespace sluice::bpe_tool {

class VocabularyOutput {
 public:
  // What --help says of the name.
  static constexpr const char* kHelp =
      "FILE.json (Hugging Face's tokenizer.json), FILE.tiktoken, or DIR/ (vocab.json and "
      "merges.txt)";

  // Throws ConfigError for a name that tells no format.
  explicit VocabularyOutput(const std::string& name);

  const std::vector<std::string>& files() const { return files_; }
  void open(io::OutputSet& outputs);
  // Throws ConfigError where the format cannot say what the vocabulary is.
  void write(const bpe::Vocabulary& vocabulary);

 private:
  enum class Format { tokenizer_json, tiktoken, vocab_and_merges };

  Format format_;
  std::vector<std::string> files_;
  std::vector<io::OutputFile*> open_;
};

}  // namespace sluice::bpe_tool
