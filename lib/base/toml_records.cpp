#include "base/toml_records.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/suggest.h"
#include "base/toml_depth.h"

namespace sluice {
namespace {

[[noreturn]] void fail_in(const std::string& path, uint32_t line, std::string_view what) {
  throw ConfigError(path + ":" + std::to_string(line) + ": " + std::string(what));
}

Record record_of(const toml::table& table, const std::string& path, const std::string& name);

Record::Value list_of(const toml::array& list, const std::string& path, const std::string& name) {
  if (!list.empty() && list.is_homogeneous(toml::node_type::table)) {
    std::vector<Record> records;
    for (const toml::node& node : list) records.push_back(record_of(*node.as_table(), path, name));
    return records;
  }
  std::vector<std::string> texts;
  for (const toml::node& node : list) {
    const auto text = node.value_exact<std::string>();
    if (!text) {
      fail_in(path, node.source().begin.line, "'" + name + "' must list strings or tables");
    }
    texts.push_back(*text);
  }
  return texts;
}

Record::Value value_of(const toml::node& node, const std::string& path, const std::string& name) {
  if (const auto truth = node.value_exact<bool>()) return *truth;
  if (const auto whole = node.value_exact<int64_t>()) return static_cast<double>(*whole);
  if (const auto number = node.value_exact<double>()) return *number;
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const toml::array* list = node.as_array()) return list_of(*list, path, name);
  if (const toml::table* table = node.as_table()) {
    return Record::Table{{record_of(*table, path, name)}};
  }
  fail_in(path, node.source().begin.line,
          "'" + name + "' must be a number, string, boolean, list, or table");
}

Record record_of(const toml::table& table, const std::string& path, const std::string& name) {
  Record record(path, name, table.source().begin.line);
  for (const auto& [key, node] : table) {
    record.add({.key = std::string(key.str()),
                .value = value_of(node, path, std::string(key.str())),
                .line = key.source().begin.line});
  }
  return record;
}

}  // namespace

Record::Record(std::string path, std::string name, uint32_t line)
    : path_(std::move(path)), name_(std::move(name)), line_(line) {}

void Record::add(Field field) { fields_.push_back(std::move(field)); }

void Record::remove(std::string_view key) {
  std::erase_if(fields_, [&](const Field& field) { return field.key == key; });
}

const Record::Field* Record::field(std::string_view key) const {
  const auto field = std::ranges::find(fields_, key, &Field::key);
  return field == fields_.end() ? nullptr : &*field;
}

void Record::fail_on(uint32_t line, std::string_view what) const {
  fail_in(path_, line, "[" + name_ + "]: " + std::string(what));
}

void Record::fail_at(std::string_view key, std::string_view what) const {
  const Field* found = field(key);
  fail_on(found == nullptr ? line_ : found->line, what);
}

void Record::refuse(const Field& field, std::string_view expected) const {
  fail_on(field.line, "'" + field.key + "' must be " + std::string(expected));
}

template <class T>
const Record::Field* Record::find(std::string_view key, std::string_view expected) {
  asked_.emplace_back(key);
  const auto field = std::ranges::find(fields_, key, &Field::key);
  if (field == fields_.end()) return nullptr;
  field->used = true;
  if (!std::holds_alternative<T>(field->value)) refuse(*field, expected);
  return &*field;
}

bool Record::number(std::string_view key, double& value, double unit) {
  constexpr std::string_view kExpected = "a number, 0 or more";
  const Field* field = find<double>(key, kExpected);
  if (field == nullptr) return false;
  const double number = std::get<double>(field->value);
  if (!std::isfinite(number) || number < 0) refuse(*field, kExpected);
  value = number * unit;
  return true;
}

bool Record::signed_number(std::string_view key, double& value) {
  constexpr std::string_view kExpected = "a number";
  const Field* field = find<double>(key, kExpected);
  if (field == nullptr) return false;
  const double number = std::get<double>(field->value);
  if (!std::isfinite(number)) refuse(*field, kExpected);
  value = number;
  return true;
}

bool Record::count(std::string_view key, uint64_t& value) {
  constexpr double kLargest = 9007199254740992;  // beyond it, doubles skip whole numbers
  constexpr std::string_view kExpected = "a whole number, 0 to 2^53";
  const Field* field = find<double>(key, kExpected);
  if (field == nullptr) return false;
  const double number = std::get<double>(field->value);
  if (!(number >= 0 && number <= kLargest) || number != std::floor(number)) {
    refuse(*field, kExpected);
  }
  value = static_cast<uint64_t>(number);
  return true;
}

bool Record::flag(std::string_view key, bool& value) {
  const Field* field = find<bool>(key, "true or false");
  if (field != nullptr) value = std::get<bool>(field->value);
  return field != nullptr;
}

bool Record::text(std::string_view key, std::string& value) {
  const Field* field = find<std::string>(key, "a string");
  if (field != nullptr) value = std::get<std::string>(field->value);
  return field != nullptr;
}

bool Record::texts(std::string_view key, std::vector<std::string>& values) {
  const Field* field = find<std::vector<std::string>>(key, "a list of strings");
  if (field != nullptr) values = std::get<std::vector<std::string>>(field->value);
  return field != nullptr;
}

bool Record::records(std::string_view key, std::vector<Record>& values) {
  const Field* field = find<std::vector<Record>>(key, "a list of tables");
  if (field != nullptr) values = std::get<std::vector<Record>>(field->value);
  return field != nullptr;
}

bool Record::table(std::string_view key, Record& value) {
  const Field* field = find<Table>(key, "a table");
  if (field != nullptr) value = std::get<Table>(field->value).record.front();
  return field != nullptr;
}

void Record::finish() const {
  const auto unused = std::ranges::find(fields_, false, &Field::used);
  if (unused == fields_.end()) return;
  const std::vector<std::string_view> known(asked_.begin(), asked_.end());
  fail_on(unused->line, "unknown key '" + unused->key + "'" + did_you_mean(unused->key, known));
}

std::vector<Record> read_records(std::string_view toml, const std::string& path) {
  check_toml_depth(toml, path);
  toml::table file;
  try {
    file = toml::parse(toml, path);
  } catch (const toml::parse_error& error) {
    fail_in(path, error.source().begin.line, error.description());
  }
  std::vector<std::pair<toml::source_position, Record>> placed;
  const auto place = [&](const toml::table& table, std::string_view name) {
    placed.emplace_back(table.source().begin, record_of(table, path, std::string(name)));
  };
  for (const auto& [key, node] : file) {
    const toml::array* list = node.as_array();
    if (const toml::table* table = node.as_table()) {
      place(*table, key.str());
    } else if (list != nullptr && list->is_homogeneous(toml::node_type::table)) {
      for (const toml::node& each : *list) place(*each.as_table(), key.str());
    } else {
      fail_in(path, key.source().begin.line,
              "'" + std::string(key.str()) + "' stands outside of any [table]");
    }
  }
  // TOML's tables are unordered, and the parser gives them by name.
  std::stable_sort(placed.begin(), placed.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Record> records;
  records.reserve(placed.size());
  for (auto& [position, record] : placed) records.push_back(std::move(record));
  return records;
}

}  // namespace sluice
