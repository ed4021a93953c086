// sluice-bpe inspect: what a vocabulary holds, and what of it a corpus uses.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/error.h"
#include "base/pool.h"
#include "bpe/comparison.h"
#include "bpe/reachability.h"
#include "bpe/usage.h"
#include "cli/tokenizer.h"
#include "commands.h"
#include "corpus.h"
#include "document/json_writer.h"
#include "io/interrupt.h"
#include "io/output.h"
#include "unicode/utf8.h"

namespace sluice::bpe_tool {
namespace {

struct InspectOptions {
  explicit InspectOptions(cli::Tool& tool) {
    tool.section("Inputs and outputs");
    tool.text("-o,--output", output, "FILE", "where the JSON goes (standard output)",
              cli::Tool::Matters::run);
    tool.section("Vocabulary");
    tool.text("--tokenizer", tokenizer, "NAME|FILE", std::string(cli::kTokenizerHelp));
    tool.number("--under-trained", under_trained, "N",
                "an entry used less often is under-trained (100)");
    tool.number("--most", most, "N", "list at most so many tokens of a kind (20)");
    tool.section("Options");
  }

  std::string output = "-";
  std::string tokenizer{cli::kDefaultTokenizer};
  uint64_t under_trained = 100;
  uint64_t most = 20;
};

// Text where it is text, else its bytes in hexadecimal: half a character is not made up for.
void write_token(const cli::Tokenizer& tokenizer, bpe::TokenId id, JsonWriter& json,
                 std::string_view why = {}) {
  const std::string_view bytes = tokenizer.encoder().token(id);
  json.begin_object();
  json.key("id").number(id);
  json.key("size").number(bytes.size());
  if (is_valid_utf8(bytes)) {
    json.key("text").string(bytes);
  } else {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string hex;
    for (const char byte : bytes) {
      const auto value = static_cast<unsigned char>(byte);
      hex += {kDigits[value >> 4], kDigits[value & 15]};
    }
    json.key("hex").string(hex);
  }
  if (!why.empty()) json.key("why").string(why);
  json.end_object();
}

// {"count": …, "first": [ … ]}
void write_tokens(const cli::Tokenizer& tokenizer, const std::vector<bpe::TokenId>& ids,
                  uint64_t most, JsonWriter& json) {
  json.begin_object();
  json.key("count").number(ids.size());
  json.key("first").begin_array();
  for (size_t i = 0; i < std::min<size_t>(ids.size(), most); ++i) {
    write_token(tokenizer, ids[i], json);
  }
  json.end_array().end_object();
}

void write_vocabulary(const cli::Tokenizer& tokenizer, uint64_t most, JsonWriter& json) {
  const bpe::Vocabulary& vocabulary = tokenizer.vocabulary();
  json.key("name").string(vocabulary.name);
  json.key("label").string(tokenizer.label());
  json.key("digest").string(vocabulary.digest());
  json.key("size").number(vocabulary.size());
  json.key("merges").number(vocabulary.merges.size());
  json.key("added_tokens").number(vocabulary.added.size());
  json.key("pre_tokenizer").string(bpe::name_of(vocabulary.pre_tokenizer));
  json.key("unicode").string(name_of(vocabulary.unicode));
  json.key("semantics").string(vocabulary.semantics == bpe::Semantics::rank ? "rank" : "merges");
  json.key("bytes_with_tokens").number(bpe::bytes_with_tokens(vocabulary).count());
  json.key("longest").begin_array();
  for (const bpe::TokenId id : bpe::longest_tokens(vocabulary, most)) {
    write_token(tokenizer, id, json);
  }
  json.end_array();
  const std::vector<bpe::Unreachable> lost =
      bpe::unreachable_tokens(vocabulary, tokenizer.encoder());
  json.key("unreachable").begin_object();
  json.key("count").number(lost.size());
  json.key("first").begin_array();
  for (size_t i = 0; i < std::min<size_t>(lost.size(), most); ++i) {
    write_token(tokenizer, lost[i].id, json, bpe::name_of(lost[i].why));
  }
  json.end_array().end_object();
}

bpe::Comparison count_uses(Corpus& corpus, const pipeline::RunOptions& run,
                           const bpe::Encoder& encoder) {
  const std::vector<const bpe::Encoder*> encoders{&encoder};
  Pool<bpe::Comparison> pool([&] { return std::make_unique<bpe::Comparison>(encoders); });
  corpus.read(run, Corpus::Part::held_out, safe_cut_of(encoder), [&](const Corpus::Piece& piece) {
    pool.with([&](bpe::Comparison& part) {
      part.add({.text = piece.text, .documents = piece.documents});
    });
  });
  bpe::Comparison all(encoders);
  for (const auto& part : pool.take_all()) all.merge(*part);
  if (all.total().bytes == 0) throw CheckError("there is no text in the corpus");
  return all;
}

void write_usage(const cli::Tokenizer& tokenizer, const bpe::Comparison& uses,
                 const InspectOptions& options, JsonWriter& json) {
  const bpe::Usage usage =
      bpe::usage_of(tokenizer.vocabulary(), uses.uses(0), options.under_trained);
  json.key("corpus").begin_object();
  json.key("documents").number(uses.total().documents);
  json.key("bytes").number(uses.total().bytes);
  json.key("tokens").number(uses.total().tokens.front());
  json.key("unused");
  write_tokens(tokenizer, usage.unused, options.most, json);
  json.key("under_trained_below").number(options.under_trained);
  json.key("under_trained");
  write_tokens(tokenizer, usage.under_trained, options.most, json);
  json.end_object();
}

}  // namespace

int inspect(int argc, char** argv) {
  return cli::run("sluice-bpe inspect", argc, argv, [](cli::Tool& tool) {
    tool.describe("What a vocabulary holds, and what of it a corpus uses, as JSON.",
                  {"sluice-bpe inspect --tokenizer llama3/tokenizer.json",
                   "sluice-bpe inspect --tokenizer mine.json --under-trained 1000 corpus/"});
    auto& corpus = tool.add<Corpus>();
    auto& options = tool.add<InspectOptions>();

    return tool.on_run([&] {
      const std::vector<std::string> files = cli::configured_by(
          "--tokenizer", [&] { return cli::vocabulary_files(options.tokenizer); });
      for (const std::string& file : files) tool.reads(file);
      const cli::Tokenizer tokenizer(cli::configured_by(
          "--tokenizer", [&] { return cli::open_vocabulary(options.tokenizer); }));
      for (const char* option : {"--sample", "--held-out", "--limit-bytes", "--text", "--lines"}) {
        if (tool.given(option) && !corpus.is_named()) {
          throw ConfigError(std::string(option) +
                            ": of which corpus? No input is named ('-': " + "standard input)");
        }
      }
      const pipeline::RunOptions run = corpus.run_options();
      corpus.refuse_collisions({{options.output, "--output"}});
      io::OutputSet outputs;
      io::OutputFile& output = outputs.open(options.output);

      std::optional<bpe::Comparison> uses;
      io::interrupt::check();  // reading a large vocabulary takes seconds
      if (corpus.is_named()) uses = count_uses(corpus, run, tokenizer.encoder());
      Buffer out;
      JsonWriter json(out, 1);
      json.begin_object();
      write_vocabulary(tokenizer, options.most, json);
      if (uses) write_usage(tokenizer, *uses, options, json);
      json.end_object();
      out.push_back('\n');
      output.write(out.view());
      io::interrupt::check();
      outputs.publish();
    });
  });
}

}  // namespace sluice::bpe_tool
