#include "first_of_each.h"

#include <cstring>

#include "apply_clusters.h"
#include "base/hash.h"

namespace sluice::dedup_tool {

using pipeline::Verdict;

FirstOfEachKey::FirstOfEachKey(const dedup::ExactKey& key, const DocumentFacts& facts,
                               const Options& options)
    : key_(key), facts_(facts), seen_(options.memory) {
  if (options.tells_ids) ids_.emplace(options.folder);
}

void FirstOfEachKey::note(const Document& document, Buffer& note) const {
  thread_local dedup::ExactKey::Scratch scratch;
  const auto fingerprint = key_.fingerprint(document, scratch, facts_.group(document));
  if (!fingerprint) return;
  std::memcpy(note.grow(sizeof *fingerprint), &*fingerprint, sizeof *fingerprint);
}

Verdict FirstOfEachKey::decide(std::string_view note, const stats::Measure& document) {
  if (note.empty()) {
    ++without_key_;
    return Verdict::keep();
  }
  Hash128 fingerprint;
  std::memcpy(&fingerprint, note.data(), sizeof fingerprint);
  const dedup::FirstOfEach::Found found = seen_.add(fingerprint, ids_ ? ids_->next() : 0);
  if (found.added && ids_) ids_->append(document.id);
  if (found.added || in_references_) return Verdict::keep();
  return Verdict::reject(kDuplicate, ids_ ? ids_->at(found.place) : std::string());
}

dedup::ClusterSizes FirstOfEachKey::sizes() const {
  dedup::ClusterSizes sizes;
  for (const auto& [size, clusters] : seen_.copies()) sizes.add(size, {.documents = clusters});
  if (without_key_ > 0) sizes.add(1, {.documents = without_key_});
  return sizes;
}

}  // namespace sluice::dedup_tool
