// A TOML file of records, read field by field, every key accounted for.
//
//   for (Record& record : read_records(bytes, "hardware.toml")) {   // [h100-sxm], …
//     Hardware hardware{.id = record.name()};
//     record.number("memory_gb", hardware.memory_bytes, 1e9);       // false if it is not there
//     record.finish();                                              // unknown keys end here
//   }
//
//   toml_of(records, {"step"})                                      // and back: "[profile]\n…"
//
// A record is a table of numbers, strings, booleans, lists of strings, tables, and lists of tables.
// Every error is a ConfigError with file, line and what would be right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"

namespace sluice {

class Record {
 public:
  struct Table;  // a record within a record
  using Value =
      std::variant<bool, double, std::string, std::vector<std::string>, std::vector<Record>, Table>;
  struct Field;

  Record(std::string path, std::string name, uint32_t line);

  const std::string& name() const { return name_; }
  const std::string& path() const { return path_; }
  uint32_t line() const { return line_; }
  const std::vector<Field>& fields() const { return fields_; }
  bool has(std::string_view key) const { return field(key) != nullptr; }
  void add(Field field);
  // As if the key had never been there.
  void remove(std::string_view key);

  // Each takes over the value of a key, if the record has it, and says whether it has. Wrong types
  // throw, numbers that are not finite, and negative ones but for signed_number().
  bool number(std::string_view key, double& value, double unit = 1);  // times `unit`
  bool signed_number(std::string_view key, double& value);
  bool count(std::string_view key, uint64_t& value);  // whole, to 2^53
  bool flag(std::string_view key, bool& value);
  bool text(std::string_view key, std::string& value);
  bool texts(std::string_view key, std::vector<std::string>& values);
  bool records(std::string_view key, std::vector<Record>& values);
  bool table(std::string_view key, Record& value);

  // Throws about the first key that nobody asked for, naming the nearest that somebody did.
  void finish() const;
  // "hardware.toml:12: [h100-sxm]: <what>"; of the line of a key, if the record has it.
  [[noreturn]] void fail(std::string_view what) const { fail_on(line_, what); }
  [[noreturn]] void fail_at(std::string_view key, std::string_view what) const;
  // What make() returns; the ConfigErrors that it throws are told of the key.
  template <class Make>
  auto blaming(std::string_view key, Make&& make) const {
    try {
      return make();
    } catch (const ConfigError& error) {
      fail_at(key, error.what());
    }
  }

 private:
  [[noreturn]] void fail_on(uint32_t line, std::string_view what) const;
  const Field* field(std::string_view key) const;
  // The field of this key, or null; its value must be a T.
  template <class T>
  const Field* find(std::string_view key, std::string_view expected);
  [[noreturn]] void refuse(const Field& field, std::string_view expected) const;

  std::string path_;
  std::string name_;
  uint32_t line_;
  std::vector<Field> fields_;
  std::vector<std::string> asked_;
};

struct Record::Table {
  std::vector<Record> record;  // one
};

struct Record::Field {
  std::string key;
  Value value;
  uint32_t line = 0;
  bool used = false;
  std::string comment = {};  // to be written behind a value; of one line
};

// The tables at the top of the file, in their order in it; of a list of tables ([[step]]) each one.
// `path`: for messages.
std::vector<Record> read_records(std::string_view toml, const std::string& path);

// A string of TOML with its quotes.
std::string toml_string(std::string_view text);
// What read_records() reads the same records from: [profile], the tables that `lists` names as
// [[step]], keys in the order of their lines.
std::string toml_of(const std::vector<Record>& records, const std::vector<std::string>& lists);

}  // namespace sluice
