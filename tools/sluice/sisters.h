// The other tools: the programs sluice-* in the folder of this one.
#pragma once

#include <string>
#include <vector>

namespace sluice::front {

// "cat", "extract", … in alphabetical order.
std::vector<std::string> tool_names();
// The path of a tool's program, whether it is there or not.
std::string program_of(const std::string& tool);

}  // namespace sluice::front
