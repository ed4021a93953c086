#include <simdjson.h>

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "bpe/hugging_face.h"
#include "bpe/vocabulary_formats.h"

namespace sluice::bpe {
namespace {

namespace dom = simdjson::dom;

constexpr size_t kLargestFile = size_t{256} << 20;  // bytes
constexpr size_t kDeepest = 32;                     // brackets; published files have 5

// A value and its place in the file, for complaints.
class Node {
 public:
  Node(dom::element value, std::string path) : value_(value), path_(std::move(path)) {}

  [[noreturn]] void complain(std::string_view what) const {
    throw ConfigError(path_ + ": " + std::string(what));
  }
  const std::string& path() const { return path_; }

  dom::object object() const {
    dom::object object;
    if (value_.get(object) != simdjson::SUCCESS) complain("expected an object");
    return object;
  }
  dom::array array() const {
    dom::array array;
    if (value_.get(array) != simdjson::SUCCESS) complain("expected an array");
    return array;
  }
  std::string_view string() const {
    std::string_view string;
    if (value_.get(string) != simdjson::SUCCESS) complain("expected a string");
    return string;
  }
  bool boolean() const {
    bool boolean = false;
    if (value_.get(boolean) != simdjson::SUCCESS) complain("expected true or false");
    return boolean;
  }
  int64_t integer() const {
    int64_t integer = 0;
    if (value_.get(integer) != simdjson::SUCCESS) complain("expected a whole number");
    return integer;
  }
  double number() const {
    double number = 0;
    if (value_.get(number) != simdjson::SUCCESS) complain("expected a number");
    return number;
  }
  TokenId id() const {
    uint64_t id = 0;
    if (value_.get(id) != simdjson::SUCCESS || id >= kMostTokens) {
      complain("expected an id below 2,097,152");
    }
    return static_cast<TokenId>(id);
  }

  // A member; nothing if it is null or not there.
  std::optional<Node> find(std::string_view key) const {
    dom::element value;
    if (object().at_key(key).get(value) != simdjson::SUCCESS || value.is_null()) {
      return std::nullopt;
    }
    return Node(value, path_.empty() ? std::string(key) : path_ + "." + std::string(key));
  }
  Node at(std::string_view key) const {
    std::optional<Node> member = find(key);
    if (!member) complain_of_missing(key);
    return *std::move(member);
  }
  std::string string(std::string_view key) const {
    const std::optional<Node> member = find(key);
    return member ? std::string(member->string()) : std::string();
  }
  bool boolean(std::string_view key, bool otherwise) const {
    const std::optional<Node> member = find(key);
    return member ? member->boolean() : otherwise;
  }
  int64_t integer(std::string_view key) const {
    const std::optional<Node> member = find(key);
    return member ? member->integer() : 0;
  }
  Node element(dom::element value, size_t index) const {
    return {value, path_ + "[" + std::to_string(index) + "]"};
  }

 private:
  [[noreturn]] void complain_of_missing(std::string_view key) const {
    throw ConfigError((path_.empty() ? "" : path_ + ": ") + "missing key '" + std::string(key) +
                      "'");
  }

