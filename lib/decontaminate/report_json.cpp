#include <simdjson.h>

#include "base/buffer.h"
#include "base/error.h"
#include "decontaminate/report.h"
#include "document/json_writer.h"

namespace sluice::decontaminate {
namespace {

namespace dom = simdjson::dom;

void write(JsonWriter& json, const SplitReport& split) {
  json.key("items").number(split.items);
  json.key("undetectable").begin_array();
  for (const std::string& id : split.undetectable) json.string(id);
  json.end_array();
  json.key("documents").number(split.documents);
  json.key("tokens_removed").number(split.tokens_removed);
  json.key("contaminated").begin_array();
  for (const auto& [id, count] : split.contaminated) {
    json.begin_object();
    json.key("item").string(id);
    json.key("documents").number(count.documents);
    json.key("score").number(uint64_t{count.score});
    json.end_object();
  }
  json.end_array();
}

void write(JsonWriter& json, const WorstCase& found) {
  json.begin_object();
  json.key("score").number(uint64_t{found.score});
  json.key("words").number(uint64_t{found.words});
  json.key("set").string(found.set);
  json.key("split").string(found.split);
  json.key("item").string(found.item);
  json.key("document").string(found.document);
  json.key("begin").number(uint64_t{found.span.begin});
  json.key("end").number(uint64_t{found.span.end});
  json.key("text").string(found.text);
  json.key("item_text").string(found.item_text);
  json.end_object();
}

// A file's values; what is missing or of another type is told with its key.
class Reading {
 public:
  explicit Reading(const std::string& file) : file_(file) {}

  [[noreturn]] void fail(std::string_view key, std::string_view what) const {
    throw ConfigError(file_ + ": " + std::string(key) + ": " + std::string(what) +
                      "; a report of sluice-decontaminate is wanted");
  }
  template <class T>
  T get(dom::object object, std::string_view key) const {
    T value;
    if (object.at_key(key).get(value) != simdjson::SUCCESS) fail(key, "is missing, or no such");
    return value;
  }
  std::string text(dom::object object, std::string_view key) const {
    return std::string(get<std::string_view>(object, key));
  }
  uint64_t number(dom::object object, std::string_view key, uint64_t most = INT64_MAX) const {
    const auto value = get<uint64_t>(object, key);
    if (value > most) fail(key, "is too large");
    return value;
  }
  // Calls use(object) for each element.
  template <class Use>
  void each(dom::object object, std::string_view key, Use&& use) const {
    for (const dom::element element : get<dom::array>(object, key)) {
      dom::object member;
      if (element.get(member) != simdjson::SUCCESS) fail(key, "holds what is no object");
      use(member);
    }
  }

 private:
  const std::string& file_;
};

void read_split(const Reading& reading, dom::object object, Report& report) {
  SplitReport& split = report.splits[{reading.text(object, "set"), reading.text(object, "split")}];
  split.items = reading.number(object, "items");
  split.documents = reading.number(object, "documents");
  split.tokens_removed = reading.number(object, "tokens_removed");
  for (const dom::element element : reading.get<dom::array>(object, "undetectable")) {
    std::string_view id;
    if (element.get(id) != simdjson::SUCCESS) reading.fail("undetectable", "holds what is no id");
    split.undetectable.emplace(id);
  }
  reading.each(object, "contaminated", [&](dom::object item) {
    split.contaminated[reading.text(item, "item")] = {
        .documents = reading.number(item, "documents"),
        .score = static_cast<uint32_t>(reading.number(item, "score", kFullScore))};
  });
}

void read_worst(const Reading& reading, dom::object object, Report& report) {
  report.worst.add({.score = static_cast<uint32_t>(reading.number(object, "score", kFullScore)),
                    .words = static_cast<uint32_t>(reading.number(object, "words", UINT32_MAX)),
                    .set = reading.text(object, "set"),
                    .split = reading.text(object, "split"),
                    .item = reading.text(object, "item"),
                    .document = reading.text(object, "document"),
                    .span = {reading.number(object, "begin"), reading.number(object, "end")},
                    .text = reading.text(object, "text"),
                    .item_text = reading.text(object, "item_text")});
}

}  // namespace

std::string report_json(const Report& report) {
  Buffer out;
  JsonWriter json(out, 1);
  json.begin_object();
  json.key("schema").string(kReportSchema);
  json.key("index").string(report.index);
  json.key("frequencies").string(report.frequencies);
  json.key("policy").string(report.policy);
  json.key("action").string(report.action);
  json.key("documents").number(report.documents);
  json.key("tokens").number(report.tokens);
  json.key("contaminated_documents").number(report.contaminated_documents);
  json.key("tokens_removed").number(report.tokens_removed);
  json.key("splits").begin_array();
  for (const auto& [name, split] : report.splits) {
    json.begin_object();
    json.key("set").string(name.first);
    json.key("split").string(name.second);
    write(json, split);
    json.end_object();
  }
  json.end_array();
  json.key("worst").begin_array();
  for (const WorstCase& found : report.worst.all()) write(json, found);
  json.end_array();
  json.end_object();
  out.append("\n");
  return std::string(out.view());
}

Report read_report(std::string_view json, const std::string& file) {
  const Reading reading(file);
  dom::parser parser;
  dom::object object;
  const auto error = parser.parse(json.data(), json.size()).get(object);
  if (error != simdjson::SUCCESS) reading.fail("$", simdjson::error_message(error));
  if (reading.text(object, "schema") != kReportSchema) {
    reading.fail("schema", "is not " + std::string(kReportSchema));
  }
  Report report;
  report.index = reading.text(object, "index");
  report.frequencies = reading.text(object, "frequencies");
  report.policy = reading.text(object, "policy");
  report.action = reading.text(object, "action");
  report.documents = reading.number(object, "documents");
  report.tokens = reading.number(object, "tokens");
  report.contaminated_documents = reading.number(object, "contaminated_documents");
  report.tokens_removed = reading.number(object, "tokens_removed");
  reading.each(object, "splits", [&](dom::object one) { read_split(reading, one, report); });
  reading.each(object, "worst", [&](dom::object one) { read_worst(reading, one, report); });
  return report;
}

}  // namespace sluice::decontaminate
