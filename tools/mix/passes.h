// The two passes over the documents of a mix.
//
//   count_documents(mix, fields, part, path);             // a file of counts
//   scatter_documents(mix, fields, part, layout, …);      // a file of lines
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/fields.h"
#include "mix/layout.h"
#include "mix_options.h"
#include "pipeline/run.h"

namespace sluice::mix_tool {

// What became of a source's documents, in numbers that add up. Written as its bytes.
struct SourceTotals {
  uint64_t documents = 0;  // in the mix, each as often as it stands there
  uint64_t bytes = 0;      // of their texts
  uint64_t tokens = 0;
  uint64_t unique_documents = 0;  // each once
  uint64_t unique_bytes = 0;
  uint64_t unique_tokens = 0;
  uint64_t held_out_documents = 0;  // for validation
  uint64_t held_out_bytes = 0;
  uint64_t held_out_tokens = 0;

  SourceTotals& operator+=(const SourceTotals& other);
};
std::string_view bytes_of(const std::vector<SourceTotals>& totals);
// Adds those in `bytes`, which bytes_of() gave, to `totals`. Throws IoError about `file`.
void add_totals(std::string_view bytes, const std::string& file, std::vector<SourceTotals>& totals);

// Throws CheckError where a document has no token count.
void count_documents(const Mix& mix, const Fields& fields, const Part& part,
                     const std::string& path);

// Where dropped documents and bad records go; empty: nowhere.
struct ScatterOutputs {
  std::string lines;
  std::string rejects;
  std::string errors;
};
// `totals`: of what was read, by source.
pipeline::RunResult scatter_documents(const Mix& mix, const Fields& fields, const Part& part,
                                      const mix::Layout& layout, uint64_t memory,
                                      const ScatterOutputs& outputs,
                                      std::vector<SourceTotals>& totals);

}  // namespace sluice::mix_tool
