// The commands of sluice-dedup. argv[0] is the command's name.
#pragma once

namespace sluice::dedup_tool {

int fuzzy(int argc, char** argv);  // near-duplicates, in one go
// The same in stages.
int sketch(int argc, char** argv);   // documents to sketches
int link(int argc, char** argv);     // sketches to candidate pairs
int verify(int argc, char** argv);   // pairs to edges
int cluster(int argc, char** argv);  // edges to clusters
int apply(int argc, char** argv);    // documents without their copies
int exact(int argc, char** argv);    // equal texts, addresses, fields, in one go
// The same in stages, of which apply is the last.
int fingerprint(int argc, char** argv);  // documents to fingerprints
int match(int argc, char** argv);        // fingerprints to clusters
int explain(int argc, char** argv);      // what a document shares with others
int yield(int argc, char** argv);        // what more data would give

}  // namespace sluice::dedup_tool
