#include "vocabulary_output.h"

#include <filesystem>

#include "base/error.h"
#include "base/format.h"
#include "bpe/vocabulary_formats.h"

namespace sluice::bpe_tool {

VocabularyOutput::VocabularyOutput(const std::string& name) {
  if (name == "-" || name.ends_with(".json")) {
    format_ = Format::tokenizer_json;
    files_ = {name};
  } else if (name.ends_with(".tiktoken")) {
    format_ = Format::tiktoken;
    files_ = {name};
  } else if (name.ends_with('/') || std::filesystem::is_directory(name)) {
    format_ = Format::vocab_and_merges;
    const std::filesystem::path folder(name);
    files_ = {(folder / "vocab.json").string(), (folder / "merges.txt").string()};
  } else {
    throw ConfigError("-o " + name + ": the name tells no format; give " + kHelp);
  }
}

std::string VocabularyOutput::check(bpe::PreTokenizer pre_tokenizer, size_t special_tokens) const {
  if (format_ == Format::vocab_and_merges) bpe::check_vocab_and_merges(pre_tokenizer);
  if (format_ != Format::tiktoken) return {};
  const std::string& file = files_.front();
  std::string line = file + " leaves out the pre-tokenizer: read it as " + file + ":" +
                     std::string(name_of(pre_tokenizer));
  if (special_tokens != 0) {
    line += "; and " + count_of(special_tokens, "special token") + ", which tokenizer.json tells";
  }
  return line;
}

void VocabularyOutput::open(io::OutputSet& outputs) {
  for (const std::string& file : files_) open_.push_back(&outputs.open(file));
}

void VocabularyOutput::write(const bpe::Vocabulary& vocabulary) {
  switch (format_) {
    case Format::tokenizer_json:
      open_[0]->write(bpe::write_tokenizer_json(vocabulary));
      break;
    case Format::tiktoken:
      open_[0]->write(bpe::write_tiktoken(vocabulary));
      break;
    case Format::vocab_and_merges: {
      const bpe::VocabAndMerges written = bpe::write_vocab_and_merges(vocabulary);
      open_[0]->write(written.vocab_json);
      open_[1]->write(written.merges_txt);
      break;
    }
  }
}

}  // namespace sluice::bpe_tool
