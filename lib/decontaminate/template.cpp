#include "decontaminate/template.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "base/toml_records.h"
#include "decontaminate/item.h"
#include "decontaminate/templates_toml.h"

namespace sluice::decontaminate {
namespace {

// One text, or a list of them.
void take_paths(Record& record, std::string_view key, std::vector<std::string>& paths) {
  if (!record.has(key)) return;
  for (const Record::Field& field : record.fields()) {
    if (field.key != key || !std::holds_alternative<std::string>(field.value)) continue;
    paths.resize(1);
    record.text(key, paths.front());
    return;
  }
  record.texts(key, paths);
}

Shape read_shape(Record& record) {
  Shape shape;
  take_paths(record, "question", shape.question);
  take_paths(record, "answer", shape.answer);
  take_paths(record, "passage", shape.passage);
  take_paths(record, "choices", shape.choices);
  record.text("labels", shape.labels);
  record.count("first", shape.first);
  record.text("right", shape.right);
  record.text("passage_marker", shape.passage_marker);
  record.text("only", shape.only);
  record.text("id", shape.id);
  record.text("split", shape.split);
  record.finish();
  if (shape.question.empty()) record.fail("names no field for the question");
  if (shape.choices.empty() && !(shape.labels.empty() && shape.right.empty() && shape.first == 0)) {
    record.fail("labels, right and first are about choices, and there are none");
  }
  if (!shape.right.empty() && (shape.labels.empty() || !shape.answer.empty())) {
    record.fail("right tells the answer by the labels alone: give labels, and no answer");
  }
  if (!shape.choices.empty() && shape.answer.empty() && shape.right.empty()) {
    record.fail("does not tell which choice is the answer: give answer, or labels and right");
  }
  return shape;
}

// Parts of a list; empty ones, too.
std::vector<std::string_view> split_list(std::string_view list) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

}  // namespace

std::vector<Template> read_templates(std::string_view toml, const std::string& path) {
  std::vector<Template> templates;
  for (Record& record : read_records(toml, path)) {
    Template made{.name = record.name(), .about = {}, .shapes = {}};
    record.text("about", made.about);
    std::vector<Record> shapes;
    record.records("shape", shapes);
    record.finish();
    for (Record& shape : shapes) made.shapes.push_back(read_shape(shape));
    if (made.shapes.empty()) record.fail("has no [[" + made.name + ".shape]]");
    templates.push_back(std::move(made));
  }
  if (templates.empty()) throw ConfigError(path + ": holds no template ([name])");
  return templates;
}

const std::vector<Template>& builtin_templates() {
  static const std::vector<Template> templates = read_templates(kTemplatesToml, "templates.toml");
  return templates;
}

const Template& find_template(const std::vector<Template>& templates, std::string_view name) {
  const auto found = std::ranges::find(templates, name, &Template::name);
  if (found != templates.end()) return *found;
  std::vector<std::string_view> names;
  std::string list;
  for (const Template& one : templates) {
    names.push_back(one.name);
    list += (list.empty() ? "" : ", ") + one.name;
  }
  throw ConfigError("there is no template '" + std::string(name) + "'" +
                    did_you_mean(std::string(name), names) + " (there are: " + list + ")");
}

Template template_of_fields(std::string_view fields) {
  Shape shape;
  const std::array<std::pair<Role, std::vector<std::string>*>, kRoles> roles = {
      {{Role::question, &shape.question},
       {Role::answer, &shape.answer},
       {Role::passage, &shape.passage}}};
  size_t next = 0;  // the role of a field that does not tell its own
  for (const std::string_view field : split_list(fields)) {
    const size_t equals = field.find('=');
    const std::string_view path = field.substr(equals == field.npos ? 0 : equals + 1);
    size_t role = next++;
    if (equals != field.npos) {
      const auto named = std::ranges::find_if(
          roles, [&](const auto& one) { return name_of(one.first) == field.substr(0, equals); });
      role = static_cast<size_t>(named - roles.begin());
    }
    if (role >= roles.size() || path.empty()) {
      throw ConfigError("'" + std::string(field) +
                        "': name up to three fields, QUESTION,ANSWER,PASSAGE, or "
                        "question=PATH,answer=PATH");
    }
    roles[role].second->emplace_back(path);
  }
  if (shape.question.empty()) throw ConfigError("names no field for the question");
  return {.name = "fields", .about = {}, .shapes = {std::move(shape)}};
}

}  // namespace sluice::decontaminate
