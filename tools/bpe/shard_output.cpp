#include "shard_output.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "base/error.h"
#include "bpe/npy.h"
#include "cli/shards.h"
#include "document_encoder.h"
#include "io/chunk.h"
#include "io/compression.h"
#include "io/output.h"
#include "pipeline/rendering.h"

namespace sluice::bpe_tool {
namespace {

using bpe::ShardFormat;

constexpr std::string_view kMap = ".docs.jsonl";
constexpr std::string_view kManifest = ".manifest.json";

// Streams and devices have no files beside them.
bool has_neighbours(const std::string& file) { return file != "-" && file != "/dev/null"; }

const char* extension_of(ShardFormat format) { return format == ShardFormat::npy ? "npy" : "bin"; }

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string index_of(std::string file) {
  return file.replace(file.size() - std::string_view("bin").size(), std::string::npos, "idx");
}

// The ids of a batch's documents, one after the other, and of each how many and its id.
struct BatchIds : pipeline::Rendered {
  struct Item {
    uint64_t ids = 0;
    size_t id_bytes = 0;
  };
  static constexpr size_t kKept = size_t{4} << 20;

  void clear() override {
    for (Buffer* buffer : {&ids, &document_ids}) {
      if (buffer->capacity() > kKept) buffer->release();
      buffer->clear();
    }
    items.clear();
  }

  Buffer ids;
  Buffer document_ids;  // as JSON
  std::vector<Item> items;
};

class ShardRendering : public pipeline::Rendering {
 public:
  // `dropped`: what is left out is added to it.
  ShardRendering(const ShardOutput::Options& options, const pipeline::Job& job, uint64_t& dropped)
      : options_(options), routes_(job.routes), shard_(options.shard), dropped_(dropped) {
    uint32_t next = pipeline::kFirstRoute + 1;
    if (options.shard.format == ShardFormat::megatron) index_ = next++;
    map_ = next++;
    manifest_ = next;
  }

  void render(Document& document, uint32_t /*channel*/, pipeline::Batch& batch) const override {
    if (!batch.rendered) batch.rendered = std::make_unique<BatchIds>();
    BatchIds& rendered = static_cast<BatchIds&>(*batch.rendered);
    const auto ids = DocumentEncoder::ids();
    bpe::append_ids(ids, shard_.id_bytes(), rendered.ids);
    const std::string_view id = document.field(options_.id).raw;
    rendered.document_ids.append(id);
    rendered.items.push_back({ids.size(), id.size()});
  }

  void compose(pipeline::Batch& batch) override {
    if (!std::exchange(begun_, true)) begin(batch);
    if (!batch.rendered) return;
    const BatchIds& rendered = static_cast<const BatchIds&>(*batch.rendered);
    add_documents(rendered, batch);
    const size_t at = batch.scratch.size();
    const std::string_view now = shard_.take(rendered.ids.view(), batch.scratch);
    if (batch.scratch.size() != at) batch.emit_scratch(pipeline::kFirstRoute, at);
    batch.emit(pipeline::kFirstRoute, now);
  }

  bool finish(pipeline::Batch& batch) override {
    if (!std::exchange(finished_, true)) return finish_tokens(batch);
    const size_t at = batch.scratch.size();
    if (shard_.next_index(batch.scratch)) {
      batch.emit_scratch(index_, at);
      return true;
    }
    bpe::ShardInfo info = shard_.info();
    info.file = base_name(routes_.front());
    if (index_ != 0) info.index = base_name(routes_[1]);
    info.map = base_name(routes_[map_ - pipeline::kFirstRoute]);
    info.eos = options_.eos;
    info.tokenizer = options_.tokenizer;
    batch.scratch.append(bpe::write_manifest({&info, 1}));
    batch.emit_scratch(manifest_, at);
    return false;
  }

 private:
  // Room for the header, which is written again at the end.
  void begin(pipeline::Batch& batch) const {
    const size_t at = batch.scratch.size();
    batch.scratch.append(shard_.head());
    if (batch.scratch.size() != at) batch.emit_scratch(pipeline::kFirstRoute, at);
  }

