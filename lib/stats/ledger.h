// The ledger: what came in, what went out, and what became of the rest.
//
//   Ledger ledger;
//   ledger.see(before, groups);                    // a well-formed candidate came in
//   ledger.keep(before, after, groups_after);      // … and went out, perhaps changed
//   ledger.reject("gopher_quality", before);       // … or did not, and why
//   ledger.check();                                // nothing lost: throws CheckError where it does not balance
//
// The balance: in + repeated = out + rejects, in documents and as multisets of ids; and
// in.bytes + repeated.bytes + changed.bytes = out.bytes + rejects.bytes, likewise tokens. Rejects count at input size.
// `+=` is associative and commutative, so batches, threads and shards add up in any order.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "stats/tally.h"

namespace sluice::stats {

// Which tokenizer counted the documents. Adding up counts of different tokenizers would be a wrong number, so
// the state is part of the sum: none seen yet + one name = that name; two names, or a document without a count = no counts.
class TokenizerUse {
 public:
  void counted_by(std::string_view name);  // "sluice-64k@1f3a…"
  void not_counted();                      // a document has no count
  TokenizerUse& operator+=(const TokenizerUse& other);
  friend bool operator==(const TokenizerUse&, const TokenizerUse&) = default;

  // The tokenizer, if every document so far was counted by it; empty if there were none or counts are void.
  const std::string& name() const;
  bool valid() const;  // false: tokens are null in the stats file
  bool empty() const;  // nothing seen yet
};

// The values by which a document is grouped; empty views are "not stated" and count under "".
struct Groups {
  std::string_view language;  // metadata.language
  std::string_view source;    // source
  std::string_view dump;      // metadata.dump
};

struct GroupTally { Tally in; Tally out; };

// Tallies by value of one dimension. A dimension with more than kMaxGroups values is given up as a whole (its
// totals are the ledger's), which does not depend on the order of adding; long values are cut at kMaxKeyBytes.
class GroupDimension {
 public:
  static constexpr size_t kMaxGroups = 4096;
  static constexpr size_t kMaxKeyBytes = 200;
  // interface to be designed: find-or-add with a fast path for the value seen last, merge, given_up(), iteration in byte order
};

struct Ledger {
  Tally in;
  Tally repeated;  // further copies that a tool makes on purpose (mix's epochs)
  Tally out;
  Lengths in_lengths;
  Lengths out_lengths;
  int64_t changed_bytes = 0;   // out minus in over kept documents
  int64_t changed_tokens = 0;
  std::map<std::string, Tally, std::less<>> rejects;
  TokenizerUse tokens;
  // groups: language, source, dump

  void see(const Measure& before, const Groups& groups);
  void keep(const Measure& before, const Measure& after, const Groups& groups_after);
  void repeat(const Measure& copy);
  void reject(std::string_view reason, const Measure& before);

  Ledger& operator+=(const Ledger& other);

  Tally rejected() const;
  // Throws CheckError naming the quantity and the difference.
  void check() const;
};

}  // namespace sluice::stats
