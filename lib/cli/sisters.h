// The tools of this installation: the programs sluice-* in one folder.
#pragma once

#include <string>
#include <vector>

namespace sluice::cli {

// The folder of the running program, where its sisters are.
std::string program_folder();

// "cat", "extract", … in alphabetical order.
std::vector<std::string> tool_names(const std::string& folder = program_folder());
// The path of a tool's program, whether it is there or not.
std::string program_of(const std::string& tool, const std::string& folder = program_folder());

}  // namespace sluice::cli
