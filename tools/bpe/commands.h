// The commands of sluice-bpe. argv[0] is the command's name.
#pragma once

namespace sluice::bpe_tool {

int train(int argc, char** argv);    // a vocabulary from text
int count(int argc, char** argv);    // tokens of documents, or of text
int encode(int argc, char** argv);   // ids, or token shards
int decode(int argc, char** argv);   // text again
int compare(int argc, char** argv);  // vocabularies on the same text
int convert(int argc, char** argv);  // a vocabulary to another format
int inspect(int argc, char** argv);  // what a vocabulary holds

}  // namespace sluice::bpe_tool
