// Token shards: files of token ids as training programs map them into memory.
//
//   raw        the ids, nothing else (nanoGPT's .bin)
//   npy        NumPy's format 1.0: numpy.load(file, mmap_mode="r"); with --pack two dimensions
//   megatron   Megatron's .bin, which is raw, and .idx, which tells where each sequence begins
//
// Ids are little-endian and unsigned, of 16 bits where the vocabulary has at most 65,536 entries,
// else of 32 (16 signed bits would do for half of that only, and no id is negative). Megatron has
// no code for unsigned 32 bits, so there they are called int32: the same bytes, since ids stay
// under 2^31.
//
//   TokenShard shard({.format = ShardFormat::npy, .vocab_size = 50'257, .row = 2048});
//   append_ids(ids, shard.id_bytes(), bytes);            // by any thread
//   shard.add_document(ids.size(), "\"doc-1\"", map);    // in order …
//   file << shard.take(bytes, before)                    // … and what may be written
//   shard.finish(before);                                // the last row; then head(), next_index()
//
// A shard is the stream of its documents' ids, one after the other. With `row` the stream is cut in
// rows of so many ids, whatever documents they come from; the last one is filled or left out. The
// map tells which document a token is of, a line of JSON each, in the order of the offsets:
//
//   {"offset":1024,"length":512,"id":"<urn:uuid:…>"}
//
// Memory: Megatron's index takes 4 bytes a sequence until the end; and less than one row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/buffer.h"
#include "bpe/megatron_index.h"
#include "bpe/shard_manifest.h"
#include "bpe/vocabulary.h"

namespace sluice::bpe {

enum class ShardFormat : uint8_t { raw, npy, megatron };
std::string_view name_of(ShardFormat format);
std::optional<ShardFormat> parse_shard_format(std::string_view name);

// What becomes of a last row that is not full.
enum class LastRow : uint8_t {
  pad,   // filled with `pad`
  drop,  // left out
};

// Bytes of an id: 2 or 4.
size_t bytes_per_id(uint64_t vocab_size);
// Appends the ids, little-endian. Ids must fit.
void append_ids(std::span<const TokenId> ids, size_t bytes_per_id, Buffer& out);
// The other way; `bytes` is a multiple of bytes_per_id long.
void read_ids(std::string_view bytes, size_t bytes_per_id, std::vector<TokenId>& ids);

// One shard, being written. Called in the order of the documents.
class TokenShard {
 public:
  struct Options {
    ShardFormat format = ShardFormat::raw;
    uint64_t vocab_size = 0;
    uint64_t row = 0;  // 0: one stream
    LastRow last_row = LastRow::pad;
    TokenId pad = 0;
  };

  explicit TokenShard(const Options& options);

  size_t id_bytes() const { return id_bytes_; }

  // The next document: how many ids, what its id is in JSON. Appends its line of the map. False if
  // it is too long for the format (MegatronIndex::add); it must not be written then.
  bool add_document(uint64_t ids, std::string_view id_json, Buffer& map);
  // The documents' bytes, cut anywhere between ids. What may be written now are those appended to
  // `before` and then those returned, a part of `bytes`; the rest, less than a row, is kept.
  std::string_view take(std::string_view bytes, Buffer& before);
  // After the last document: appends the last row, if it is to be filled.
  void finish(Buffer& out);

  // What is known after finish().
  std::string head() const;      // of .npy: to be put over the first kNpyHeadBytes, else empty
  bool next_index(Buffer& out);  // MegatronIndex::next()
  uint64_t tokens() const { return tokens_; }  // in the file
  uint64_t documents() const { return documents_; }
  uint64_t padding() const { return padding_; }
  uint64_t dropped() const { return dropped_; }
  // Of the fields that the shard knows.
  ShardInfo info() const;

 private:
  void count_written(uint64_t bytes);

  Options options_;
  size_t id_bytes_;
  uint64_t row_bytes_ = 0;
  uint64_t offset_ = 0;  // ids of all documents so far
  uint64_t tokens_ = 0;
  uint64_t documents_ = 0;
  uint64_t padding_ = 0;
  uint64_t dropped_ = 0;
  Buffer held_;  // of a row that is not full
  MegatronIndex index_;
};

}  // namespace sluice::bpe
