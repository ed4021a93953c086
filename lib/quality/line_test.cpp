#include "quality/line_test.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "base/suggest.h"
#include "quality/characters.h"
#include "quality/expression.h"
#include "quality/signal.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

constexpr std::string_view kKinds[] = {
    "longest_word",       "words",          "ending",  "contains",
    "uppercase_fraction", "digit_fraction", "matches", "citations"};
constexpr std::string_view kThens[] = {"drop_line", "drop_document", "cut", "cut_or_drop"};

struct Range {
  char32_t first;
  char32_t last;
};
// Other_Uppercase (Unicode 16.0, PropList): isupper, too.
constexpr Range kOtherUpper[] = {
    {0x2160, 0x216F}, {0x24B6, 0x24CF}, {0x1F130, 0x1F149}, {0x1F150, 0x1F169}, {0x1F170, 0x1F189}};
// Numeric_Type=Digit (Unicode 16.0, DerivedNumericType): isdigit, too.
constexpr Range kOtherDigits[] = {
    {0xB2, 0xB3},       {0xB9, 0xB9},       {0x1369, 0x1371},   {0x19DA, 0x19DA},
    {0x2070, 0x2070},   {0x2074, 0x2079},   {0x2080, 0x2089},   {0x2460, 0x2468},
    {0x2474, 0x247C},   {0x2488, 0x2490},   {0x24EA, 0x24EA},   {0x24F5, 0x24FD},
    {0x24FF, 0x24FF},   {0x2776, 0x277E},   {0x2780, 0x2788},   {0x278A, 0x2792},
    {0x10A40, 0x10A43}, {0x10E60, 0x10E68}, {0x11052, 0x1105A}, {0x1F100, 0x1F10A}};

template <size_t kCount>
bool is_in(const Range (&ranges)[kCount], char32_t character) {
  return std::ranges::any_of(ranges, [&](const Range& range) {
    return range.first <= character && character <= range.last;
  });
}

// Characters of `wanted`'s classes or in `others`, over all.
template <size_t kCount>
double fraction_of(std::string_view line, CharacterTable::Class wanted,
                   const Range (&others)[kCount]) {
  if (line.empty()) return 0;
  const CharacterTable& table = CharacterTable::get();
  uint64_t met = 0;
  uint64_t all = 0;
  for (size_t at = 0; at < line.size(); ++all) {
    const CodePoint next = decode_utf8(line, at);
    if (table.is(next.value, wanted) || (next.value >= 0x80 && is_in(others, next.value))) ++met;
    at += next.size;
  }
  return static_cast<double>(met) / static_cast<double>(all);
}

// Python's str.isspace of ASCII.
constexpr bool is_ascii_space(char byte) {
  return byte == ' ' || (byte >= '\t' && byte <= '\r') || (byte >= '\x1C' && byte <= '\x1F');
}

// Steps to the character behind `at`, and says whether the one at it is white space.
bool step_over_space(std::string_view line, size_t& at) {
  if (static_cast<uint8_t>(line[at]) < 0x80) return is_ascii_space(line[at++]);
  const CodePoint next = decode_utf8(line, at);
  at += next.size;
  return is_space(next.value);
}

bool has_word_above(std::string_view line, double limit) {
  if (static_cast<double>(line.size()) <= limit) return false;  // not even in bytes
  uint64_t length = 0;
  for (size_t at = 0; at < line.size();) {
    length = step_over_space(line, at) ? 0 : length + 1;
    if (static_cast<double>(length) > limit) return true;
  }
  return false;
}

// The size of the citation that begins at `at`, where there is a '['; 0: there is none.
size_t citation_size(std::string_view line, size_t at) {
  const std::string_view rest = line.substr(at);
  for (const std::string_view mark : {"[edit]", "[citation needed]"}) {
    if (rest.starts_with(mark)) return mark.size();
  }
  for (size_t i = 1; i < rest.size();) {
    if (rest[i] == ']') return i + 1;
    const CodePoint next = decode_utf8(rest, i);
    if (!CharacterTable::get().is(next.value, CharacterTable::kDigit)) return 0;
    i += next.size;
  }
  return 0;
}

// Whether there was any.
bool cut_citations(std::string_view line, std::string& cut) {
  size_t kept = 0;  // what is before it is in `cut`
  for (size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at)) {
    const size_t size = citation_size(line, at);
    if (size == 0) {
      ++at;
      continue;
    }
    if (kept == 0) cut.clear();
    cut += line.substr(kept, at - kept);
    at += size;
    kept = at;
  }
  if (kept == 0) return false;
  cut += line.substr(kept);
  return true;
}

}  // namespace

void LineState::cut_to(std::string_view line) {
  text_ = line;
  begin_ = 0;
  end_ = line.size();
  is_cut_ = true;
  groups_.reset();
}

uint64_t LineState::groups(const PhraseScanner& phrases) {
  if (!groups_) groups_ = phrases.groups_in(text_, begin_, end_);
  return *groups_;
}

