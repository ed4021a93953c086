// Indexes of evaluation sets and counts of their runs from any bytes: one or an Error; what was
// accepted finds nothing outside its tables, whatever they hold.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "decontaminate/frequencies.h"
#include "decontaminate/index.h"
#include "decontaminate/report.h"
#include "decontaminate/scanner.h"
#include "stage_repair.h"

namespace sluice::decontaminate {
namespace {

constexpr std::string_view kText =
    "The miller's cafe by the river grinds 12 sacks of grain on each day of May, and half as many "
    "on Sundays. Who built the weir? The monks did it. Which bird fishes at the old weir? A heron.";

void scan(const EvaluationIndex& index) {
  for (const Policy policy : {Policy::score, Policy::any}) {
    const Scanner scanner(index, index.weights(), {.policy = policy});
    Scanner::Scratch scratch;
    std::vector<Finding> findings;
    // Of the index's own texts, too, so that there is something to find.
    for (uint32_t part = 0; part < std::min<size_t>(index.tables().parts.size(), 20); ++part) {
      scanner.scan(kText, scratch, findings);
      scanner.scan(index.text(part), scratch, findings);
    }
    ReportTally tally(index);
    tally.add({.id = "x", .text = kText}, findings);
    Report report = make_report(index, scanner);
    tally.write(report);
  }
}

void open(std::string_view bytes) {
  try {
    const EvaluationIndex index = open_index(bytes, "fuzz");
    scan(index);
    weights_of(index, Frequencies(index));
  } catch (const Error&) {
  }
}

void read_counts(std::string_view bytes) {
  static const EvaluationIndex index =
      build_index({{.set = "s", .split = "", .id = "1", .parts = {std::string(kText), "", ""}}});
  try {
    if (weights_of(index, read_frequencies(bytes, "fuzz", index)).size() !=
        index.tables().words.size()) {
      __builtin_trap();
    }
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace sluice::decontaminate

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::string& one : {bytes, fuzz::repaired_stage_file(bytes)}) {
    decontaminate::open(one);
    decontaminate::read_counts(one);
  }
  return 0;
}
