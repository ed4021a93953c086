// The commands of sluice-report. argv[0] is the command's name.
#pragma once

namespace sluice::report_tool {

int report(int argc, char** argv);  // without a command's name
int locate(int argc, char** argv);  // the documents of a training step

}  // namespace sluice::report_tool
