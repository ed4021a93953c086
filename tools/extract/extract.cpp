// sluice-extract: crawl files to documents.
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/document_options.h"
#include "warc/crawl_feed.h"
#include "warc/listing.h"
#include "warc/text_documents.h"

namespace {

using namespace sluice;

struct ExtractOptions {
  explicit ExtractOptions(cli::Tool& tool) {
    tool.section("Extracting");
    tool.flag("--list", list,
              "print a line for each record instead: offset, kind, type, status, URL, length");
  }
  bool list = false;
};

std::unique_ptr<pipeline::Feed> make_feed(const pipeline::RunOptions& run, const pipeline::Job& job,
                                          const ExtractOptions& options) {
  const warc::CrawlFeed::Options feed{
      .max_record_bytes = run.max_document_bytes,
      .blocks = {.block_bytes = run.chunks.chunk_bytes, .command = run.chunks.command},
      .errors = !job.errors.empty()};
  if (options.list) {
    return std::make_unique<warc::CrawlFeed>(job.inputs, feed, warc::list_record);
  }
  std::vector<std::string> names;
  for (const io::Input& input : job.inputs) names.push_back(input.name);
  const auto documents = std::make_shared<const warc::TextDocuments>(
      warc::TextDocuments::Options{.inputs = names,
                                   .tool = run.identity.tool,
                                   .rejects = !job.rejects.empty(),
                                   .counter = run.tokens.counter});
  return std::make_unique<warc::CrawlFeed>(
      job.inputs, feed, [documents](const warc::Record& record, pipeline::Batch& batch) {
        documents->add(record, batch);
      });
}

}  // namespace

int main(int argc, char** argv) {
  return cli::run("sluice-extract", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Crawl files (WARC, WET, ARC) to documents.",
        {"sluice-extract CC-MAIN-*.warc.wet.gz -o text.jsonl.zst --stats extract.json",
         "sluice-extract --inputs wet.paths --fetch 'curl -fsS https://data.example/{}' -o "
         "wet/ --extension jsonl.zst",
         "sluice-extract --list crawl.warc.gz"});
    cli::IoOptions io(tool, "WARC, WET or ARC files, plain, gzip or zstd");
    auto& options = tool.add<ExtractOptions>();

    return tool.on_run([&] {
      const pipeline::RunOptions run = io.run_options();
      io.run(run, {"extract"},
             [&](const pipeline::Job& job) { return make_feed(run, job, options); });
    });
  });
}
