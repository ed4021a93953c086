#include "decontaminate/evaluation_set.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/error.h"
#include "base/format.h"
#include "unicode/utf8.h"

namespace sluice::decontaminate {
namespace {

namespace dom = simdjson::dom;

constexpr size_t kDeepest = 64;  // brackets
constexpr std::array<std::string_view, 7> kSplits = {"train", "test", "validation",     "valid",
                                                     "val",   "dev",  "auxiliary_train"};

bool is_split(std::string_view word) { return std::ranges::find(kSplits, word) != kSplits.end(); }

std::string lowered(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) { return to_lower(c); });
  return text;
}

std::string_view without_space(std::string_view bytes) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = std::min(bytes.find_first_not_of(kSpace), bytes.size());
  bytes.remove_prefix(begin);
  return bytes.substr(0, bytes.find_last_not_of(kSpace) + 1);
}

std::string within(const SetSource& source, const std::string& id) {
  return (source.within.empty() ? "" : source.within + ":") + id;
}

// Of a record or paragraph that has none of its own.
std::string id_of(const SetSource& source, uint64_t number) {
  return within(source, (source.part.empty() ? "" : source.part + ":") + std::to_string(number));
}

// One record on its way to an item.
class RecordReader {
 public:
  RecordReader(const SetSource& source, const Template& form, uint64_t number, dom::element value)
      : source_(source), form_(form), number_(number), value_(value) {}

  // Nothing for a row of a wrong answer.
  std::optional<Item> item() const {
    const Shape& shape = this->shape();
    if (!shape.only.empty() && !is_true(shape.only)) return std::nullopt;
    Item item{
        .set = source_.set, .split = source_.split, .id = id_of(source_, number_), .parts = {}};
    item.part(Role::question) = joined(shape.question);
    item.part(Role::passage) = joined(shape.passage);
    take_passage(shape.passage_marker, item);
    item.part(Role::answer) = shape.choices.empty() ? answer(shape) : chosen(shape);
    if (!shape.id.empty() && has(shape.id)) {
      set_if_there(shape.id, item.id);
      item.id = within(source_, item.id);
    }
    if (!shape.split.empty()) set_if_there(shape.split, item.split);
    return item;
  }

 private:
  using Values = std::vector<dom::element>;

  [[noreturn]] void fail(const std::string& what) const {
    throw ConfigError(source_.file + ": record " + with_thousands(number_) + ": " + what);
  }

  // What a path leads to; several behind an array.
  Values find(std::string_view path) const {
    Values values = {value_};
    for (size_t begin = 0; begin <= path.size();) {
      const size_t end = std::min(path.find('.', begin), path.size());
      const std::string_view key = path.substr(begin, end - begin);
      Values next;
      for (const dom::element value : values) step(value, key, next);
      values = std::move(next);
      begin = end + 1;
    }
    return values;
  }
  static void step(dom::element value, std::string_view key, Values& next) {
    dom::array array;
    dom::object object;
    if (value.get(array) == simdjson::SUCCESS) {
      for (const dom::element element : array) step_into(element, key, next);
    } else if (value.get(object) == simdjson::SUCCESS) {
      step_into(value, key, next);
    }
  }
  static void step_into(dom::element value, std::string_view key, Values& next) {
    dom::element member;
    if (value.is_object() && value.at_key(key).get(member) == simdjson::SUCCESS &&
        !member.is_null()) {
      next.push_back(member);
    }
  }
  bool has(std::string_view path) const { return path.empty() || !find(path).empty(); }
  bool has_all(const std::vector<std::string>& paths) const {
    return std::ranges::all_of(paths, [&](const std::string& path) { return has(path); });
  }

  const Shape& shape() const {
    for (const Shape& shape : form_.shapes) {
      if (has_all(shape.question) && has_all(shape.answer) && has_all(shape.passage) &&
          has_all(shape.choices) && has(shape.labels) && has(shape.only)) {
        return shape;
      }
    }
    std::string wanted;
    const Shape& first = form_.shapes.front();
    for (const auto* paths : {&first.question, &first.choices, &first.answer, &first.passage}) {
      for (const std::string& path : *paths) wanted += (wanted.empty() ? "'" : ", '") + path + "'";
    }
    fail("has not the fields of '" + form_.name + "', such as " + wanted +
         ": name others by --field or --template");
  }

