// What stages and a run in one go have in common.
#pragma once

#include <string>
#include <vector>

#include "mix/layout.h"
#include "mix_options.h"

namespace sluice::mix_tool {

// Plans by the counts of all parts. Throws CheckError where the plan is impossible, or where parts
// were counted by different tokenizers.
mix::Layout lay_out(const Mix& mix, const std::vector<std::string>& counts,
                    const cli::WorkOptions& work);

// Writes and reads the stage file that hands on the plan.
void write_choice(const Mix& mix, const mix::Layout& layout, const std::string& path);
mix::Layout read_choice(const Mix& mix, const std::string& path);

void say_warnings(cli::Tool& tool, const Mix& mix, const mix::Layout& layout);

}  // namespace sluice::mix_tool
