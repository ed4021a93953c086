#include "quality/expansion.h"

#include <optional>
#include <utility>

#include "quality/profile_reader.h"

namespace sluice::quality {
namespace {

struct Definitions {
  std::string words;
  std::string sentences;
};

// Of a file and those that use it the outermost that says so.
void take_over(Record& head, std::string_view key, std::string& name) {
  std::string own;
  if (head.text(key, own) && name.empty()) name = own;
}

class Expander {
 public:
  Expander(const Loading& loading, const Placing& place) : loading_(loading), place_(place) {}

  // The steps, under their own names. `outer`: what files that use this one say.
  std::vector<Record> expand(std::vector<Record> records, Definitions outer) {
    take_over(records.front(), "words", outer.words);
    take_over(records.front(), "sentences", outer.sentences);
    std::vector<Record> steps;
    for (size_t i = 1; i < records.size(); ++i) {
      std::string use;
      if (records[i].text("use", use)) {
        append_used(records[i], use, outer, steps);
      } else {
        check("words", outer.words, WordDefinition().name(), words_, records[i]);
        check("sentences", outer.sentences, SentenceDefinition().name(), sentences_, records[i]);
        steps.push_back(placed(std::move(records[i])));
      }
    }
    return steps;
  }

  // Of all steps.
  const std::string& words() const { return *words_; }
  const std::string& sentences() const { return *sentences_; }

 private:
  void append_used(Record& step, const std::string& use, const Definitions& outer,
                   std::vector<Record>& steps) {
    std::string prefix;
    step.text("name", prefix);
    const UsedFile file = used_file(step, use, loading_);
    std::vector<Record> used = expand(read_records(file.toml, file.path), outer);
    for (Record& each : used) {
      std::string name;
      each.text("name", name);
      if (!prefix.empty()) name = used.size() > 1 ? prefix + '/' + name : prefix;
      each.remove("name");
      each.add({.key = "name", .value = std::move(name)});
      steps.push_back(std::move(each));
    }
  }

  static void check(std::string_view key, const std::string& said, const std::string& otherwise,
                    std::optional<std::string>& all, const Record& step) {
    const std::string& own = said.empty() ? otherwise : said;
    if (!all) all = own;
    if (*all == own) return;
    step.fail("has other '" + std::string(key) + "' (" + own + ") than steps before it (" + *all +
              "); [profile] of the file that uses both must say which");
  }

  std::string path_of(const std::string& path, const Record& in) const {
    const std::string found = path_beside(in.path(), path);
    return place_ ? place_(found) : found;
  }

  // With files as they are found from elsewhere: `lists` of rules, and `model` but for the one that
  // a threshold on language scores is for, which is a name.
  Record placed(Record record) const {
    std::string signal;
    record.text("signal", signal);
    return with_paths(record, signal != "language_score");
  }

  Record with_paths(const Record& record, bool model_is_file) const {
    Record result(record.path(), record.name(), record.line());
    for (Record::Field field : record.fields()) {
      if (auto* records = std::get_if<std::vector<Record>>(&field.value)) {
        for (Record& each : *records) each = placed(std::move(each));
      } else if (auto* table = std::get_if<Record::Table>(&field.value)) {
        table->record.front() = with_paths(table->record.front(), model_is_file);
      } else if (auto* paths = std::get_if<std::vector<std::string>>(&field.value)) {
        for (std::string& path : *paths) {
          if (field.key == "lists") path = path_of(path, record);
        }
      } else if (auto* path = std::get_if<std::string>(&field.value)) {
        if (field.key == "model" && model_is_file) *path = path_of(*path, record);
      }
      result.add(std::move(field));
    }
    return result;
  }

  const Loading& loading_;
  const Placing& place_;
  std::optional<std::string> words_;
  std::optional<std::string> sentences_;
};

}  // namespace

std::vector<Record> expand_profile(std::string_view toml, const std::string& path,
                                   const Loading& loading, const Placing& place) {
  read_profile(toml, path, loading);  // refuses what is wrong, and files that use one another
  std::vector<Record> records = read_records(toml, path);
  Record head = records.front();
  Expander expander(loading, place);
  std::vector<Record> steps = expander.expand(std::move(records), {});
  head.remove("words");
  head.remove("sentences");
  const uint32_t last = UINT32_MAX;
  head.add({.key = "words", .value = expander.words(), .line = last});
  head.add({.key = "sentences", .value = expander.sentences(), .line = last});
  steps.insert(steps.begin(), std::move(head));
  return steps;
}

}  // namespace sluice::quality
