// sluice-extract: crawl files and pages to documents.
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/document_options.h"
#include "documents.h"
#include "explain.h"
#include "extract/model.h"
#include "options.h"
#include "url_rules.h"
#include "warc/crawl_feed.h"
#include "warc/listing.h"

namespace {

using namespace sluice;
using extract_tool::Documents;
using extract_tool::ExtractOptions;
using extract_tool::UrlRules;

// Records of the job's inputs, in order past the addresses seen before, then each to a document.
std::unique_ptr<pipeline::Feed> make_feed(const pipeline::RunOptions& run, const pipeline::Job& job,
                                          const ExtractOptions& options, UrlRules& urls) {
  warc::CrawlFeed::Options feed{
      .max_record_bytes = run.max_document_bytes,
      .blocks = {.block_bytes = run.chunks.chunk_bytes, .command = run.chunks.command},
      .errors = !job.errors.empty()};
  if (options.list) {
    return std::make_unique<warc::CrawlFeed>(job.inputs, feed, warc::list_record);
  }
  if (urls.once()) {
    feed.mark = [&urls](const warc::Record& record) { return urls.repeats(record); };
  }
  std::vector<std::string> names;
  for (const io::Input& input : job.inputs) names.push_back(input.name);
  const auto documents =
      std::make_shared<const Documents>(Documents::Options{.inputs = names,
                                                           .tool = run.identity.tool,
                                                           .version = run.identity.version,
                                                           .rejects = !job.rejects.empty(),
                                                           .rejects_html = options.rejects_html,
                                                           .min_text_bytes = options.min_text_bytes,
                                                           .urls = &urls,
                                                           .extractor = options.extractor(),
                                                           .counter = run.tokens.counter});
  return std::make_unique<warc::CrawlFeed>(
      job.inputs, feed, [documents](const warc::Record& record, pipeline::Batch& batch) {
        documents->add(record, batch);
      });
}

// A shard that is skipped would leave no trace of the addresses in it.
void refuse_resuming(const pipeline::RunOptions& run, const UrlRules& urls) {
  if (urls.once() && run.resume && run.jobs.size() > 1) {
    throw ConfigError(
        "--url-dedup needs the addresses of every shard, and --resume would skip some; leave one "
        "of them out");
  }
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run("sluice-extract", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Crawl files (WARC, WET, ARC) and HTML pages to documents.",
        {"sluice-extract CC-MAIN-*.warc.gz -o text.jsonl.zst --stats extract.json",
         "sluice-extract --inputs warc.paths --fetch 'curl -fsS https://data.example/{}' -o "
         "text/ --extension jsonl.zst --url-blocklist ut1/ --url-dedup",
         "sluice-extract --format markdown saved-pages/ -o pages.jsonl",
         "sluice-extract --list crawl.warc.gz",
         "sluice-extract --explain saved-pages/index.html saved-pages/ -o why.html"});
    cli::IoOptions io(tool, "WARC, WET, ARC or HTML files, plain, gzip or zstd; folders of pages");
    io.take_page_trees();
    auto& options = tool.add<ExtractOptions>();

    return tool.on_run([&] {
      if (tool.given("--explain")) {
        extract_tool::explain_one(tool, io, options);
        return;
      }
      tool.digest("model", extract::digest_of(extract::kModel));
      const std::unique_ptr<UrlRules> urls = options.url_rules(tool);
      const pipeline::RunOptions run = io.run_options();
      refuse_resuming(run, *urls);
      io.run(run, {"extract"},
             [&](const pipeline::Job& job) { return make_feed(run, job, options, *urls); });
    });
  });
}
