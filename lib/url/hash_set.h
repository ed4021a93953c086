// A growing set of 128-bit hashes: what has been seen, in 16 bytes a thing, 32 at most.
//
//   HashSet seen;
//   if (!seen.insert(hash128(url))) …        // it was there already
//
// Of 10^9 different things two have the same hash with probability 10^-21. Not thread-safe while it
// grows; contains() may be called by many threads when nobody inserts.
#pragma once

#include <cstddef>
#include <vector>

#include "base/hash.h"

namespace sluice::url {

class HashSet {
 public:
  // True if it was not there.
  bool insert(const Hash128& hash);
  bool contains(const Hash128& hash) const;
  size_t size() const { return size_; }

 private:
  // The slot where the hash is or would be.
  size_t find(const Hash128& hash) const;
  void grow();

  std::vector<Hash128> slots_;  // open addressing; a power of two of them; zero: free
  size_t size_ = 0;
};

}  // namespace sluice::url
