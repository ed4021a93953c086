// What deduplication knows of a document beside its text: its number, its standing among its
// copies, and a sketch.
//
// A document's number is its place in the run: documents of the first shard come first, in the
// order in which they stand there. Documents to compare with (--against) are the first shards, so
// that "number < references()" tells them; they are never removed.
//
//   Survivor{.priority = order_of(priority), .quality = order_of(score), .length = text.size(), …}
//   documents.standing(7) < documents.standing(9)   // 7 is the one that is kept
#pragma once

#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::dedup {

// A run holds fewer than 2^40 documents: link and cluster pack two numbers, or one and a
// similarity, in 16 bytes.
inline constexpr unsigned kDocumentBits = 40;
inline constexpr uint64_t kMostDocuments = uint64_t{1} << kDocumentBits;

// A number as an integer that is ordered as the number is: order_of(-1.5) < order_of(0.0) <
// order_of(2.0); 0 and -0 are one. NaN, and 0 where there is no number at all, come last: before
// -infinity.
inline uint64_t order_of(double value) {
  if (value != value) return 0;
  const auto bits = std::bit_cast<uint64_t>(value + 0.0);
  constexpr uint64_t kSign = uint64_t{1} << 63;
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

// By what it is decided which one of several copies is kept: the larger priority, then quality,
// then length, then the smaller hash of the id, and of the text. Nothing of it depends on where the
// document stands; its number decides only between documents of the same id and text.
struct Survivor {
  uint64_t priority = 0;   // order_of() the field that the user named
  uint64_t quality = 0;    // the same
  uint64_t length = 0;     // of the text, in bytes
  uint64_t id_hash = 0;    // hash64 of the id as it is spelled
  uint64_t text_hash = 0;  // hash64 of the text
  friend bool operator==(const Survivor&, const Survivor&) = default;
};

// A document's place in the order of preference: operator< puts first what is kept.
struct Standing {
  bool reference = false;
  Survivor survivor;
  uint64_t document = 0;

  friend bool operator==(const Standing&, const Standing&) = default;
  friend std::strong_ordering operator<=>(const Standing& one, const Standing& other) {
    if (one.reference != other.reference) return other.reference <=> one.reference;
    const Survivor& a = one.survivor;
    const Survivor& b = other.survivor;
    if (const auto order = b.priority <=> a.priority; order != 0) return order;
    if (const auto order = b.quality <=> a.quality; order != 0) return order;
    if (const auto order = b.length <=> a.length; order != 0) return order;
    if (const auto order = a.id_hash <=> b.id_hash; order != 0) return order;
    if (const auto order = a.text_hash <=> b.text_hash; order != 0) return order;
    return one.document <=> other.document;
  }
};

// What link, verify and cluster ask about documents; SketchSet (sketch_set.h) answers from stage
// files. Cheapest in ascending order of numbers.
class Documents {
 public:
  virtual ~Documents() = default;

  virtual uint64_t size() const = 0;
  // The first so many are references.
  virtual uint64_t references() const = 0;
  virtual Survivor survivor(uint64_t document) const = 0;
  // One byte a minimum (verdict.h). Valid until the next call but one: two can be compared.
  virtual std::span<const uint8_t> sketch(uint64_t document) const = 0;

  Standing standing(uint64_t document) const {
    return {
        .reference = document < references(), .survivor = survivor(document), .document = document};
  }
};

}  // namespace sluice::dedup
