// The reader's verdict against simdjson's DOM parser, on valid lines and on damaged ones.
//
// The two agree on what is JSON, but for these, where document.h decides:
//   * numbers that fit no double or 64-bit integer are JSON (the DOM parser says NUMBER_ERROR),
//   * too_deep, duplicate_key and lone_surrogate, which the DOM parser accepts or names otherwise,
//   * reasons that are about documents rather than JSON (not_an_object and those behind it).
#include <gtest/gtest.h>
#include <simdjson.h>

#include <regex>

#include "document/document.h"
#include "document/random_json.h"
#include "sanitized.h"

namespace sluice {
namespace {

using namespace std::string_view_literals;

bool is_about_documents(std::string_view reason) {
  for (const BadRecordReason& one : {reason::not_an_object, reason::missing_text, reason::bad_text,
                                     reason::missing_id, reason::bad_id, reason::bad_metadata}) {
    if (reason == one.name) return true;
  }
  return false;
}

bool is_left_to_us(std::string_view reason) {
  return reason == reason::too_deep.name || reason == reason::duplicate_key.name ||
         reason == reason::lone_surrogate.name;
}

// Whether every number of a line whose strings end is spelled as RFC 8259 wants it.
bool numbers_are_well_formed(std::string_view line) {
  static const std::regex grammar("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') {
      for (++at; line[at] != '"'; ++at) at += line[at] == '\\' ? 1 : 0;
    } else if (line[at] == '-' || (line[at] >= '0' && line[at] <= '9')) {
      const size_t end = std::min(line.find_first_of(" \t\r\n,]}", at), line.size());
      if (!std::regex_match(line.begin() + at, line.begin() + end, grammar)) return false;
      at = end - 1;
    }
  }
  return true;
}

struct Judges {
  Fields fields;
  DocumentReader reader{fields};
  Document document;
  simdjson::dom::parser dom;
  uint64_t valid = 0;
  uint64_t invalid = 0;

  void compare(const std::string& line) {
    const auto bad = reader.read(line, document);
    const auto error = dom.parse(line).error();
    if (bad && is_left_to_us(bad->reason)) return;
    const bool is_json = !bad || is_about_documents(bad->reason);
    ++(is_json ? valid : invalid);
    if (error == simdjson::NUMBER_ERROR && is_json) {
      ASSERT_TRUE(numbers_are_well_formed(line)) << line;
      return;
    }
    ASSERT_EQ(is_json, error == simdjson::SUCCESS)
        << line << "\nours: " << (bad ? bad->reason : "valid") << ", " << (bad ? bad->detail : "")
        << "\nsimdjson: " << error;
    if (bad) {
      ASSERT_LE(bad->offset, line.size());
    }
    if (error == simdjson::UTF8_ERROR) {
      ASSERT_TRUE(bad->reason == reason::invalid_utf8.name ||
                  bad->reason == reason::byte_order_mark.name);
    }
  }
};

TEST(Differential, ValidLinesAreValid) {
  Judges judges;
  RandomJson random(11);
  for (uint64_t i = 0; i < rounds_of(50'000); ++i) {
    const std::string line = random.document();
    const auto bad = judges.reader.read(line, judges.document);
    ASSERT_FALSE(bad) << line << "\n" << bad->reason << ": " << bad->detail;
    ASSERT_NO_FATAL_FAILURE(judges.compare(line));
  }
}

// One to three bytes flipped, cut, doubled, or exchanged for bytes that JSON cares about.
std::string damaged(RandomJson& random, std::string line) {
  constexpr std::string_view kTroublesome =
      "\"\\{}[]:,-+.eE01 \n\t\x00\x1F\x7F\x80\xC3\xE2\xED\xF4utfn"sv;
  for (uint64_t i = 1 + random.below(3); i > 0 && !line.empty(); --i) {
    const size_t at = random.below(line.size());
    switch (random.below(6)) {
      case 0:
        line[at] = static_cast<char>(line[at] ^ (1 << random.below(8)));
        break;
      case 1:
        line.erase(at, 1 + random.below(3));
        break;
      case 2:
        line.resize(at);
        break;
      case 3:
        line.insert(at, line.substr(at, random.below(8)));
        break;
      case 4:
        line.insert(at, 1, kTroublesome[random.below(kTroublesome.size())]);
        break;
      default:
        line[at] = kTroublesome[random.below(kTroublesome.size())];
        break;
    }
  }
  return line;
}

TEST(Differential, DamagedLinesGetTheSameVerdict) {
  Judges judges;
  RandomJson random(12);
  for (uint64_t i = 0; i < rounds_of(40'000); ++i) {
    const std::string line = random.chance(2) ? random.document() : random.value(3);
    for (int j = 0; j < 10; ++j) {
      ASSERT_NO_FATAL_FAILURE(judges.compare(damaged(random, line)));
    }
  }
  // The damage leaves enough of both.
  EXPECT_GT(judges.valid, rounds_of(20'000));
  EXPECT_GT(judges.invalid, rounds_of(200'000));
}

// Every text of up to five pieces: small enough to try them all.
TEST(Differential, ShortTextsOfAllKinds) {
  Judges judges;
  constexpr const char* kPieces[] = {"{", "}", "[", "]", ",", ":",    "\"",   "\\",    "a",
                                     "0", "-", ".", "e", " ", "true", "null", "\"k\"", "\x0C"};
  constexpr size_t kCount = std::size(kPieces);
  for (size_t pieces = 1; pieces <= 5; ++pieces) {
    size_t texts = 1;
    for (size_t i = 0; i < pieces; ++i) texts *= kCount;
    const size_t step = pieces == 5 ? 7 : 1;  // every seventh of 1.9 million
    for (size_t number = 0; number < texts; number += step) {
      std::string text;
      for (size_t i = 0, rest = number; i < pieces; ++i, rest /= kCount)
        text += kPieces[rest % kCount];
      ASSERT_NO_FATAL_FAILURE(judges.compare(text));
    }
  }
}

// The kernels of simdjson differ in how they find faults; the reasons that we give must not. Its
// fallback, for machines older than the vector kernels (x86-64 without PCLMULQDQ), may name another
// of several faults.
TEST(Differential, EveryKernelOfSimdjsonGivesTheSameReason) {
  RandomJson random(13);
  std::vector<std::string> lines;
  for (uint64_t i = 0; i < rounds_of(20'000); ++i)
    lines.push_back(damaged(random, random.document()));
  const simdjson::implementation* const active = simdjson::get_active_implementation();
  std::vector<std::string> expected;
  for (const simdjson::implementation* kernel : simdjson::get_available_implementations()) {
    if (!kernel->supported_by_runtime_system()) continue;
    simdjson::get_active_implementation() = kernel;
    const Fields fields;
    DocumentReader reader(fields);
    Document document;
    std::vector<std::string> verdicts;
    for (const std::string& line : lines) {
      const auto bad = reader.read(line, document);
      verdicts.push_back(bad ? std::string(bad->reason) + " " + std::to_string(bad->offset) : "");
    }
    if (expected.empty()) expected = verdicts;
    for (size_t i = 0; i < lines.size(); ++i) {
      ASSERT_EQ(verdicts[i].empty(), expected[i].empty()) << kernel->name() << ": " << lines[i];
      if (kernel->name() == "fallback") continue;
      ASSERT_EQ(verdicts[i], expected[i]) << kernel->name() << ": " << lines[i];
    }
  }
  simdjson::get_active_implementation() = active;
}

}  // namespace
}  // namespace sluice
