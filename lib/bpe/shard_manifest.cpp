#include "bpe/shard_manifest.h"

#include <simdjson.h>

#include "base/buffer.h"
#include "base/error.h"
#include "document/json_writer.h"

namespace sluice::bpe {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kSchema = "sluice.token_shards/1";

void write_shard(const ShardInfo& shard, JsonWriter& json) {
  json.begin_object();
  json.key("file").string(shard.file);
  if (!shard.index.empty()) json.key("index").string(shard.index);
  json.key("map").string(shard.map);
  json.key("format").string(shard.format);
  json.key("dtype").string(shard.dtype);
  json.key("tokens").number(shard.tokens);
  json.key("documents").number(shard.documents);
  if (shard.row != 0) {
    json.key("row").number(shard.row);
    json.key("padding").number(shard.padding);
    json.key("dropped").number(shard.dropped);
  }
  json.key("eos");
  if (shard.eos) {
    json.number(*shard.eos);
  } else {
    json.null();
  }
  json.key("tokenizer").string(shard.tokenizer);
  json.key("vocab_size").number(shard.vocab_size);
  json.end_object();
}

[[noreturn]] void wrong(std::string_view key, std::string_view expected) {
  throw ConfigError("manifest: \"" + std::string(key) + "\" is not " + std::string(expected));
}

std::string text_of(const dom::element& shard, std::string_view key, bool required = true) {
  std::string_view value;
  const auto error = shard[key].get(value);
  if (error == simdjson::NO_SUCH_FIELD && !required) return {};
  if (error != simdjson::SUCCESS) wrong(key, "a string");
  return std::string(value);
}

uint64_t number_of(const dom::element& shard, std::string_view key, bool required = true) {
  uint64_t value = 0;
  const auto error = shard[key].get(value);
  if (error == simdjson::NO_SUCH_FIELD && !required) return 0;
  if (error != simdjson::SUCCESS) wrong(key, "a whole number");
  return value;
}

ShardInfo read_shard(const dom::element& shard) {
  ShardInfo info;
  info.file = text_of(shard, "file");
  info.index = text_of(shard, "index", false);
  info.map = text_of(shard, "map");
  info.format = text_of(shard, "format");
  info.dtype = text_of(shard, "dtype");
  info.tokens = number_of(shard, "tokens");
  info.documents = number_of(shard, "documents");
  info.row = number_of(shard, "row", false);
  info.padding = number_of(shard, "padding", false);
  info.dropped = number_of(shard, "dropped", false);
  dom::element eos;
  if (shard["eos"].get(eos) == simdjson::SUCCESS && !eos.is_null()) {
    info.eos = number_of(shard, "eos");
  }
  info.tokenizer = text_of(shard, "tokenizer");
  info.vocab_size = number_of(shard, "vocab_size");
  return info;
}

}  // namespace

std::string write_manifest(std::span<const ShardInfo> shards) {
  uint64_t tokens = 0;
  uint64_t documents = 0;
  for (const ShardInfo& shard : shards) {
    tokens += shard.tokens;
    documents += shard.documents;
  }
  Buffer out;
  constexpr int kIndent = 2;
  JsonWriter json(out, kIndent);
  json.begin_object();
  json.key("schema").string(kSchema);
  json.key("tokens").number(tokens);
  json.key("documents").number(documents);
  json.key("shards").begin_array();
  for (const ShardInfo& shard : shards) write_shard(shard, json);
  json.end_array();
  json.end_object();
  out.push_back('\n');
  return std::string(out.view());
}

std::vector<ShardInfo> read_manifest(std::string_view json) {
  dom::parser parser;
  dom::element root;
  const auto error = parser.parse(json.data(), json.size()).get(root);
  if (error != simdjson::SUCCESS) {
    throw ConfigError(std::string("manifest: no JSON: ") + simdjson::error_message(error));
  }
  if (text_of(root, "schema") != kSchema) {
    throw ConfigError("manifest: its schema is not " + std::string(kSchema));
  }
  dom::array shards;
  if (root["shards"].get(shards) != simdjson::SUCCESS) wrong("shards", "a list");
  std::vector<ShardInfo> infos;
  for (const dom::element& shard : shards) infos.push_back(read_shard(shard));
  return infos;
}

}  // namespace sluice::bpe
