#include "html/tree_dump.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace sluice::html {

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

void add_text(Dump& dump, int depth, std::string_view text) {
  if (!dump.empty() && dump.back().depth == depth && dump.back().is_text()) {
    dump.back().text.pop_back();
    dump.back().text += std::string(text) + '"';
  } else {
    dump.push_back({depth, '"' + std::string(text) + '"'});
  }
}

void add_attributes(Dump& dump, int depth, std::vector<std::string>& attributes) {
  std::sort(attributes.begin(), attributes.end());
  for (std::string& attribute : attributes) dump.push_back({depth, std::move(attribute)});
  attributes.clear();
}

std::vector<int> depths(const Tree& tree) {
  std::vector<int> depth(tree.size());
  for (NodeId id = 1; id < tree.size(); ++id) depth[id] = depth[tree[id].parent] + 1;
  return depth;
}

Dump dump_from(const Tree& tree, NodeId first, int base) {
  static constexpr std::array<std::string_view, 3> kPrefixes = {"", "svg ", "math "};
  const std::vector<int> depth = depths(tree);
  Dump dump;
  for (NodeId id = first; id < tree.size(); ++id) {
    const int at = depth[id] - base;
    if (tree[id].tag == Tag::text) {
      add_text(dump, at, tree.text(id));
      continue;
    }
    const std::string_view prefix = kPrefixes[static_cast<size_t>(tree[id].name_space)];
    dump.push_back({at, "<" + std::string(prefix) + std::string(tree.text(id)) + ">"});
    std::vector<std::string> attributes;
    for (const Attribute& attribute : tree.attributes(id)) {
      attributes.push_back(std::string(attribute.name()) + "=" + std::string(attribute.value()));
    }
    add_attributes(dump, at + 1, attributes);
  }
  return dump;
}

}  // namespace

Dump dump(const Tree& tree) { return dump_from(tree, 1, 1); }
Dump dump_fragment(const Tree& tree) { return dump_from(tree, 2, 2); }

Dump parse_dump(std::string_view expected) {
  // A line that does not begin with "| " goes on with the text before it.
  std::vector<std::string> lines;
  while (!expected.empty()) {
    const size_t end = std::min(expected.find('\n'), expected.size());
    const std::string_view line = expected.substr(0, end);
    expected.remove_prefix(std::min(end + 1, expected.size()));
    if (line.starts_with("| ")) {
      lines.emplace_back(line.substr(2));
    } else if (!lines.empty()) {
      lines.back() += '\n' + std::string(line);
    }
  }
  Dump dump;
  std::vector<std::string> attributes;
  std::vector<int> contents;  // depths of the "content" lines that are open
  int attribute_depth = 0;
  for (const std::string& line : lines) {
    const size_t indent = line.find_first_not_of(' ');
    std::string_view text = std::string_view(line).substr(indent);
    int depth = static_cast<int>(indent / 2);
    while (!contents.empty() && contents.back() >= depth) contents.pop_back();
    const int shown = depth - static_cast<int>(contents.size());
    const bool is_node = (text.starts_with('<') && text.ends_with('>')) || text.starts_with('"') ||
                         text == "content";
    if (!is_node) {
      const size_t equals = text.find("=\"");
      std::string name = lower(text.substr(0, equals));
      // An attribute of another namespace is written "xlink href".
      std::replace(name.begin(), name.end(), ' ', ':');
      attributes.push_back(name + "=" +
                           std::string(text.substr(equals + 2, text.size() - equals - 3)));
      attribute_depth = shown;
      continue;
    }
    add_attributes(dump, attribute_depth, attributes);
    if (text.starts_with("<!--") || text.starts_with("<!DOCTYPE") || text.starts_with("<?"))
      continue;
    if (text == "content") {
      contents.push_back(depth);
    } else if (text.starts_with('"')) {
      add_text(dump, shown, text.substr(1, text.size() - 2));
    } else {
      dump.push_back({shown, lower(text)});
    }
  }
  add_attributes(dump, attribute_depth, attributes);
  return dump;
}

std::string visible_text(const Dump& dump) {
  static constexpr std::array<std::string_view, 6> kHidden = {
      "<script>", "<style>", "<template>", "<iframe>", "<noembed>", "<noframes>"};
  std::string text;
  int hidden = -1;  // depth of the hidden element that is open
  for (const DumpLine& line : dump) {
    if (hidden >= 0 && line.depth > hidden) continue;
    hidden = -1;
    if (std::find(kHidden.begin(), kHidden.end(), line.text) != kHidden.end()) hidden = line.depth;
    if (line.is_text()) text += line.text.substr(1, line.text.size() - 2);
  }
  return text;
}

std::string printed(const Dump& dump) {
  std::string out;
  for (const DumpLine& line : dump) {
    out += "| " + std::string(2 * static_cast<size_t>(line.depth), ' ') + line.text + "\n";
  }
  return out;
}

}  // namespace sluice::html
