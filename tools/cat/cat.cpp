// sluice-cat: concatenates, converts, selects, re-shards, samples, validates and counts documents.
#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/buffer.h"
#include "base/error.h"
#include "base/hash.h"
#include "cli/document_options.h"
#include "document/json_writer.h"
#include "selection.h"

namespace sluice::cat {
namespace {

// What else than selecting can be asked for.
struct ShapeOptions {
  explicit ShapeOptions(cli::Tool& tool) {
    tool.section("Shaping");
    tool.texts("--drop", drop, "FIELD", "leave this field out, as metadata.url (repeatable)");
    tool.number("--shards", shards, "N",
                "spread documents over N files by the hash of their id; -o needs {}, as "
                "part-{}.jsonl.zst");
    tool.bytes("--shard-bytes", shard_bytes,
               "begin a new file before this many uncompressed bytes; -o needs {}");
    tool.flag("--count", count, "write no documents; print their counts as JSON",
              cli::Tool::Matters::run);
    tool.flag("--validate", validate, "write no documents; exit 1 if there are bad records",
              cli::Tool::Matters::run);
  }

  std::vector<std::string> drop;
  uint64_t shards = 0;
  uint64_t shard_bytes = 0;
  bool count = false;
  bool validate = false;
};

std::vector<FieldId> fields_to_drop(const ShapeOptions& shape, Fields& fields) {
  std::vector<FieldId> dropped;
  for (const std::string& path : shape.drop) {
    const FieldId field = cli::configured_by("--drop", [&] { return fields.add(path); });
    for (const FieldId needed : {fields.id(), fields.text()}) {
      const std::string& inner = fields.path(needed);
      if (inner == path || inner.starts_with(path + ".")) {
        throw ConfigError("--drop " + path + ": a document needs its id and its text (" + inner +
                          ")");
      }
    }
    dropped.push_back(field);
  }
  return dropped;
}

// Turns the one output into what was asked for: none, a rolling one, or one for each shard.
void shape_outputs(const ShapeOptions& shape, const cli::Tool& tool, pipeline::RunOptions& run) {
  const bool reads_only = shape.count || shape.validate;
  if (reads_only + (shape.shards != 0) + (shape.shard_bytes != 0) > 1) {
    throw ConfigError("choose one of --count or --validate, --shards, --shard-bytes");
  }
  for (const auto& [option, value] :
       {std::pair("--shards", shape.shards), std::pair("--shard-bytes", shape.shard_bytes)}) {
    if (tool.given(option) && value == 0) {
      throw ConfigError(std::string(option) + ": must be 1 or more");
    }
  }
  if (reads_only && tool.given("--output")) {
    throw ConfigError("--count and --validate write no documents; leave -o away");
  }
  // So many files share a quarter of a gigabyte of blocks; a function of N alone, as bytes out must
  // be.
  constexpr size_t kAllBlocks = size_t{256} << 20;
  constexpr uint64_t kMostShards = 100'000;
  if (shape.shards > kMostShards) throw ConfigError("--shards: at most 100000");
  if (shape.shards > 0) {
    run.channels.block_bytes =
        std::clamp<size_t>(kAllBlocks / shape.shards, size_t{16} << 10, size_t{1} << 20);
  }
  for (pipeline::Job& job : run.jobs) {
    const std::string output = job.routes.front();
    if (reads_only) job.routes = {""};
    job.shard_bytes = shape.shard_bytes;
    if (shape.shards > 0) {
      job.routes.clear();
      pipeline::refuse_leftover_shards(output, static_cast<uint32_t>(shape.shards));
    }
    for (uint32_t i = 0; i < shape.shards; ++i) {
      job.routes.push_back(pipeline::numbered_path(output, i));
    }
  }
}

void print_counts(const stats::Ledger& ledger) {
  Buffer line;
  JsonWriter json(line);
  json.begin_object();
  json.key("documents").number(ledger.out.documents);
  json.key("bytes").number(ledger.out.bytes);
  json.key("tokens");
  if (ledger.tokens.valid()) {
    json.number(ledger.out.tokens);
  } else {
    json.null();
  }
  json.end_object();
  line.push_back('\n');
  cli::print(line.view());
}

void refuse_bad_records(const stats::Stats& total) {
  uint64_t bad = 0;
  for (const auto& [reason, count] : total.bad_records) bad += count;
  if (bad > 0) throw CheckError("not valid: " + std::to_string(bad) + " bad records");
}

}  // namespace
}  // namespace sluice::cat

int main(int argc, char** argv) {
  using namespace sluice;
  return cli::run("sluice-cat", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Concatenate, convert, select, re-shard, sample, validate and count documents.",
        {"sluice-cat --where 'metadata.language = en' --sample 0.01 crawl/*.jsonl.zst -o "
         "sample.jsonl.gz",
         "sluice-cat --not-ids takedown.txt --stats stats/ --resume corpus/ -o cleaned/",
         "zcat c4-*.json.gz | sluice-cat --id-key url --shard-bytes 256M -o 'part-{}.jsonl.zst'"});
    cli::DocumentOptions documents(tool, "stored");
    auto& selecting = tool.add<cat::SelectionOptions>();
    auto& shape = tool.add<cat::ShapeOptions>();

    return tool.on_run([&] {
      Fields fields = documents.fields();
      const cat::Selection selection(selecting, tool, fields);
      const std::vector<FieldId> dropped = cat::fields_to_drop(shape, fields);
      pipeline::RunOptions run = documents.run_options();
      cat::shape_outputs(shape, tool, run);

      const auto judge = [&](Document& document) {
        pipeline::Verdict verdict = selection.judge(document);
        if (!verdict.kept) return verdict;
        for (const FieldId field : dropped) document.remove(field);
        if (shape.shards > 0) {
          verdict.route = static_cast<uint32_t>(hash64(document.id()) % shape.shards);
        }
        return verdict;
      };
      const pipeline::RunResult result = documents.run(run, fields, {{"cat", judge}});
      if (shape.count) cat::print_counts(result.total.ledger);
      if (shape.validate) cat::refuse_bad_records(result.total);
    });
  });
}
