// Edits against a simple model, on random documents and random sequences of edits.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "document/document.h"
#include "document/random_json.h"
#include "sanitized.h"

namespace sluice {
namespace {

// A JSON value that keeps the order of members.
struct Model {
  std::string scalar;  // spelled by simdjson, if it is neither object nor array
  bool is_object = false;
  std::vector<std::pair<std::string, Model>> members;

  Model* member(std::string_view key) {
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const auto& member) { return member.first == key; });
    return found == members.end() ? nullptr : &found->second;
  }
  friend bool operator==(const Model&, const Model&) = default;
};

Model model_of(simdjson::dom::element element) {
  Model model;
  simdjson::dom::object object;
  if (element.get(object) == simdjson::SUCCESS) {
    model.is_object = true;
    for (const auto& [key, value] : object) model.members.emplace_back(key, model_of(value));
  } else {
    model.scalar = simdjson::to_string(element);
  }
  return model;
}

Model model_of(std::string_view json) {
  simdjson::dom::parser parser;
  return model_of(parser.parse(json.data(), json.size()).value());
}

std::string content_of(std::string_view json_string) {
  simdjson::dom::parser parser;
  return std::string(parser.parse(json_string.data(), json_string.size()).get_string().value());
}

using Path = std::vector<std::string>;

Model* find(Model& root, const Path& path) {
  Model* at = &root;
  for (const std::string& key : path) at = at == nullptr ? nullptr : at->member(key);
  return at;
}

void set(Model& root, const Path& path, const Model& value) {
  Model* at = &root;
  for (const std::string& key : path) {
    if (!at->is_object) *at = {"", true, {}};
    if (at->member(key) == nullptr) at->members.emplace_back(key, Model());
    at = at->member(key);
  }
  *at = value;
}

void remove(Model& root, const Path& path) {
  Model* parent = find(root, Path(path.begin(), path.end() - 1));
  std::erase_if(parent->members, [&](const auto& member) { return member.first == path.back(); });
}

// What document.h says about edits, in its simplest form: a line, and for each edited path its last
// value.
class Reference {
 public:
  explicit Reference(Model line) : line_(std::move(line)) {}

  // `alone`: no other declared field lies within or around this one.
  void edit(const Path& path, const std::optional<Model>& value, bool alone) {
    Model now = result();
    if (!value && find(now, path) == nullptr) return;
    const auto same = [&](const auto& edit) { return edit.first == path; };
    const auto known = std::find_if(edits_.begin(), edits_.end(), same);
    if (known != edits_.end() && (value || find(line_, path) != nullptr)) {
      known->second = value;
    } else if (known != edits_.end()) {
      edits_.erase(known);
    } else {
      edits_.emplace_back(path, value);
    }
    if (alone) return;
    line_ = result();
    edits_.clear();
  }

  Model result() const {
    Model model = line_;
    for (const auto& [path, value] : edits_) {
      if (value) set(model, path, *value);
    }
    for (const auto& [path, value] : edits_) {
      if (!value) remove(model, path);
    }
    return model;
  }

 private:
  Model line_;
  std::vector<std::pair<Path, std::optional<Model>>> edits_;
};

struct Field {
  Path path;
  FieldId id;
  bool alone = true;
};

std::vector<Field> declare(Fields& fields, const std::vector<Path>& paths) {
  std::vector<Field> declared;
  for (const Path& path : paths) {
    std::string dotted;
    for (const std::string& key : path) dotted += (dotted.empty() ? "" : ".") + key;
    declared.push_back({path, fields.add(dotted), true});
  }
  for (Field& one : declared) {
    for (const Field& other : declared) {
      const size_t common = std::min(one.path.size(), other.path.size());
      if (&one != &other &&
          std::equal(one.path.begin(), one.path.begin() + static_cast<long>(common),
                     other.path.begin())) {
        one.alone = false;
      }
    }
  }
  return declared;
}

