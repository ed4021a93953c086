// Token shards to documents: the feed of `sluice-bpe decode --format raw|npy`.
//
//   ShardFeed feed(inputs, decoder, {.format = ShardFormat::npy, .eos = 100257, …});
//
// A document ends with the id `eos`, which is no part of it, or with its shard. One without tokens
// is left out (rows are filled up with eos) and counted in details.shards.empty. Its id is the
// shard's name and the place of its first token: "tokens/part-7.npy:1024".
//
// What makes no text is a bad record; its raw form is a line of JSON that decode reads. A shard
// that is no array of ids, damaged, or shorter or longer than its header says ends the run
// (IoError).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "bpe/token_shards.h"
#include "io/chunk.h"
#include "pipeline/feed.h"
#include "token_decoder.h"

namespace sluice::bpe_tool {

class ShardFeed : public pipeline::Feed {
 public:
  struct Options {
    bpe::ShardFormat format = bpe::ShardFormat::raw;
    size_t id_bytes = 2;  // of raw shards
    bpe::TokenId eos = 0;
    std::string tokenizer;            // its label
    uint64_t max_document_bytes = 0;  // of its ids; a longer one ends the run
    io::ChunkReader::Options chunks;
    bool errors = false;  // somebody wants the raw bad records
  };

  // `decoder` must outlive the feed.
  ShardFeed(std::vector<io::Input> inputs, const TokenDecoder& decoder, Options options);

  std::unique_ptr<pipeline::Load> make_load() const override;
  bool read(pipeline::Load& load) override;
  void expand(pipeline::Load& load) const override;
  void join(pipeline::Load& load) override;
  void process(pipeline::Load& load, pipeline::Batch& batch) const override;
  void recycle(pipeline::Load& load) const override;
  bool wants_alone() const override { return wants_alone_; }
  uint64_t bytes_read() const override { return reader_.stored_bytes_read(); }
  std::optional<uint64_t> bytes_total() const override { return reader_.stored_bytes_total(); }

 private:
  struct ShardLoad;

  bool read_head(size_t input);
  size_t end_of_documents(size_t known) const;
  void finish_shard(size_t input);
  void emit_document(ShardLoad& load, uint64_t offset, pipeline::Batch& batch) const;

  std::vector<io::Input> inputs_;
  const TokenDecoder& decoder_;
  Options options_;
  io::ChunkReader reader_;
  Buffer carry_;           // bytes that were not handed on
  bool in_head_ = true;    // the header is still to be read
  size_t id_bytes_ = 0;    // of this shard
  uint64_t expected_ = 0;  // ids, as the header says
  uint64_t joined_ = 0;    // ids handed on
  std::atomic<bool> wants_alone_ = false;
};

}  // namespace sluice::bpe_tool
