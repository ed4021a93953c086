#include "url/url_words.h"

#include <algorithm>

#include "base/ascii.h"

namespace sluice::url {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), to_lower);
  return out;
}

// Letters and digits alone, in lower case.
std::string squeezed(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    if (is_alphanumeric(byte)) out += to_lower(byte);
  }
  return out;
}

std::vector<std::string> entries_of(std::string_view list) {
  std::vector<std::string> entries;
  while (!list.empty()) {
    const std::string_view line = list.substr(0, list.find('\n'));
    list.remove_prefix(std::min(line.size() + 1, list.size()));
    if (line.starts_with('#')) continue;
    std::string entry = squeezed(line);
    if (!entry.empty()) entries.push_back(std::move(entry));
  }
  std::ranges::sort(entries);
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  return entries;
}

}  // namespace

UrlWords::UrlWords(std::string_view list, const Options& options)
    : ignore_case_(options.ignore_case) {
  for (const std::string& entry : entries_of(list)) words_.insert(hash128(entry));
}

std::vector<std::string_view> UrlWords::find(std::string_view url) const {
  std::vector<std::string_view> found;
  HashSet seen;
  for (auto at = url.begin(); at != url.end();) {
    const auto begin = std::find_if(at, url.end(), is_alphanumeric);
    at = std::find_if_not(begin, url.end(), is_alphanumeric);
    const std::string_view word(begin, at);
    if (word.empty()) break;
    const Hash128 hash = ignore_case_ ? hash128(lower(word)) : hash128(word);
    if (words_.contains(hash) && seen.insert(hash)) found.push_back(word);
  }
  return found;
}

UrlSubstrings::UrlSubstrings(std::string_view list)
    : entries_(entries_of(list)), automaton_(entries_) {}

UrlSubstrings::Found UrlSubstrings::find(std::string_view url) const {
  Found found;
  automaton_.scan(squeezed(url), [&](uint32_t which, size_t) {
    if (found.count++ == 0) found.first = entries_[which];
    return true;
  });
  return found;
}

}  // namespace sluice::url
