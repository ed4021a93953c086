// sluice-bpe count: the tokens of documents (stored in each), or of text (printed).
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/buffer.h"
#include "base/error.h"
#include "cli/collisions.h"
#include "cli/document_options.h"
#include "cli/shards.h"
#include "commands.h"
#include "corpus.h"
#include "document/json_writer.h"
#include "io/output.h"

namespace sluice::bpe_tool {
namespace {

struct TextCount {
  std::atomic<uint64_t> bytes = 0;
  std::atomic<uint64_t> tokens = 0;
};

void write_line(std::string_view input, uint64_t bytes, uint64_t tokens, std::string_view tokenizer,
                Buffer& out) {
  JsonWriter json(out);
  json.begin_object();
  if (!input.empty()) json.key("input").string(input);
  json.key("bytes").number(bytes);
  json.key("tokens").number(tokens);
  json.key("tokenizer").string(tokenizer);
  json.end_object();
  out.push_back('\n');
}

// A line for each input, and their sum where there are several.
std::string to_lines(const std::vector<io::Input>& inputs, const std::vector<TextCount>& counts,
                     const std::string& tokenizer) {
  Buffer out;
  uint64_t bytes = 0;
  uint64_t tokens = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    write_line(inputs[i].name, counts[i].bytes, counts[i].tokens, tokenizer, out);
    bytes += counts[i].bytes;
    tokens += counts[i].tokens;
  }
  if (inputs.size() > 1) write_line({}, bytes, tokens, tokenizer, out);
  return std::string(out.view());
}

void count_text(const TextOptions& text, const cli::DocumentOptions& documents,
                pipeline::RunOptions run) {
  if (run.jobs.size() != 1 || cli::names_directory(documents.output())) {
    throw ConfigError("--text prints counts; -o takes a file for them");
  }
  cli::refuse_collisions(run.jobs, "", documents.read_files());
  pipeline::Job& job = run.jobs.front();
  if (!job.stats.empty())
    throw ConfigError("--stats: is about documents; with --text there are none");
  const auto* counter = documents.counter();
  if (counter == nullptr) throw ConfigError("--tokenizer: counting text needs one");
  io::OutputSet outputs;
  io::OutputFile& output = outputs.open(job.routes.front());
  job.routes = {""};

  std::vector<TextCount> counts(job.inputs.size());
  const bpe::Encoder& encoder = counter->tokenizer().encoder();
  const pipeline::TextCut cut = text.cut(safe_cut_of(encoder));
  const auto count_piece = [&](const pipeline::TextPiece& piece) {
    uint64_t tokens = 0;
    for_each_text(text, piece.text, [&](std::string_view part) { tokens += counter->count(part); });
    counts[piece.input].bytes += piece.text.size();
    counts[piece.input].tokens += tokens;
  };
  pipeline::run(run, {"count"}, [&](const pipeline::Job& one) {
    return std::make_unique<pipeline::TextFeed>(
        one.inputs,
        pipeline::TextFeed::Options{.cut = cut,
                                    .max_piece_bytes = run.max_document_bytes,
                                    .chunks = run.chunks,
                                    .allow_truncated = run.allow_truncated},
        count_piece);
  });
  output.write(to_lines(job.inputs, counts, counter->name()));
  outputs.publish();
}

}  // namespace

int count(int argc, char** argv) {
  return cli::run("sluice-bpe count", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Count tokens: of documents, stored in each; of text (--text), printed.",
        {"sluice-bpe count --tokenizer llama3/tokenizer.json in.jsonl.zst -o out.jsonl.zst "
         "--stats count.json",
         "sluice-bpe count --text --tokenizer gpt2/vocab.json books/*.txt"});
    auto& documents = tool.add<cli::DocumentOptions>();
    auto& text = tool.add<TextOptions>();

    return tool.on_run([&] {
      text.check(tool);
      pipeline::RunOptions run = documents.run_options();
      if (text.is_text()) {
        tool.refuse_chain();
        return count_text(text, documents, run);
      }
      Fields fields = documents.fields();
      const auto keep = [](Document&) { return pipeline::Verdict::keep(); };
      run.no_json_hint = TextOptions::kHint;
      documents.run(run, fields, {{"count", keep}});
    });
  });
}

}  // namespace sluice::bpe_tool
