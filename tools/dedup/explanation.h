// What `explain` finds out, in two passes over documents: the one that is asked for, then all that
// are like it.
//
//   Explanation explanation({.id = "doc-7", .threshold = 0.75}, sketcher, facts, fields);
//   for each document: explanation.look_for(document);
//   for each document: explanation.compare(document);
//   explanation.partners()         // the most similar first
//
// look_for() and compare() may be called by many threads at once, in any order of documents: what
// is found does not depend on it. Memory: the texts of partners.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/pool.h"
#include "dedup/sketcher.h"
#include "dedup/verdict.h"
#include "document/document.h"
#include "document_facts.h"

namespace sluice::dedup_tool {

// What a document says of itself.
struct SaidFacts {
  std::string id;
  std::string reason;  // of its rejection; empty: none
  std::string detail;
  std::string cluster;  // whose metadata.dedup tells; empty: none
  uint64_t size = 0;
  uint64_t line = 0;  // of all inputs
};

// "dropped: near_duplicate, …", "kept, of a cluster of 3"; empty where nothing is said.
std::string told(const SaidFacts& facts);

struct Subject {
  SaidFacts facts;
  std::string text;
  uint64_t group = 0;
  std::vector<uint64_t> band_hashes;
  std::vector<uint8_t> sketch;
  std::vector<uint64_t> shingles;  // ascending
};

struct Partner {
  SaidFacts facts;
  std::string text;
  bool same_text = false;
  uint32_t bands = 0;   // that it shares
  double estimate = 0;  // of the Jaccard similarity, from sketches; 0 where there are none
  double jaccard = 0;   // exactly
};

class Explanation {
 public:
  struct Options {
    std::string id;    // as people write it
    std::string with;  // compare with this one alone; empty: with all
    double threshold = 0.75;
  };

  // Declares fields. `sketcher` and `facts` must outlive it.
  Explanation(const Options& options, const dedup::Sketcher& sketcher, const DocumentFacts& facts,
              Fields& fields);

  void look_for(const Document& document);
  // Of several documents of this id the first. Throws CheckError if there is none.
  const Subject& subject();
  void compare(const Document& document);
  // Those that share a band with it or whose sketches are like it, the most similar first; or the
  // one that was asked for, of which CheckError is thrown if there is none.
  std::vector<Partner> partners() const;

 private:
  struct Scratch {
    dedup::Sketcher::Scratch sketching;
    std::vector<uint64_t> band_hashes;
    std::vector<uint8_t> sketch;
    std::vector<uint64_t> shingles;
  };

  SaidFacts said(const Document& document) const;
  std::optional<Partner> partner(const Document& document, Scratch& scratch) const;

  Options options_;
  const dedup::Sketcher& sketcher_;
  const DocumentFacts& facts_;
  std::optional<dedup::SketchRule> rule_;
  FieldId reason_, detail_, cluster_, size_;
  std::optional<Subject> subject_;
  std::vector<Partner> partners_;
  mutable std::mutex mutex_;
  Pool<Scratch> scratch_;
};

}  // namespace sluice::dedup_tool
