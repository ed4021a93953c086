// Where a document stands in a mix: which of its copies, and in which files.
//
//   const Places places(mix, layout, fields);
//   const Standing standing = places.of(document);
//   places.for_each(standing, [&](const mix::LineHead& head) { … });  // of each copy
//
// Immutable: shared by threads.
#pragma once

#include <cstdint>
#include <vector>

#include "document/document.h"
#include "mix/counts.h"
#include "mix/layout.h"
#include "mix/lines.h"
#include "mix/order.h"
#include "mix_fields.h"
#include "mix_options.h"

namespace sluice::mix_tool {

// All that decides it.
struct Standing {
  uint32_t source = 0;
  uint32_t input = 0;
  bool held_out = false;
  mix::Counted counted;
};

class Places {
 public:
  // All must outlive it.
  Places(const Mix& mix, const mix::Layout& layout, const MixFields& fields);

  // Throws CheckError where the document cannot have been there when the mix was planned.
  Standing of(const Document& document) const;

  // `use` takes the LineHead of each copy, without what tells of its line.
  template <class Use>
  void for_each(const Standing& standing, Use&& use) const {
    const auto place = [&](const mix::Copy& copy) { use(head_of(standing, copy)); };
    if (standing.held_out) {
      place({.source = standing.source, .id = standing.counted.id});
    } else {
      layout_.sources[standing.source].choice.for_each_copy(
          seeds_[standing.source], standing.source, standing.counted, place);
    }
  }
  bool takes(const Standing& standing) const;

 private:
  mix::LineHead head_of(const Standing& standing, const mix::Copy& copy) const {
    const uint64_t key = mix::shuffle_key(seeds_[standing.source], copy);
    const uint32_t file = standing.held_out
                              ? layout_.files + mix::file_of(key, layout_.validation_files)
                              : mix::file_of(key, layout_.files);
    return {.key = key,
            .tokens = standing.counted.tokens,
            .source = standing.source,
            .epoch = copy.epoch,
            .input = standing.input,
            .file = file};
  }

  const Mix& mix_;
  const mix::Layout& layout_;
  const MixFields& fields_;
  std::vector<uint64_t> seeds_;  // by source
};

}  // namespace sluice::mix_tool
