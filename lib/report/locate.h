// From a training step to the documents that it saw: where to look when the loss spikes.
//
//   for (const Stretch& part : tokens_of_step(read_manifest(json), /*step=*/41'000, 4'194'304)) {
//     documents_within(map_of(part.shard), part);        // offsets, lengths, ids
//   }
//
// It takes for granted that training reads the shards in the manifest's order, from the first token
// on, batch after batch, and begins again at the end: a loader that shuffles has its own record of
// the order, which this cannot know. Steps count from 0.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/shard_manifest.h"

namespace sluice::report {

struct Stretch {
  size_t shard = 0;    // its place in the manifest
  uint64_t begin = 0;  // tokens of the shard
  uint64_t end = 0;
  uint64_t epoch = 0;  // how often the shards were read before
};

// In the order in which the step reads them; a shard comes twice where a batch is larger than all
// tokens. Throws ConfigError if there are no tokens, and if the step's batch is 0 or the place of
// its tokens overflows.
std::vector<Stretch> tokens_of_step(std::span<const bpe::ShardInfo> shards, uint64_t step,
                                    uint64_t batch_tokens);

struct LocatedDocument {
  uint64_t offset = 0;  // of its first token in the shard
  uint64_t length = 0;
  std::string id;  // as JSON: "\"doc-1\""
};

// The documents of which the stretch has a token, by the shard's map (its lines, in the order of
// their offsets). O(log n) to find the first. Throws ConfigError, opening with `path`, about a line
// that is none of a map's.
std::vector<LocatedDocument> documents_within(std::string_view map, const Stretch& stretch,
                                              const std::string& path);

}  // namespace sluice::report
