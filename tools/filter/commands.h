// The commands of sluice-filter. argv[0] is the command's name.
#pragma once

namespace sluice::filter_tool {

int filter(int argc, char** argv);     // judges documents; the command without a name
int histogram(int argc, char** argv);  // charts of what stats files hold
int fit(int argc, char** argv);        // thresholds by language from stats files

}  // namespace sluice::filter_tool
