// Which fields of an evaluation set's records are the question, the answer and the passage.
//
//   const Template mmlu = find_template(builtin_templates(), "mmlu");
//   const std::vector<Template> mine = read_templates(toml, "mine.toml");
//   const Template fields = template_of_fields("question=stem,answer=key");
//
// A file of templates (docs/sluice-decontaminate.md tells all keys):
//
//   [arc]
//   about = "AI2 Reasoning Challenge, Clark et al. 2018"
//   [[arc.shape]]
//   question = "question"
//   choices = "choices.text"
//   labels = "choices.label"
//   answer = "answerKey"
//   id = "id"
//
// Sets are published in several shapes: a record is read by the first one whose fields it has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::decontaminate {

// Paths are dotted; one that leads through an array means that member of each element. Empty: none.
struct Shape {
  std::vector<std::string> question;  // several are joined by line ends
  std::vector<std::string> answer;
  std::vector<std::string> passage;
  // Possible answers: one array, or a field each. The answer then says which of them is right: by
  // number, by letter (A is the first), by one of `labels`, or by its text.
  std::vector<std::string> choices;
  std::string labels;
  uint64_t first = 0;  // the number of the first choice
  std::string right;   // the label of the right one, where no field tells
  // Questions that begin with this hold a passage, up to their last line: sets repeat it for many.
  std::string passage_marker;
  std::string only;  // a field that must be true, else the record is none: wrong answers' rows
  std::string id;
  std::string split;
};

struct Template {
  std::string name;
  std::string about;
  std::vector<Shape> shapes;  // at least one
};

// Those that are compiled in (templates.toml), by name.
const std::vector<Template>& builtin_templates();

// Throws ConfigError with file and line.
std::vector<Template> read_templates(std::string_view toml, const std::string& path);

// Throws ConfigError that names the nearest one.
const Template& find_template(const std::vector<Template>& templates, std::string_view name);

// From "question,answer" (which field is the question, the answer, the passage, in this order) or
// "answer=key,question=stem". Throws ConfigError.
Template template_of_fields(std::string_view fields);

}  // namespace sluice::decontaminate
