#include "quality/words.h"

#include <re2/re2.h>

#include <array>
#include <bit>
#include <cstring>

#include "base/error.h"
#include "base/suggest.h"
#include "quality/characters.h"
#include "quality/expression.h"
#include "quality/fingerprint.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

using Kind = WordDefinition::Kind;

struct Named {
  std::string_view name;
  Kind kind;
};
constexpr Named kWordDefinitions[] = {{"whitespace", Kind::whitespace},
                                      {"uax29", Kind::uax29},
                                      {"uax29_alnum", Kind::uax29_alnum},
                                      {"fasttext_alnum", Kind::fasttext_alnum},
                                      {"wordpunct", Kind::wordpunct}};
constexpr uint8_t kAlphanumeric = CharacterTable::kLetter | CharacterTable::kNumber;
constexpr std::string_view kRegex = "regex:";
constexpr size_t kHugeText = size_t{1} << 20;

std::shared_ptr<const re2::RE2> compile(std::string_view name) {
  return compile_expression(name.substr(kRegex.size()));
}

// Calls use(begin, size) for each match that is not empty.
template <class Use>
void each_match(const re2::RE2& expression, std::string_view text, Use&& use) {
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece match;
  for (size_t at = 0; at < text.size();) {
    if (!expression.Match(whole, at, text.size(), re2::RE2::UNANCHORED, &match, 1)) return;
    const size_t begin = static_cast<size_t>(match.data() - text.data());
    if (match.empty()) {
      if (begin == text.size()) return;
      at = begin + decode_utf8(text, begin).size;
      continue;
    }
    use(begin, match.size());
    at = begin + match.size();
  }
}

// What short words of ASCII are made of, without a branch.
struct AsciiParts {
  bool letter = false;
  bool other = false;  // digits and white space, which are no punctuation either

  explicit AsciiParts(const ShortBytes& word) {
    using Bytes [[gnu::vector_size(16)]] = uint8_t;
    using Halves [[gnu::vector_size(16)]] = uint64_t;
    const Bytes bytes = reinterpret_cast<Bytes>(Halves{word.low, word.high});
    const auto any = [](auto found) {
      const Halves halves = reinterpret_cast<Halves>(found);
      return (halves[0] | halves[1]) != 0;
    };
    letter = any((bytes | 0x20) - 'a' < 26);
    other = any((bytes - '0' < 10) | (bytes == ' ') | (bytes == '\t') | (bytes == '\n'));
  }
};

// Words are described a character at a time, but for those of most text, up to 16 bytes of ASCII.
class Describer {
 public:
  explicit Describer(std::string_view text) : text_(text) {}

  Word operator()(size_t begin, size_t size) const {
    if (size > ShortBytes::kLongest) {
      return describe_slowly(begin, size, fingerprint_of_long(text_.data() + begin, size));
    }
    const ShortBytes bytes = ShortBytes::load(text_, begin, size);
    const uint64_t hash = fingerprint(bytes, size);
    if (((bytes.low | bytes.high) & 0x8080808080808080) != 0) {
      return describe_slowly(begin, size, hash);
    }
    const AsciiParts parts(bytes);
    return {.begin = static_cast<uint32_t>(begin),
            .size = static_cast<uint32_t>(size),
            .length = static_cast<uint32_t>(size),
            .hash = static_cast<uint32_t>(hash),
            .letter = parts.letter,
            .ascii_letter = parts.letter,
            .symbol = !parts.letter && !parts.other};
  }

 private:
  Word describe_slowly(size_t begin, size_t size, uint64_t hash) const {
    uint8_t any = 0;
    uint8_t all = CharacterTable::kPunctuation;
    uint32_t length = 0;
    for (size_t at = begin; at < begin + size; ++length) {
      const CodePoint next = decode_utf8(text_, at);
      const uint8_t classes = table_.classes(next.value);
      any |= classes;
      all &= classes;
      at += next.size;
    }
    return {.begin = static_cast<uint32_t>(begin),
            .size = static_cast<uint32_t>(size),
            .length = length,
            .hash = static_cast<uint32_t>(hash),
            .letter = (any & CharacterTable::kLetter) != 0,
            .ascii_letter = (any & CharacterTable::kAsciiLetter) != 0,
            .symbol = all != 0};
  }

