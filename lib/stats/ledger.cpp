#include "stats/ledger.h"

#include "base/error.h"
#include "base/format.h"
#include "stats/checked.h"

namespace sluice::stats {
namespace {

std::array<std::string_view, 3> by_dimension(const Groups& groups) {
  return {groups.language, groups.source, groups.dump};
}

// left + change = right, where change may be negative.
bool balances(uint64_t left, int64_t change, uint64_t right) {
  const auto size = static_cast<uint64_t>(change);
  add_checked(change < 0 ? right : left, change < 0 ? uint64_t{0} - size : size);
  return left == right;
}

void require_balance(std::string_view quantity, uint64_t left, int64_t change, uint64_t right) {
  if (balances(left, change, right)) return;
  std::string message = "the ledger does not balance: in + repeated";
  if (change != 0) message += " + changed";
  message += " is " + with_thousands(left) + " ";
  if (change != 0) message += (change > 0 ? "+ " : "") + with_thousands(change) + " ";
  message.append(quantity).append(", out + rejects ") += with_thousands(right);
  throw CheckError(message);
}

void require_sum(std::string_view what, std::string_view quantity, uint64_t sum, uint64_t whole) {
  if (sum == whole) return;
  throw CheckError(std::string(what) + " add up to " + with_thousands(sum) + " " +
                   std::string(quantity) + ", the ledger has " + with_thousands(whole));
}

void require_lengths(std::string_view what, const Lengths& lengths, const Counts& whole) {
  Counts sum;
  for (size_t i = 0; i < Lengths::kBuckets; ++i) {
    add_checked(sum.documents, lengths.documents[i]);
    add_checked(sum.tokens, lengths.tokens[i]);
  }
  require_sum(what, "documents", sum.documents, whole.documents);
  require_sum(what, "tokens", sum.tokens, whole.tokens);
}

void require_counts(const std::string& what, const Counts& sum, const Counts& whole, bool tokens) {
  require_sum(what, "documents", sum.documents, whole.documents);
  require_sum(what, "bytes", sum.bytes, whole.bytes);
  if (tokens) require_sum(what, "tokens", sum.tokens, whole.tokens);
}

void require_groups(const Ledger& ledger) {
  for (size_t i = 0; i < Ledger::kDimensions.size(); ++i) {
    if (ledger.groups[i].given_up()) continue;
    GroupTally sum;
    for (const auto& [value, tally] : ledger.groups[i].tallies()) sum += tally;
    const std::string name = "groups." + std::string(Ledger::kDimensions[i]);
    require_counts(name + ": in", sum.in, ledger.in, ledger.tokens.valid());
    require_counts(name + ": out", sum.out, ledger.out, ledger.tokens.valid());
  }
}

}  // namespace

void TokenizerUse::counted_by(std::string_view name) {
  if (name == name_ && !name.empty()) return;
  if (empty() && !name.empty()) {
    name_ = name;
  } else {
    not_counted();
  }
}

void TokenizerUse::not_counted() {
  void_ = true;
  name_.clear();
}

TokenizerUse& TokenizerUse::operator+=(const TokenizerUse& other) {
  if (other.void_) {
    not_counted();
  } else if (!other.empty()) {
    counted_by(other.name_);
  }
  return *this;
}

void Ledger::see(const Measure& before, const Groups& groups_before) {
  in.add(before);
  in_lengths.add(before.tokens);
  const auto values = by_dimension(groups_before);
  for (size_t i = 0; i < values.size(); ++i) {
    if (GroupTally* tally = groups[i].find_or_add(values[i])) tally->in.add(before);
  }
}

void Ledger::keep(const Measure& before, const Measure& after, const Groups& groups_after) {
  out.add(after);
  out_lengths.add(after.tokens);
  add_difference(changed_bytes, after.bytes, before.bytes);
  add_difference(changed_tokens, after.tokens, before.tokens);
  const auto values = by_dimension(groups_after);
  for (size_t i = 0; i < values.size(); ++i) {
    if (GroupTally* tally = groups[i].find_or_add(values[i])) tally->out.add(after);
  }
}

void Ledger::repeat(const Measure& copy) { repeated.add(copy); }

void Ledger::reject(std::string_view reason, const Measure& before) {
  auto found = rejects.find(reason);
  if (found == rejects.end()) found = rejects.emplace(reason, Tally{}).first;
  found->second.add(before);
}

Ledger& Ledger::operator+=(const Ledger& other) {
  in += other.in;
  repeated += other.repeated;
  out += other.out;
  in_lengths += other.in_lengths;
  out_lengths += other.out_lengths;
  add_checked(changed_bytes, other.changed_bytes);
  add_checked(changed_tokens, other.changed_tokens);
  for (const auto& [reason, tally] : other.rejects) rejects[reason] += tally;
  tokens += other.tokens;
  for (size_t i = 0; i < groups.size(); ++i) groups[i] += other.groups[i];
  return *this;
}

Tally Ledger::rejected() const {
  Tally sum;
  for (const auto& [reason, tally] : rejects) sum += tally;
  return sum;
}

void Ledger::check() const {
  Tally candidates = in;
  candidates += repeated;
  Tally settled = out;
  settled += rejected();
  require_balance("documents", candidates.documents, 0, settled.documents);
  require_balance("bytes", candidates.bytes, changed_bytes, settled.bytes);
  if (candidates.ids != settled.ids) {
    throw CheckError("the ledger does not balance: the ids of in + repeated, " +
                     candidates.ids.hex() + ", are not those of out + rejects, " +
                     settled.ids.hex());
  }
  if (tokens.valid()) {
    require_balance("tokens", candidates.tokens, changed_tokens, settled.tokens);
    require_lengths("lengths of in", in_lengths, in);
    require_lengths("lengths of out", out_lengths, out);
  }
  require_groups(*this);
}

Ledger in_series(const std::vector<Ledger>& stages) {
  Ledger whole = stages.front();
  for (size_t i = 1; i < stages.size(); ++i) {
    const Ledger& next = stages[i];
    whole.repeated += next.repeated;
    add_checked(whole.changed_bytes, next.changed_bytes);
    add_checked(whole.changed_tokens, next.changed_tokens);
    for (const auto& [reason, tally] : next.rejects) whole.rejects[reason] += tally;
    whole.tokens += next.tokens;
  }
  const Ledger& last = stages.back();
  whole.out = last.out;
  whole.out_lengths = last.out_lengths;
  for (size_t i = 0; i < whole.groups.size(); ++i) whole.groups[i].take_out(last.groups[i]);
  return whole;
}

}  // namespace sluice::stats
