// The commands of sluice-mix. argv[0] is the command's name.
#pragma once

namespace sluice::mix_tool {

int run(int argc, char** argv);      // all stages, one after the other
int count(int argc, char** argv);    // stage 1: documents and tokens of the sources
int plan(int argc, char** argv);     // stage 2: what is taken of each
int scatter(int argc, char** argv);  // stage 3: documents to the files of the mix
int gather(int argc, char** argv);   // stage 4: the files of the mix

}  // namespace sluice::mix_tool