  std::string_view text_;
  const CharacterTable& table_ = CharacterTable::get();
};

// Eight bytes at a time: which of them need a look, since they may be white space or not ASCII.
uint64_t unusual_bytes(uint64_t bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  const uint64_t above_space = (bytes & 0x7F * kOnes) + (0x80 - ' ' - 1) * kOnes;
  return (~above_space | bytes) & 0x80 * kOnes;
}

// Where the word that begins at `at` ends: at white space.
size_t find_space(std::string_view text, size_t at, const CharacterTable& table) {
  while (at < text.size()) {
    if (uint64_t bytes = 0; at + sizeof bytes <= text.size()) {
      std::memcpy(&bytes, text.data() + at, sizeof bytes);
      const uint64_t unusual = unusual_bytes(bytes);
      at += static_cast<size_t>(std::countr_zero(unusual)) / 8;  // 64 / 8 if there is none
      if (unusual == 0) continue;
    }
    const CodePoint next = decode_utf8(text, at);
    if (table.is(next.value, CharacterTable::kSpace)) break;
    at += next.size;
    while (at < text.size() && static_cast<unsigned char>(text[at]) >= 0x80) {
      const CodePoint other = decode_utf8(text, at);  // such characters come in runs
      if (table.is(other.value, CharacterTable::kSpace)) return at;
      at += other.size;
    }
  }
  return at;
}

void split_at_spaces(std::string_view text, std::vector<Word>& out) {
  const Describer describe(text);
  const CharacterTable& table = CharacterTable::get();
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    if (table.is(next.value, CharacterTable::kSpace)) {
      at += next.size;
      continue;
    }
    const size_t end = find_space(text, at, table);
    out.push_back(describe(at, end - at));
    at = end;
  }
}

// Splits where kind_of(character) changes; characters of kind 0 are in no word.
template <class KindOf>
void split_by_kind(std::string_view text, KindOf&& kind_of, std::vector<Word>& out) {
  const Describer describe(text);
  size_t begin = 0;
  int kind = 0;
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    const int here = kind_of(next.value);
    if (here != kind) {
      if (kind != 0) out.push_back(describe(begin, at - begin));
      begin = at;
      kind = here;
    }
    at += next.size;
  }
  if (kind != 0) out.push_back(describe(begin, text.size() - begin));
}

// Matches of [^.!?\n]+[.!?]*\s*: what follows a full stop that follows a line feed is skipped up to
// the next character that may begin a sentence.
uint64_t count_by_marks(std::string_view text) {
  const auto ends = [](char byte) { return byte == '.' || byte == '!' || byte == '?'; };
  const CharacterTable& table = CharacterTable::get();
  uint64_t count = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    while (at < text.size() && !ends(text[at]) && text[at] != '\n') ++at;
    if (at == begin) {
      ++at;
      continue;
    }
    ++count;
    while (at < text.size() && ends(text[at])) ++at;
    while (at < text.size()) {
      const CodePoint next = decode_utf8(text, at);
      if (!table.is(next.value, CharacterTable::kSpace)) break;
      at += next.size;
    }
  }
  return count;
}

}  // namespace

WordDefinition WordDefinition::parse(std::string_view name) {
  WordDefinition definition;
  definition.name_ = name;
  if (name.starts_with(kRegex)) {
    definition.kind_ = Kind::regex;
    definition.expression_ = compile(name);
    return definition;
  }
  std::array<std::string_view, std::size(kWordDefinitions)> names;
  for (size_t i = 0; i < names.size(); ++i) {
    names[i] = kWordDefinitions[i].name;
    if (names[i] != name) continue;
    definition.kind_ = kWordDefinitions[i].kind;
    return definition;
  }
  throw ConfigError(
      "no words are called '" + std::string(name) +
      "'; there are whitespace, uax29, uax29_alnum, fasttext_alnum, wordpunct, and regex:RE" +
      did_you_mean(name, names));
}

