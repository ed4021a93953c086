// Words in addresses that tell what a page is about.
//
//   const UrlWords banned(list);                             // "casino\npoker\n"
//   banned.find("https://example.org/win-casino?id=1")       // {"casino"}
//   const UrlSubstrings parts(list);                         // "freespins\n"
//   parts.find("https://free-spins.example/").first          // "freespins"
//
// Definitions are datatrove's (a649de79, filters/url_filter.py), so that its lists can be used as
// they are; there, one word of banned_words drops, two of soft_banned_words do, and one of
// banned_subwords does. A list has an entry a line; lines that begin with "#" are comments. Of an
// entry all but ASCII letters and digits is left out, and the rest is in lower case; entries of
// which nothing is left are none. Addresses are taken as they are spelled: percent-encoding is not
// resolved. Immutable; linear in the address.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/aho_corasick.h"
#include "url/hash_set.h"

namespace sluice::url {

// The words of an address are its runs of ASCII letters and digits: "https", "example", "org".
class UrlWords {
 public:
  struct Options {
    // "Casino" is the entry "casino", too. As datatrove has it, words in capitals are never found.
    bool ignore_case = false;
  };

  // `list`: the content of a file.
  explicit UrlWords(std::string_view list) : UrlWords(list, Options()) {}
  UrlWords(std::string_view list, const Options& options);

  // The different words of the address that are on the list, as the address spells them, each where
  // it stands first. Views of `url`.
  std::vector<std::string_view> find(std::string_view url) const;

  size_t size() const { return words_.size(); }

 private:
  HashSet words_;
  bool ignore_case_;
};

// Entries anywhere in the address, of which all but ASCII letters and digits is left out, in lower
// case: "https://free-spins.example" is "httpsfreespinsexample".
class UrlSubstrings {
 public:
  explicit UrlSubstrings(std::string_view list);

  struct Found {
    size_t count = 0;             // occurrences, overlapping ones, too
    std::string_view first = {};  // the entry that ends first, the longest of these
  };
  // Views of this.
  Found find(std::string_view url) const;

  size_t size() const { return entries_.size(); }

 private:
  std::vector<std::string> entries_;
  AhoCorasick automaton_;
};

}  // namespace sluice::url
