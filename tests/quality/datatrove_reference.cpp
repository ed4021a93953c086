#include "quality/datatrove_reference.h"

#include <simdjson.h>

#include "io/chunk.h"

namespace sluice::quality {
namespace {

std::string content_of(const std::string& path) {
  io::ChunkReader reader({{.name = path}}, {});
  std::string all;
  for (io::Chunk chunk; reader.next(chunk);) {
    io::ChunkReader::expand(chunk);
    all += chunk.bytes.view();
  }
  return all;
}

std::map<std::string, std::string> strings_of(const simdjson::dom::element& document,
                                              std::string_view key) {
  std::map<std::string, std::string> strings;
  simdjson::dom::object object;
  if (document[key].get(object) != simdjson::SUCCESS) return strings;
  for (const auto& [name, value] : object) {
    strings.emplace(std::string(name), std::string(std::string_view(value)));
  }
  return strings;
}

}  // namespace

std::vector<Reference> read_references(const std::string& path) {
  const std::string all = content_of(path);
  std::vector<Reference> references;
  simdjson::dom::parser parser;
  for (size_t at = 0, end; (end = all.find('\n', at)) != std::string::npos; at = end + 1) {
    const simdjson::dom::element document =
        parser.parse(simdjson::padded_string(all.data() + at, end - at));
    references.push_back({.id = std::string(std::string_view(document["id"])),
                          .text = std::string(std::string_view(document["text"])),
                          .decisions = strings_of(document, "decisions"),
                          .text_after = strings_of(document, "text_after")});
  }
  return references;
}

}  // namespace sluice::quality
