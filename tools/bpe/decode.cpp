// sluice-bpe decode: token ids, in lines of JSON or in token shards, to documents or to bytes.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "bpe/token_shards.h"
#include "cli/document_options.h"
#include "commands.h"
#include "document_encoder.h"
#include "pipeline/rendering.h"
#include "shard_feed.h"
#include "token_decoder.h"

namespace sluice::bpe_tool {
namespace {

struct DecodeOptions {
  explicit DecodeOptions(cli::Tool& tool) {
    tool.section("Decoding");
    tool.one_of(
        "--format", format, {"json", "raw", "npy"},
        "json: lines with an id and tokens; raw, npy: token shards (Megatron's .bin is raw)");
    tool.text("--tokens-key", tokens_key, "PATH", "json: where the ids are (tokens)");
    tool.text("--eos", eos, "ID|TOKEN", "shards: what ends a document");
    tool.flag(
        "--bytes", bytes,
        "write the decoded bytes, one document after the other, whether they are text or not");
  }
  std::string format = "json";
  std::string tokens_key = "tokens";
  std::string eos;
  bool bytes = false;
};

// A document goes from its admission to what is written of it on one thread.
thread_local std::string decoded;
thread_local std::vector<bpe::TokenId> ids;

class DecodedBytes : public pipeline::Rendering {
 public:
  void render(Document& /*document*/, uint32_t channel, pipeline::Batch& batch) const override {
    const size_t at = batch.scratch.size();
    batch.scratch.append(decoded);
    batch.emit_scratch(channel, at);
  }
};

// What lies beside a token shard in its folder.
bool is_beside_shard(const io::Input& input) {
  for (const std::string_view ending : {".docs.jsonl", "manifest.json", ".idx"}) {
    if (input.name.ends_with(ending)) return true;
  }
  return false;
}

// A folder of shards stands for its shards.
void leave_out_maps(pipeline::RunOptions& run) {
  for (pipeline::Job& job : run.jobs) std::erase_if(job.inputs, is_beside_shard);
  std::erase_if(run.jobs, [](const pipeline::Job& job) { return job.inputs.empty(); });
  if (run.jobs.empty()) throw ConfigError("there is no token shard among the inputs");
}

class Decode {
 public:
  Decode(const DecodeOptions& options, cli::DocumentOptions& documents, cli::Tool& tool)
      : options_(options), documents_(documents), tool_(tool) {}

  void run() {
    const bool json = options_.format == "json";
    if (json && tool_.given("--eos")) {
      throw ConfigError("--eos: lines of JSON are documents already; it is for token shards");
    }
    if (!json && options_.eos.empty()) {
      throw ConfigError("--eos: say what ends a document in a token shard");
    }
    if (!json && tool_.given("--tokens-key")) {
      throw ConfigError("--tokens-key: a token shard has no keys");
    }
    pipeline::RunOptions run = documents_.run_options();
    if (documents_.counter() == nullptr) {
      throw ConfigError("--tokenizer: decoding needs one (" + std::string(cli::kTokenizerHelp) +
                        ")");
    }
    const cli::Tokenizer& tokenizer = documents_.counter()->tokenizer();
    const TokenDecoder decoder(tokenizer.encoder(), options_.bytes);
    if (json) {
      decode_lines(std::move(run), decoder);
    } else {
      leave_out_maps(run);
      decode_shards(run, tokenizer, decoder);
    }
  }

 private:
  void decode_lines(pipeline::RunOptions run, const TokenDecoder& decoder) {
    Fields fields = documents_.fields();
    fields.make_text_optional();
    const FieldId tokens =
        cli::configured_by("--tokens-key", [&] { return fields.add(options_.tokens_key); });
    if (tokens == fields.text() || tokens == fields.id()) {
      throw ConfigError("--tokens-key: the tokens are neither the text nor the id");
    }
    // What the document says of its tokens is of an earlier text.
    run.tokens.believe = false;
    if (options_.bytes) run.tokens = {.counter = nullptr, .stored = false};
    run.admit = [&](Document& document) {
      std::optional<BadRecord> bad = read_tokens(document, tokens, ids);
      if (!bad) bad = decoder.decode(ids, decoded);
      if (bad || options_.bytes) return bad;
      document.set_text(decoded);
      document.remove(tokens);
      return bad;
    };
    if (options_.bytes) {
      run.make_rendering = [](const pipeline::Job&) { return std::make_shared<DecodedBytes>(); };
    }
    const auto keep = [](Document&) { return pipeline::Verdict::keep(); };
    documents_.run(run, fields, {{"decode", keep}});
  }

  void decode_shards(const pipeline::RunOptions& run, const cli::Tokenizer& tokenizer,
                     const TokenDecoder& decoder) {
    const bpe::TokenId eos =
        cli::configured_by("--eos", [&] { return token_named(tokenizer, options_.eos); });
    documents_.IoOptions::run(run, {"decode"}, [&](const pipeline::Job& job) {
      return std::make_unique<ShardFeed>(
          job.inputs, decoder,
          ShardFeed::Options{.format = *bpe::parse_shard_format(options_.format),
                             .id_bytes = bpe::bytes_per_id(tokenizer.vocabulary().size()),
                             .eos = eos,
                             .tokenizer = tokenizer.label(),
                             .max_document_bytes = run.max_document_bytes,
                             .chunks = run.chunks,
                             .errors = !job.errors.empty()});
    });
  }

  const DecodeOptions& options_;
  cli::DocumentOptions& documents_;
  cli::Tool& tool_;
};

}  // namespace

int decode(int argc, char** argv) {
  return cli::run("sluice-bpe decode", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Token ids to text: the documents with their text in place of the tokens, or its bytes.",
        {"sluice-bpe decode ids.jsonl.zst -o text.jsonl.zst",
         "sluice-bpe decode --format npy --eos '<|endoftext|>' train.npy -o train.jsonl.zst",
         "head -1 ids.jsonl | sluice-bpe decode --tokenizer llama3/tokenizer.json --bytes"});
    auto& documents = tool.add<cli::DocumentOptions>();
    auto& options = tool.add<DecodeOptions>();
    return tool.on_run([&] { Decode(options, documents, tool).run(); });
  });
}

}  // namespace sluice::bpe_tool