  void add_documents(const BatchIds& rendered, pipeline::Batch& batch) {
    const size_t at = batch.scratch.size();
    std::string_view ids = rendered.document_ids.view();
    for (const BatchIds::Item& item : rendered.items) {
      shard_.add_document(item.ids, ids.substr(0, item.id_bytes), batch.scratch);
      ids.remove_prefix(item.id_bytes);
    }
    if (batch.scratch.size() != at) batch.emit_scratch(map_, at);
  }

  bool finish_tokens(pipeline::Batch& batch) {
    const size_t at = batch.scratch.size();
    shard_.finish(batch.scratch);
    if (batch.scratch.size() != at) batch.emit_scratch(pipeline::kFirstRoute, at);
    if (std::string head = shard_.head(); !head.empty()) {
      batch.overwrites.push_back(
          {.channel = pipeline::kFirstRoute, .offset = 0, .bytes = std::move(head)});
    }
    batch.count("shards", "tokens", shard_.tokens());
    batch.count("shards", "padding", shard_.padding());
    batch.count("shards", "dropped", shard_.dropped());
    dropped_ += shard_.dropped();
    return true;
  }

  ShardOutput::Options options_;
  std::vector<std::string> routes_;
  bpe::TokenShard shard_;
  uint64_t& dropped_;
  uint32_t index_ = 0;  // channels; 0: none
  uint32_t map_ = 0;
  uint32_t manifest_ = 0;
  bool begun_ = false;
  bool finished_ = false;
};

}  // namespace

ShardOutput::ShardOutput(Options options) : options_(std::move(options)) {}

std::string ShardOutput::file_of(const pipeline::Job& job) const {
  if (directory_.empty() || options_.keeps_names) return job.routes.front();
  return cli::in_directory(
      directory_, cli::shard_name(job.inputs.front(), extension_of(options_.shard.format)));
}

void ShardOutput::check_name(const std::string& file) const {
  if (options_.shard.format == ShardFormat::raw) return;
  const std::string ending = std::string(".") + extension_of(options_.shard.format);
  if (file.ends_with(ending) && file.size() > ending.size()) return;
  throw ConfigError("-o " + file + ": the format " +
                    std::string(bpe::name_of(options_.shard.format)) + " needs a file FILE" +
                    ending + ", whose header or index is written last, or a directory DIR/");
}

std::vector<std::string> ShardOutput::routes(const std::string& file) const {
  check_name(file);
  std::vector<std::string> routes = {file};
  if (options_.shard.format == ShardFormat::megatron) routes.push_back(index_of(file));
  const bool beside = has_neighbours(file);
  for (const std::string_view ending : {kMap, kManifest}) {
    routes.push_back(beside ? file + std::string(ending) : std::string());
  }
  return routes;
}

void ShardOutput::arrange(pipeline::RunOptions& run, const std::string& output) {
  if (output != "-" && cli::names_directory(output)) {
    directory_ = output;
    manifest_ = cli::in_directory(output, "manifest.json");
  }
  for (pipeline::Job& job : run.jobs) job.routes = routes(file_of(job));
  run.make_rendering = [this](const pipeline::Job& job) {
    return std::make_shared<ShardRendering>(options_, job, dropped_);
  };
  run.before_publishing = [this] { withdraw_manifest(); };
}

// It tells of shards that are replaced now.
void ShardOutput::withdraw_manifest() {
  if (manifest_.empty() || std::exchange(withdrawn_, true)) return;
  io::OutputSet outputs;
  outputs.open(manifest_);
  outputs.withdraw();
}

void ShardOutput::write_manifest(const pipeline::RunOptions& run) const {
  if (manifest_.empty()) return;
  std::vector<bpe::ShardInfo> shards;
  for (const pipeline::Job& job : run.jobs) {
    const std::string json = io::read_whole({.name = job.routes.back(), .command = {}});
    for (bpe::ShardInfo& shard : bpe::read_manifest(json)) shards.push_back(std::move(shard));
  }
  io::OutputSet outputs;
  outputs.open(manifest_).write(bpe::write_manifest(shards));
  outputs.publish();
}

}  // namespace sluice::bpe_tool
