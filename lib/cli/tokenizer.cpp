#include "cli/tokenizer.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "bpe/embedded.h"
#include "bpe/vocabulary_formats.h"
#include "io/chunk.h"
#include "unicode/utf8.h"

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;

// Larger than any published vocabulary (gemma's tokenizer.json: 33 MB).
constexpr uint64_t kMostBytes = uint64_t{512} << 20;

struct Spec {
  std::string path;
  std::optional<bpe::PreTokenizer> pre_tokenizer;
};

// "mine.tiktoken:cl100k"; a colon in a path is one where no pre-tokenizer's name follows.
Spec parse_spec(const std::string& text) {
  if (const size_t colon = text.rfind(':'); colon != std::string::npos && !fs::exists(text)) {
    const std::string name = text.substr(colon + 1);
    if (const auto known = bpe::parse_pre_tokenizer(name)) return {text.substr(0, colon), known};
    if (fs::exists(text.substr(0, colon))) {
      const auto names = bpe::pre_tokenizer_names();
      std::string list;
      for (const std::string_view one : names) {
        list += (list.empty() ? "" : ", ") + std::string(one);
      }
      throw ConfigError("'" + name + "' is no pre-tokenizer" + did_you_mean(name, names) +
                        " (there are " + list + ")");
    }
  }
  return {text, std::nullopt};
}

std::string file_of(const Spec& spec) {
  if (!fs::is_directory(spec.path)) {
    if (fs::exists(spec.path)) return spec.path;
    throw ConfigError("there is no tokenizer '" + spec.path + "': give " +
                      std::string(kTokenizerHelp));
  }
  for (const char* name : {"tokenizer.json", "vocab.json", "tokenizer.model"}) {
    const std::string path = (fs::path(spec.path) / name).string();
    if (fs::exists(path)) return path;
  }
  throw ConfigError(spec.path +
                    ": no tokenizer.json, vocab.json or tokenizer.model in this folder");
}

std::string read(const std::string& path) {
  return io::read_whole({.name = path, .command = {}}, kMostBytes);
}

// Of a file that does not tell it, and is otherwise whole: what is damaged is no published one.
bpe::PreTokenizer needed(const Spec& spec, const std::string& file, std::string_view bytes) {
  if (spec.pre_tokenizer) return *spec.pre_tokenizer;
  if (const auto published = bpe::published_tiktoken(bytes)) return *published;
  throw ConfigError(
      "the file does not tell its pre-tokenizer, and is none of the published ones: "
      "write " +
      file + ":cl100k (or gpt2, o200k, …)");
}

// Of a file that tells it.
void refuse_pre_tokenizer(const Spec& spec, const std::string& file) {
  if (!spec.pre_tokenizer) return;
  throw ConfigError("the file tells its pre-tokenizer itself: write " + file +
                    " without ':" + std::string(name_of(*spec.pre_tokenizer)) + "'");
}

bool begins_as_json(std::string_view bytes) {
  const size_t at = bytes.find_first_not_of(" \t\r\n");
  return at != std::string_view::npos && bytes[at] == '{';
}

// The merges.txt that belongs to a vocab.json; nothing if `file` is a tokenizer.json.
std::optional<std::string> merges_of(const std::string& file, std::string_view bytes) {
  const fs::path merges = fs::path(file).replace_filename("merges.txt");
  if (!fs::exists(merges) || bpe::is_tokenizer_json(bytes)) return std::nullopt;
  return merges.string();
}

bpe::Vocabulary read_json(const Spec& spec, const std::string& file, std::string_view bytes) {
  if (const auto merges = merges_of(file, bytes)) {
    const auto pre_tokenizer = spec.pre_tokenizer.value_or(bpe::PreTokenizer::gpt2);
    return bpe::read_vocab_and_merges(bytes, read(*merges), pre_tokenizer);
  }
  refuse_pre_tokenizer(spec, file);
  return bpe::read_tokenizer_json(bytes);
}

