// A small strict reader of the XML that charts are made of: elements, attributes, text, five
// entities.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::chart {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;  // directly inside, entities resolved
};

// All elements in the order of their start tags. Throws std::runtime_error, saying where, unless
// the document is well-formed: one root, tags that match, unique quoted attributes, known entities,
// valid UTF-8 and only characters that XML 1.0 allows.
std::vector<XmlElement> read_xml(std::string_view document);

}  // namespace sluice::chart
