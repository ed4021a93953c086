#include <simdjson.h>

#include <initializer_list>
#include <span>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "stats/byte_names.h"
#include "stats/stats_file.h"

namespace sluice::stats {
namespace {

namespace dom = simdjson::dom;

std::string describe(const dom::element& element) {
  switch (element.type()) {
    case dom::element_type::ARRAY:
      return "an array";
    case dom::element_type::OBJECT:
      return "an object";
    case dom::element_type::STRING:
      return "a string";
    case dom::element_type::BOOL:
      return "a boolean";
    case dom::element_type::NULL_VALUE:
      return "null";
    case dom::element_type::DOUBLE:
      return "a number with a fraction or an exponent";
    default:
      return simdjson::minify(element);
  }
}

// A value and where it stands, so that every complaint can name its key: "a.json: ledger.in: …". A
// value points to the one it stands in, which must outlive it.
class Value {
 public:
  Value(dom::element element, std::string_view file) : element_(element), name_(file) {}
  Value(dom::element element, const Value& parent, std::string_view key)
      : element_(element), parent_(&parent), name_(key) {}

  [[noreturn]] void complain(std::string_view what) const {
    throw ConfigError(place() + ": " + std::string(what));
  }
  [[noreturn]] void expected(std::string_view what) const {
    complain("expected " + std::string(what) + ", found " + describe(element_));
  }

  bool is_null() const { return element_.is_null(); }
  void require_null(std::string_view why) const {
    if (!is_null()) expected("null, " + std::string(why));
  }

  uint64_t count() const {
    uint64_t value = 0;
    if (element_.get(value) != simdjson::SUCCESS) expected("a whole number");
    return value;
  }
  std::optional<uint64_t> count_or_null() const {
    if (is_null()) return std::nullopt;
    return count();
  }
  int64_t signed_number() const {
    int64_t value = 0;
    if (element_.get(value) != simdjson::SUCCESS) expected("a whole number of 64 bits with sign");
    return value;
  }
  double seconds() const {
    double value = 0;
    if (element_.get(value) != simdjson::SUCCESS || value < 0) expected("seconds");
    return value;
  }
  std::string string() const {
    std::string_view value;
    if (element_.get(value) != simdjson::SUCCESS) expected("a string");
    return std::string(value);
  }
  // Of a file, or a word of a command line.
  std::string byte_name() const {
    std::optional<std::string> name = name_of_text(string());
    if (!name) complain("expected two hexadecimal digits after each % of a name in bytes");
    return *std::move(name);
  }

  // Calls use(member) for each member of an object; its key is member.name().
  template <class Use>
  void each_member(Use use) const {
    dom::object object;
    if (element_.get(object) != simdjson::SUCCESS) expected("an object");
    for (const auto& [key, element] : object) use(Value(element, *this, key));
  }
  // Calls use(element) for each element of an array.
  template <class Use>
  void each_element(Use use) const {
    dom::array array;
    if (element_.get(array) != simdjson::SUCCESS) expected("an array");
    for (const dom::element element : array) use(Value(element, *this, "[]"));
  }

  bool is_object() const { return element_.is_object(); }
  bool is_array() const { return element_.is_array(); }
  bool is_string() const { return element_.is_string(); }
  std::string_view name() const { return name_; }

 private:
  // "a.json", "a.json: ledger.in"; for messages only.
  std::string place() const {
    if (parent_ == nullptr) return std::string(name_);
    const bool after_key = parent_->parent_ != nullptr && name_ != "[]";
    const std::string_view separator = parent_->parent_ == nullptr ? ": " : after_key ? "." : "";
    return parent_->place().append(separator).append(name_);
  }

  dom::element element_;
  const Value* parent_ = nullptr;
  std::string_view name_;
};

// The members of an object whose keys are fixed: each must be there, once, and no other.
class Members {
 public:
  // Keys that need not be there stand last.
  Members(const Value& object, std::initializer_list<std::string_view> names, size_t optional = 0)
      : object_(object), names_(names) {
    values_.resize(names_.size());
    object.each_member([&](const Value& member) { take(member); });
    for (size_t i = 0; i + optional < names_.size(); ++i) {
      if (!values_[i]) object_.complain("missing key '" + std::string(names_[i]) + "'");
    }
  }

