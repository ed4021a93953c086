#include "dedup/exact.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/format.h"
#include "io/interrupt.h"

namespace sluice::dedup {
namespace {

// A page, so that an empty table costs little.
constexpr size_t kFirstSlots = 170;
// Seven eighths full, a search of linear probing for something new sees 32 slots on average (Knuth,
// volume 3, section 6.4), eight lines of cache in a row.
constexpr size_t kFullEighths = 7;
constexpr uint64_t kOneCopy = uint64_t{1} << FirstOfEach::kPlaceBits;

// The upper bits choose the part, the lower ones the slot.
size_t part_of(const Hash128& fingerprint) { return fingerprint.high >> 56; }

size_t slot_of(const Hash128& fingerprint, size_t slots) {
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<size_t>(static_cast<Wide>(fingerprint.low) * slots >> 64);
}

}  // namespace

FirstOfEach::FirstOfEach(size_t memory) : memory_(memory) {
  if (memory < kLeastMemory) {
    throw ConfigError("--memory: at least " + human_bytes(kLeastMemory) + " are needed");
  }
}

FirstOfEach::Slot& FirstOfEach::find(Part& part, const Hash128& fingerprint) {
  ZeroedTable<Slot>& slots = *part.slots;
  size_t at = slot_of(fingerprint, slots.size());
  while (slots[at].value != 0 && slots[at].fingerprint != fingerprint) {
    if (++at == slots.size()) at = 0;
  }
  return slots[at];
}

FirstOfEach::Found FirstOfEach::add(const Hash128& fingerprint, uint64_t place) {
  Part& part = parts_[part_of(fingerprint)];
  if (!part.slots) grow(part);
  Slot* slot = &find(part, fingerprint);
  if (slot->value != 0) {
    if (slot->value >> kPlaceBits < kMostCopies) slot->value += kOneCopy;
    return {.added = false, .place = slot->value & (kOneCopy - 1)};
  }
  if (8 * (part.filled + 1) > kFullEighths * part.slots->size()) {
    grow(part);
    slot = &find(part, fingerprint);
  }
  *slot = {.fingerprint = fingerprint, .value = kOneCopy | place};
  ++part.filled;
  ++size_;
  return {.added = true, .place = place};
}

// By one half.
void FirstOfEach::grow(Part& part) {
  const size_t old_size = part.slots ? part.slots->size() : 0;
  const size_t new_size = std::max(kFirstSlots, old_size + old_size / 2);
  bytes_ += new_size * sizeof(Slot);
  if (bytes_ > memory_) {
    throw CheckError(count_of(size_, "different document") +
                     " fill --memory; give more of it, or leave --keep first away: two passes sort "
                     "on disk what does not fit");
  }
  Part grown;
  grown.slots.emplace(new_size);
  grown.filled = part.filled;
  for (size_t at = 0; at < old_size; ++at) {
    const Slot& slot = (*part.slots)[at];
    if (slot.value != 0) find(grown, slot.fingerprint) = slot;
  }
  part.slots.reset();
  part.slots.emplace(*std::move(grown.slots));
  bytes_ -= old_size * sizeof(Slot);
}

std::map<uint64_t, uint64_t> FirstOfEach::copies() const {
  std::map<uint64_t, uint64_t> copies;
  for (const Part& part : parts_) {
    for (size_t at = 0; part.slots && at < part.slots->size(); ++at) {
      const uint64_t value = (*part.slots)[at].value;
      if (value != 0) ++copies[value >> kPlaceBits];
    }
  }
  return copies;
}

SketchConfig exact_config(const std::string& digest) {
  return {
      .digest = digest, .bands = 1, .rows = 1, .prefix_bits = 8, .sketch_bytes = sizeof(Hash128)};
}

void append_fingerprint(const std::optional<Hash128>& fingerprint,
                        std::vector<uint64_t>& band_hashes, std::vector<uint8_t>& sketch) {
  const size_t at = sketch.size();
  sketch.resize(at + sizeof(Hash128));
  if (!fingerprint) return;
  band_hashes.push_back(fingerprint->high);
  std::memcpy(sketch.data() + at, &*fingerprint, sizeof *fingerprint);
}

Hash128 fingerprint_of(std::span<const uint8_t> sketch) {
  Hash128 fingerprint;
  std::memcpy(&fingerprint, sketch.data(), sizeof fingerprint);
  return fingerprint;
}

// Most documents are alone in their bucket; only of the others is more read than its key.
ClusterCounts cluster_exact(const SketchSet& set, uint32_t first, uint32_t end,
                            const ClusterOptions& options, const UseMember& use) {
  const io::SortOptions share{.memory = options.memory / 3, .folder = options.folder};
  io::ExternalSort<SortRecord> candidates(share);  // documents
  for (uint32_t partition = first; partition < end; ++partition) {
    io::interrupt::check();
    io::ExternalSort<SortRecord> records(share);
    set.read_partition(partition, [&](std::span<const SortRecord> some) { records.add(some); });
    records.seal();
    auto reader = records.reader();
    std::optional<SortRecord> before;
    bool added = false;  // the one before
    for (SortRecord next; reader.next(next); before = next) {
      const bool shared = before && before->key == next.key;
      if (shared && !added) candidates.add({.key = before->value, .value = 0});
      if (shared) candidates.add({.key = next.value, .value = 0});
      added = shared;
    }
  }
  candidates.seal();
  io::ExternalSort<ExactRecord> records(share);
  auto reader = candidates.reader();
  for (SortRecord candidate; reader.next(candidate);) {
    records.add({.fingerprint = fingerprint_of(set.sketch(candidate.key)),
                 .standing = set.standing(candidate.key)});
  }
  set.drop_pages();
  records.seal();
  return cluster_exact(records, {.memory = options.memory / 3, .folder = options.folder}, use);
}

ClusterCounts cluster_exact(const io::ExternalSort<ExactRecord>& records,
                            const ClusterOptions& options, const UseMember& use) {
  io::ExternalSort<PackedMember> members({.memory = options.memory, .folder = options.folder});
  ClusterCounts counts;
  // One reader counts a cluster ahead of the other.
  auto ahead = records.reader();
  auto behind = records.reader();
  ExactRecord next;
  for (bool more = ahead.next(next); more;) {
    const ExactRecord first = next;
    uint64_t size = 0;
    for (; more && next.fingerprint == first.fingerprint; more = ahead.next(next)) ++size;
    if (size > 1) {
      ++counts.clusters;
      counts.documents += size;
      counts.largest = std::max(counts.largest, size);
    }
    ExactRecord record;
    for (uint64_t left = size; left > 0 && behind.next(record); --left) {
      if (size == 1) continue;
      const Standing& standing = record.standing;
      const bool kept = standing.reference || standing.document == first.standing.document;
      if (!kept) ++counts.removed;
      members.add(pack(Member{.document = standing.document,
                              .survivor = kept ? standing.document : first.standing.document,
                              .size = size,
                              .similarity = kept ? Similarity() : Similarity::exact(1)}));
    }
  }
  members.seal();
  auto reader = members.reader();
  for (PackedMember member; reader.next(member);) use(unpack_member(member));
  return counts;
}

}  // namespace sluice::dedup
