// sluice-bpe encode: token ids of documents, as lines of JSON or as token shards for training.
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/error.h"
#include "base/format.h"
#include "bpe/token_shards.h"
#include "cli/collisions.h"
#include "cli/document_options.h"
#include "commands.h"
#include "document/json_writer.h"
#include "document_encoder.h"
#include "pipeline/rendering.h"
#include "shard_output.h"

namespace sluice::bpe_tool {
namespace {

struct EncodeOptions {
  explicit EncodeOptions(cli::Tool& tool) {
    tool.section("Encoding");
    tool.one_of("--format", format, {"json", "raw", "npy", "megatron"},
                "json: a line {\"id\":…,\"tokens\":[…]} each; raw, npy, megatron (.bin and .idx): "
                "token shards, 16 bits an id up to 65,536 entries, else 32");
    tool.flag("--whole", whole, "json: the documents, with all that they hold, and their tokens");
    tool.text("--eos", eos, "ID|TOKEN", "put behind each document, as <|endoftext|>");
    tool.one_of("--special", special, {std::begin(kSpecialChoices), std::end(kSpecialChoices)},
                "special tokens that stand in a text are: plain text, allowed to be tokens, "
                "stripped, or an error: the document is rejected (plain)");
    tool.number("--pack", row, "T",
                "shards: cut the stream of all ids in rows of T, whatever documents they are of");
    tool.one_of("--last-row", last_row, {"pad", "drop"},
                "a last row that is not full is filled with --eos, or left out (pad)");
  }

  std::string format = "json";
  bool whole = false;
  std::string eos;
  std::string special = "plain";
  uint64_t row = 0;
  std::string last_row = "pad";
};

void check(const EncodeOptions& options, const std::string& output, const cli::Tool& tool) {
  constexpr uint64_t kMostRow = uint64_t{1} << 24;
  const bool json = options.format == "json";
  if (options.whole && !json) throw ConfigError("--whole: a token shard holds ids alone");
  if (json && (tool.given("--pack") || tool.given("--last-row"))) {
    throw ConfigError("--pack: rows are for token shards; choose --format npy, megatron or raw");
  }
  if (tool.given("--pack") && (options.row == 0 || options.row > kMostRow)) {
    throw ConfigError("--pack: a row has 1 to " + with_thousands(kMostRow) + " tokens");
  }
  if (tool.given("--last-row") && options.row == 0) {
    throw ConfigError("--last-row: there are no rows without --pack");
  }
  if (options.row != 0 && options.last_row == "pad" && options.eos.empty()) {
    throw ConfigError(
        "--pack: the last row is filled with the token of --eos; give that, or --last-row drop");
  }
  for (const std::string_view ending : {".npy", ".bin", ".idx"}) {
    if (json && output.ends_with(ending)) {
      throw ConfigError("-o " + output + ": that is a token shard's name, and --format is json");
    }
  }
  if ((options.format == "npy" || options.format == "megatron") && tool.given("--extension")) {
    throw ConfigError("--extension: the names of " + options.format + " shards are given");
  }
}

void write_ids(std::span<const bpe::TokenId> ids, Buffer& out) {
  out.push_back('[');
  for (size_t i = 0; i < ids.size(); ++i) {
    if (i != 0) out.push_back(',');
    append_json_number(out, uint64_t{ids[i]});
  }
  out.push_back(']');
}

class TokenLines : public pipeline::Rendering {
 public:
  explicit TokenLines(FieldId id) : id_(id) {}

  void render(Document& document, uint32_t channel, pipeline::Batch& batch) const override {
    const size_t at = batch.scratch.size();
    batch.scratch.append(R"({"id":)");
    batch.scratch.append(document.field(id_).raw);
    batch.scratch.append(R"(,"tokens":)");
    write_ids(DocumentEncoder::ids(), batch.scratch);
    batch.scratch.append("}\n");
    batch.emit_scratch(channel, at);
  }

 private:
  FieldId id_;
};

class Encode {
 public:
  Encode(const EncodeOptions& options, cli::DocumentOptions& documents, cli::Tool& tool)
      : options_(options), documents_(documents), tool_(tool), fields_(documents.fields()) {}