// Sets `field` to a random value and returns it as a model; nothing if it was removed.
std::optional<Model> edit_at_random(RandomJson& random, Document& document, const Field& field) {
  switch (random.below(7)) {
    case 0:
    case 1:
      document.remove(field.id);
      return std::nullopt;
    case 2: {
      const uint64_t value = random.below(1000);
      document.set(field.id, value);
      return model_of(std::to_string(value));
    }
    case 3:
      document.set(field.id, -0.25);
      return model_of("-0.25");
    case 4:
      document.set(field.id, true);
      return model_of("true");
    case 5: {
      const std::string json = random.value(2);
      document.set_json(field.id, random.space() + json + random.space());
      return model_of(json);
    }
    default: {
      const std::string content = random.content(10);
      document.set(field.id, content);
      return model_of(random.spell(content));
    }
  }
}

std::string written(const Document& document) {
  Buffer out;
  document.write(out);
  return std::string(out.view());
}

void expect_fields_agree(const Document& document, const std::vector<Field>& fields, Model& model) {
  for (const Field& field : fields) {
    const Model* expected = find(model, field.path);
    const FieldValue value = document.field(field.id);
    ASSERT_EQ(expected == nullptr, value.type == ValueType::missing) << fields.size();
    if (expected != nullptr) {
      ASSERT_EQ(model_of(value.raw), *expected);
    }
    const auto string = document.string(field.id);
    ASSERT_EQ(string.has_value(), value.type == ValueType::string);
    if (string) {
      ASSERT_EQ(*string, content_of(value.raw));
    }
  }
}

void test_random_edits(const std::vector<Path>& paths, uint64_t seed, uint64_t documents) {
  Fields fields;
  const std::vector<Field> declared = declare(fields, paths);
  DocumentReader reader(fields);
  Document document;
  Document again;
  RandomJson random(seed);
  for (uint64_t i = 0; i < rounds_of(documents); ++i) {
    const std::string line = random.document();
    const auto bad = reader.read(line, document);
    ASSERT_FALSE(bad) << line << "\n" << bad->reason << ": " << bad->detail;
    Reference reference(model_of(line));
    ASSERT_EQ(written(document), line);
    for (uint64_t edits = random.below(12); edits > 0; --edits) {
      const Field& field = declared[random.below(declared.size())];
      const auto value = edit_at_random(random, document, field);
      reference.edit(field.path, value, field.alone);
      if (!random.chance(3)) continue;
      Model model = reference.result();
      ASSERT_EQ(model_of(written(document)), model) << line << "\n" << written(document);
      ASSERT_NO_FATAL_FAILURE(expect_fields_agree(document, declared, model)) << line;
    }
    Model model = reference.result();
    const std::string result = written(document);
    ASSERT_EQ(model_of(result), model) << line << "\n" << result;
    if (line.find('\n') == std::string::npos) {
      ASSERT_EQ(result.find('\n'), std::string::npos) << result;
    }
    if (reader.read(result, again)) continue;  // the id was edited to an object, say
    ASSERT_NO_FATAL_FAILURE(expect_fields_agree(again, declared, model)) << line << "\n" << result;
    ASSERT_EQ(again.text(), document.text());
    ASSERT_EQ(again.text_bytes(), document.text_bytes());
    ASSERT_EQ(again.id(), document.id());
  }
}

TEST(Edits, EqualTheModelWhenFieldsStandAlone) {
  test_random_edits({{"metadata", "language"},
                     {"metadata", "score"},
                     {"metadata", "url"},
                     {"metadata", "new", "deep", "one"},
                     {"metadata", "new", "deep", "two"},
                     {"source"},
                     {"added"},
                     {"other1"}},
                    /*seed=*/1, /*documents=*/20000);
}

TEST(Edits, EqualTheModelWhenFieldsLieWithinEachOther) {
  test_random_edits({{"metadata"},
                     {"metadata", "language"},
                     {"metadata", "reject"},
                     {"metadata", "reject", "tool"},
                     {"metadata", "reject", "reason"},
                     {"source"},
                     {"source", "a", "b"}},
                    /*seed=*/2, /*documents=*/10000);
}

TEST(Edits, EqualTheModelOnTextAndId) {
  test_random_edits({{"text"}, {"id"}, {"metadata", "language"}, {"metadata", "url"}}, /*seed=*/3,
                    /*documents=*/10000);
}

