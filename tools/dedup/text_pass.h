// One pass over the documents of those shards of which a text is wanted.
#pragma once

#include <cstddef>
#include <vector>

#include "document/fields.h"
#include "io/source.h"
#include "pipeline/run.h"
#include "texts.h"

namespace sluice::dedup_tool {

struct ShardInputs {
  size_t shard = 0;
  std::vector<io::Input> inputs;
};

// `run`: how to read. Bad records are skipped without a word, since the first pass told of them.
void read_texts(const pipeline::RunOptions& run, Fields fields,
                const std::vector<ShardInputs>& shards, PairTexts& texts);

// What a stage says that only looks.
pipeline::Verdict keep_document(Document& document);

// A pass before the last one: it counts nothing, and leaves a chain's gate to that.
pipeline::RunOptions early_pass(const pipeline::RunOptions& run, std::vector<pipeline::Job> jobs);

// A job that writes one file, or none ("").
pipeline::Job job_of(const std::string& name, std::vector<io::Input> inputs,
                     const std::string& output);

}  // namespace sluice::dedup_tool