  void run() {
    check(options_, documents_.output(), tool_);
    pipeline::RunOptions run = documents_.run_options();
    if (documents_.counter() == nullptr) {
      throw ConfigError("--tokenizer: encoding needs one (" + std::string(cli::kTokenizerHelp) +
                        ")");
    }
    DocumentEncoder::Options encoding;
    encoding.special = parse_special(options_.special);
    if (encoding.special != SpecialPolicy::plain) {
      cli::configured_by("--special",
                         [&] { require_special_tokens(documents_.counter()->tokenizer()); });
    }
    if (tool_.given("--eos")) {
      encoding.eos = cli::configured_by(
          "--eos", [&] { return token_named(documents_.counter()->tokenizer(), options_.eos); });
    }
    // Lengths are int32 in Megatron's index.
    if (options_.format == "megatron" && options_.row == 0) encoding.most_ids = INT32_MAX;
    const DocumentEncoder encoder(*documents_.counter(), encoding);
    run.tokens = {.counter = &encoder, .believe = false, .stored = false};
    if (options_.format == "json") {
      write_lines(std::move(run), encoder);
    } else {
      write_shards(std::move(run), encoder, encoding.eos);
    }
  }

 private:
  void write_lines(pipeline::RunOptions run, const DocumentEncoder& encoder) {
    const FieldId tokens = fields_.add("tokens");
    if (!options_.whole) {
      run.make_rendering = [this](const pipeline::Job&) {
        return std::make_shared<TokenLines>(fields_.id());
      };
    }
    const auto judge = [&](Document& document) {
      pipeline::Verdict verdict = encoder.judge(document);
      if (!verdict.kept || !options_.whole) return verdict;
      Buffer json;
      write_ids(DocumentEncoder::ids(), json);
      document.set_json(tokens, json.view());
      return verdict;
    };
    documents_.run(run, fields_, {{"encode", judge}});
  }

  void write_shards(pipeline::RunOptions run, const DocumentEncoder& encoder,
                    std::optional<bpe::TokenId> eos) {
    ShardOutput output(
        {.shard = {.format = *bpe::parse_shard_format(options_.format),
                   .vocab_size = *encoder.vocab_size(),
                   .row = options_.row,
                   .last_row = options_.last_row == "pad" ? bpe::LastRow::pad : bpe::LastRow::drop,
                   .pad = eos.value_or(0)},
         .eos = eos,
         .tokenizer = encoder.name(),
         .keeps_names = tool_.given("--extension"),
         .id = fields_.id()});
    output.arrange(run, documents_.output());
    refuse_manifest_collision(run, output.manifest());
    const auto judge = [&](Document& document) { return encoder.judge(document); };
    documents_.run(run, fields_, {{"encode", judge}});
    output.write_manifest(run);
    if (output.dropped() != 0) {
      tool_.messages().say(count_of(output.dropped(), "token") +
                           " that fill no row left out (--last-row drop)");
    }
  }

  // The manifest of all shards is no output of any one job.
  void refuse_manifest_collision(const pipeline::RunOptions& run,
                                 const std::string& manifest) const {
    if (manifest.empty()) return;
    std::vector<io::Input> inputs;
    std::vector<cli::NamedOutput> outputs = {{manifest, "all shards together"}};
    for (const std::string& path : tool_.read_files()) inputs.push_back({.name = path});
    for (const pipeline::Job& job : run.jobs) {
      inputs.insert(inputs.end(), job.inputs.begin(), job.inputs.end());
      for (const std::string& path : pipeline::outputs_of(job)) outputs.push_back({path, job.name});
    }
    cli::refuse_collisions(inputs, outputs);
  }

  const EncodeOptions& options_;
  cli::DocumentOptions& documents_;
  cli::Tool& tool_;
  Fields fields_;
};

}  // namespace

int encode(int argc, char** argv) {
  return cli::run("sluice-bpe encode", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Documents to token ids: lines of JSON, or token shards that training maps into memory.",
        {"sluice-bpe encode --tokenizer llama3/tokenizer.json corpus/*.jsonl.zst --format megatron "
         "--eos '<|end_of_text|>' -o tokens/",
         "sluice-bpe encode --format npy --eos '<|endoftext|>' --pack 4096 train.jsonl.zst -o "
         "train.npy",
         "sluice-bpe encode --special error in.jsonl -o ids.jsonl.zst"});
    auto& documents = tool.add<cli::DocumentOptions>();
    auto& options = tool.add<EncodeOptions>();
    return tool.on_run([&] { Encode(options, documents, tool).run(); });
  });
}

}  // namespace sluice::bpe_tool
