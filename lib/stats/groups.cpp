#include "stats/groups.h"

#include "unicode/utf8.h"

namespace sluice::stats {

std::string_view group_key(std::string_view value) {
  return value.substr(0, character_boundary(value, kMaxKeyBytes));
}

GroupTally& GroupTally::operator+=(const GroupTally& other) {
  in += other.in;
  out += other.out;
  return *this;
}

GroupTally* GroupDimension::find_or_add(std::string_view value) {
  if (given_up_) return nullptr;
  const std::string_view key = group_key(value);
  const auto found = tallies_.lower_bound(key);
  if (found != tallies_.end() && found->first == key) return &found->second;
  if (tallies_.size() == kMaxGroups) {
    give_up();
    return nullptr;
  }
  return &tallies_.emplace_hint(found, key, GroupTally{})->second;
}

void GroupDimension::give_up() {
  tallies_.clear();
  given_up_ = true;
}

void GroupDimension::take_out(const GroupDimension& later) {
  for (auto& [value, tally] : tallies_) tally.out = {};
  if (later.given_up_) give_up();
  for (const auto& [value, tally] : later.tallies_) {
    GroupTally* group = find_or_add(value);
    if (group == nullptr) break;
    group->out = tally.out;
  }
}

GroupDimension& GroupDimension::operator+=(const GroupDimension& other) {
  if (other.given_up_) give_up();
  for (const auto& [value, tally] : other.tallies_) {
    GroupTally* sum = find_or_add(value);
    if (sum == nullptr) break;
    *sum += tally;
  }
  return *this;
}

}  // namespace sluice::stats
