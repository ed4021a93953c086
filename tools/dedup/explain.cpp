// sluice-dedup explain: what a document shares with others, and why it was called a copy or not.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "cli/collisions.h"
#include "cli/read_options.h"
#include "commands.h"
#include "dedup/side_by_side.h"
#include "explanation.h"
#include "io/output.h"
#include "pipeline/run.h"
#include "sketch_options.h"

namespace sluice::dedup_tool {
namespace {

struct ExplainOptions {
  explicit ExplainOptions(cli::Tool& tool) {
    tool.section("What is shown");
    tool.text("--with", with, "ID", "compare it with this document alone");
    tool.number("--most", most, "N", "partners that are listed, the most similar first (20)");
    tool.number("--width", width, "COLUMNS", "of the two texts side by side (100)");
    tool.number("--lines", lines, "N", "of them at most (200)");
    tool.text("-o,--output", output, "FILE", "where it goes (standard output)");
    tool.section("Options");
  }

  std::string with;
  uint64_t most = 20;
  uint64_t width = 100;
  uint64_t lines = 200;
  std::string output = "-";
};

// One pass over all inputs; nothing is written.
void read_documents(pipeline::RunOptions run, Fields& fields,
                    const std::function<void(Document&)>& use) {
  run.number_lines = true;
  pipeline::run(run, fields, {{"explain", [&](Document& document) {
                                 use(document);
                                 return pipeline::Verdict::keep();
                               }}});
}

std::string padded(const std::string& text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string row_of(const Partner& partner, bool estimated) {
  std::string row = padded(fixed(partner.jaccard, 4), 8);
  row += padded(estimated ? fixed(partner.estimate, 2) : "-", 11);
  row += padded(std::to_string(partner.bands), 7) + "  " + cli::printable(partner.facts.id);
  if (partner.same_text) row += "  (the same text)";
  const std::string said = told(partner.facts);
  return row + (said.empty() ? "" : "  " + said) + "\n";
}

std::string heading_of(const Subject& subject, const std::string& id) {
  std::string text = cli::printable(id) + ": " + human_bytes(subject.text.size()) + ", " +
                     count_of(subject.shingles.size(), "different shingle");
  const std::string said = told(subject.facts);
  return text + (said.empty() ? "" : "; " + said) + "\n";
}

std::string listed(const std::vector<Partner>& partners, const SketchOptions& sketching,
                   size_t most) {
  if (partners.empty()) return "no document shares a band with it, nor is like it by its sketch\n";
  const double threshold = sketching.threshold();
  const auto similar = static_cast<uint64_t>(std::ranges::count_if(
      partners, [&](const Partner& partner) { return partner.jaccard >= threshold; }));
  const auto met = static_cast<uint64_t>(
      std::ranges::count_if(partners, [](const Partner& partner) { return partner.bands > 0; }));
  std::string text = count_of(met, "document shares", "documents share") + " a band with it; " +
                     with_thousands(similar) + " of " + count_of(partners.size(), "partner") +
                     " have a Jaccard similarity of " + shortest_double(threshold) +
                     " or more\n\n" + " Jaccard  estimated  bands  id\n";
  for (size_t i = 0; i < std::min(partners.size(), most); ++i) {
    text += row_of(partners[i], !sketching.is_fineweb());
  }
  if (partners.size() > most) text += "  … and " + count_of(partners.size() - most, "more") + "\n";
  return text;
}

std::string compared(const Subject& subject, const Partner& partner,
                     const ExplainOptions& options) {
  std::string text = "\nleft: the document; right: " + cli::printable(partner.facts.id) + "\n\n";
  const std::string difference = dedup::side_by_side(
      subject.text, partner.text,
      {.width = options.width, .most_rows = static_cast<size_t>(options.lines)});
  return text + (difference.empty() ? "their words are the same\n" : difference);
}

void check(const ExplainOptions& options) {
  if (options.width < 40 || options.width > 1'000) {
    throw ConfigError("--width: from 40 to 1,000 columns");
  }
  if (options.lines < 1 || options.most < 1) throw ConfigError("--lines, --most: at least 1");
}

std::string explain(const std::string& id, const ExplainOptions& options,
                    const SketchOptions& sketching, const cli::KeyOptions& keys,
                    pipeline::RunOptions run) {
  Fields fields = keys.fields();
  const DocumentFacts facts(sketching.facts(), fields);
  const dedup::Sketcher sketcher = sketching.sketcher();
  Explanation explanation({.id = id, .with = options.with, .threshold = sketching.threshold()},
                          sketcher, facts, fields);
  read_documents(run, fields, [&](Document& document) { explanation.look_for(document); });
  const Subject& subject = explanation.subject();  // throws if there is none
  run.say = nullptr;                               // the first pass told of bad records
  read_documents(run, fields, [&](Document& document) { explanation.compare(document); });
  const std::vector<Partner> partners = explanation.partners();
  std::string text = heading_of(subject, id) + listed(partners, sketching, options.most);
  if (!partners.empty()) text += compared(subject, partners.front(), options);
  return text;
}

}  // namespace

int explain(int argc, char** argv) {
  // The id is the first word.
  std::string id;
  std::vector<char*> words(argv, argv + argc);
  if (argc > 1 && argv[1][0] != '-') {
    id = argv[1];
    words.erase(words.begin() + 1);
  }
  words.push_back(nullptr);
  const int count = static_cast<int>(words.size()) - 1;
  return cli::run("sluice-dedup explain", count, words.data(), [&](cli::Tool& tool) {
    tool.describe("Show what a document shares with others: sluice-dedup explain ID INPUT…",
                  {"sluice-dedup explain '<urn:uuid:5f0b>' unique.jsonl.zst copies.jsonl.zst",
                   "sluice-dedup explain doc-7 --with doc-9 crawl/"});
    cli::ReadOptions reading(tool, "JSON Lines, plain, gzip or zstd");
    auto& keys = tool.add<cli::KeyOptions>();
    auto& sketching = tool.add<SketchOptions>();
    auto& options = tool.add<ExplainOptions>();
    return tool.on_run([&] {
      tool.refuse_chain();
      if (id.empty()) {
        throw ConfigError("the first word is the id of a document: sluice-dedup explain ID INPUT…");
      }
      check(options);
      sketching.settle();
      pipeline::RunOptions run = reading.run_options();
      run.tokens = {.counter = nullptr, .stored = false};
      pipeline::Job job;
      job.name = tool.name();
      job.inputs = reading.inputs();
      job.routes = {""};
      if (std::ranges::any_of(job.inputs, [](const io::Input& one) { return one.is_stdin(); })) {
        throw ConfigError("inputs are read twice: name files, not standard input");
      }
      const auto is_pipe = [](const io::Input& one) {
        std::error_code none;
        return one.command.empty() && !std::filesystem::is_regular_file(one.name, none);
      };
      if (const auto pipe = std::ranges::find_if(job.inputs, is_pipe); pipe != job.inputs.end()) {
        throw ConfigError(pipe->name + ": inputs are read twice: name files, no pipes");
      }
      cli::refuse_collisions(job.inputs, {{options.output, "--output"}});
      run.jobs = {std::move(job)};
      io::OutputSet outputs;
      io::OutputFile& out = outputs.open(options.output);
      out.write(explain(id, options, sketching, keys, std::move(run)));
      outputs.publish();
    });
  });
}

}  // namespace sluice::dedup_tool