  // `name` is one of the names.
  const Value& operator[](std::string_view name) const { return *find(name); }
  const std::optional<Value>& find(std::string_view name) const {
    return values_[static_cast<size_t>(std::ranges::find(names_, name) - names_.begin())];
  }

 private:
  void take(const Value& member) {
    const auto found = std::ranges::find(names_, member.name());
    if (found == names_.end()) {
      object_.complain("unknown key '" + std::string(member.name()) + "'" +
                       did_you_mean(member.name(), names_));
    }
    std::optional<Value>& value = values_[static_cast<size_t>(found - names_.begin())];
    if (value) member.complain("the key stands here twice");
    value = member;
  }

  const Value& object_;
  std::vector<std::string_view> names_;
  std::vector<std::optional<Value>> values_;
};

// Adds read(member) under the key of each member of an object whose keys are data.
template <class Map, class Read>
void read_map(const Value& object, Map& map, Read read) {
  object.each_member([&](const Value& member) {
    if (!map.try_emplace(std::string(member.name()), read(member)).second) {
      member.complain("the key stands here twice");
    }
  });
}

// What of a ledger depends on whether tokens were counted: where they were not, null must stand.
class LedgerReader {
 public:
  explicit LedgerReader(bool tokens) : tokens_(tokens) {}

  Ledger read(const Value& value) const {
    const Members members(value, {"in", "repeated", "out", "changed", "rejects", "groups"});
    Ledger ledger;
    flow(members["in"], ledger.in, ledger.in_lengths);
    ledger.repeated = tally(members["repeated"]);
    flow(members["out"], ledger.out, ledger.out_lengths);
    const Members changed(members["changed"], {"bytes", "tokens"});
    ledger.changed_bytes = changed["bytes"].signed_number();
    if (counted(changed["tokens"])) ledger.changed_tokens = changed["tokens"].signed_number();
    read_map(members["rejects"], ledger.rejects, [&](const Value& sum) { return tally(sum); });
    const Members groups(members["groups"], {"language", "source", "dump"});
    for (size_t i = 0; i < Ledger::kDimensions.size(); ++i) {
      dimension(groups[Ledger::kDimensions[i]], ledger.groups[i]);
    }
    return ledger;
  }

 private:
  // Whether `value` should hold tokens; if not, it must be null.
  bool counted(const Value& value) const {
    if (!tokens_) value.require_null("since tokenizer is null");
    return tokens_;
  }

  void counts(const Members& members, Counts& counts) const {
    counts.documents = members["documents"].count();
    counts.bytes = members["bytes"].count();
    if (counted(members["tokens"])) counts.tokens = members["tokens"].count();
  }

  void tally(const Members& members, Tally& tally) const {
    counts(members, tally);
    const auto ids = IdSum::parse(members["ids"].string());
    if (!ids) members["ids"].expected("32 hexadecimal digits");
    tally.ids = *ids;
  }

  Tally tally(const Value& value) const {
    Tally sum;
    tally(Members(value, {"documents", "bytes", "tokens", "ids"}), sum);
    return sum;
  }

  void flow(const Value& value, Tally& sum, Lengths& lengths) const {
    const Members members(value, {"documents", "bytes", "tokens", "ids", "lengths"});
    tally(members, sum);
    if (!counted(members["lengths"])) return;
    const Members histogram(members["lengths"], {"documents", "tokens"});
    buckets(histogram["documents"], lengths.documents);
    buckets(histogram["tokens"], lengths.tokens);
  }

  static void buckets(const Value& value, std::span<uint64_t> counts) {
    size_t next = 0;
    value.each_element([&](const Value& element) {
      if (next == counts.size()) value.complain("expected at most 162 numbers");
      counts[next++] = element.count();
    });
  }

  Counts group_counts(const Value& value) const {
    Counts sum;
    counts(Members(value, {"documents", "bytes", "tokens"}), sum);
    return sum;
  }

  void dimension(const Value& value, GroupDimension& dimension) const {
    if (value.is_null()) {
      dimension.give_up();
      return;
    }
    value.each_member([&](const Value& group) {
      if (group.name().size() > kMaxKeyBytes) {
        group.complain("expected a value of at most 200 bytes");
      }
      const size_t before = dimension.tallies().size();
      GroupTally* sum = dimension.find_or_add(group.name());
      if (sum == nullptr) value.complain("expected at most 4096 values, or null");
      if (dimension.tallies().size() == before) group.complain("the key stands here twice");
      const Members members(group, {"in", "out"});
      *sum = {.in = group_counts(members["in"]), .out = group_counts(members["out"])};
    });
  }

