// What a command of sluice-bpe measures or learns from: documents, or with --text plain text.
//
//   auto& corpus = tool.add<Corpus>();
//   …
//   corpus.read(run, cut, [&](const Corpus::Piece& piece) { … });   // from many threads
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bpe/encoder.h"
#include "cli/collisions.h"
#include "cli/read_options.h"
#include "pipeline/run.h"
#include "pipeline/text_feed.h"

namespace sluice::bpe_tool {

// --text and --lines.
struct TextOptions {
  // Where documents are wanted and no line is JSON.
  static constexpr const char* kHint = "if it is plain text, give --text or --lines";

  explicit TextOptions(cli::Tool& tool);
  bool is_text() const { return text || lines; }
  // Throws ConfigError for options that have no effect on text: most likely a slip.
  void check(const cli::Tool& tool) const;
  // Where text may be cut: behind each line end (--lines), or where `safe_cut` allows it.
  pipeline::TextCut cut(const pipeline::TextCut& safe_cut) const;

  bool text = false;
  bool lines = false;
};

// Calls use(text) for `text`, or with --lines for each line of it, its end included.
template <class Use>
void for_each_text(const TextOptions& options, std::string_view text, Use&& use) {
  if (!options.lines) return use(text);
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const size_t size = end == std::string_view::npos ? text.size() : end + 1;
    use(text.substr(0, size));
    text.remove_prefix(size);
  }
}

// Where a text may be cut without changing its ids. `encoder` must outlive it.
pipeline::TextCut safe_cut_of(const bpe::Encoder& encoder);

class Corpus {
 public:
  struct Piece {
    std::string_view text;
    std::string_view id;        // empty for text
    std::string_view language;  // metadata.language, or empty
    std::string_view source;    // source, or empty
    // 1, also for a line of --lines; 0 for pieces of --text, whose number says nothing.
    uint64_t documents = 1;
  };
  using Use = std::function<void(const Piece&)>;

  explicit Corpus(cli::Tool& tool);

  std::vector<io::Input> inputs() const { return reading_.inputs(); }
  // Whether any input was named: where a corpus is optional, standard input has to be.
  bool is_named() const { return reading_.names_inputs(); }
  // Throws ConfigError if outputs are the same as another or as a file that is read.
  void refuse_collisions(const std::vector<cli::NamedOutput>& outputs) const;
  // For read(): the output is "", nothing is written.
  pipeline::RunOptions run_options();

  // Documents that are held out (--held-out) are left to others, or are what is wanted.
  enum class Part { all_but_held_out, held_out };

  // Reads all inputs once. `safe_cut`: where a text may be cut in pieces (Encoder::safe_cut).
  pipeline::RunResult read(const pipeline::RunOptions& run, Part part,
                           const pipeline::TextCut& safe_cut, const Use& use);

  bool is_text() const { return text_.is_text(); }
  bool verbose() const { return reading_.verbose(); }
  double held_out() const { return held_out_; }

 private:
  pipeline::RunResult read_documents(const pipeline::RunOptions& run, Part part, const Use& use);

  cli::Tool& tool_;
  cli::ReadOptions reading_;
  cli::KeyOptions keys_;
  TextOptions text_;
  double sample_ = 1;
  uint64_t seed_ = 0;
  double held_out_ = 0;
  uint64_t limit_bytes_ = UINT64_MAX;
};

}  // namespace sluice::bpe_tool