uint64_t LineState::words_up_to(uint64_t most) {
  if (words_asked_ < most) {
    words_asked_ = most;
    words_ = 0;
    bool within = false;
    for (size_t at = 0; at < original_.size() && words_ < most;) {
      const bool space = step_over_space(original_, at);
      if (!space && !within) ++words_;
      within = !space;
    }
  }
  return std::min(words_, most);
}

std::string_view LineTest::name() const { return kKinds[static_cast<size_t>(kind_)]; }

LineTest LineTest::read(Record& record, PhraseScanner& phrases, uint32_t number) {
  // The place of a key's value in a list of names.
  const auto choice = [&](std::string_view key, std::span<const std::string_view> names,
                          size_t otherwise) {
    std::string value;
    if (!record.text(key, value)) return otherwise;
    const auto found = std::ranges::find(names, value);
    if (found == names.end()) {
      record.fail_at(
          key, "unknown " + std::string(key) + " '" + value + "'" + did_you_mean(value, names));
    }
    return static_cast<size_t>(found - names.begin());
  };
  if (!record.has("test")) record.fail("needs a 'test'");
  if (number >= PhraseScanner::kGroups) record.fail("more than 64 line tests");
  LineTest test;
  test.kind_ = static_cast<Kind>(choice("test", kKinds, 0));
  test.then_ = static_cast<Then>(choice("then", kThens, 0));
  const bool cuts = test.then_ == Then::cut || test.then_ == Then::cut_or_drop;
  if (cuts && test.kind_ != Kind::matches && test.kind_ != Kind::citations) {
    record.fail_at("then", "only \"matches\" and \"citations\" can cut");
  }
  record.flag("skip_empty", test.skip_empty_);
  if (record.count("max_words", test.max_words_) && test.max_words_ == 0) {
    record.fail_at("max_words", "'max_words' must be 1 or more");
  }
  bool ignore_case = true;
  switch (test.kind_) {
    case Kind::words:
      if (!record.count("below", test.below_)) record.fail("test \"words\" needs 'below'");
      break;
    case Kind::longest_word:
    case Kind::uppercase_fraction:
    case Kind::digit_fraction:
      if (!record.number("above", test.above_)) {
        record.fail("test \"" + std::string(test.name()) + "\" needs 'above'");
      }
      if (test.kind_ != Kind::longest_word) check_share(record, "above", test.above_);
      break;
    case Kind::ending:
      record.texts("none_of", test.none_of_);
      record.texts("any_of", test.any_of_);
      record.flag("terminal", test.terminal_);
      if (test.none_of_.empty() && test.any_of_.empty() && !test.terminal_) {
        record.fail("test \"ending\" needs 'none_of', 'any_of' or 'terminal'");
      }
      break;
    case Kind::contains:
      record.flag("ignore_case", ignore_case);
      if (!record.texts("any_of", test.any_of_) || test.any_of_.empty()) {
        record.fail_at("any_of", "test \"contains\" needs 'any_of'");
      }
      for (const std::string& phrase : test.any_of_) {
        if (phrase.empty()) record.fail_at("any_of", "a phrase is empty");
        phrases.add(phrase, ignore_case, number);
      }
      test.group_ = uint64_t{1} << number;
      break;
    case Kind::matches:
      test.pattern_ = expression_at(record, "pattern");
      if (!test.pattern_) record.fail("test \"matches\" needs 'pattern'");
      break;
    case Kind::citations:
      phrases.add("[", false, number);
      test.group_ = uint64_t{1} << number;
      break;
  }
  return test;
}

bool LineTest::meets_ending(std::string_view line) const {
  // Most lines do not even end in the last byte.
  const auto ends = [&](const std::string& ending) {
    return ending.empty() ||
           (!line.empty() && line.back() == ending.back() && line.ends_with(ending));
  };
  if (std::ranges::any_of(any_of_, ends)) return true;
  if (terminal_) return line.empty() || !ends_line(last_character(line));
  return !none_of_.empty() && std::ranges::none_of(none_of_, ends);
}

bool LineTest::meets(LineState& line, const PhraseScanner& phrases, std::string& cut) const {
  const std::string_view text = line.line();
  if (skip_empty_ && text.empty()) return false;
  if (max_words_ != 0 && line.words_up_to(max_words_ + 1) > max_words_) return false;
  switch (kind_) {
    case Kind::longest_word:
      return has_word_above(line.original(), above_);
    case Kind::words:
      return line.words_up_to(below_) < below_;
    case Kind::ending:
      return meets_ending(text);
    case Kind::contains:
      return (line.groups(phrases) & group_) != 0;
    case Kind::uppercase_fraction:
      return fraction_of(text, CharacterTable::kUpper, kOtherUpper) > above_;
    case Kind::digit_fraction:
      return fraction_of(text, CharacterTable::kDigit, kOtherDigits) > above_;
    case Kind::matches:
      if (then_ != Then::cut && then_ != Then::cut_or_drop) {
        return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *pattern_);
      }
      cut.clear();
      return replace_all(text, *pattern_, "", cut) > 0;
    case Kind::citations:
      return (line.groups(phrases) & group_) != 0 && cut_citations(text, cut);
  }
  return false;
}

}  // namespace sluice::quality
