#include "bpe/published_vocabularies.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bpe/vocabulary_formats.h"
#include "sanitized.h"

namespace sluice::bpe {

std::optional<std::string> published_folder() {
  const char* folder = std::getenv("SLUICE_TOKENIZERS");
  if (folder == nullptr || *folder == '\0') return std::nullopt;
  return folder;
}

std::string published_file(std::string_view name) {
  const std::string path = published_folder().value() + "/" + std::string(name);
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  if (!file) throw std::runtime_error("cannot read " + path);
  return content.str();
}

Vocabulary published_vocabulary(std::string_view name) {
  const std::string content = published_file(name);
  if (name.ends_with(".json")) return read_tokenizer_json(content);
  return read_tiktoken(content, published_tiktoken(content).value());
}

std::vector<std::string> published_names(std::initializer_list<const char*> names) {
  return {names.begin(), kSanitized ? names.begin() + 1 : names.end()};
}

bool takes_too_long(std::string_view name) {
  return kSanitized && (name == "gptoss.json" || name == "gemma3.json");
}

}  // namespace sluice::bpe
