// What comes in and goes out by language, source and crawl.
//
//   GroupDimension languages;
//   if (GroupTally* tally = languages.find_or_add("en")) tally->in.add(measure);
//   for (const auto& [value, tally] : languages.tallies()) …   // in byte order
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "stats/tally.h"

namespace sluice::stats {

// The values by which a document is grouped; empty views are "not stated" and count under "".
struct Groups {
  std::string_view language = {};  // metadata.language
  std::string_view source = {};    // source
  std::string_view dump = {};      // metadata.dump
};

// A value as it is counted: at most kMaxKeyBytes of it, not cut within a character of UTF-8, so
// that what hostile documents state does not grow in memory and stats files.
inline constexpr size_t kMaxKeyBytes = 200;
std::string_view group_key(std::string_view value);

struct GroupTally {
  Counts in;
  Counts out;

  GroupTally& operator+=(const GroupTally& other);
  friend bool operator==(const GroupTally&, const GroupTally&) = default;
};

// Tallies by value of one dimension. A dimension with more than kMaxGroups values is given up as a
// whole (its totals are the ledger's), which does not depend on the order of adding. Values are
// told apart by their group_key(). Memory: at most about 1.5 MB.
class GroupDimension {
 public:
  static constexpr size_t kMaxGroups = 4096;

  // The tally of `value`, made if there is none; null once the dimension is given up. Valid until
  // the next call that is not const. Allocates for new values only.
  GroupTally* find_or_add(std::string_view value);

  void give_up();
  bool given_up() const { return given_up_; }

  // Empty if given up.
  const std::map<std::string, GroupTally, std::less<>>& tallies() const { return tallies_; }

  // `in` stays, `out` becomes that of a later stage.
  void take_out(const GroupDimension& later);

  GroupDimension& operator+=(const GroupDimension& other);
  friend bool operator==(const GroupDimension&, const GroupDimension&) = default;

 private:
  std::map<std::string, GroupTally, std::less<>> tallies_;
  bool given_up_ = false;
};

}  // namespace sluice::stats
