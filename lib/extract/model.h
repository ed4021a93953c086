// The learned part of the extractor: what it is and how it was made is in docs/models/extract.md.
#pragma once

#include <array>
#include <string>

#include "extract/features.h"
#include "extract/forest.h"
#include "extract/lexicon.h"

namespace sluice::extract {

struct Model {
  Lexicon lexicon;                       // of names in class, id, role and itemprop, and of tags
  std::array<Forest, kPageKinds> kinds;  // of pages, in the order of Feature::kind_…
  Forest first;                          // scores blocks by themselves
  Forest second;                         // and in the light of the first scores of all
};

// Compiled in (model_data.cpp).
extern const Model kModel;

// SHA-256 of all its numbers: part of the configuration of whoever extracts.
std::string digest_of(const Model& model);

}  // namespace sluice::extract
