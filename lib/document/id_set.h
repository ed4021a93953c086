// A set of document ids, from a file: takedown lists, samples drawn elsewhere.
//
//   const IdSet ids = IdSet::read("takedown.txt");
//   ids.contains(document.id());
//
// Ids are kept as 128-bit hashes (16 bytes each): two of 10^9 ids collide with probability 10^-21.
// Immutable once read, so shared by threads.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace sluice {

class IdSet {
 public:
  // One id a line; plain, gzip or zstd; "-" is standard input. Blank lines are skipped; neither a
  // '\r' before the line end nor a byte order mark at the beginning is part of an id. Throws
  // IoError, also where the file is damaged, is not UTF-8 or holds lines over 1 MiB: half a
  // takedown list is a wrong one.
  static IdSet read(const std::string& path);

  void add(std::string_view id);
  // To be called after the last add() and before contains().
  void seal();

  bool contains(std::string_view id) const;
  size_t size() const { return hashes_.size(); }
  // The same for the same set of ids, whatever their order: what a configuration digest holds.
  std::string digest() const;

 private:
  std::vector<Hash128> hashes_;  // sorted once sealed
};

}  // namespace sluice
