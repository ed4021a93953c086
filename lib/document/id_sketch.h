// Which share of one set of documents is in another, from a few kilobytes of each: a bottom-k
// sketch of ids (Broder 1997; Cohen and Kaplan 2007).
//
//   IdSketch trained;                       // one a thread, merged in any order
//   trained.add(document.id());
//   measured.share_in(trained);             // 0.37: about 37 % of the measured were trained on
//
// A sketch keeps the kSize smallest of the ids' hashes. Up to some value both keep all that there
// are, and there they are compared exactly: on kSize hashes for sets of equal size, where a share's
// standard error is below 1 %, on fewer if this set is the smaller one. A sketch of kSize ids or
// fewer holds all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

class IdSketch {
 public:
  static constexpr size_t kSize = 4096;

  void add(std::string_view id);
  void merge(const IdSketch& other);

  // The share of this sketch's ids that are in the other one; nothing if this one is empty.
  std::optional<double> share_in(const IdSketch& other) const;

  // The hashes, ascending, each once: a sketch is a function of the set of ids.
  std::vector<uint64_t> hashes() const;
  // From such hashes; nothing if they are not ascending, or too many.
  static std::optional<IdSketch> from_hashes(std::vector<uint64_t> hashes);

 private:
  void add_hash(uint64_t hash);
  void shrink();

  std::vector<uint64_t> hashes_;  // up to 2 kSize, those not above limit_
  uint64_t limit_ = UINT64_MAX;   // no hash above it can be among the smallest
};

}  // namespace sluice
