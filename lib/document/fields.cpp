#include "document/fields.h"

#include <algorithm>
#include <span>

#include "base/error.h"
#include "unicode/utf8.h"

namespace sluice {
namespace {

std::vector<std::string_view> components_of(std::string_view path) {
  std::vector<std::string_view> components;
  for (size_t begin = 0; begin <= path.size();) {
    const size_t dot = std::min(path.find('.', begin), path.size());
    components.push_back(path.substr(begin, dot - begin));
    begin = dot + 1;
  }
  return components;
}

bool is_within(std::string_view inner, std::string_view outer) {
  return inner == outer || (inner.starts_with(outer) && inner[outer.size()] == '.');
}

}  // namespace

Fields::Fields(const Keys& keys) : tree_(1) {
  child(kRoot, "metadata");
  add(keys.id_key);
  if (is_within(keys.id_key, keys.text_key) || is_within(keys.text_key, keys.id_key)) {
    throw ConfigError("the text key '" + keys.text_key + "' and the id key '" + keys.id_key +
                      "' must name different members, neither within the other");
  }
  add(keys.text_key);
  if (tree_[kMetadata].declared) {
    throw ConfigError("'metadata' is an object in every document, so it cannot be the text or id");
  }
}

FieldId Fields::add(std::string_view path) {
  const auto known = std::find(paths_.begin(), paths_.end(), path);
  if (known != paths_.end()) return {static_cast<uint32_t>(known - paths_.begin())};

  if (!is_valid_utf8(path)) throw ConfigError("a field path is not valid UTF-8");
  const auto components = components_of(path);
  if (std::find(components.begin(), components.end(), "") != components.end()) {
    throw ConfigError("field path '" + std::string(path) +
                      "' has an empty part; expected keys joined by single dots");
  }
  if (components.size() > kMaxComponents) {
    throw ConfigError("field path '" + std::string(path) + "' has more than 64 parts");
  }
  if (paths_.size() == kMaxFields) {
    throw ConfigError("field path '" + std::string(path) +
                      "' would be the 65th; at most 64 fields");
  }
  for (const std::string& leaf : std::span(paths_).first(std::min<size_t>(paths_.size(), 2))) {
    if (is_within(path, leaf)) {
      throw ConfigError("field path '" + std::string(path) + "' leads into '" + leaf +
                        "', which is no object");
    }
  }
  uint32_t node = kRoot;
  for (const std::string_view key : components) node = child(node, key);
  tree_[node].declared = true;
  paths_.emplace_back(path);
  nodes_.push_back(node);
  return {static_cast<uint32_t>(paths_.size() - 1)};
}

uint32_t Fields::child(uint32_t parent, std::string_view key) {
  for (const uint32_t node : tree_[parent].children) {
    if (tree_[node].key == key) return node;
  }
  const auto node = static_cast<uint32_t>(tree_.size());
  tree_.push_back({.key = std::string(key), .parent = parent, .declared = false, .children = {}});
  tree_[parent].children.push_back(node);
  return node;
}

}  // namespace sluice
