#include "extract/json_ld.h"

#include <simdjson.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "extract/attributes.h"

namespace sluice::extract {
namespace {

namespace dom = simdjson::dom;

constexpr int kDeepest = 12;  // of objects and arrays within each other

void set_if_empty(std::string& value, std::string_view found) {
  found = trim(found);
  if (value.empty() && !found.empty()) value = found;
}

std::string_view string_of(dom::element element) {
  std::string_view text;
  return element.get(text) == simdjson::SUCCESS ? text : std::string_view();
}

// "X", {"name": "X"} or an array that begins so; `key` is "name", or "@id" and "url" of a licence.
std::string_view name_of(dom::element element, std::string_view key) {
  dom::array array;
  if (element.get(array) == simdjson::SUCCESS) {
    if (array.begin() == array.end()) return {};
    element = *array.begin();
  }
  dom::object object;
  if (element.get(object) != simdjson::SUCCESS) return string_of(element);
  dom::element name;
  return object[key].get(name) == simdjson::SUCCESS ? string_of(name) : std::string_view();
}

// Whether it is of a type whose `text` is what the page is about. That of a Comment or an Answer is
// not, and much else has a `text`.
bool is_post(dom::object object) {
  const auto is_named_so = [](dom::element type) {
    const std::string_view name = string_of(type);
    return name == "DiscussionForumPosting" || name == "Question";
  };
  dom::element type;
  if (object["@type"].get(type) != simdjson::SUCCESS) return false;
  dom::array types;
  if (type.get(types) != simdjson::SUCCESS) return is_named_so(type);
  return std::any_of(types.begin(), types.end(), is_named_so);
}

void take(std::string_view key, dom::element value, bool of_post, JsonLd& found) {
  if (key == "headline") {
    set_if_empty(found.headline, string_of(value));
  } else if (key == "articleBody" || (key == "text" && of_post)) {
    const std::string_view body = string_of(value);
    if (body.size() > found.article_body.size()) found.article_body = body;
  } else if (key == "author") {
    set_if_empty(found.author, name_of(value, "name"));
  } else if (key == "datePublished") {
    set_if_empty(found.published, string_of(value));
  } else if (key == "dateModified") {
    set_if_empty(found.modified, string_of(value));
  } else if (key == "license") {
    set_if_empty(found.licence, name_of(value, "@id"));
    set_if_empty(found.licence, name_of(value, "url"));
  } else if (key == "inLanguage") {
    set_if_empty(found.language, name_of(value, "name"));
  }
}

void walk(dom::element element, int depth, JsonLd& found) {
  if (depth == 0) return;
  dom::array array;
  if (element.get(array) == simdjson::SUCCESS) {
    for (const dom::element item : array) walk(item, depth - 1, found);
    return;
  }
  dom::object object;
  if (element.get(object) != simdjson::SUCCESS) return;
  const bool of_post = is_post(object);
  for (const auto& [key, value] : object) take(key, value, of_post, found);
  for (const auto& [key, value] : object) walk(value, depth - 1, found);
}

// Without the comment or CDATA marks that hide scripts from old browsers and XML parsers.
std::string_view unwrap(std::string_view script) {
  constexpr std::array<std::string_view, 5> kOpenings = {"<!--", "//<![CDATA[", "// <![CDATA[",
                                                         "/*<![CDATA[*/", "<![CDATA["};
  constexpr std::array<std::string_view, 7> kClosings = {"//-->",   "-->", "//]]>", "// ]]>",
                                                         "/*]]>*/", "]]>", ";"};
  script = trim(script);
  for (const std::string_view opening : kOpenings) {
    if (script.starts_with(opening)) script = trim(script.substr(opening.size()));
  }
  for (const std::string_view closing : kClosings) {
    if (script.ends_with(closing)) {
      script = trim(script.substr(0, script.size() - closing.size()));
    }
  }
  return script;
}

// Whether the text begins with the escape of a UTF-16 surrogate: \ud83d. Its second digit tells
// high ones ("89ab") from low ones ("cdef").
bool begins_with_surrogate(std::string_view text, std::string_view digits) {
  return text.size() >= 6 && text[0] == '\\' && text[1] == 'u' && to_lower(text[2]) == 'd' &&
         digits.find(to_lower(text[3])) != std::string_view::npos && hex_value(text[4]) >= 0 &&
         hex_value(text[5]) >= 0;
}

// Bytes of the escape that the text begins with. What is half of a pair of surrogates is told by
// `alone`.
size_t escape_size(std::string_view text, bool& alone) {
  const bool high = begins_with_surrogate(text, "89ab");
  if (high && begins_with_surrogate(text.substr(6), "cdef")) return 12;
  alone = high || begins_with_surrogate(text, "cdef");
  return alone ? 6 : 2;
}

// What JSON wants and pages forget: control characters within strings as escapes, and no half of a
// pair of surrogates, as is left where a text was cut within a character.
void mend(std::string_view script, std::string& out) {
  bool in_string = false;
  for (size_t i = 0; i < script.size(); ++i) {
    const char byte = script[i];
    if (in_string && byte == '\\' && i + 1 < script.size()) {
      bool alone = false;
      const std::string_view escape = script.substr(i, escape_size(script.substr(i), alone));
      out += alone ? R"(\ufffd)" : escape;
      i += escape.size() - 1;
      continue;
    }
    if (byte == '"') in_string = !in_string;
    if (static_cast<unsigned char>(byte) >= ' ') {
      out += byte;
    } else {
      out += in_string && byte == '\n' ? "\\n" : " ";
    }
  }
}

}  // namespace

struct JsonLdReader::State {
  // A script is read several times over its size in memory: what is too large is not begun.
  dom::parser parser{2 * kMostBytes};
  simdjson::padded_string padded;
  std::string mended;

  bool parse(std::string_view script, dom::element& root) {
    padded = simdjson::padded_string(script);
    return parser.parse(padded).get(root) == simdjson::SUCCESS;
  }
};

JsonLdReader::JsonLdReader() : state_(std::make_unique<State>()) {}
JsonLdReader::~JsonLdReader() = default;

bool JsonLdReader::read(std::string_view script, JsonLd& found) {
  script = unwrap(script);
  if (script.empty() || script.size() > kMostBytes) return false;
  dom::element root;
  if (!state_->parse(script, root)) {
    state_->mended.clear();
    mend(script, state_->mended);
    if (!state_->parse(state_->mended, root)) return false;
  }
  walk(root, kDeepest, found);
  return true;
}

}  // namespace sluice::extract