std::string WordDefinition::version() const {
  switch (kind_) {
    case Kind::uax29:
    case Kind::uax29_alnum:
      return name_ + " (" + segmenter_version() + ")";
    case Kind::whitespace:
    case Kind::fasttext_alnum:
    case Kind::wordpunct:
      return name_ + " (Unicode 16.0)";
    case Kind::regex:
      break;
  }
  return name_;
}

void WordSplitter::split(const WordDefinition& definition, std::string_view text,
                         std::vector<Word>& out) {
  out.clear();
  // Of most huge texts it is room enough; to grow by doubling would take as much again.
  if (text.size() > kHugeText) out.reserve(text.size() / 2);
  const CharacterTable& table = CharacterTable::get();
  switch (definition.kind()) {
    case Kind::whitespace:
      return split_at_spaces(text, out);
    case Kind::wordpunct:
      split_by_kind(
          text,
          [&table](char32_t c) {
            if (table.is(c, CharacterTable::kSpace)) return 0;
            return table.is(c, kAlphanumeric) || c == '_' ? 1 : 2;
          },
          out);
      return;
    case Kind::fasttext_alnum:
      split_by_kind(
          text, [](char32_t c) { return c == 0 || c == ' ' || (c >= '\t' && c <= '\r') ? 0 : 1; },
          out);
      std::erase_if(out, [&](const Word& word) {
        return !table.is(decode_utf8(text, word.begin).value, kAlphanumeric);
      });
      return;
    case Kind::uax29:
      return split_segments(text, /*alphanumeric=*/false, out);
    case Kind::uax29_alnum:
      return split_segments(text, /*alphanumeric=*/true, out);
    case Kind::regex:
      break;
  }
  const Describer describe(text);
  each_match(*definition.expression(), text,
             [&](size_t begin, size_t size) { out.push_back(describe(begin, size)); });
}

void WordSplitter::split_segments(std::string_view text, bool alphanumeric,
                                  std::vector<Word>& out) {
  const CharacterTable& table = CharacterTable::get();
  const Describer describe(text);
  size_t begin = 0;
  segmenter_.for_each(text, [&](const Segment& segment) {
    const size_t at = begin;
    begin += segment.size;
    if (segment.is_space()) return;
    if (alphanumeric && !table.is(decode_utf8(text, at).value, kAlphanumeric)) return;
    out.push_back(describe(at, segment.size));
  });
}

uint64_t WordSplitter::count_uax29(std::string_view text) {
  uint64_t count = 0;
  segmenter_.for_each(text,
                      [&count](const Segment& segment) { count += segment.is_space() ? 0 : 1; });
  return count;
}

uint64_t WordSplitter::count_sentences(const SentenceDefinition& definition,
                                       std::string_view text) {
  switch (definition.kind()) {
    case SentenceDefinition::Kind::uax29:
      return segmenter_.count_sentences(text);
    case SentenceDefinition::Kind::marks:
      return count_by_marks(text);
    case SentenceDefinition::Kind::regex:
      break;
  }
  uint64_t count = 0;
  each_match(*definition.expression(), text, [&](size_t, size_t) { ++count; });
  return count;
}

SentenceDefinition SentenceDefinition::parse(std::string_view name) {
  SentenceDefinition definition;
  definition.name_ = name;
  if (name == "uax29") return definition;
  if (name == "marks" || name == "regex") {
    definition.name_ = "marks";
    definition.kind_ = Kind::marks;
    return definition;
  }
  if (!name.starts_with(kRegex)) {
    throw ConfigError("no sentences are called '" + std::string(name) +
                      "'; there are uax29, marks, and regex:RE");
  }
  definition.kind_ = Kind::regex;
  definition.expression_ = compile(name);
  return definition;
}

std::string SentenceDefinition::version() const {
  return kind_ == Kind::uax29 ? name_ + " (" + segmenter_version() + ")" : name_;
}

}  // namespace sluice::quality
