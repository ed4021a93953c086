#include "dedup/cluster_sizes.h"

#include <cstdint>
#include <utility>

#include "base/error.h"
#include "base/format.h"

namespace sluice::dedup {
namespace {

using stats::Details;

Details number(uint64_t value) { return {static_cast<int64_t>(value)}; }

const Details::Object* object_at(const Details& details, const std::string& key) {
  const auto* object = std::get_if<Details::Object>(&details.value);
  if (object == nullptr) return nullptr;
  const auto found = object->find(key);
  return found == object->end() ? nullptr : std::get_if<Details::Object>(&found->second.value);
}

std::optional<uint64_t> number_at(const Details::Object& object, const std::string& key) {
  const auto found = object.find(key);
  if (found == object.end()) return std::nullopt;
  const auto* value = std::get_if<int64_t>(&found->second.value);
  if (value == nullptr || *value < 0) return std::nullopt;
  return static_cast<uint64_t>(*value);
}

}  // namespace

Details details_of(const ClusterSizes& sizes, Weighed weighed) {
  Details::Object all;
  for (const auto& [size, kept] : sizes.by_size()) {
    Details::Object one;
    one["documents"] = number(kept.documents);
    if (weighed == Weighed::yes) {
      one["bytes"] = number(kept.bytes);
      one["tokens"] = number(kept.tokens);
    }
    all[std::to_string(size)] = {std::move(one)};
  }
  return {std::move(all)};
}

StoredSizes cluster_sizes_of(const stats::Stats& stats) {
  auto stored = find_cluster_sizes(stats);
  if (!stored) {
    throw ConfigError(stats.file +
                      ": tells no cluster sizes; stats files of sluice-dedup fuzzy, "
                      "exact and apply do");
  }
  return *std::move(stored);
}

std::optional<StoredSizes> find_cluster_sizes(const stats::Stats& stats) {
  const Details::Object* all = object_at(stats.details, kClusterSizes);
  if (all == nullptr) return std::nullopt;
  StoredSizes stored;
  for (const auto& [key, value] : *all) {
    const auto size = parse_u64(key);
    const auto* object = std::get_if<Details::Object>(&value.value);
    const uint64_t documents = object != nullptr ? number_at(*object, "documents").value_or(0) : 0;
    if (!size || *size == 0 || documents == 0) {
      throw ConfigError(stats.file + ": details.cluster_sizes." + key +
                        ": expected a size, and how many clusters have it");
    }
    const auto bytes = number_at(*object, "bytes");
    const auto tokens = number_at(*object, "tokens");
    if (!bytes || !tokens) stored.weighed = false;
    stored.sizes.add(
        *size, {.documents = documents, .bytes = bytes.value_or(0), .tokens = tokens.value_or(0)});
  }
  return stored;
}

}  // namespace sluice::dedup
