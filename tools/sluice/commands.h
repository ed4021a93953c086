// The front door's own commands. argv[0] is the command's name (for help: the program's).
#pragma once

namespace sluice::front {

int help(int argc, char** argv);   // sluice help [TOOL]
int version();                     // sluice --version
int chain(int argc, char** argv);  // sluice chain 'a | b | c' INPUT… -o OUT
int stats(int argc, char** argv);  // sluice stats merge FILE…

}  // namespace sluice::front
