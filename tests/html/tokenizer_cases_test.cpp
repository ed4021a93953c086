// html5lib's tokenizer cases: every token of every case, from every state it names.

#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/tokenizer.h"
#include "unicode/utf8.h"

namespace sluice::html {
namespace {

const std::map<std::string, State, std::less<>> kStates = {
    {"Data state", State::data},           {"RCDATA state", State::rcdata},
    {"RAWTEXT state", State::raw_text},    {"Script data state", State::script},
    {"PLAINTEXT state", State::plaintext}, {"CDATA section state", State::cdata}};

// "\uD83D\uDE00" in doubly escaped strings. Nothing if a surrogate stands alone, which UTF-8 cannot
// say.
std::optional<std::string> unescaped(std::string_view text, bool doubly) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!doubly || text.substr(i, 2) != "\\u") {
      out += text[i];
      continue;
    }
    auto unit = static_cast<char32_t>(std::stoul(std::string(text.substr(i + 2, 4)), nullptr, 16));
    i += 5;
    if (is_surrogate(unit)) {
      if (unit >= 0xDC00 || text.substr(i + 1, 2) != "\\u") return std::nullopt;
      const auto low = std::stoul(std::string(text.substr(i + 3, 4)), nullptr, 16);
      if (low < 0xDC00 || low > 0xDFFF) return std::nullopt;
      unit = 0x10000 + ((unit - 0xD800) << 10) + static_cast<char32_t>(low - 0xDC00);
      i += 6;
    }
    char bytes[4];
    out.append(bytes, encode_utf8(unit, bytes));
  }
  return out;
}

// Tokens as lines; characters next to each other are one line.
class Lines {
 public:
  void add(std::string line) {
    lines_.push_back(std::move(line));
    characters_ = false;
  }
  void add_characters(std::string_view text) {
    if (!characters_) add("Character ");
    characters_ = true;
    lines_.back() += text;
  }
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  std::vector<std::string> lines_;
  bool characters_ = false;
};

std::string start_tag(std::string_view name, const std::map<std::string, std::string>& attributes,
                      bool self_closing) {
  std::string line = "StartTag " + std::string(name);
  for (const auto& [key, value] : attributes) line += " [" + key + "]=[" + value + "]";
  return line + (self_closing ? " /" : "");
}

std::string doctype(const std::optional<std::string>& name,
                    const std::optional<std::string>& public_id,
                    const std::optional<std::string>& system_id, bool quirks) {
  const auto shown = [](const std::optional<std::string>& part) {
    return part ? "[" + *part + "] " : "null ";
  };
  return "DOCTYPE " + shown(name) + shown(public_id) + shown(system_id) + (quirks ? "quirks" : "");
}

std::vector<std::string> tokens(std::string_view input, State state,
                                std::string_view last_start_tag) {
  Tokenizer tokenizer;
  tokenizer.open(input);
  tokenizer.enter(state, last_start_tag);
  Lines lines;
  for (;;) {
    const Token& token = tokenizer.next();
    switch (token.type) {
      case Token::Type::end_of_file:
        return lines.lines();
      case Token::Type::text:
        lines.add_characters(tokenizer.decoded(token));
        break;
      case Token::Type::comment:
        lines.add("Comment " + std::string(tokenizer.decoded(token)));
        break;
      case Token::Type::end_tag:
        lines.add("EndTag " + std::string(token.name));
        break;
      case Token::Type::start_tag: {
        std::map<std::string, std::string> attributes;
        for (const Attribute& attribute : tokenizer.attributes()) {
          attributes.emplace(attribute.name(), attribute.value());
        }
        lines.add(start_tag(token.name, attributes, token.self_closing));
        break;
      }
      case Token::Type::doctype: {
        const Doctype& type = tokenizer.doctype();
        const auto part = [](const std::optional<std::string_view>& view) {
          return view ? std::optional<std::string>(*view) : std::nullopt;
        };
        lines.add(doctype(part(type.name), part(type.public_id), part(type.system_id),
                          type.force_quirks));
        break;
      }
    }
  }
}

