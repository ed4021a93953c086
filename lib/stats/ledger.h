// The ledger: what came in, what went out, and what became of the rest.
//
//   Ledger ledger;
//   ledger.tokens.counted_by("sluice-64k@1f3a…");  // or not_counted(), for each document
//   ledger.see(before, groups);                     // a well-formed candidate came in
//   ledger.keep(before, after, groups_after);       // … and went out, perhaps changed
//   ledger.reject("gopher_quality", before);        // … or did not, and why
//   ledger.check();                                 // throws CheckError if it does not balance
//
// The balance: in + repeated = out + rejects, in documents and as multisets of ids; and
// in.bytes + repeated.bytes + changed_bytes = out.bytes + rejects.bytes, likewise tokens. Rejects
// count at input size.
// `+=` is associative and commutative, so batches, threads and shards add up in any order.
//
// Counting a document costs two hashes of its id and some look-ups in small maps, and allocates
// only for a reason or a group that is new to this ledger. A ledger belongs to one thread.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "stats/groups.h"
#include "stats/tally.h"

namespace sluice::stats {

// Which tokenizer counted the documents. Adding up counts of different tokenizers would be a wrong
// number, so the state is part of the sum: none seen yet + one name = that name; two names, or a
// document without a count = no counts.
class TokenizerUse {
 public:
  // A document was counted by this tokenizer: "sluice-64k@1f3a…". An empty name is no name:
  // not_counted().
  void counted_by(std::string_view name);
  // A document has no count.
  void not_counted();
  TokenizerUse& operator+=(const TokenizerUse& other);
  friend bool operator==(const TokenizerUse&, const TokenizerUse&) = default;

  // The tokenizer, if every document so far was counted by it; empty if there were none or counts
  // are void.
  const std::string& name() const { return name_; }
  // False: tokens are null in the stats file.
  bool valid() const { return !void_; }
  // Nothing seen yet.
  bool empty() const { return !void_ && name_.empty(); }

 private:
  std::string name_;
  bool void_ = false;
};

struct Ledger {
  // The dimensions of `groups`, as the stats file names them.
  static constexpr std::array<std::string_view, 3> kDimensions = {"language", "source", "dump"};

  Tally in;
  Tally repeated;  // further copies that a tool makes on purpose (mix's epochs)
  Tally out;
  Lengths in_lengths;
  Lengths out_lengths;
  int64_t changed_bytes = 0;  // out minus in over kept documents
  int64_t changed_tokens = 0;
  std::map<std::string, Tally, std::less<>> rejects;
  TokenizerUse tokens;
  std::array<GroupDimension, 3> groups;  // by kDimensions

  void see(const Measure& before, const Groups& groups_before);
  void keep(const Measure& before, const Measure& after, const Groups& groups_after);
  void repeat(const Measure& copy);
  void reject(std::string_view reason, const Measure& before);

  // Back to nothing counted.
  void clear() { *this = Ledger(); }

  Ledger& operator+=(const Ledger& other);
  friend bool operator==(const Ledger&, const Ledger&) = default;

  Tally rejected() const;

  // Throws CheckError naming the quantity and both sides: if the ledger does not balance, or if
  // histograms or groups do not add up to `in` and `out`.
  void check() const;
};

// The ledger of stages that a document passes one after the other, each with a ledger of its own:
// in as the first one's, out as the last one's, all repeats and rejects. `stages` is not empty.
Ledger in_series(const std::vector<Ledger>& stages);

}  // namespace sluice::stats