// The members of an object as they are spelled, key to value, without what stands between.
std::vector<std::pair<std::string, std::string>> spelled_members(std::string_view object) {
  std::vector<std::pair<std::string, std::string>> members;
  size_t begin = std::string_view::npos;
  size_t colon = 0;
  int depth = 0;
  for (size_t at = 0; at < object.size(); ++at) {
    const char c = object[at];
    const bool ends = depth == 1 && (c == ',' || c == '}');
    if (ends && begin != std::string_view::npos) {
      size_t end = at;
      while (std::string_view(" \t\r\n").find(object[end - 1]) != std::string_view::npos) --end;
      const std::string key(object.substr(begin, object.find_last_of('"', colon) + 1 - begin));
      members.emplace_back(key, object.substr(begin, end - begin));
      begin = std::string_view::npos;
    }
    if (c == '"') {
      if (depth == 1 && begin == std::string_view::npos) {
        begin = at;
        colon = 0;
      }
      for (++at; object[at] != '"'; ++at) at += object[at] == '\\' ? 1 : 0;
    }
    if (c == ':' && depth == 1 && colon == 0) colon = at;
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
  }
  return members;
}

TEST(Edits, LeaveOtherMembersAsTheyAreSpelled) {
  Fields fields;
  const std::vector<Field> declared =
      declare(fields, {{"source"}, {"added"}, {"other1"}, {"text"}});
  const std::vector<std::string> edited = {"source", "added", "other1", "text"};
  DocumentReader reader(fields);
  Document document;
  RandomJson random(4);
  const auto unedited = [&](std::string_view object) {
    std::vector<std::string> kept;
    for (const auto& [key, spelling] : spelled_members(object)) {
      const std::string name = content_of(key);
      if (std::find(edited.begin(), edited.end(), name) == edited.end()) kept.push_back(spelling);
    }
    return kept;
  };
  for (int i = 0; i < 5000; ++i) {
    const std::string line = random.document();
    ASSERT_FALSE(reader.read(line, document)) << line;
    for (uint64_t edits = random.below(8); edits > 0; --edits) {
      edit_at_random(random, document, declared[random.below(declared.size())]);
    }
    ASSERT_EQ(unedited(written(document)), unedited(line)) << line << "\n" << written(document);
  }
}

// White space and commas too: taking the edited members out of either line leaves the same bytes.
TEST(Edits, LeaveEverythingElseAsItIs) {
  Fields fields;
  const std::vector<Field> declared =
      declare(fields, {{"source"}, {"added"}, {"metadata", "score"}});
  DocumentReader reader(fields);
  Document document;
  RandomJson random(5);
  const auto without_edited = [&](const std::string& line) {
    EXPECT_FALSE(reader.read(line, document)) << line;
    for (const Field& field : declared) document.remove(field.id);
    return written(document);
  };
  for (int i = 0; i < 5000; ++i) {
    const std::string line = random.document();
    if (model_of(line).member("metadata") == nullptr ||
        !model_of(line).member("metadata")->is_object) {
      continue;
    }
    ASSERT_FALSE(reader.read(line, document)) << line;
    for (const Field& field : declared) {
      if (random.chance(2)) document.set(field.id, random.content(5));
    }
    const std::string result = written(document);
    ASSERT_EQ(without_edited(result), without_edited(line)) << line << "\n" << result;
  }
}

TEST(Edits, ManyMembersComeAndGo) {
  Fields fields;
  std::vector<FieldId> ids;
  for (int i = 0; i < 60; ++i) ids.push_back(fields.add("metadata.m" + std::to_string(i)));
  DocumentReader reader(fields);
  Document document;
  std::string line = R"({"id":1,"text":"","metadata":{)";
  for (int i = 59; i >= 0; --i) {
    line += "\"m" + std::to_string(i) + "\":" + std::to_string(i) + (i > 0 ? " , " : "");
  }
  line += "}}";
  ASSERT_FALSE(reader.read(line, document));
  for (const FieldId id : ids) document.remove(id);
  EXPECT_EQ(written(document), R"({"id":1,"text":"","metadata":{}})");
  document.set(ids[7], 7);
  document.remove(ids[7]);
  document.set(fields.text(), "t");
  EXPECT_EQ(written(document), R"({"id":1,"text":"t","metadata":{}})");
}

}  // namespace
}  // namespace sluice
