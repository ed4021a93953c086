#include "bpe/training_record.h"

#include <simdjson.h>

#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/error.h"
#include "base/format.h"
#include "document/json_writer.h"

namespace sluice::bpe {
namespace {

constexpr std::string_view kSchema = "sluice.training/1";

[[noreturn]] void wrong(std::string_view what) {
  throw ConfigError("training record: " + std::string(what));
}

std::string_view string_of(const simdjson::dom::element& root, std::string_view key) {
  std::string_view value;
  if (root[key].get(value) != simdjson::SUCCESS) wrong(std::string(key) + " is no string");
  return value;
}

}  // namespace

std::string write_training_record(const TrainingRecord& record) {
  Buffer out;
  JsonWriter json(out);
  json.begin_object();
  json.key("schema").string(kSchema);
  json.key("vocabulary").string(record.vocabulary);
  json.key("documents").number(record.documents);
  json.key("ids").begin_array();
  for (const uint64_t hash : record.ids.hashes()) json.string(hex64(hash));
  json.end_array().end_object();
  out.push_back('\n');
  return std::string(out.view());
}

TrainingRecord read_training_record(std::string_view json) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (const auto error = parser.parse(json.data(), json.size()).get(root)) {
    wrong(std::string("no JSON: ") + simdjson::error_message(error));
  }
  if (!root.is_object() || string_of(root, "schema") != kSchema) {
    wrong("its schema is not " + std::string(kSchema));
  }
  TrainingRecord record;
  record.vocabulary = string_of(root, "vocabulary");
  if (root["documents"].get(record.documents) != simdjson::SUCCESS) {
    wrong("documents is no whole number");
  }
  simdjson::dom::array ids;
  if (root["ids"].get(ids) != simdjson::SUCCESS) wrong("ids is no list");
  std::vector<uint64_t> hashes;
  for (const simdjson::dom::element id : ids) {
    std::string_view hex;
    const auto hash = id.get(hex) == simdjson::SUCCESS ? parse_hex64(hex) : std::nullopt;
    if (!hash) wrong("ids[" + std::to_string(hashes.size()) + "] is no hash of 16 digits");
    hashes.push_back(*hash);
  }
  auto sketch = IdSketch::from_hashes(std::move(hashes));
  if (!sketch) wrong("ids are not in order, or too many");
  record.ids = *std::move(sketch);
  return record;
}

}  // namespace sluice::bpe
