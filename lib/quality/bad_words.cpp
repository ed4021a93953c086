#include "quality/bad_words.h"

#include <algorithm>

#include "unicode/general_category.h"
#include "unicode/letter_case.h"
#include "unicode/normalize.h"
#include "unicode/utf8.h"

namespace sluice::quality {
namespace {

// As words and texts are compared.
void append_folded(std::string_view text, std::string& out) {
  thread_local std::string composed;
  append_lower(nfc_view(text, composed), out);
}

std::string folded(std::string_view text) {
  std::string out;
  append_folded(text, out);
  return out;
}

// str.strip, but for white space beyond ASCII, which lists do not have.
std::string_view stripped(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  const size_t begin = line.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(kBlanks) - begin + 1);
}

std::vector<std::string> words_of(std::string_view list, const std::vector<std::string>& except) {
  std::vector<std::string> exceptions;
  for (const std::string& word : except) exceptions.push_back(folded(stripped(word)));
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::string_view line = list.substr(0, list.find('\n'));
    list.remove_prefix(std::min(line.size() + 1, list.size()));
    std::string word = folded(stripped(line));
    if (!word.empty() && std::ranges::find(exceptions, word) == exceptions.end()) {
      words.push_back(std::move(word));
    }
  }
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

bool is_word_character(char32_t character) {
  static const CategoryTable& categories = CategoryTable::of(UnicodeVersion::v16_0);
  return character == U'_' || categories.is(character, kLetters | kNumbers);
}

bool is_flanked(std::string_view text, size_t begin, size_t end) {
  if (begin > 0) {
    const size_t before = character_boundary(text, begin - 1);
    if (is_word_character(decode_utf8(text, before).value)) return false;
  }
  return end == text.size() || !is_word_character(decode_utf8(text, end).value);
}

}  // namespace

BadWords::BadWords(std::string_view list, const Options& options)
    : words_(words_of(list, options.except)), automaton_(words_), boundaries_(options.boundaries) {}

BadWords::Found BadWords::find(std::string_view text) const {
  thread_local std::string folded_text;
  folded_text.clear();
  append_folded(text, folded_text);
  Found found;
  automaton_.scan(folded_text, [&](uint32_t which, size_t end) {
    const std::string& word = words_[which];
    if (boundaries_ && !is_flanked(folded_text, end - word.size(), end)) return true;
    if (found.count++ == 0) found.first = word;
    return true;
  });
  return found;
}

}  // namespace sluice::quality