bpe::Vocabulary read_file(const Spec& spec, const std::string& file) {
  const std::string bytes = read(file);
  if (begins_as_json(bytes)) return read_json(spec, file, bytes);
  // SentencePiece's protobuf holds bytes that are no text.
  const std::string_view head = std::string_view(bytes).substr(0, 256);
  const bool is_text = std::all_of(head.begin(), head.end(), [](char c) {
    return c == '\n' || c == '\r' || (c >= ' ' && c < 127);
  });
  if (is_text) {
    bpe::Vocabulary vocabulary = bpe::read_tiktoken(bytes, bpe::PreTokenizer::gpt2);
    vocabulary.pre_tokenizer = needed(spec, file, bytes);
    return vocabulary;
  }
  refuse_pre_tokenizer(spec, file);
  return bpe::read_sentencepiece(bytes);
}

}  // namespace

std::string vocabulary_name(const std::string& file) {
  constexpr std::array kUsual = {"tokenizer", "vocab"};
  const fs::path path = fs::absolute(file).lexically_normal();
  const std::string stem = path.stem().string();
  const bool usual = std::find(kUsual.begin(), kUsual.end(), stem) != kUsual.end();
  const std::string folder = path.parent_path().filename().string();
  const std::string name = usual && !folder.empty() ? folder : stem;
  // It becomes part of documents, and '@' divides it from the digest.
  std::string clean = is_valid_utf8(name) ? name : "tokenizer";
  std::replace(clean.begin(), clean.end(), '@', '-');
  return clean;
}

std::vector<std::string> vocabulary_files(const std::string& spec) {
  if (spec == kDefaultTokenizer) return {};
  const std::string file = file_of(parse_spec(spec));
  std::vector<std::string> files = {file};
  // Only beside a merges.txt does the content tell whether that is read, too.
  if (!fs::exists(fs::path(file).replace_filename("merges.txt"))) return files;
  const std::string bytes = read(file);
  if (!begins_as_json(bytes)) return files;
  if (const auto merges = merges_of(file, bytes)) files.push_back(*merges);
  return files;
}

bpe::Vocabulary open_vocabulary(const std::string& text) {
  if (text == kDefaultTokenizer) return bpe::sluice_64k();
  const Spec spec = parse_spec(text);
  const std::string file = file_of(spec);
  try {
    bpe::Vocabulary vocabulary = read_file(spec, file);
    vocabulary.name = vocabulary_name(file);
    return vocabulary;
  } catch (const ConfigError& error) {
    throw ConfigError(file + ": " + error.what());
  }
}

Tokenizer::Tokenizer(bpe::Vocabulary vocabulary, const bpe::Encoder::Options& options)
    : vocabulary_(std::move(vocabulary)),
      encoder_(vocabulary_, options),
      label_(vocabulary_.label()) {}

std::unique_ptr<TokenizerCounter> open_counter(const std::string& spec, Tool& tool) {
  for (const std::string& file : vocabulary_files(spec)) tool.reads(file);
  return std::make_unique<TokenizerCounter>(
      std::make_shared<const Tokenizer>(open_vocabulary(spec)));
}

TokenizerCounter::TokenizerCounter(std::shared_ptr<const Tokenizer> tokenizer)
    : tokenizer_(std::move(tokenizer)),
      pool_([this] { return std::make_unique<bpe::Encoder::Scratch>(tokenizer_->encoder()); }) {}

uint64_t TokenizerCounter::count(std::string_view text) const {
  return pool_.with(
      [&](bpe::Encoder::Scratch& scratch) { return tokenizer_->encoder().count(text, scratch); });
}

pipeline::TokenPolicy token_policy(const std::string& spec, Tool& tool,
                                   std::unique_ptr<TokenizerCounter>& counter) {
  if (spec == "stored" || spec == "none") {
    tool.digest("--tokenizer", spec);
    return {.counter = nullptr, .stored = spec == "stored"};
  }
  counter = configured_by("--tokenizer", [&] { return open_counter(spec, tool); });
  tool.digest("--tokenizer", counter->name());
  return {.counter = counter.get(), .stored = false};
}

}  // namespace sluice::cli
