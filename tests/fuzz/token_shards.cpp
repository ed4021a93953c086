// What is read of token shards: headers of .npy files and manifests. Any bytes are one or a
// ConfigError; what was read and is written again reads the same.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "bpe/npy.h"
#include "bpe/shard_manifest.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const bpe::NpyArray array = bpe::read_npy_head(bytes);
    const bool whole_rows = array.row == 0 || array.ids % array.row == 0;
    if (array.head_bytes > size || !whole_rows) __builtin_trap();
    const std::string head = bpe::npy_head(array.bytes_per_id, array.ids, array.row);
    if (head.size() != bpe::kNpyHeadBytes) __builtin_trap();
    if (bpe::read_npy_head(head).ids != array.ids) __builtin_trap();
  } catch (const ConfigError&) {
  }
  try {
    const std::vector<bpe::ShardInfo> shards = bpe::read_manifest(bytes);
    bool sums_fit = true;
    uint64_t sum = 0;
    for (const bpe::ShardInfo& shard : shards) {
      sums_fit &= !__builtin_add_overflow(sum, shard.tokens, &sum);
    }
    if (sums_fit && bpe::read_manifest(bpe::write_manifest(shards)) != shards) __builtin_trap();
  } catch (const ConfigError&) {
  }
  return 0;
}
