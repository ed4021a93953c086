#include "cli/read_options.h"

#include <algorithm>

#include "base/error.h"
#include "base/format.h"
#include "cli/messages.h"
#include "cli/shards.h"
#include "io/inputs.h"

namespace sluice::cli {
namespace {

using Matters = Tool::Matters;

// More threads than any machine has are a slip, and each wants its memory.
constexpr uint64_t kMostThreads = 4096;
constexpr uint64_t kMostRetries = 1000;
constexpr uint64_t kMostBatchBytes = uint64_t{1} << 30;

}  // namespace

InputOptions::InputOptions(Tool& tool, const std::string& inputs) {
  tool.section("Inputs and outputs");
  tool.arguments("INPUT", inputs_,
                 inputs + "; directories stand for their files; '-' or none: standard input");
  tool.text("--inputs", inputs_list_, "LIST", "file with one input a line", Matters::run);
  tool.text(
      "--fetch", fetch_, "COMMAND",
      "read each input from this shell command, {} replaced by the input's name; it must exit "
      "with 0");
  tool.number("--fetch-retries", fetch_retries_, "N", "further attempts of a failed fetch (4)",
              Matters::run);
}

RunningOptions::RunningOptions(Tool& tool) : tool_(tool) {
  tool.section("Documents");
  tool.text("--max-errors", max_errors_, "N|SHARE",
            "stop at more bad records than this (0.1% once 1,000 were read)", Matters::run);
  tool.bytes("--max-document-bytes", max_document_bytes_,
             "larger ones are bad records, streamed past (128MiB)");
  tool.flag("--allow-truncated", allow_truncated_, "take what there is of a truncated input");

  tool.section("Running");
  tool.number("-j,--threads", threads_, "N", "threads (0: all of the machine)", Matters::run);
  tool.bytes("--batch-bytes", batch_bytes_, "input a thread takes at a time (1MiB)", Matters::run);
  tool.one_of("--progress", progress_, {"auto", "always", "never"},
              "progress on standard error (auto: on a terminal)", Matters::run);
  tool.flag("-q,--quiet", quiet_, "say nothing but errors", Matters::run);
  tool.flag("-v,--verbose", verbose_,
            "print the counts at the end, also where there is no terminal", Matters::run);
  tool.section("Options");
}

ReadOptions::ReadOptions(Tool& tool, const std::string& inputs)
    : InputOptions(tool, inputs), RunningOptions(tool) {}

std::vector<io::Input> ReadOptions::inputs() const {
  return io::expand_inputs(
      {.paths = inputs_, .list = inputs_list_, .fetch = fetch_, .page_trees = page_trees_});
}

bool ReadOptions::names_several_inputs() const {
  return inputs_.size() > 1 || !inputs_list_.empty() ||
         (fetch_.empty() && std::ranges::any_of(inputs_, names_directory));
}

std::vector<std::string> ReadOptions::read_files() const {
  std::vector<std::string> files = tool().read_files();
  if (!inputs_list_.empty()) files.push_back(inputs_list_);
  return files;
}

void RunningOptions::refuse_over(const std::string& option, uint64_t value, uint64_t most) {
  if (value <= most) return;
  throw ConfigError(option + ": at most " + with_thousands(most) + ", not " +
                    with_thousands(value));
}

pipeline::RunOptions ReadOptions::run_options() {
  refuse_over("--fetch-retries", fetch_retries_, kMostRetries);
  pipeline::RunOptions options = RunningOptions::run_options();
  options.chunks.command.retries = static_cast<uint32_t>(fetch_retries_);
  return options;
}

pipeline::RunOptions RunningOptions::run_options() {
  if (batch_bytes_ == 0) throw ConfigError("--batch-bytes: must be 1 or more");
  refuse_over("--batch-bytes", batch_bytes_, kMostBatchBytes);
  refuse_over("--threads", threads_, kMostThreads);
  tool_.messages().set_quiet(quiet_);
  tool_.messages().set_progress(progress_);
  pipeline::RunOptions options;
  options.identity = {tool_.program(), Tool::version(), tool_.config_digest()};
  options.command = tool_.command();
  options.threads = threads_;
  options.max_errors = pipeline::MaxErrors::parse(max_errors_);
  options.max_document_bytes = max_document_bytes_;
  options.allow_truncated = allow_truncated_;
  options.chunks.chunk_bytes = batch_bytes_;
  options.say = [this](const std::string& line) { tool_.messages().say(line); };
  if (tool_.messages().shows_progress()) {
    options.show_progress = [this](const std::string& line) { tool_.messages().progress(line); };
  }
  return options;
}

KeyOptions::KeyOptions(Tool& tool) {
  tool.section("Documents");
  tool.text("--text-key", text_key_, "PATH", "where the text is (text); dotted: content.body");
  tool.text("--id-key", id_key_, "PATH", "where the id is (id)");
  tool.section("Options");
}

Fields KeyOptions::fields() const {
  return configured_by("--text-key, --id-key",
                       [this] { return Fields({.text_key = text_key_, .id_key = id_key_}); });
}

}  // namespace sluice::cli
