#include <simdjson.h>

#include <unordered_set>

#include "base/error.h"
#include "bpe/byte_alphabet.h"
#include "bpe/hugging_face.h"
#include "bpe/hugging_face_model.h"
#include "bpe/token_index.h"
#include "bpe/vocabulary_formats.h"
#include "document/json_writer.h"

namespace sluice::bpe {
namespace {

namespace dom = simdjson::dom;

constexpr size_t kLargestFile = size_t{256} << 20;  // bytes

std::vector<HuggingFaceTokenizer::Entry> read_vocab(dom::parser& parser, std::string_view json) {
  dom::object object;
  const auto error = parser.parse(json.data(), json.size()).get(object);
  if (error != simdjson::SUCCESS) {
    throw ConfigError(std::string("vocab.json: not a JSON object: ") +
                      simdjson::error_message(error));
  }
  std::vector<HuggingFaceTokenizer::Entry> entries;
  for (const auto& [token, value] : object) {
    uint64_t id = 0;
    if (value.get(id) != simdjson::SUCCESS || id >= kMostTokens) {
      throw ConfigError("vocab.json: '" + std::string(token) + "': expected an id below 2,097,152");
    }
    entries.push_back({token, static_cast<TokenId>(id)});
  }
  return entries;
}

std::vector<HuggingFaceTokenizer::Pair> read_merges(std::string_view text) {
  std::vector<HuggingFaceTokenizer::Pair> pairs;
  for (uint64_t number = 1; !text.empty(); ++number) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with("#version")) continue;
    const size_t space = line.find(' ');
    if (space == std::string_view::npos || line.find(' ', space + 1) != std::string_view::npos) {
      throw ConfigError("merges.txt: line " + std::to_string(number) +
                        ": expected two tokens with a space between");
    }
    pairs.push_back({line.substr(0, space), line.substr(space + 1)});
  }
  return pairs;
}

}  // namespace

Vocabulary read_vocab_and_merges(std::string_view vocab_json, std::string_view merges_txt,
                                 PreTokenizer pre_tokenizer) {
  dom::parser parser(kLargestFile);
  HuggingFaceTokenizer tokenizer;
  tokenizer.vocab = read_vocab(parser, vocab_json);
  tokenizer.merges = read_merges(merges_txt);
  Step byte_level;
  byte_level.type = "ByteLevel";
  byte_level.use_regex = false;
  tokenizer.pre_tokenizers.push_back(byte_level);

  std::unordered_set<std::string> made;
  for (const auto& [left, right] : tokenizer.merges) made.insert(std::string(left).append(right));
  for (const auto& [token, id] : tokenizer.vocab) {
    const std::optional<std::string> bytes = from_printable(token);
    if ((bytes && bytes->size() <= 1) || made.contains(std::string(token))) continue;
    tokenizer.added.push_back({.id = id, .content = std::string(token)});
  }
  Vocabulary vocabulary = assemble(tokenizer);
  vocabulary.pre_tokenizer = pre_tokenizer;
  return vocabulary;
}

void check_vocab_and_merges(PreTokenizer pre_tokenizer) {
  if (pre_tokenizer == PreTokenizer::gpt2) return;
  throw ConfigError("vocab.json and merges.txt are read with the pre-tokenizer gpt2, not " +
                    std::string(name_of(pre_tokenizer)) +
                    ": write a tokenizer.json instead (or train with --pre-tokenizer gpt2)");
}

VocabAndMerges write_vocab_and_merges(const Vocabulary& vocabulary) {
  check(vocabulary);
  require_default_unicode(vocabulary);
  const auto refuse = [](const std::string& what) {
    throw ConfigError("vocab.json and merges.txt cannot say " + what);
  };
  if (!vocabulary.byte_level) refuse("what is not byte-level");
  if (vocabulary.normalizer != Normalizer::none) refuse("that text is normalised");
  check_vocab_and_merges(vocabulary.pre_tokenizer);
  for (const AddedToken& token : vocabulary.added) {
    const AddedToken plain{.id = token.id, .content = token.content};
    if (token != plain) refuse("how '" + token.content + "' is matched");
  }
  const MergeList list = merge_list_of(vocabulary);
  if (list.ignore_merges) refuse("that whole pieces are looked up first");
  std::vector<bool> made(vocabulary.tokens.size());
  const TokenIndex index(vocabulary.tokens);
  for (const Merge& merge : list.merges) {
    made[index.find(vocabulary.tokens[merge.left], vocabulary.tokens[merge.right])] = true;
  }
  for (size_t id = 0; id < vocabulary.tokens.size(); ++id) {
    if (vocabulary.tokens[id].size() > 1 && !made[id]) {
      refuse("that token " + std::to_string(id) + ", which no merge makes, is one of text");
    }
  }

  Buffer json;
  JsonWriter writer(json);
  writer.begin_object();
  for (const ModelEntry& entry : model_entries(vocabulary, true)) {
    writer.key(entry.spelled).number(entry.id);
  }
  writer.end_object();
  VocabAndMerges files{.vocab_json = std::string(json.view()) + "\n",
                       .merges_txt = "#version: 0.2\n"};
  for (const Merge& merge : list.merges) {
    files.merges_txt += to_printable(vocabulary.tokens[merge.left]) + " " +
                        to_printable(vocabulary.tokens[merge.right]) + "\n";
  }
  return files;
}

}  // namespace sluice::bpe
