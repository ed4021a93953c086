// A vocabulary written to where a user wants it, in the format that the name tells.
//
//   VocabularyOutput output("tokenizer.json");
//   output.check(pre_tokenizer, 1);        // before the work, so that what cannot be written and
//   output.open(outputs);                  // a bad folder are found early
//   output.write(vocabulary);              // the caller publishes the set
#pragma once

#include <cstddef>
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
  // Throws ConfigError if the format cannot go with the pre-tokenizer. Returns a line for people
  // that tells what the format leaves out and how the file is read back; empty if nothing.
  std::string check(bpe::PreTokenizer pre_tokenizer, size_t special_tokens) const;
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
