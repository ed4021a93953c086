#include "base/aho_corasick.h"

#include <utility>

#include "base/error.h"

namespace sluice {
namespace {

constexpr size_t kMostEntries = size_t{1} << 29;

}  // namespace

AhoCorasick::AhoCorasick(std::span<const std::string> strings) {
  for (const std::string& string : strings) {
    for (const char byte : string) classes_[static_cast<uint8_t>(byte)] = 1;
  }
  // 256 classes would not fit a byte, were there one more for bytes in no string: then there are
  // none of these.
  uint32_t next = 0;
  for (uint8_t& its_class : classes_) next += its_class;
  const bool all = next == classes_.size();
  next = all ? 0 : 1;
  for (uint8_t& its_class : classes_) {
    if (its_class != 0) its_class = static_cast<uint8_t>(next++);
  }
  width_ = next;
  add_state();
  for (size_t i = 0; i < strings.size(); ++i) insert(strings[i], static_cast<uint32_t>(i));
  link();
  order_by_hits();
}

uint32_t AhoCorasick::add_state() {
  const size_t row = table_.size();
  if (row + width_ > kMostEntries) {
    throw ConfigError("a list of words is too long: its automaton would take more than 2 GiB");
  }
  table_.resize(row + width_, 0);
  hits_.push_back(kNone);
  return static_cast<uint32_t>(row);
}

void AhoCorasick::insert(std::string_view string, uint32_t which) {
  if (string.empty()) return;
  uint32_t row = 0;
  for (const char byte : string) {
    const size_t entry = row + classes_[static_cast<uint8_t>(byte)];
    if (table_[entry] == 0) {
      const uint32_t added = add_state();
      table_[entry] = added;
    }
    row = table_[entry];
  }
  uint32_t& hit = hits_[row / width_];
  if (hit != kNone) return;
  hit = static_cast<uint32_t>(found_.size());
  found_.push_back({.which = which, .next = kNone});
}

// Makes of the tree of strings, in order of depth, the automaton: where the tree has no branch, the
// entry is that of the longest proper suffix that is a state, too.
void AhoCorasick::link() {
  std::vector<uint32_t> suffixes(hits_.size(), 0);  // rows
  std::vector<uint32_t> order = {0};
  order.reserve(hits_.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const uint32_t row = order[i];
    const uint32_t suffix = suffixes[row / width_];
    for (uint32_t its_class = 0; its_class < width_; ++its_class) {
      uint32_t& entry = table_[row + its_class];
      const uint32_t shorter = row == 0 ? 0 : table_[suffix + its_class];
      if (entry == 0) {
        entry = shorter;
      } else {
        const uint32_t state = entry / width_;
        suffixes[state] = shorter;
        order.push_back(entry);
        uint32_t& hit = hits_[state];
        if (hit == kNone) {
          hit = hits_[shorter / width_];
        } else {
          found_[hit].next = hits_[shorter / width_];
        }
      }
    }
  }
}

// Moves the states at which strings end behind all others, so that one comparison tells them.
void AhoCorasick::order_by_hits() {
  std::vector<uint32_t> order;  // [new state]: the state
  order.reserve(hits_.size());
  for (uint32_t state = 0; state < hits_.size(); ++state) {
    if (hits_[state] == kNone) order.push_back(state);
  }
  first_hit_row_ = static_cast<uint32_t>(order.size()) * width_;
  for (uint32_t state = 0; state < hits_.size(); ++state) {
    if (hits_[state] != kNone) order.push_back(state);
  }
  std::vector<uint32_t> rows(order.size());  // [state]: its new row
  for (uint32_t i = 0; i < order.size(); ++i) rows[order[i]] = i * width_;
  std::vector<uint32_t> table;
  table.reserve(table_.size());
  std::vector<uint32_t> hits;
  hits.reserve(hits_.size());
  for (const uint32_t state : order) {
    for (uint32_t its_class = 0; its_class < width_; ++its_class) {
      table.push_back(rows[table_[size_t{state} * width_ + its_class] / width_]);
    }
    hits.push_back(hits_[state]);
  }
  table_ = std::move(table);
  hits_ = std::move(hits);
}

}  // namespace sluice