  // A text, number or truth; nothing of an object or array.
  static std::optional<std::string> text_of(dom::element value) {
    std::string_view text;
    if (value.get(text) == simdjson::SUCCESS) return std::string(text);
    bool truth = false;
    if (value.get(truth) == simdjson::SUCCESS) return truth ? "yes" : "no";
    if (value.is_number()) return simdjson::minify(value);
    return std::nullopt;
  }
  std::string text_at(dom::element value, std::string_view path) const {
    auto text = text_of(value);
    if (!text) fail("'" + std::string(path) + "' is no text");
    return *std::move(text);
  }
  // All texts of a path, those of an array one by one.
  std::vector<std::string> texts(std::string_view path) const {
    std::vector<std::string> all;
    for (const dom::element value : find(path)) {
      dom::array array;
      if (value.get(array) == simdjson::SUCCESS) {
        for (const dom::element element : array) all.push_back(text_at(element, path));
      } else {
        all.push_back(text_at(value, path));
      }
    }
    return all;
  }
  std::vector<std::string> texts(const std::vector<std::string>& paths) const {
    std::vector<std::string> all;
    for (const std::string& path : paths) {
      for (std::string& text : texts(path)) all.push_back(std::move(text));
    }
    return all;
  }

  std::string joined(const std::vector<std::string>& paths) const {
    std::string all;
    for (const std::string& text : texts(paths)) all += (all.empty() ? "" : "\n") + text;
    return all;
  }
  static void take_passage(const std::string& marker, Item& item) {
    std::string& question = item.part(Role::question);
    if (marker.empty() || !question.starts_with(marker)) return;
    const size_t last = without_space(question).rfind('\n');
    if (last == question.npos || last < marker.size()) return;
    item.part(Role::passage) = question.substr(marker.size(), last - marker.size());
    question.erase(0, last + 1);
  }
  void set_if_there(std::string_view path, std::string& target) const {
    const Values values = find(path);
    if (!values.empty()) target = text_at(values.front(), path);
  }
  bool is_true(std::string_view path) const {
    const std::string text = text_at(find(path).front(), path);
    return text == "yes" || text == "1" || text == "true" || text == "True";
  }

  // The first where there are several: each of them is one.
  std::string answer(const Shape& shape) const {
    const std::vector<std::string> answers = texts(shape.answer);
    return answers.empty() ? std::string() : answers.front();
  }

  std::string chosen(const Shape& shape) const {
    std::vector<std::string> choices = texts(shape.choices);
    const std::vector<std::string> labels =
        shape.labels.empty() ? std::vector<std::string>() : texts(shape.labels);
    const std::string which = shape.right.empty() ? answer(shape) : shape.right;
    if (which.empty()) return {};  // test sets whose answers are kept back
    const auto label = std::ranges::find(labels, which);
    size_t number = SIZE_MAX;
    if (label != labels.end()) {
      number = static_cast<size_t>(label - labels.begin());
    } else if (const auto value = parse_u64(which)) {
      number = static_cast<size_t>(*value - shape.first);
    } else if (which.size() == 1 && is_letter(which[0])) {
      number = static_cast<size_t>(to_lower(which[0]) - 'a');
    } else if (const auto same = std::ranges::find(choices, which); same != choices.end()) {
      number = static_cast<size_t>(same - choices.begin());
    }
    if (which == "-1") return {};
    if (number >= choices.size()) {
      fail("its answer '" + which + "' is none of its " + count_of(choices.size(), "choice"));
    }
    return std::move(choices[number]);
  }

  const SetSource& source_;
  const Template& form_;
  uint64_t number_;
  dom::element value_;
};

