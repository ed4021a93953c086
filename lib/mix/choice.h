// Which copies of a source's documents are in the mix.
//
//   const uint64_t seed = source_seed(plan.seed, name);
//   Chooser chooser(seed, quota, {.memory = …, .folder = …});
//   for (…) chooser.add(counted);                    // all documents that are not held out
//   const Choice choice = chooser.choose();          // two numbers
//   choice.for_each_copy(seed, source, counted, [&](const Copy& copy) { … });
//
// Whole epochs come first; of the last one, copies are taken in the order of their draw keys until
// the quota's tokens are reached, so that the mix has at most one document more than was asked for.
// What is remembered is the last key: a document's own hash tells whether it is in the mix.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/record_sort.h"
#include "io/external_sort.h"
#include "mix/counts.h"
#include "mix/order.h"
#include "mix/quotas.h"

namespace sluice::mix {

struct Choice {
  uint64_t epochs = 0;    // whole ones
  bool part = false;      // of one more
  uint64_t last_key = 0;  // the greatest draw key of it

  // `source_seed`: order.h. `use` takes a Copy.
  template <class Use>
  void for_each_copy(uint64_t source_seed, uint32_t source, const Counted& document,
                     Use&& use) const {
    Copy copy{.source = source, .id = document.id};
    for (; copy.epoch < epochs; ++copy.epoch) {
      for (copy.copy = 0; copy.copy < document.copies; ++copy.copy) use(copy);
    }
    if (!part) return;
    for (copy.copy = 0; copy.copy < document.copies; ++copy.copy) {
      if (draw_key(source_seed, copy) <= last_key) use(copy);
    }
  }
};

// Memory: as ExternalSort's, if the quota ends within an epoch.
class Chooser {
 public:
  Chooser(uint64_t source_seed, const Quota& quota, io::SortOptions options);

  void add(const Counted& document);
  Choice choose();
  // Of what choose() took of the last epoch.
  uint64_t tokens() const { return tokens_; }

 private:
  uint64_t source_seed_;
  Quota quota_;
  std::optional<io::ExternalSort<SortRecord>> copies_;  // draw key, tokens
  uint64_t tokens_ = 0;
};

}  // namespace sluice::mix
