// Evaluation sets as they are published, read to items.
//
//   const SetSource source = name_set("evals/mmlu_test-1.jsonl.gz");   // set mmlu, split test
//   std::vector<Item> items = read_items(bytes, source, find_template(templates, "mmlu"));
//   std::vector<Item> lines = read_paragraphs(bytes, source);
//
// Records are JSON Lines, or one JSON array of objects. What cannot be read is an error, not a bad
// record: an item that is missed would be a leak that nobody sees.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "decontaminate/item.h"
#include "decontaminate/template.h"

namespace sluice::decontaminate {

// Where items come from; `file` is for messages.
struct SetSource {
  std::string file;
  std::string set;
  std::string split;
  std::string part;    // of the split, as its files are numbered; may be empty
  std::string within;  // of a set of files with names of their own, this one's; may be empty
};

// Names a set after its file: "test.jsonl" in a folder "gsm8k" is gsm8k's split test, as are
// "gsm8k_test.jsonl" and "gsm8k-test-3.json.gz"; any other file is a set by itself. In lower case.
SetSource name_set(const std::string& path);

// Whether they begin as JSON does.
bool looks_like_json(std::string_view bytes);

// Throws ConfigError with file and record: broken JSON, no shape of the template fits, a field that
// is no text, an answer that is none of the choices.
std::vector<Item> read_items(std::string_view bytes, const SetSource& source, const Template& form);

// Plain text: what stands between blank lines is an item each, a question without an answer. Throws
// ConfigError if it is not UTF-8.
std::vector<Item> read_paragraphs(std::string_view text, const SetSource& source);

}  // namespace sluice::decontaminate
