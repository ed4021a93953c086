#include "explain.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "cli/collisions.h"
#include "cli/messages.h"
#include "language_names.h"
#include "pipeline/document_feed.h"
#include "quality/explanation.h"

namespace sluice::filter_tool {
namespace {

constexpr size_t kMostLines = 20;
constexpr size_t kMostColumns = 100;
// How far behind the place where texts differ a line is looked for.
constexpr size_t kLookAhead = 200;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

std::string shortened(std::string_view line) {
  size_t size = std::min(line.size(), kMostColumns);
  while (size < line.size() && size > 0 &&
         (static_cast<unsigned char>(line[size]) & 0xc0) == 0x80) {
    --size;
  }
  return std::string(line.substr(0, size)) + (size < line.size() ? "…" : "");
}

// Lines that are gone, "- ", and lines that are new, "+ ". Edits leave the order of lines, so that
// one walk over both finds what they did.
std::vector<std::string> differences(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> old_lines = lines_of(before);
  const std::vector<std::string_view> new_lines = lines_of(after);
  std::vector<std::string> found;
  size_t at = 0;
  const auto drop_until = [&](size_t end) {
    for (; at < end; ++at) found.push_back("- " + shortened(old_lines[at]));
  };
  for (const std::string_view line : new_lines) {
    const size_t end = std::min(old_lines.size(), at + kLookAhead);
    size_t same = at;
    while (same < end && old_lines[same] != line) ++same;
    if (same < end) {
      drop_until(same);
      ++at;
    } else {
      found.push_back("+ " + shortened(line));
    }
  }
  drop_until(old_lines.size());
  return found;
}

class Explainer {
 public:
  Explainer(const quality::Filter& filter, std::string id, const FactFields::Options& options,
            Fields& fields)
      : filter_(filter), id_(std::move(id)), facts_(options, fields) {}

  bool found() const { return text_.has_value(); }
  const std::string& text() const { return *text_; }

  pipeline::Verdict look_at(const Document& document) {
    if (found() || document.id() != id_) return pipeline::Verdict::keep();
    quality::Facts facts = facts_.of(document);
    const std::string language = canonical_language(facts.language);
    std::string heading = "document " + id_ + ", language " +
                          (language.empty() ? "not stated" : language) + ", " +
                          with_thousands(document.text_bytes()) + " bytes\n\n";
    facts.language = language;
    quality::Filter::Scratch scratch;
    quality::Judgement judgement;
    filter_.judge(document.text(), facts, scratch, judgement);
    text_ = heading + explanation(filter_, judgement, document.text());
    return pipeline::Verdict::keep();
  }

 private:
  const quality::Filter& filter_;
  std::string id_;
  FactFields facts_;
  std::optional<std::string> text_;
};

// Documents up to the one.
class SearchFeed : public pipeline::DocumentFeed {
 public:
  SearchFeed(const Explainer& explainer, std::vector<io::Input> inputs, const Fields& fields,
             const pipeline::CommonFields& common, const std::vector<pipeline::Stage>& stages,
             const Options& options)
      : DocumentFeed(std::move(inputs), fields, common, stages, options), explainer_(explainer) {}

  bool read(pipeline::Load& load) override {
    return !explainer_.found() && DocumentFeed::read(load);
  }

 private:
  const Explainer& explainer_;
};

}  // namespace

std::string explanation(const quality::Filter& filter, const quality::Judgement& judgement,
                        std::string_view text) {
  std::string told =
      quality::explain(filter, judgement) + "\n" + (judgement.first ? "dropped" : "kept");
  if (!judgement.edited) return told + "; no edit changes the text\n";
  told += "; edits leave " + with_thousands(judgement.text.size()) + " of " +
          with_thousands(text.size()) + " bytes:\n";
  const std::vector<std::string> changes = differences(text, judgement.text);
  for (size_t i = 0; i < std::min(changes.size(), kMostLines); ++i) told += changes[i] + "\n";
  if (changes.size() > kMostLines) {
    told += "… and " + count_of(changes.size() - kMostLines, "more line") + "\n";
  }
  return told;
}

void explain_one(cli::Tool& tool, cli::DocumentOptions& documents, const std::string& id,
                 const quality::Filter& filter, const FactFields::Options& facts) {
  tool.refuse_chain();
  for (const char* option :
       {"--output", "--rejects", "--errors", "--stats", "--resume", "--annotate"}) {
    if (tool.given(option)) {
      throw ConfigError(std::string("--explain looks at one document; leave ") + option + " out");
    }
  }
  Fields fields = documents.fields();
  const pipeline::CommonFields common(fields);
  Explainer explainer(filter, id, facts, fields);
  const std::vector<pipeline::Stage> stages = {
      {.name = "explain",
       .judge = [&](Document& document) { return explainer.look_at(document); }}};
  pipeline::RunOptions run = documents.run_options();
  // The first of several documents of that id, whatever the machine.
  run.threads = 1;
  run.jobs.front().routes = {""};
  pipeline::DocumentFeed::Options feed;
  feed.max_document_bytes = run.max_document_bytes;
  feed.chunks = run.chunks;
  pipeline::run(run, {"explain"}, [&](const pipeline::Job& job) {
    return std::make_unique<SearchFeed>(explainer, job.inputs, fields, common, stages, feed);
  });
  if (!explainer.found()) {
    throw CheckError("--explain " + id + ": no document in the inputs has this id");
  }
  // Line by line: a message of that length would be cut.
  std::string text;
  for (const std::string_view line : lines_of(explainer.text()))
    text += cli::printable(line) + '\n';
  text.pop_back();
  cli::print(text);
}

}  // namespace sluice::filter_tool
