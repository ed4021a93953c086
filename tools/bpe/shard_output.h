// Token shards as outputs of a run: the files of each shard, what is written to them, and the
// manifest of all.
//
//   ShardOutput output({.format = ShardFormat::npy, …});
//   output.arrange(run, documents.output());   // a job's one route becomes all files of its shard;
//                                              // the first one published withdraws the manifest
//   documents.run(run, fields, stages);
//   output.write_manifest(run);                // with -o DIR/: DIR/manifest.json
//
// A shard part-7.npy has its map in part-7.npy.docs.jsonl and its manifest in
// part-7.npy.manifest.json; a Megatron shard part-7.bin its index in part-7.idx.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "bpe/token_shards.h"
#include "document/fields.h"
#include "pipeline/run.h"

namespace sluice::bpe_tool {

class ShardOutput {
 public:
  struct Options {
    bpe::TokenShard::Options shard;
    std::optional<bpe::TokenId> eos;
    std::string tokenizer;     // its label
    bool keeps_names = false;  // raw shards in a directory are called as the jobs say, not FILE.bin
    FieldId id = {};           // of documents
  };

  explicit ShardOutput(Options options);

  // Throws ConfigError where the format cannot be written to such a name.
  void arrange(pipeline::RunOptions& run, const std::string& output);
  // Where write_manifest() will write; empty if `output` is no directory.
  const std::string& manifest() const { return manifest_; }
  // Joins the manifests of all jobs, those that were done before included.
  void write_manifest(const pipeline::RunOptions& run) const;
  // Tokens left out by this run, since they fill no row.
  uint64_t dropped() const { return dropped_; }

 private:
  std::string file_of(const pipeline::Job& job) const;
  void check_name(const std::string& file) const;
  std::vector<std::string> routes(const std::string& file) const;
  void withdraw_manifest();

  Options options_;
  std::string directory_;  // empty: one file
  std::string manifest_;
  bool withdrawn_ = false;
  uint64_t dropped_ = 0;
};

}  // namespace sluice::bpe_tool
