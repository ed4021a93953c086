// Commands of sluice-decontaminate: each is a main function of its own.
#pragma once

namespace sluice::decontaminate_tool {

int scan(int argc, char** argv);
int index(int argc, char** argv);
int df(int argc, char** argv);
int report(int argc, char** argv);

}  // namespace sluice::decontaminate_tool
