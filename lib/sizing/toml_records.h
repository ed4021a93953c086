// A TOML file of records, read field by field, every key accounted for.
//
//   for (Record& record : read_records(bytes, "hardware.toml")) {   // [h100-sxm], …
//     Hardware hardware{.id = record.name()};
//     record.number("memory_gb", hardware.memory_bytes, 1e9);       // false if it is not there
//     record.finish();                                              // unknown keys end here
//   }
//
// A record is a table of numbers, strings, booleans, lists of strings, and lists of tables. Every
// error is a ConfigError with file, line and what would be right.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sluice::sizing {

class Record {
 public:
  using Value =
      std::variant<bool, double, std::string, std::vector<std::string>, std::vector<Record>>;
  struct Field {
    std::string key;
    Value value;
    uint32_t line = 0;
    bool used = false;
  };

  Record(std::string path, std::string name, uint32_t line)
      : path_(std::move(path)), name_(std::move(name)), line_(line) {}

  const std::string& name() const { return name_; }
  void add(Field field) { fields_.push_back(std::move(field)); }

  // Each takes over the value of a key, if the record has it, and says whether it has. Wrong types
  // throw, and numbers that are negative or not finite.
  bool number(std::string_view key, double& value, double unit = 1);  // times `unit`
  bool count(std::string_view key, uint64_t& value);                  // whole, to 2^53
  bool flag(std::string_view key, bool& value);
  bool text(std::string_view key, std::string& value);
  bool texts(std::string_view key, std::vector<std::string>& values);
  bool records(std::string_view key, std::vector<Record>& values);

  // Throws about the first key that nobody asked for, naming the nearest that somebody did.
  void finish() const;
  // "hardware.toml:12: [h100-sxm]: <what>".
  [[noreturn]] void fail(std::string_view what) const { fail(line_, what); }

 private:
  [[noreturn]] void fail(uint32_t line, std::string_view what) const;
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

// The tables at the top of the file, in their order in it. `path`: for messages.
std::vector<Record> read_records(std::string_view toml, const std::string& path);

}  // namespace sluice::sizing
