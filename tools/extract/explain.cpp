#include "explain.h"

#include <memory>
#include <utility>

#include "base/buffer.h"
#include "base/error.h"
#include "cli/collisions.h"
#include "cli/shards.h"
#include "extract/explanation.h"
#include "extract/metadata.h"
#include "html/charset.h"
#include "html/tree.h"
#include "metadata.h"
#include "warc/crawl_feed.h"
#include "warc/payload.h"

namespace sluice::extract_tool {
namespace {

// Crawl files up to the page.
class SearchFeed : public warc::CrawlFeed {
 public:
  SearchFeed(const pipeline::Job& job, Options options, Explainer& explainer)
      : CrawlFeed(job.inputs, with_mark(std::move(options), explainer),
                  [&explainer](const warc::Record& record, pipeline::Batch& batch) {
                    if (record.marked) explainer.explain(record, batch);
                  }),
        explainer_(explainer) {}

  bool read(pipeline::Load& load) override { return !explainer_.found() && CrawlFeed::read(load); }

 private:
  static Options with_mark(Options options, Explainer& explainer) {
    options.mark = [&explainer](const warc::Record& record) { return explainer.is_wanted(record); };
    return options;
  }

  const Explainer& explainer_;
};

}  // namespace

Explainer::Explainer(Options options)
    : options_(std::move(options)), extractor_(options_.extractor) {}

bool Explainer::is_wanted(const warc::Record& record) {
  if (found_ || !has_payload(record.header.kind)) return false;
  Buffer id;
  append_id(record, options_.inputs[record.input], id);
  if (warc::bare_id(id.view()) != warc::bare_id(options_.id)) return false;
  found_ = true;
  return true;
}

void Explainer::explain(const warc::Record& record, pipeline::Batch& batch) const {
  warc::PayloadReader payloads;
  const warc::Payload payload = payloads.read(record);
  if (!is_html_like(payload.sniffed)) {
    throw CheckError("--explain " + options_.id + ": the record is no HTML page but " +
                     std::string(name_of(payload.type)));
  }
  html::CharsetDecoder charsets;
  const html::Decoded decoded =
      charsets.decode(payload.bytes, payload.sniffed.charset, html::CharsetDecoder::Kind::html);
  if (!decoded.known()) {
    throw CheckError("--explain " + options_.id +
                     ": the page's encoding is refused: " + as_utf8(payload.sniffed.charset));
  }
  html::Parser parser;
  const html::Tree& tree = parser.parse(decoded.text);
  extract::MetadataReader reader;
  const extract::Metadata& said = reader.read(tree);
  extract::Extractor::Scratch scratch;
  extract::Extractor::Result result;
  extractor_.extract(tree, said.article_body, scratch, result);
  const extract::Explanation explanation = extract::explain(tree, scratch, result);

  std::string text;
  write_lines(explanation, text);
  const size_t at = batch.scratch.size();
  batch.scratch.append(text);
  batch.emit_scratch(pipeline::kFirstRoute, at);
  if (!options_.page) return;
  Buffer id;
  append_id(record, options_.inputs[record.input], id);
  text.clear();
  write_page({.heading = std::string(id.view()),
              .address = as_utf8(record.header.target_uri),
              .title = std::string(said.title)},
             explanation, text);
  const size_t page_at = batch.scratch.size();
  batch.scratch.append(text);
  batch.emit_scratch(pipeline::kFirstRoute + 1, page_at);
}

void explain_one(cli::Tool& tool, cli::IoOptions& io, const ExtractOptions& options) {
  tool.refuse_chain();
  if (options.mode == "all") {
    throw ConfigError("--explain tells how blocks are chosen, and --mode all chooses none");
  }
  for (const char* option : {"--rejects", "--errors", "--stats", "--resume", "--list"}) {
    if (tool.given(option)) {
      throw ConfigError(std::string("--explain looks at one page; leave ") + option + " out");
    }
  }
  const bool page = io.output() != "-";
  if (page && cli::names_directory(io.output())) {
    throw ConfigError("-o " + io.output() + " is a directory; --explain writes one HTML file");
  }
  pipeline::RunOptions run = io.run_options();
  pipeline::Job& job = run.jobs.front();
  if (page) job.routes.insert(job.routes.begin(), "-");
  cli::refuse_collisions(run.jobs, "", io.read_files());
  Explainer::Options settings{
      .id = options.explain, .inputs = {}, .page = page, .extractor = options.extractor()};
  for (const io::Input& input : job.inputs) settings.inputs.push_back(input.name);
  Explainer explainer(std::move(settings));
  run.before_publishing = [&explainer, &options] {
    if (!explainer.found()) {
      throw CheckError("--explain " + options.explain + ": no page in the inputs has this id");
    }
  };
  pipeline::run(run, {"extract"}, [&](const pipeline::Job& one) {
    return std::make_unique<SearchFeed>(
        one,
        warc::CrawlFeed::Options{
            .max_record_bytes = run.max_document_bytes,
            .blocks = {.block_bytes = run.chunks.chunk_bytes, .command = run.chunks.command}},
        explainer);
  });
}

}  // namespace sluice::extract_tool
