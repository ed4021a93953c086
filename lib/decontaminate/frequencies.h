// How many documents of a corpus have each run of an index, and the weights that follow: what
// everybody writes tells little of an item (inverse document frequency, Spärck Jones 1972).
//
//   RunCounter counter(index);                        // one a thread
//   counter.add(document.text(), scratch); …
//   Frequencies all(index); all += counter.frequencies();
//   write_frequencies(all, out);                      // mergeable: of other shards, by +=
//   const std::vector<uint8_t> weights = weights_of(index, all);      // for a Scanner
//
// The counts come from a background corpus, never from the documents that are scanned: what becomes
// of a document does not depend on what it is scanned with.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decontaminate/index.h"
#include "decontaminate/words.h"

namespace sluice::decontaminate {

struct Frequencies {
  Hash128 index;                 // its fingerprint
  uint64_t documents = 0;        // of the corpus
  std::vector<uint32_t> counts;  // by run: documents that have it, up to 2^32 - 1

  explicit Frequencies(const EvaluationIndex& index);
  // Throws ConfigError if they are of another index.
  Frequencies& operator+=(const Frequencies& other);
};

// Memory: 4 bytes a run of the index.
class RunCounter {
 public:
  struct Scratch {
    WordReader::Scratch reading;
    std::vector<uint32_t> words;
    std::vector<uint32_t> runs;
  };

  // `index` must outlive it.
  explicit RunCounter(const EvaluationIndex& index) : index_(index), frequencies_(index) {}

  // A document; linear.
  void add(std::string_view text, Scratch& scratch);
  const Frequencies& frequencies() const { return frequencies_; }

 private:
  const EvaluationIndex& index_;
  WordReader reader_;
  Frequencies frequencies_;
};

// Of the index's words: the weight by boilerplate, times the mean over the runs that a word is in
// of 1 - log(n + 1) / log(N + 1), for n of N documents; log2 in whole numbers, so that weights are
// the same on every machine.
std::vector<uint8_t> weights_of(const EvaluationIndex& index, const Frequencies& frequencies);

// A file of counts (docs/formats.md). `out` is no stream. Throws IoError.
void write_frequencies(const Frequencies& frequencies, io::OutputFile& out);
// Throws IoError where it is damaged, ConfigError where it is something else or of another index.
Frequencies read_frequencies(const std::string& path, const EvaluationIndex& index);
// Bytes; `name` is for messages.
Frequencies read_frequencies(std::string_view bytes, const std::string& name,
                             const EvaluationIndex& index);

}  // namespace sluice::decontaminate
