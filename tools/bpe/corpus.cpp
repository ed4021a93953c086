#include "corpus.h"

#include <utility>

#include "base/error.h"
#include "base/hash.h"

namespace sluice::bpe_tool {
namespace {

// Held-out documents are the same for every command and corpus, whatever --seed.
constexpr uint64_t kHeldOutSeed = 0x68656C646F757431;

void check_share(const std::string& option, double share) {
  if (share >= 0 && share <= 1) return;
  throw ConfigError(option + ": a share between 0 and 1, not " + std::to_string(share));
}

}  // namespace

TextOptions::TextOptions(cli::Tool& tool) {
  tool.section("Documents");
  tool.flag("--text", text, "inputs are plain text, each taken as one");
  tool.flag("--lines", lines, "inputs are plain text, each line taken by itself");
  tool.section("Options");
}

void TextOptions::check(const cli::Tool& tool) const {
  if (text && lines)
    throw ConfigError("--text or --lines: a text is taken as one, or by its lines");
  if (!is_text()) return;
  for (const char* option : {"--rejects", "--errors", "--resume", "--extension", "--text-key",
                             "--id-key", "--max-errors"}) {
    if (tool.given(option)) {
      throw ConfigError(std::string(option) + ": is about documents; with --text there are none");
    }
  }
}

pipeline::TextCut TextOptions::cut(const pipeline::TextCut& safe_cut) const {
  if (!lines) return safe_cut;
  const auto behind_line_end = [](std::string_view piece, size_t at) -> size_t {
    const size_t end = at == 0 ? std::string_view::npos : piece.rfind('\n', at - 1);
    return end == std::string_view::npos ? 0 : end + 1;
  };
  return {behind_line_end, 1};
}

pipeline::TextCut safe_cut_of(const bpe::Encoder& encoder) {
  return {[&encoder](std::string_view text, size_t at) { return encoder.safe_cut(text, at); },
          encoder.cut_context()};
}

Corpus::Corpus(cli::Tool& tool)
    : tool_(tool), reading_(tool, "JSON Lines, or text (--text)"), keys_(tool), text_(tool) {
  tool.section("Documents");
  tool.number("--sample", sample_, "SHARE", "take this share of the documents, by hash of id");
  tool.number("--seed", seed_, "N", "of --sample (0)");
  tool.number(
      "--held-out", held_out_, "SHARE",
      "keep this share of the documents, by hash of id, apart: train leaves it out, compare "
      "measures on it");
  tool.bytes("--limit-bytes", limit_bytes_,
             "take only what begins within the first so many bytes of the inputs, decompressed");
  tool.section("Options");
}

void Corpus::refuse_collisions(const std::vector<cli::NamedOutput>& outputs) const {
  std::vector<io::Input> read = inputs();
  for (const std::string& file : reading_.read_files())
    read.push_back({.name = file, .command = {}});
  cli::refuse_collisions(read, outputs);
}

pipeline::RunOptions Corpus::run_options() {
  tool_.refuse_chain();
  check_share("--sample", sample_);
  check_share("--held-out", held_out_);
  if (tool_.given("--seed") && !tool_.given("--sample")) {
    throw ConfigError("--seed: is that of --sample, which is not given");
  }
  if (is_text() && (sample_ < 1 || held_out_ > 0)) {
    throw ConfigError("--sample and --held-out choose documents by their id; text has none");
  }
  text_.check(tool_);
  pipeline::RunOptions run = reading_.run_options();
  run.no_json_hint = TextOptions::kHint;
  run.limit_bytes = limit_bytes_;
  pipeline::Job& job = run.jobs.emplace_back();
  job.name = tool_.name();
  job.inputs = inputs();
  job.routes = {""};
  return run;
}

pipeline::RunResult Corpus::read(const pipeline::RunOptions& run, Part part,
                                 const pipeline::TextCut& safe_cut, const Use& use) {
  if (!is_text()) return read_documents(run, part, use);
  const auto use_piece = [&](const pipeline::TextPiece& piece) {
    for_each_text(text_, piece.text, [&](std::string_view text) {
      use({.text = text,
           .id = {},
           .language = {},
           .source = {},
           .documents = text_.lines ? uint64_t{1} : 0});
    });
  };
  return pipeline::run(run, {"read"}, [&](const pipeline::Job& job) {
    return std::make_unique<pipeline::TextFeed>(
        job.inputs,
        pipeline::TextFeed::Options{.cut = text_.cut(safe_cut),
                                    .limit_bytes = run.limit_bytes,
                                    .max_piece_bytes = run.max_document_bytes,
                                    .chunks = run.chunks,
                                    .allow_truncated = run.allow_truncated},
        use_piece);
  });
}

pipeline::RunResult Corpus::read_documents(const pipeline::RunOptions& run, Part part,
                                           const Use& use) {
  Fields fields = keys_.fields();
  const FieldId language = fields.add("metadata.language");
  const FieldId source = fields.add("source");
  const auto judge = [&](Document& document) {
    if (sample_ < 1 && unit_interval(hash64(document.id(), seed_)) >= sample_) {
      return pipeline::Verdict::reject("sample");
    }
    if (held_out_ > 0) {
      const bool out = unit_interval(hash64(document.id(), kHeldOutSeed)) < held_out_;
      if (out != (part == Part::held_out)) return pipeline::Verdict::reject("held_out");
    }
    use({.text = document.text(),
         .id = document.id(),
         .language = document.string(language).value_or(std::string_view{}),
         .source = document.string(source).value_or(std::string_view{})});
    return pipeline::Verdict::keep();
  };
  return pipeline::run(run, fields, {{"read", judge}});
}

}  // namespace sluice::bpe_tool
