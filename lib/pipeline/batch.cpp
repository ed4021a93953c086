#include "pipeline/batch.h"

namespace sluice::pipeline {

namespace {
// A batch whose scratch grew beyond this (a huge document was changed) gives the memory back.
constexpr size_t kScratchKept = size_t{4} << 20;
}  // namespace

void Batch::count(std::string_view group, std::string_view name, uint64_t more) {
  auto found = counters.find(group);
  if (found == counters.end()) found = counters.try_emplace(std::string(group)).first;
  const auto counter = found->second.find(name);
  if (counter != found->second.end()) {
    counter->second += more;
  } else {
    found->second.emplace(name, more);
  }
}

void Batch::clear() {
  emissions.clear();
  if (scratch.capacity() > kScratchKept) {
    scratch.release();
  } else {
    scratch.clear();
  }
  overwrites.clear();
  if (rendered) rendered->clear();
  deferred.clear();
  bad_records.clear();
  for (stats::Ledger& ledger : ledgers) ledger.clear();
  lines = 0;
  records = 0;
  blank_lines = 0;
  counters.clear();
  end_of_input = false;
}

}  // namespace sluice::pipeline
