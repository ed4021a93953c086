#include "shard_feed.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "bpe/npy.h"
#include "document/json_writer.h"
#include "unicode/utf8.h"

namespace sluice::bpe_tool {
namespace {

constexpr size_t kLargeDocument = size_t{16} << 20;  // travels alone
constexpr size_t kKept = size_t{4} << 20;

}  // namespace

struct ShardFeed::ShardLoad : pipeline::Load {
  io::Chunk chunk;
  Buffer bytes;  // whole documents
  size_t id_bytes = 2;
  uint64_t offset = 0;  // ids before them in the shard
  std::vector<bpe::TokenId> ids;
  std::vector<bpe::TokenId> document;
  std::string text;
};

ShardFeed::ShardFeed(std::vector<io::Input> inputs, const TokenDecoder& decoder, Options options)
    : inputs_(inputs),
      decoder_(decoder),
      options_(std::move(options)),
      reader_(std::move(inputs), options_.chunks) {}

std::unique_ptr<pipeline::Load> ShardFeed::make_load() const {
  return std::make_unique<ShardLoad>();
}

bool ShardFeed::read(pipeline::Load& load) {
  return reader_.next(static_cast<ShardLoad&>(load).chunk);
}

void ShardFeed::expand(pipeline::Load& load) const {
  io::ChunkReader::expand(static_cast<ShardLoad&>(load).chunk);
}

void ShardFeed::recycle(pipeline::Load& load) const {
  ShardLoad& shard_load = static_cast<ShardLoad&>(load);
  if (shard_load.bytes.capacity() > kKept) shard_load.bytes.release();
}

void ShardFeed::join(pipeline::Load& load) {
  ShardLoad& shard_load = static_cast<ShardLoad&>(load);
  const io::Chunk& chunk = shard_load.chunk;
  const std::string& name = inputs_[chunk.input].name;
  if (chunk.defect) throw IoError(name, chunk.defect->offset, chunk.defect->reason());
  const size_t known = in_head_ ? 0 : carry_.size();
  carry_.append(chunk.bytes.view());
  shard_load.bytes.clear();
  if (in_head_ && !read_head(chunk.input)) {
    if (chunk.last) throw IoError(name, "is no .npy file");
    return;
  }
  const size_t end = chunk.last ? carry_.size() : end_of_documents(known);
  if (chunk.last && end % id_bytes_ != 0) throw IoError(name, "ends within a token id");
  shard_load.bytes.append(carry_.view().substr(0, end));
  shard_load.id_bytes = id_bytes_;
  shard_load.offset = joined_;
  joined_ += end / id_bytes_;
  const std::string rest(carry_.view().substr(end));
  carry_.clear();
  carry_.append(rest);
  if (carry_.size() > options_.max_document_bytes) {
    throw IoError(name, "holds a document of more than " +
                            with_thousands(options_.max_document_bytes) +
                            " bytes (--max-document-bytes); is --eos what ends documents in it?");
  }
  wants_alone_ = carry_.size() > kLargeDocument;
  if (chunk.last) finish_shard(chunk.input);
}

// False: more of it is needed.
bool ShardFeed::read_head(size_t input) {
  id_bytes_ = options_.id_bytes;
  if (options_.format == bpe::ShardFormat::npy) {
    constexpr size_t kFirstOfHead = 12;
    constexpr size_t kLongestHead = size_t{1} << 20;
    const auto size = bpe::npy_head_bytes(carry_.view());
    if (carry_.size() < kFirstOfHead) return false;
    if (!size || *size > kLongestHead) throw IoError(inputs_[input].name, "is no .npy file");
    if (carry_.size() < *size) return false;
    bpe::NpyArray array;
    try {
      array = bpe::read_npy_head(carry_.view());
    } catch (const ConfigError& error) {
      throw IoError(inputs_[input].name, error.what());
    }
    id_bytes_ = array.bytes_per_id;
    expected_ = array.ids;
    const std::string rest(carry_.view().substr(array.head_bytes));
    carry_.clear();
    carry_.append(rest);
  }
  in_head_ = false;
  return true;
}

// Behind the last eos of what was read so far, of which `known` bytes hold none.
size_t ShardFeed::end_of_documents(size_t known) const {
  const std::string_view bytes = carry_.view();
  const size_t first = std::min(known, bytes.size()) / id_bytes_ * id_bytes_;
  for (size_t at = bytes.size() / id_bytes_ * id_bytes_; at > first; at -= id_bytes_) {
    bpe::TokenId id = 0;
    std::memcpy(&id, bytes.data() + at - id_bytes_, id_bytes_);
    if (id == options_.eos) return at;
  }
  return 0;
}

void ShardFeed::finish_shard(size_t input) {
  if (options_.format == bpe::ShardFormat::npy && joined_ != expected_) {
    throw IoError(inputs_[input].name, "holds " + with_thousands(joined_) +
                                           " token ids, but its header says " +
                                           with_thousands(expected_));
  }
  joined_ = 0;
  in_head_ = true;
}

void ShardFeed::process(pipeline::Load& load, pipeline::Batch& batch) const {
  ShardLoad& shard_load = static_cast<ShardLoad&>(load);
  batch.input = shard_load.chunk.input;
  batch.end_of_input = shard_load.chunk.last;
  shard_load.ids.clear();
  bpe::read_ids(shard_load.bytes.view(), shard_load.id_bytes, shard_load.ids);
  for (auto at = shard_load.ids.begin(); at != shard_load.ids.end();) {
    const auto end = std::find(at, shard_load.ids.end(), options_.eos);
    shard_load.document.assign(at, end);
    const auto first = static_cast<uint64_t>(at - shard_load.ids.begin());
    if (shard_load.document.empty()) {
      batch.count("shards", "empty");
    } else {
      emit_document(shard_load, shard_load.offset + first, batch);
    }
    at = end == shard_load.ids.end() ? end : end + 1;
  }
}

void ShardFeed::emit_document(ShardLoad& load, uint64_t offset, pipeline::Batch& batch) const {
  const std::string& name = inputs_[load.chunk.input].name;
  const std::string id = (is_valid_utf8(name) ? name : "shard") + ":" + std::to_string(offset);
  ++batch.lines;
  const std::optional<BadRecord> bad = decoder_.decode(load.document, load.text);
  const size_t at = batch.scratch.size();
  JsonWriter json(batch.scratch);
  if (bad) {
    batch.bad({.reason = bad->reason, .offset = offset * load.id_bytes, .detail = bad->detail});
    if (!options_.errors) return;
    json.begin_object().key("id").string(id).key("tokens").begin_array();
    for (const bpe::TokenId token : load.document) json.number(token);
    json.end_array().end_object();
    batch.scratch.push_back('\n');
    batch.emit_scratch(pipeline::kErrors, at);
    return;
  }
  ++batch.records;
  stats::Ledger& ledger = batch.ledgers.front();
  const stats::Measure measure{.id = id, .bytes = load.text.size(), .tokens = load.document.size()};
  ledger.tokens.counted_by(options_.tokenizer);
  ledger.see(measure, {});
  ledger.keep(measure, measure, {});
  if (decoder_.gives_bytes()) {
    batch.scratch.append(load.text);
  } else {
    json.begin_object().key("id").string(id).key("text").string(load.text);
    json.key("metadata").begin_object();
    json.key("token_count").number(measure.tokens);
    json.key("tokenizer").string(options_.tokenizer).end_object().end_object();
    batch.scratch.push_back('\n');
  }
  batch.emit_scratch(pipeline::kFirstRoute, at);
}

}  // namespace sluice::bpe_tool
