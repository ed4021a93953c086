#include "cli/config_file.h"

#include <toml++/toml.h>

#include <algorithm>

#include "base/error.h"
#include "base/format.h"
#include "base/toml_depth.h"
#include "io/chunk.h"

namespace sluice::cli {
namespace {

std::string at(const std::string& path, const toml::node& node) {
  return path + ":" + std::to_string(node.source().begin.line) + ": ";
}

std::string scalar(const std::string& path, const std::string& key, const toml::node& node) {
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto whole = node.value_exact<int64_t>()) return std::to_string(*whole);
  if (const auto number = node.value_exact<double>()) return shortest_double(*number);
  if (const auto truth = node.value_exact<bool>()) return *truth ? "true" : "false";
  throw ConfigError(at(path, node) + "'" + key +
                    "' must be a string, number, boolean, or a list of them");
}

}  // namespace

std::vector<ConfigEntry> read_config_file(const std::string& path) {
  constexpr uint64_t kLimit = 16 << 20;
  std::string text;
  try {
    text = io::read_whole({.name = path, .command = {}}, kLimit);
  } catch (const IoError& error) {
    throw ConfigError(std::string("--config: ") + error.what());
  }
  check_toml_depth(text, path);
  toml::table table;
  try {
    table = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw ConfigError(path + ":" + std::to_string(error.source().begin.line) + ": " +
                      std::string(error.description()));
  }
  std::vector<ConfigEntry> entries;
  for (const auto& [name, node] : table) {
    ConfigEntry entry{
        .key = std::string(name.str()), .values = {}, .line = node.source().begin.line};
    if (const toml::array* list = node.as_array()) {
      for (const toml::node& element : *list) {
        entry.values.push_back(scalar(path, entry.key, element));
      }
    } else {
      entry.values.push_back(scalar(path, entry.key, node));
    }
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(),
            [](const ConfigEntry& a, const ConfigEntry& b) { return a.line < b.line; });
  return entries;
}

}  // namespace sluice::cli