  dom::element value_;
  std::string path_;
};

// Legacy files say whether a Metaspace puts a space before the text by a flag.
std::string prepend_scheme_of(const Node& node) {
  const std::string scheme = node.string("prepend_scheme");
  if (!scheme.empty()) return scheme;
  return node.boolean("add_prefix_space", true) ? "always" : "never";
}

Step read_step(const Node& node) {
  Step step;
  step.path = node.path();
  step.type = node.at("type").string();
  if (const std::optional<Node> pattern = node.find("pattern")) {
    step.is_regex = pattern->find("Regex").has_value();
    step.pattern = pattern->at(step.is_regex ? "Regex" : "String").string();
  }
  step.content = node.string("content");
  step.prepend = node.string("prepend");
  step.behavior = node.string("behavior");
  if (step.type == "Metaspace") {
    step.replacement = node.string("replacement");
    step.prepend_scheme = prepend_scheme_of(node);
    step.split = node.boolean("split", true);
  }
  step.invert = node.boolean("invert", false);
  step.add_prefix_space = node.boolean("add_prefix_space", false);
  step.use_regex = node.boolean("use_regex", true);
  if (step.type == "Strip") {
    step.start = node.integer("start");
    step.stop = node.integer("stop");
  }
  return step;
}

// `children`: the key under which a Sequence holds its steps.
void read_steps(const Node& node, std::string_view children, std::vector<Step>& steps) {
  if (node.at("type").string() != "Sequence") {
    steps.push_back(read_step(node));
    return;
  }
  const Node sequence = node.at(children);
  size_t index = 0;
  for (const dom::element child : sequence.array()) {
    read_steps(sequence.element(child, index++), children, steps);
  }
}

std::vector<Step> read_steps(const Node& root, std::string_view key, std::string_view children) {
  std::vector<Step> steps;
  if (const std::optional<Node> node = root.find(key)) read_steps(*node, children, steps);
  return steps;
}

std::vector<AddedToken> read_added(const Node& root) {
  std::vector<AddedToken> added;
  const std::optional<Node> list = root.find("added_tokens");
  if (!list) return added;
  for (const dom::element value : list->array()) {
    const Node node = list->element(value, added.size());
    added.push_back({.id = node.at("id").id(),
                     .content = std::string(node.at("content").string()),
                     .special = node.boolean("special", false),
                     .single_word = node.boolean("single_word", false),
                     .lstrip = node.boolean("lstrip", false),
                     .rstrip = node.boolean("rstrip", false),
                     .normalized = node.boolean("normalized", false)});
  }
  return added;
}

std::vector<HuggingFaceTokenizer::Entry> read_vocab(const Node& vocab) {
  std::vector<HuggingFaceTokenizer::Entry> entries;
  for (const auto& [token, id] : vocab.object()) {
    uint64_t value = 0;
    if (id.get(value) != simdjson::SUCCESS || value >= kMostTokens) {
      vocab.complain("'" + std::string(token) + "': expected an id below 2,097,152");
    }
    entries.push_back({token, static_cast<TokenId>(value)});
  }
  return entries;
}

HuggingFaceTokenizer::Pair read_merge(const Node& list, dom::element value, size_t index) {
  std::string_view line;
  if (value.get(line) == simdjson::SUCCESS) {
    const size_t space = line.find(' ');
    if (space == std::string_view::npos) {
      list.element(value, index).complain("expected two tokens with a space between");
    }
    if (line.find(' ', space + 1) != std::string_view::npos) {
      list.element(value, index)
          .complain("'" + std::string(line) +
                    "' has more than one space; a merge of tokens that hold spaces must be "
                    "spelled [\"a\", \"b\"]");
    }
    return {line.substr(0, space), line.substr(space + 1)};
  }
  dom::array parts;
  std::array<std::string_view, 2> pair;
  size_t count = 0;
  if (value.get(parts) == simdjson::SUCCESS) {
    for (const dom::element part : parts) {
      if (count < 2 && part.get(pair[count]) != simdjson::SUCCESS) break;
      ++count;
    }
  }
  if (count != 2) list.element(value, index).complain("expected \"a b\" or [\"a\", \"b\"]");
  return {pair[0], pair[1]};
}

// Where a key stands twice in one object, as ".model.vocab.a"; empty if nowhere.
std::string repeated_key(const dom::element& value) {
  if (value.is_array()) {
    size_t index = 0;
    for (const dom::element child : dom::array(value)) {
      const std::string place = repeated_key(child);
      if (!place.empty()) return "[" + std::to_string(index) + "]" + place;
      ++index;
    }
  }
  if (!value.is_object()) return {};
  const dom::object object(value);
  std::unordered_set<std::string_view> keys(object.size());
  for (const auto& [key, child] : object) {
    if (!keys.insert(key).second) return "." + std::string(key);
    const std::string place = repeated_key(child);
    if (!place.empty()) return "." + std::string(key) + place;
  }
  return {};
}

// What changes ids and is not carried out, or not known.
void refuse_options(const Node& model) {
  constexpr std::array<std::string_view, 11> kKnown = {
      "type",     "dropout",       "unk_token",     "continuing_subword_prefix",
      "fuse_unk", "byte_fallback", "ignore_merges", "end_of_word_suffix",
      "vocab",    "merges",        "cache_capacity"};
  for (const auto& [key, value] : model.object()) {
    if (std::ranges::find(kKnown, key) == kKnown.end()) {
      model.complain("unknown key '" + std::string(key) + "'");
    }
  }
  if (const std::optional<Node> type = model.find("type"); type && type->string() != "BPE") {
    type->complain(std::string(type->string()) + " models are not supported, only BPE");
  }
  if (const std::optional<Node> dropout = model.find("dropout");
      dropout && dropout->number() != 0) {
    dropout->complain("not supported, since it makes ids random");
  }
  for (const std::string_view key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
    if (const std::optional<Node> affix = model.find(key); affix && !affix->string().empty()) {
      affix->complain("'" + std::string(affix->string()) + "' is not supported");
    }
  }
}

void read_model(const Node& model, HuggingFaceTokenizer& tokenizer) {
  refuse_options(model);
  tokenizer.vocab = read_vocab(model.at("vocab"));
  const Node merges = model.at("merges");
  for (const dom::element value : merges.array()) {
    tokenizer.merges.push_back(read_merge(merges, value, tokenizer.merges.size()));
  }
  if (const std::optional<Node> unknown = model.find("unk_token")) {
    tokenizer.unk_token = unknown->string();
  }
  tokenizer.fuse_unk = model.boolean("fuse_unk", false);
  tokenizer.byte_fallback = model.boolean("byte_fallback", false);
  tokenizer.ignore_merges = model.boolean("ignore_merges", false);
}

simdjson::error_code parse(std::string_view bytes, dom::parser& parser, dom::element& value) {
  const auto error = parser.allocate(std::min(bytes.size(), kLargestFile), kDeepest);
  if (error != simdjson::SUCCESS) return error;
  return parser.parse(bytes.data(), bytes.size()).get(value);
}

}  // namespace

bool is_tokenizer_json(std::string_view bytes) {
  dom::parser parser(kLargestFile);
  dom::element value;
  if (parse(bytes, parser, value) != simdjson::SUCCESS) return false;
  dom::element model;
  return value.at_key("model").get(model) == simdjson::SUCCESS && model.is_object();
}

Vocabulary read_tokenizer_json(std::string_view bytes) {
  dom::parser parser(kLargestFile);
  dom::element value;
  const auto error = parse(bytes, parser, value);
  if (error != simdjson::SUCCESS) {
    throw ConfigError(std::string("not valid JSON: ") + simdjson::error_message(error));
  }
  const Node root(value, "");
  if (!value.is_object() || !root.find("model")) {
    throw ConfigError("expected an object with a key 'model'; is this a tokenizer.json?");
  }
  // Hugging Face takes the last of such values, other readers the first.
  if (const std::string place = repeated_key(value); !place.empty()) {
    throw ConfigError(place.substr(1) + ": the key stands there twice");
  }
  for (const char* key : {"truncation", "padding"}) {
    if (const auto limit = root.find(key)) {
      limit->complain("texts are taken whole here; set it to null");
    }
  }
  HuggingFaceTokenizer tokenizer;
  tokenizer.normalizers = read_steps(root, "normalizer", "normalizers");
  tokenizer.pre_tokenizers = read_steps(root, "pre_tokenizer", "pretokenizers");
  tokenizer.decoders = read_steps(root, "decoder", "decoders");
  tokenizer.added = read_added(root);
  read_model(root.at("model"), tokenizer);
  return assemble(tokenizer);
}

}  // namespace sluice::bpe
