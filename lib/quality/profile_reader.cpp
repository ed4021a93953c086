#include "quality/profile_reader.h"

#include <algorithm>
#include <set>
#include <type_traits>
#include <utility>

#include "base/content_digest.h"
#include "base/error.h"
#include "base/format.h"
#include "base/suggest.h"
#include "quality/by_language.h"
#include "quality/line_edit.h"
#include "quality/pii.h"
#include "quality/replace_step.h"
#include "unicode/segments.h"

namespace sluice::quality {

// A [[step]] as it stands in the file; made anew for each language that has something of its own.
struct ProfileReader::StepSource {
  explicit StepSource(Record as_read) : record(std::move(as_read)) {}

  Record record;
  std::string name;
  std::vector<LocalRecord> rules;
  std::vector<std::shared_ptr<const Rule>> made;  // of a step without edits: the fall-back's
  std::vector<LocalRecord> lines;
  std::string edit;
  std::optional<Profile> used;
  std::shared_ptr<const Step> fallback;

  bool differs_in(std::string_view language) const {
    const auto differs = [&](const LocalRecord& local) { return local.differs_in(language); };
    return std::ranges::any_of(rules, differs) || std::ranges::any_of(lines, differs);
  }
};

namespace {

std::string quoted(std::string_view text) { return '\'' + std::string(text) + '\''; }

bool is_comparison(const Record::Field& field) { return field.key.starts_with("drop"); }
bool is_threshold(const Record::Field& field) {
  return is_comparison(field) || field.key == "undefined";
}

// What all languages have in common, so that findings, stats and reasons are of the same rules.
void refuse_common_keys(const Record& own) {
  for (const std::string_view key : {"reason", "signal", "test", "then"}) {
    if (own.has(key)) own.fail_at(key, quoted(key) + " is the same in all languages");
  }
}

std::string_view file_beside(const std::string& rule_file, const std::string& path,
                             const Loading& loading) {
  if (!loading.file) throw ConfigError("names file '" + path + "', which is not allowed here");
  return loading.file(path_beside(rule_file, path));
}

}  // namespace

std::string path_beside(const std::string& rule_file, const std::string& path) {
  const size_t slash = rule_file.rfind('/');
  if (path.starts_with('/') || slash == std::string::npos) return path;
  return rule_file.substr(0, slash + 1) + path;
}

UsedFile used_file(const Record& step, const std::string& use, const Loading& loading) {
  const std::string_view built_in = builtin_profile_file(use);
  if (!built_in.empty()) return {"built-in profile " + use, built_in};
  if (use.find('/') == std::string::npos && !use.ends_with(".toml")) {
    const std::vector<std::string> names = builtin_profiles();
    step.fail_at("use",
                 "no built-in profile is called " + quoted(use) +
                     did_you_mean(use, std::vector<std::string_view>(names.begin(), names.end())));
  }
  return {path_beside(step.path(), use),
          step.blaming("use", [&] { return file_beside(step.path(), use, loading); })};
}

bool LocalRecord::differs_in(std::string_view language) const {
  return find_by_language(by_language, language) != by_language.end();
}

Record LocalRecord::in(std::string_view language) const {
  Record result = record;
  const auto own = find_by_language(by_language, language);
  if (own == by_language.end()) return result;
  // One threshold takes the place of another, whatever the comparison.
  const std::vector<Record::Field>& fields = own->second.fields();
  if (std::ranges::any_of(fields, is_comparison)) {
    for (const Record::Field& field : record.fields()) {
      if (is_comparison(field)) result.remove(field.key);
    }
  }
  for (const Record::Field& field : fields) {
    result.remove(field.key);
    result.add(field);
  }
  return result;
}

std::optional<Record> LocalRecord::threshold_in(std::string_view language) const {
  const auto own = find_by_language(by_language, language);
  if (!std::ranges::all_of(own->second.fields(), is_threshold)) return std::nullopt;
  Record result = in(language);
  for (const Record::Field& field : record.fields()) {
    if (!is_threshold(field)) result.remove(field.key);
  }
  return result;
}

ProfileReader::ProfileReader(std::string path, const Loading& loading, Uses& uses)
    : path_(std::move(path)), loading_(loading), uses_(uses) {
  // Two lists may differ in a line, two models do all over.
  constexpr uint64_t kAll = ~uint64_t{0};
  setting_.list = [this](const std::string& name) { return list_or_model(name, kAll); };
  setting_.model = [this](const std::string& name) { return list_or_model(name, kWholeDigest); };
}

std::string_view ProfileReader::file(const std::string& path) const {
  return file_beside(path_, path, loading_);
}

std::string_view ProfileReader::list_or_model(const std::string& path, uint64_t whole) {
  const std::string_view content = file(path);
  std::string& digest = uses_.digests[path_beside(path_, path)];
  if (digest.empty()) digest = content_digest(content, whole);
  contents_[path] = digest;
  return content;
}

void ProfileReader::read_head(Record& head) {
  if (!head.text("name", profile_.name) || profile_.name.empty()) head.fail("needs a 'name'");
  head.text("source", profile_.source);
  head.text("note", profile_.note);
  std::string words;
  std::string sentences;
  if (head.text("words", words) && !loading_.words) {
    loading_.words = head.blaming("words", [&] { return WordDefinition::parse(words); });
  }
  if (head.text("sentences", sentences) && !loading_.sentences) {
    loading_.sentences =
        head.blaming("sentences", [&] { return SentenceDefinition::parse(sentences); });
  }
  head.finish();
  if (loading_.words) setting_.words = *loading_.words;
  if (loading_.sentences) setting_.sentences = *loading_.sentences;
  setting_.seed = loading_.seed;
  profile_.words = setting_.words.version();
  profile_.sentences = setting_.sentences.version();
}

std::string ProfileReader::language_called(const std::string& name) const {
  std::string code = loading_.canonical ? loading_.canonical(name) : "";
  return code.empty() && is_language_code(name) ? name : code;
}

std::vector<LocalRecord> ProfileReader::localise(std::vector<Record> records) const {
  std::vector<LocalRecord> result;
  for (Record& record : records) {
    LocalRecord local{.record = record, .by_language = {}};
    Record languages(path_, "language", record.line());
    if (local.record.table("language", languages)) {
      local.record.remove("language");
      for (const Record::Field& field : languages.fields()) {
        const std::string code = language_called(field.key);
        if (code.empty()) {
          languages.fail_at(field.key, quoted(field.key) + " is no code of a language");
        }
        Record own(path_, field.key, field.line);
        languages.table(field.key, own);
        refuse_common_keys(own);
        if (!local.by_language.emplace(code, std::move(own)).second) {
          languages.fail_at(field.key, "language " + quoted(code) + " is there twice");
        }
      }
    }
    result.push_back(std::move(local));
  }
  return result;
}

Profile ProfileReader::read_used(Record& record, const std::string& use) {
  if (++uses_.count > Uses::kMost || uses_.depth == Uses::kDeepest) {
    record.fail_at("use", "profiles use one another without end, or too many of them");
  }
  ++uses_.depth;
  const UsedFile found = used_file(record, use, loading_);
  Profile used =
      ProfileReader(found.path, loading_, uses_).read(read_records(found.toml, found.path));
  --uses_.depth;
  contents_[use] = used.canonical;
  return used;
}

ProfileReader::StepSource ProfileReader::read_step(Record record) {
  StepSource source(std::move(record));
  Record& step = source.record;
  step.text("name", source.name);
  std::string use;
  if (step.text("use", use)) {
    source.used = read_used(step, use);
    step.finish();
    return source;
  }
  if (source.name.empty()) step.fail("needs a 'name', or 'use'");
  std::vector<Record> rules;
  std::vector<Record> lines;
  step.records("rule", rules);
  step.remove("rule");  // with all its languages, it would be copied for each of them
  source.rules = localise(std::move(rules));
  constexpr std::string_view kEdits[] = {"lines", "pii", "replace"};
  if (step.text("edit", source.edit) &&
      std::ranges::find(kEdits, source.edit) == std::end(kEdits)) {
    step.fail_at("edit", "unknown edit " + quoted(source.edit) + did_you_mean(source.edit, kEdits));
  }
  if ((source.edit == "pii" || source.edit == "replace") && !source.rules.empty()) {
    step.fail("has rules of its own: edit = \"" + source.edit + "\" takes none");
  }
  if (source.edit == "lines" || source.edit == "replace") {
    const std::string_view key = source.edit == "lines" ? "line" : "replace";
    step.records(key, lines);
    step.remove(key);
    source.lines = localise(std::move(lines));
  }
  if (source.rules.empty() && source.lines.empty() && source.edit != "pii") {
    step.fail("has no rules");
  }
  if (source.edit.empty()) {
    for (const LocalRecord& rule : source.rules) {
      Record keys = rule.record;
      source.made.push_back(std::make_shared<const Rule>(Rule::read(keys, setting_)));
    }
  }
  source.fallback = make_step(source, "");
  std::set<std::string> reasons;
  for (const RuleInfo& rule : source.fallback->rules()) {
    if (!reasons.insert(rule.reason).second) {
      step.fail("two rules have the reason " + quoted(rule.reason));
    }
  }
  return source;
}

std::shared_ptr<const Step> ProfileReader::make_step(const StepSource& source,
                                                     std::string_view language) const {
  const auto in_language = [&](const std::vector<LocalRecord>& locals) {
    std::vector<Record> records;
    for (const LocalRecord& local : locals) records.push_back(local.in(language));
    return records;
  };
  std::shared_ptr<const Step> step;
  Record record = source.record;
  if (source.edit == "lines") {
    step = make_line_edit(record, in_language(source.lines), in_language(source.rules), setting_);
  } else if (source.edit == "pii") {
    step = make_pii_step(record);
  } else if (source.edit == "replace") {
    step = make_replace_step(in_language(source.lines));
  } else {
    step = make_rules(source, language);
  }
  record.finish();
  return step;
}

std::shared_ptr<const Step> ProfileReader::make_rules(const StepSource& source,
                                                      std::string_view language) const {
  std::vector<std::shared_ptr<const Rule>> rules = source.made;
  for (size_t i = 0; i < rules.size() && !language.empty(); ++i) {
    const LocalRecord& local = source.rules[i];
    if (!local.differs_in(language)) continue;
    if (std::optional<Record> threshold = local.threshold_in(language)) {
      rules[i] = std::make_shared<const Rule>(rules[i]->with_threshold(*threshold));
    } else {
      Record keys = local.in(language);
      rules[i] = std::make_shared<const Rule>(Rule::read(keys, setting_));
    }
  }
  return make_rule_step(std::move(rules));
}

void ProfileReader::append_steps(const StepSource& source, std::string_view language,
                                 Steps& steps) const {
  if (!source.used) {
    const bool own = !language.empty() && source.differs_in(language);
    steps.push_back({source.name, own ? make_step(source, language) : source.fallback});
    return;
  }
  const Steps& used = language.empty() ? source.used->fallback : source.used->steps(language);
  for (const NamedStep& step : used) {
    std::string name = source.name;
    if (used.size() > 1 || name.empty()) name += (name.empty() ? "" : "/") + step.name;
    steps.push_back({std::move(name), step.step});
  }
}

Profile ProfileReader::read(std::vector<Record> records) {
  if (records.empty() || records.front().name() != "profile") {
    throw ConfigError(path_ + ": a rule file begins with [profile]");
  }
  read_head(records.front());
  if (records.size() == 1) records.front().fail("has no [[step]]");
  std::vector<StepSource> sources;
  for (size_t i = 1; i < records.size(); ++i) {
    constexpr std::string_view kTables[] = {"step"};
    const std::string& name = records[i].name();
    if (name != "step") records[i].fail("unknown table" + did_you_mean(name, kTables));
    sources.push_back(read_step(records[i]));
  }
  std::set<std::string> languages;
  const auto add_languages = [&](const std::vector<LocalRecord>& locals) {
    for (const LocalRecord& local : locals) {
      for (const auto& [language, own] : local.by_language) languages.insert(language);
    }
  };
  std::set<std::string> names;
  for (const StepSource& source : sources) {
    size_t number = profile_.fallback.size();
    append_steps(source, "", profile_.fallback);
    for (; number < profile_.fallback.size(); ++number) {
      const std::string& name = profile_.fallback[number].name;
      if (names.insert(name).second) continue;
      source.record.fail_at(source.record.has("name") ? "name" : "use",
                            "two steps are called " + quoted(name) + "; 'name' tells them apart");
    }
    add_languages(source.rules);
    add_languages(source.lines);
    if (!source.used) continue;
    for (const auto& [language, steps] : source.used->by_language) languages.insert(language);
  }
  for (const std::string& language : languages) {
    Steps& steps = profile_.by_language[language];
    for (const StepSource& source : sources) append_steps(source, language, steps);
  }
  // Rules may have words of their own, and case is ICU's: whatever the profile's definitions are,
  // values depend on its version.
  profile_.canonical = profile_.name + '\n' + profile_.words + '\n' + profile_.sentences + '\n' +
                       segmenter_version() + '\n';
  for (size_t i = 1; i < records.size(); ++i) profile_.canonical += text_of(records[i]) + '\n';
  return std::move(profile_);
}

std::string ProfileReader::text_of(const Record& record) const {
  std::string text = "{";
  for (const Record::Field& field : record.fields()) {
    text += field.key + '=' + text_of(field.value) + ';';
  }
  return text + '}';
}

std::string ProfileReader::text_of(const Record::Value& value) const {
  const auto of_list = [&](const auto& list) {
    std::string text = "[";
    for (const auto& each : list) {
      if constexpr (std::is_same_v<std::decay_t<decltype(each)>, Record>) {
        text += text_of(each);
      } else {
        text += text_of(Record::Value(each));
      }
      text += ',';
    }
    return text + ']';
  };
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* number = std::get_if<double>(&value)) return shortest_double(*number);
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) return of_list(*texts);
  if (const auto* records = std::get_if<std::vector<Record>>(&value)) return of_list(*records);
  if (const auto* table = std::get_if<Record::Table>(&value)) return of_list(table->record);
  const std::string& text = std::get<std::string>(value);
  const auto content = contents_.find(text);
  // The size in front tells where it ends.
  const std::string& told = content == contents_.end() ? text : content->second;
  return std::to_string(told.size()) + ':' + told;
}

}  // namespace sluice::quality