  const bool tokens_;
};

// `depth`: how deep this value stands; the outermost object at 1.
Details read_details(const Value& value, size_t depth) {
  if (value.is_string()) return {.value = value.string()};
  if (!value.is_object() && !value.is_array()) return {.value = value.signed_number()};
  if (depth > Details::kMaxDepth) value.complain("nested more than 8 deep");
  if (value.is_array()) {
    Details::Array array;
    value.each_element([&](const Value& v) { array.push_back(read_details(v, depth + 1)); });
    return {.value = std::move(array)};
  }
  Details::Object object;
  read_map(value, object, [&](const Value& member) { return read_details(member, depth + 1); });
  return {.value = std::move(object)};
}

std::optional<TokenizerInfo> read_tokenizer(const Value& value) {
  if (value.is_null()) return std::nullopt;
  const Members members(value, {"name", "digest", "vocab_size"});
  TokenizerInfo tokenizer{.name = members["name"].string(),
                          .digest = members["digest"].string(),
                          .vocab_size = members["vocab_size"].count_or_null()};
  if (tokenizer.label().empty()) members["name"].complain("expected a name");
  return tokenizer;
}

std::vector<FileUse> read_files(const Value& value) {
  std::vector<FileUse> files;
  value.each_element([&](const Value& element) {
    const Members members(element, {"path", "bytes", "modified_ns"});
    files.push_back({.path = members["path"].byte_name(),
                     .bytes = members["bytes"].count_or_null(),
                     .modified_ns = members["modified_ns"].signed_number()});
  });
  return files;
}

Run read_run(const Value& value) {
  const Members members(
      value,
      {"command", "inputs", "outputs", "wall_s", "user_s", "system_s", "peak_rss_bytes", "corpus"},
      /*optional=*/1);
  Run run;
  members["command"].each_element(
      [&](const Value& word) { run.command.push_back(word.byte_name()); });
  run.inputs = read_files(members["inputs"]);
  run.outputs = read_files(members["outputs"]);
  run.wall_s = members["wall_s"].seconds();
  run.user_s = members["user_s"].seconds();
  run.system_s = members["system_s"].seconds();
  run.peak_rss_bytes = members["peak_rss_bytes"].count();
  if (members.find("corpus")) run.corpus = members["corpus"].string();
  return run;
}

// The schema decides what the other keys mean, so it is looked at before them.
void require_schema(const Value& root) {
  std::optional<std::string> schema;
  root.each_member([&](const Value& member) {
    if (member.name() == "schema") schema = member.string();
  });
  if (!schema) root.complain("missing key 'schema'; is this a stats file?");
  if (*schema != kSchema) {
    root.complain("schema: expected '" + std::string(kSchema) + "', found '" + *schema + "'");
  }
}

Stats read_stats(const Value& root) {
  require_schema(root);
  const Members members(root, {"schema", "tool", "version", "config_digest", "tokenizer", "ledger",
                               "bad_records", "details", "run"});
  Stats stats;
  stats.tool = members["tool"].string();
  stats.version = members["version"].string();
  stats.config_digest = members["config_digest"].string();
  stats.tokenizer = read_tokenizer(members["tokenizer"]);
  stats.ledger = LedgerReader(stats.tokenizer.has_value()).read(members["ledger"]);
  if (stats.has_documents()) {
    stats.ledger.tokens.counted_by(stats.tokenizer ? stats.tokenizer->label() : "");
  }
  try {
    stats.ledger.check();
  } catch (const CheckError& error) {
    members["ledger"].complain(error.what());
  }
  read_map(members["bad_records"], stats.bad_records, [](const Value& v) { return v.count(); });
  if (!members["details"].is_object()) members["details"].expected("an object");
  stats.details = read_details(members["details"], 1);
  stats.run = read_run(members["run"]);
  return stats;
}

}  // namespace

Stats from_json(std::string_view text, std::string_view file) {
  dom::parser parser;
  dom::element root;
  const auto error = parser.parse(text.data(), text.size()).get(root);
  if (error != simdjson::SUCCESS) {
    throw ConfigError(std::string(file) + ": not valid JSON: " + simdjson::error_message(error));
  }
  Stats stats = read_stats(Value(root, file));
  stats.file = file;
  return stats;
}

}  // namespace sluice::stats
