#include <algorithm>
#include <cstdio>

#include "base/format.h"
#include "base/toml_records.h"

namespace sluice {
namespace {

constexpr size_t kColumns = 100;

std::string key_of(std::string_view name) {
  constexpr std::string_view kBare =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  const bool bare = !name.empty() && name.find_first_not_of(kBare) == std::string_view::npos;
  return bare ? std::string(name) : toml_string(name);
}

// `indent`: where the list begins in its line.
std::string list_of(const std::vector<std::string>& texts, size_t indent) {
  std::string one_line = "[";
  for (const std::string& text : texts) {
    one_line += (one_line.size() == 1 ? "" : ", ") + toml_string(text);
  }
  one_line += ']';
  if (indent + one_line.size() <= kColumns) return one_line;
  std::string lines = "[\n ";
  size_t column = 1;
  for (const std::string& text : texts) {
    const std::string item = ' ' + toml_string(text) + ',';
    if (column > 1 && column + item.size() > kColumns) {
      lines += "\n ";
      column = 1;
    }
    lines += item;
    column += item.size();
  }
  return lines + "\n]";
}

class Writer {
 public:
  std::string take() { return std::move(out_); }

  // `path`: of a table, with its brackets.
  void table(const Record& record, const std::string& path, bool in_list) {
    std::vector<const Record::Field*> values;
    std::vector<const Record::Field*> tables;
    for (const Record::Field& field : record.fields()) {
      const bool is_table = std::holds_alternative<Record::Table>(field.value) ||
                            std::holds_alternative<std::vector<Record>>(field.value);
      (is_table ? tables : values).push_back(&field);
    }
    const auto by_line = [](const auto* a, const auto* b) { return a->line < b->line; };
    std::ranges::stable_sort(values, by_line);
    std::ranges::stable_sort(tables, by_line);
    if (in_list) {
      out_ += (out_.empty() ? "[[" : "\n[[") + path + "]]\n";
    } else if (!values.empty() || tables.empty()) {
      out_ += '[' + path + "]\n";  // tables that only hold tables need no line of their own
    }
    for (const Record::Field* field : values) value(*field);
    for (const Record::Field* field : tables) {
      const std::string below = path + '.' + key_of(field->key);
      if (const auto* list = std::get_if<std::vector<Record>>(&field->value)) {
        for (const Record& each : *list) table(each, below, true);
      } else {
        table(std::get<Record::Table>(field->value).record.front(), below, false);
      }
    }
  }

 private:
  void value(const Record::Field& field) {
    const std::string key = key_of(field.key) + " = ";
    out_ += key;
    if (const auto* truth = std::get_if<bool>(&field.value)) {
      out_ += *truth ? "true" : "false";
    } else if (const auto* number = std::get_if<double>(&field.value)) {
      out_ += plain_double(*number);
    } else if (const auto* texts = std::get_if<std::vector<std::string>>(&field.value)) {
      out_ += list_of(*texts, key.size());
    } else {
      out_ += toml_string(std::get<std::string>(field.value));
    }
    if (!field.comment.empty()) out_ += "  # " + field.comment;
    out_ += '\n';
  }

  std::string out_;
};

}  // namespace

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (byte == '"' || byte == '\\') {
      out += {'\\', byte};
    } else if (byte == '\n') {
      out += "\\n";
    } else if (byte == '\t') {
      out += "\\t";
    } else if (code < ' ' || code == 0x7F) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04X", code);
      out += escape;
    } else {
      out += byte;
    }
  }
  return out + '"';
}

std::string toml_of(const std::vector<Record>& records, const std::vector<std::string>& lists) {
  Writer writer;
  for (const Record& record : records) {
    writer.table(record, key_of(record.name()), std::ranges::count(lists, record.name()) > 0);
  }
  return writer.take();
}

}  // namespace sluice
