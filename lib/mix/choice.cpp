#include "mix/choice.h"

#include <utility>

namespace sluice::mix {

Chooser::Chooser(uint64_t source_seed, const Quota& quota, io::SortOptions options)
    : source_seed_(source_seed), quota_(quota) {
  if (quota_.rest > 0) copies_.emplace(std::move(options));
}

void Chooser::add(const Counted& document) {
  if (!copies_) return;
  Copy copy{.epoch = static_cast<uint32_t>(quota_.epochs), .id = document.id};
  for (; copy.copy < document.copies; ++copy.copy) {
    copies_->add({draw_key(source_seed_, copy), document.tokens});
  }
}

Choice Chooser::choose() {
  Choice choice{.epochs = quota_.epochs};
  if (!copies_) return choice;
  copies_->seal();
  auto reader = copies_->reader();
  for (SortRecord record; reader.next(record);) {
    // What has the key of the last one is taken with it.
    if (tokens_ >= quota_.rest && record.key != choice.last_key) break;
    tokens_ += record.value;
    choice.last_key = record.key;
    choice.part = true;
  }
  return choice;
}

}  // namespace sluice::mix
