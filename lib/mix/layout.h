// A plan with numbers: which copies of each source are in the mix, and how many files it takes.
//
//   const Layout layout = lay_out(plan, counts, {.memory = …, .folder = …});
//   layout.sources[2].choice.for_each_copy(…);
//   write_layout(layout, out, digest);  read_layout("mix.choice", digest);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "io/external_sort.h"
#include "io/output.h"
#include "mix/choice.h"
#include "mix/counts.h"
#include "mix/mix_plan.h"
#include "mix/quotas.h"

namespace sluice::mix {

struct SourceLayout {
  Amount amount;          // what there is to train on
  Quota quota;            // what was asked for
  Choice choice;          // what that comes to
  uint64_t tokens = 0;    // in the mix: `quota.tokens`, or up to a document more
  uint64_t held_out = 0;  // documents
  uint64_t held_out_tokens = 0;
};

struct Layout {
  std::vector<SourceLayout> sources;  // as in the plan
  uint32_t files = 1;                 // to train on
  uint32_t validation_files = 0;

  uint64_t tokens() const;
  uint64_t held_out_tokens() const;
  uint32_t all_files() const { return files + validation_files; }
};

// Reads the counts twice. A source of which nothing is asked for holds nothing out either. Throws
// CheckError as share_out() does, and where a mix would have over 2^20 files or the documents have
// over 2^53 tokens. Memory: as ExternalSort's.
Layout lay_out(const MixPlan& plan, const std::vector<CountFile>& counts,
               const io::SortOptions& options);

void write_layout(const Layout& layout, io::OutputFile& out, std::string_view digest);
Layout read_layout(const std::string& path, std::string_view digest);
Layout read_layout(std::string_view bytes, const std::string& name, std::string_view digest);

}  // namespace sluice::mix
