// manifest.json: what a folder of token shards holds, and how a token is traced to its document.
//
//   write_manifest(shards);   // {"schema":"sluice.token_shards/1","tokens":…,"documents":…,
//                             //  "shards":[{"file":"part-7.npy","map":"part-7.npy.docs.jsonl",…}]}
//
// Token t of a shard is of the document whose line in the shard's `map` is the last one with
// offset <= t; tokens from tokens - padding on are of none.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::bpe {

// What a manifest tells of one shard. Names are those of files beside the manifest.
struct ShardInfo {
  std::string file;
  std::string index;  // Megatron's .idx, else empty
  std::string map;    // token offset to document
  std::string format;
  std::string dtype;  // NumPy's name: uint16, uint32, int32
  uint64_t tokens = 0;
  uint64_t documents = 0;
  uint64_t row = 0;      // tokens a row; 0: one stream
  uint64_t padding = 0;  // of `tokens`, those that fill the last row
  uint64_t dropped = 0;  // tokens behind the last full row, not in the file
  std::optional<uint64_t> eos;
  std::string tokenizer;  // Vocabulary::label()
  uint64_t vocab_size = 0;
  friend bool operator==(const ShardInfo&, const ShardInfo&) = default;
};

// Of one shard or of many: schema "sluice.token_shards/1", sums, and the shards.
std::string write_manifest(std::span<const ShardInfo> shards);
// Throws ConfigError with what is wrong.
std::vector<ShardInfo> read_manifest(std::string_view json);

}  // namespace sluice::bpe
