#include "bpe/token_shards.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "bpe/npy.h"
#include "document/json_writer.h"

namespace sluice::bpe {
namespace {

static_assert(std::endian::native == std::endian::little,
              "ids are copied as they lie in memory; a big-endian machine needs them turned");

constexpr uint64_t kMostOf16Bits = uint64_t{1} << 16;
constexpr std::array<std::string_view, 3> kFormats = {"raw", "npy", "megatron"};

}  // namespace

std::string_view name_of(ShardFormat format) { return kFormats[static_cast<size_t>(format)]; }

std::optional<ShardFormat> parse_shard_format(std::string_view name) {
  const auto found = std::find(kFormats.begin(), kFormats.end(), name);
  if (found == kFormats.end()) return std::nullopt;
  return static_cast<ShardFormat>(found - kFormats.begin());
}

size_t bytes_per_id(uint64_t vocab_size) {
  return vocab_size <= kMostOf16Bits ? sizeof(uint16_t) : sizeof(uint32_t);
}

void append_ids(std::span<const TokenId> ids, size_t bytes_per_id, Buffer& out) {
  char* room = out.grow(ids.size() * bytes_per_id);
  if (bytes_per_id == sizeof(TokenId)) {
    if (!ids.empty()) std::memcpy(room, ids.data(), ids.size_bytes());
    return;
  }
  for (const TokenId id : ids) {
    const auto narrow = static_cast<uint16_t>(id);
    std::memcpy(room, &narrow, sizeof narrow);
    room += sizeof narrow;
  }
}

void read_ids(std::string_view bytes, size_t bytes_per_id, std::vector<TokenId>& ids) {
  const size_t first = ids.size();
  const size_t count = bytes.size() / bytes_per_id;
  ids.resize(first + count);
  if (bytes_per_id == sizeof(TokenId)) {
    if (count != 0) std::memcpy(ids.data() + first, bytes.data(), bytes.size());
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    uint16_t narrow = 0;
    std::memcpy(&narrow, bytes.data() + i * sizeof narrow, sizeof narrow);
    ids[first + i] = narrow;
  }
}

TokenShard::TokenShard(const Options& options)
    : options_(options),
      id_bytes_(bytes_per_id(options.vocab_size)),
      row_bytes_(options.row * id_bytes_) {}

bool TokenShard::add_document(uint64_t ids, std::string_view id_json, Buffer& map) {
  const bool is_sequence = options_.format == ShardFormat::megatron && row_bytes_ == 0;
  if (is_sequence && !index_.add(ids)) return false;
  JsonWriter json(map);
  json.begin_object();
  json.key("offset").number(offset_);
  json.key("length").number(ids);
  json.key("id").raw(id_json);
  json.end_object();
  map.push_back('\n');
  offset_ += ids;
  ++documents_;
  return true;
}

std::string_view TokenShard::take(std::string_view bytes, Buffer& before) {
  if (row_bytes_ == 0) {
    count_written(bytes.size());
    return bytes;
  }
  const uint64_t all = held_.size() + bytes.size();
  const uint64_t whole = all - all % row_bytes_;
  if (whole == 0) {
    held_.append(bytes);
    return {};
  }
  const std::string_view now = bytes.substr(0, whole - held_.size());
  before.append(held_.view());
  held_.clear();
  held_.append(bytes.substr(now.size()));
  count_written(whole);
  return now;
}

void TokenShard::finish(Buffer& out) {
  if (held_.empty()) return;
  if (options_.last_row == LastRow::drop) {
    dropped_ = held_.size() / id_bytes_;
    return;
  }
  padding_ = (row_bytes_ - held_.size()) / id_bytes_;
  const std::vector<TokenId> pad(padding_, options_.pad);
  append_ids(pad, id_bytes_, held_);
  out.append(held_.view());
  count_written(held_.size());
  held_.clear();
}

void TokenShard::count_written(uint64_t bytes) {
  tokens_ += bytes / id_bytes_;
  if (row_bytes_ == 0 || options_.format != ShardFormat::megatron) return;
  for (uint64_t row = 0; row < bytes / row_bytes_; ++row) index_.add(options_.row);
}

std::string TokenShard::head() const {
  return options_.format == ShardFormat::npy ? npy_head(id_bytes_, tokens_, options_.row) : "";
}

bool TokenShard::next_index(Buffer& out) {
  return options_.format == ShardFormat::megatron && index_.next(id_bytes_, out);
}

ShardInfo TokenShard::info() const {
  ShardInfo info;
  info.format = name_of(options_.format);
  const std::string_view wide = options_.format == ShardFormat::megatron ? "int32" : "uint32";
  info.dtype = id_bytes_ == sizeof(uint16_t) ? "uint16" : wide;
  info.tokens = tokens_;
  info.documents = documents_;
  info.row = options_.row;
  info.padding = padding_;
  info.dropped = dropped_;
  info.vocab_size = options_.vocab_size;
  return info;
}

}  // namespace sluice::bpe