struct Unsayable {};  // thrown where a case needs a lone surrogate

std::vector<std::string> expected_tokens(simdjson::dom::array output, bool doubly) {
  const auto text = [doubly](simdjson::dom::element element) {
    std::optional<std::string> plain = unescaped(std::string_view(element), doubly);
    if (!plain) throw Unsayable{};
    return *plain;
  };
  const auto text_or_null = [&](simdjson::dom::element element) {
    return element.is_null() ? std::nullopt : std::optional<std::string>(text(element));
  };
  Lines lines;
  for (const simdjson::dom::element token : output) {
    const simdjson::dom::array parts(token);
    const auto kind = std::string_view(parts.at(0));
    if (kind == "Character") {
      lines.add_characters(text(parts.at(1)));
    } else if (kind == "StartTag") {
      std::map<std::string, std::string> attributes;
      for (const auto& [key, value] : simdjson::dom::object(parts.at(2))) {
        attributes.emplace(unescaped(key, doubly).value(), text(value));
      }
      lines.add(start_tag(text(parts.at(1)), attributes, parts.size() > 3));
    } else if (kind == "DOCTYPE") {
      lines.add(doctype(text_or_null(parts.at(1)), text_or_null(parts.at(2)),
                        text_or_null(parts.at(3)), !bool(parts.at(4))));
    } else {
      lines.add(std::string(kind) + " " + text(parts.at(1)));
    }
  }
  return lines.lines();
}

struct Counts {
  size_t run = 0;
  size_t unsayable = 0;
};

void run_case(simdjson::dom::element one, Counts& counts) {
  bool doubly = false;
  if (one["doubleEscaped"].get(doubly) != simdjson::SUCCESS) doubly = false;
  std::string_view last_start_tag;
  if (one["lastStartTag"].get(last_start_tag) != simdjson::SUCCESS) last_start_tag = {};
  std::vector<State> states;
  simdjson::dom::array names;
  if (one["initialStates"].get(names) == simdjson::SUCCESS) {
    for (const auto name : names) states.push_back(kStates.at(std::string(std::string_view(name))));
  } else {
    states.push_back(State::data);
  }
  const std::optional<std::string> input = unescaped(std::string_view(one["input"]), doubly);
  std::vector<std::string> expected;
  try {
    if (!input) throw Unsayable{};
    expected = expected_tokens(one["output"], doubly);
  } catch (const Unsayable&) {
    ++counts.unsayable;
    return;
  }
  for (const State state : states) {
    ++counts.run;
    EXPECT_EQ(tokens(*input, state, last_start_tag), expected)
        << std::string_view(one["description"]) << "\n"
        << *input << "\nfrom state " << static_cast<int>(state);
  }
}

TEST(TokenizerCases, AllTokensAreTheExpectedOnes) {
  const char* data = std::getenv("SLUICE_DATA");
  const auto folder = std::filesystem::path(data == nullptr ? "" : data) / "html5lib/tokenizer";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no html5lib cases in SLUICE_DATA";
  Counts counts;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".test") continue;
    simdjson::dom::parser json;
    simdjson::dom::element file;
    ASSERT_EQ(json.load(entry.path().string()).get(file), simdjson::SUCCESS) << entry.path();
    simdjson::dom::array cases;
    // Files of another kind are about XML.
    if (file["tests"].get(cases) != simdjson::SUCCESS) continue;
    SCOPED_TRACE(entry.path().filename());
    for (const auto one : cases) run_case(one, counts);
  }
  EXPECT_GT(counts.run, 6800u);
  EXPECT_LT(counts.unsayable, 50u);  // cases about surrogates
  RecordProperty("run", static_cast<int>(counts.run));
  RecordProperty("unsayable", static_cast<int>(counts.unsayable));
}

}  // namespace
}  // namespace sluice::html
