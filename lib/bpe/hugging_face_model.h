// A Vocabulary as a BPE model of Hugging Face's tokenizers library: its list of merges and its
// entries, as tokenizer.json and vocab.json with merges.txt spell them.
#pragma once

#include <string>
#include <vector>

#include "bpe/vocabulary.h"

namespace sluice::bpe {

struct MergeList {
  std::vector<Merge> merges;
  bool ignore_merges = false;  // pieces that are tokens are looked up first
};
// The vocabulary's own list, or one that merges as its ranks do (rank_merging.h).
MergeList merge_list_of(const Vocabulary& vocabulary);

struct ModelEntry {
  std::string spelled;
  TokenId id = 0;
};
// By id. Hugging Face gives ids to added tokens itself, the next free ones, unless the model has an
// entry for them; such as would get another id that way are entries too, or all of them if asked
// for. Throws ConfigError if an added token cannot be an entry without changing ids of text.
std::vector<ModelEntry> model_entries(const Vocabulary& vocabulary, bool with_all_added);

// What no file says: another version of Unicode than the default.
void require_default_unicode(const Vocabulary& vocabulary);

}  // namespace sluice::bpe