// Where the number that a name ends with begins, with the sign before it; its size if it has none.
size_t numbered_from(std::string_view name) {
  const size_t number = name.find_last_not_of("0123456789") + 1;
  const bool numbered =
      number < name.size() && number > 1 && (name[number - 1] == '-' || name[number - 1] == '_');
  return numbered ? number - 1 : name.size();
}

}  // namespace

SetSource name_set(const std::string& path) {
  const std::filesystem::path file(path);
  std::string stem = lowered(file.filename().string());
  stem.resize(std::min(stem.find('.', 1), stem.size()));
  SetSource source{.file = path, .set = stem, .split = {}, .part = {}, .within = {}};
  // What numbers the files of a split: "-1", "-00000-of-00001".
  std::string_view name = stem;
  name = name.substr(0, numbered_from(name));
  if (name.ends_with("-of")) name = name.substr(0, numbered_from(name.substr(0, name.size() - 3)));
  source.part = stem.substr(std::min(name.size() + 1, stem.size()));
  const size_t joint = name.find_last_of("-_");
  if (is_split(name)) {
    source.split = name;
    const std::string folder = lowered(file.parent_path().filename().string());
    if (!folder.empty()) source.set = folder;
  } else if (joint != name.npos && joint > 0 && is_split(name.substr(joint + 1))) {
    source.split = name.substr(joint + 1);
    source.set = name.substr(0, joint);
  }
  return source;
}

bool looks_like_json(std::string_view bytes) {
  const std::string_view text = without_space(bytes);
  return !text.empty() && (text.front() == '{' || text.front() == '[');
}

std::vector<Item> read_items(std::string_view bytes, const SetSource& source,
                             const Template& form) {
  std::vector<Item> items;
  dom::parser parser;
  if (parser.allocate(0, kDeepest) != simdjson::SUCCESS) throw std::bad_alloc();
  const auto parse = [&](std::string_view json, uint64_t number) {
    dom::element value;
    const auto error = parser.parse(json.data(), json.size()).get(value);
    if (error != simdjson::SUCCESS) {
      throw ConfigError(source.file + ": record " + with_thousands(number) +
                        " is no JSON: " + simdjson::error_message(error));
    }
    return value;
  };
  const auto add = [&](dom::element value, uint64_t number) {
    if (!value.is_object()) {
      throw ConfigError(source.file + ": record " + with_thousands(number) + " is no object");
    }
    auto item = RecordReader(source, form, number, value).item();
    if (item) items.push_back(*std::move(item));
  };
  if (without_space(bytes).starts_with('[')) {
    uint64_t number = 0;
    dom::array records;
    if (parse(bytes, 1).get(records) != simdjson::SUCCESS) {
      throw ConfigError(source.file + ": is no array of records");
    }
    for (const dom::element record : records) add(record, ++number);
    return items;
  }
  uint64_t number = 0;
  for (size_t begin = 0; begin < bytes.size();) {
    const size_t end = std::min(bytes.find('\n', begin), bytes.size());
    const std::string_view line = without_space(bytes.substr(begin, end - begin));
    ++number;
    if (!line.empty()) add(parse(line, number), number);
    begin = end + 1;
  }
  return items;
}

std::vector<Item> read_paragraphs(std::string_view text, const SetSource& source) {
  if (const size_t bad = find_invalid_utf8(text); bad != text.size()) {
    throw ConfigError(source.file + ": is not UTF-8 at byte " + with_thousands(uint64_t{bad}));
  }
  std::vector<Item> items;
  std::string paragraph;
  const auto end_paragraph = [&] {
    if (paragraph.empty()) return;
    Item item{.set = source.set,
              .split = source.split,
              .id = id_of(source, items.size() + 1),
              .parts = {}};
    item.part(Role::question) = std::exchange(paragraph, {});
    items.push_back(std::move(item));
  };
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (without_space(line).empty()) {
      end_paragraph();
    } else {
      paragraph += (paragraph.empty() ? "" : "\n") + std::string(line);
    }
    begin = end + 1;
  }
  end_paragraph();
  return items;
}

}  // namespace sluice::decontaminate
