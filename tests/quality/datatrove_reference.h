// Documents with datatrove's decisions on them: files of JSON Lines, an object a line.
//
//   for (const Reference& each : read_references(path)) each.decisions.at("c4")   // "keep"
//
//   {"id": "edge-1", "text": "…", "decisions": {"c4": "keep", …}, "text_after": {"c4": "…", …}}
//
// Filters are named as the profiles datatrove/*; a decision is "keep" or datatrove's reason.
// "text_after" holds the texts that line edits changed.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sluice::quality {

struct Reference {
  std::string id;
  std::string text;
  std::map<std::string, std::string> decisions;
  std::map<std::string, std::string> text_after;
};

// `path`: plain or compressed.
std::vector<Reference> read_references(const std::string& path);

}  // namespace sluice::quality
