// Lists of addresses that are not wanted.
//
//   BlockList list;
//   list.add(content_of("adult/domains"));
//   std::string_view entry = list.match(normal);     // "example.org"; empty: not blocked
//
// A list is text, an entry a line, as the lists of UT1 (https://dsi.ut-capitole.fr/blacklists) and
// hosts files are:
//
//   example.org            the host and every host below it (also as .example.org, *.example.org)
//   0.0.0.0 example.org    the same (hosts files); further names on the line are entries, too
//   example.org/private    this address and what lies below it or has further parameters
//   https://example.org/a  this address alone; with a * behind it, every address that goes on so
//   # …                    a comment; so is what follows " #"
//
// Entries are compared in normal form (url.h); schemes count only where an entry has one. Memory:
// 16 to 32 bytes an entry (hash_set.h). match() is const and may be called by many threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "url/hash_set.h"

namespace sluice::url {

class BlockList {
 public:
  // Returns how many entries were read (again perhaps).
  uint64_t add(std::string_view list);

  // What of a normal form is on the list: the host, the domain, or the beginning of the address;
  // empty if nothing is. A view of `normal`. Time: a look-up for each label of the host, and, if
  // the list has paths, for each step of the path as far as entries go.
  std::string_view match(std::string_view normal) const;

  bool empty() const { return entries_.size() == 0; }
  size_t size() const { return entries_.size(); }
  // Of the set of entries, whatever their order: what a configuration digest holds.
  std::string digest() const { return sum_.hex(); }

 private:
  enum class Kind : uint8_t { host, below, exact, prefix };

  static Hash128 hash_of(Kind kind, std::string_view text);
  uint64_t add_line(std::string_view line);
  void add_entry(std::string_view entry);
  void insert(Kind kind, std::string_view text);
  bool has(Kind kind, std::string_view text) const;
  std::string_view match_host(std::string_view host) const;
  std::string_view match_path(std::string_view normal) const;

  HashSet entries_;
  IdSum sum_;
  std::string normal_;        // scratch of add()
  size_t longest_below_ = 0;  // bytes of an entry
  size_t longest_prefix_ = 0;
  bool has_exact_ = false;
};

}  // namespace sluice::url
