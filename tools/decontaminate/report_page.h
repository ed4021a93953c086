// Reports as people read them.
#pragma once

#include <string>

#include "decontaminate/report.h"

namespace sluice::decontaminate_tool {

// Markdown: a table of sets, and the worst items beside what documents have of them.
std::string report_markdown(const decontaminate::Report& report);

// As the file's name says: JSON (.json) or Markdown (.md, and standard output). Throws ConfigError
// for another name, which `option` gave.
bool is_json_report(const std::string& path, const std::string& option);
std::string report_for(const decontaminate::Report& report, bool json);

}  // namespace sluice::decontaminate_tool
