// What a mix came to: for people, for programs, for stats files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mix/layout.h"
#include "mix/lines.h"
#include "mix_options.h"
#include "mixed_files.h"
#include "passes.h"
#include "stats/stats_file.h"

namespace sluice::mix_tool {

struct Manifest {
  std::string json;                    // schema "sluice.mix/1" (docs/formats.md)
  std::vector<uint64_t> first_tokens;  // by file: the tokens before it in its split
};

// `lines`: the files of all parts, with these paths. Throws CheckError if they do not hold what was
// planned.
Manifest manifest_of(const Mix& mix, const mix::Layout& layout,
                     const std::vector<mix::LineFile>& lines, const std::vector<std::string>& paths,
                     const MixedFiles& files);

// Requested and achieved by source, in at most 100 columns. Without `totals`, what would be
// achieved.
std::string table_of(const mix::MixPlan& plan, const mix::Layout& layout,
                     const std::vector<SourceTotals>* totals);
// Warnings: sources read more than four times.
std::vector<std::string> warnings_of(const mix::MixPlan& plan, const mix::Layout& layout);

// By source: U, D and what is held out; adds up over parts.
stats::Details details_of(const mix::MixPlan& plan, const std::vector<SourceTotals>& totals);

}  // namespace sluice::mix_tool
