#include "decontaminate/frequencies.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/error.h"
#include "base/format.h"
#include "decontaminate/candidates.h"
#include "io/stage_file.h"

namespace sluice::decontaminate {
namespace {

constexpr int kFraction = 16;  // bits behind the point
constexpr uint64_t kOne = uint64_t{1} << kFraction;

// log2(value) with kFraction bits behind the point, rounded down; value >= 1.
uint64_t log2_fixed(uint64_t value) {
  const int whole = std::bit_width(value) - 1;
  // The value as 1 <= m < 2 with 31 bits behind the point; squaring it gives a bit at a time.
  uint64_t m = whole > 31 ? value >> (whole - 31) : value << (31 - whole);
  uint64_t log = static_cast<uint64_t>(whole) << kFraction;
  for (uint64_t bit = kOne >> 1; bit > 0; bit >>= 1) {
    m = m * m >> 31;
    if (m >> 32 != 0) {
      m >>= 1;
      log |= bit;
    }
  }
  return log;
}

std::string digest_of(const Hash128& index) { return hex64(index.high) + hex64(index.low); }

Frequencies read(const io::StageFile& file, const EvaluationIndex& index) {
  Frequencies frequencies(index);
  file.require(io::StageKind::document_frequencies);
  if (file.digest() != digest_of(index.fingerprint())) {
    throw ConfigError(file.name() + ": counts the runs of other evaluation sets");
  }
  const auto sections = file.sections(io::SectionType::table, 0);
  const size_t bytes = frequencies.counts.size() * sizeof frequencies.counts.front();
  if (file.values()[1] != frequencies.counts.size() || (bytes > 0 && sections.size() != 1)) {
    throw IoError(file.name(), 0, "does not count as many runs as the index has");
  }
  frequencies.documents = file.values()[0];
  if (frequencies.documents > INT64_MAX) {
    throw IoError(file.name(), 0, "counts more documents than there are");
  }
  if (bytes == 0) return frequencies;
  const std::string_view counts = file.read(sections.front());
  if (counts.size() != bytes) file.refuse(sections.front(), "has another size");
  std::memcpy(frequencies.counts.data(), counts.data(), bytes);
  return frequencies;
}

}  // namespace

Frequencies::Frequencies(const EvaluationIndex& of) : index(of.fingerprint()), counts(of.runs()) {}

Frequencies& Frequencies::operator+=(const Frequencies& other) {
  if (index != other.index || counts.size() != other.counts.size()) {
    throw ConfigError("counts of different evaluation sets do not add up");
  }
  documents += other.documents;
  for (size_t run = 0; run < counts.size(); ++run) {
    counts[run] += std::min(other.counts[run], UINT32_MAX - counts[run]);
  }
  return *this;
}

void RunCounter::add(std::string_view text, Scratch& scratch) {
  reader_.read(text, scratch.reading, scratch.words);
  std::vector<uint32_t>& runs = scratch.runs;
  runs.clear();
  for_each_candidate(index_, scratch.words, [&](size_t at, uint64_t hash) {
    const uint32_t run = index_.find(&scratch.words[at], hash);
    if (run != kNone) runs.push_back(run);
  });
  std::ranges::sort(runs);
  runs.erase(std::unique(runs.begin(), runs.end()), runs.end());
  for (const uint32_t run : runs) {
    uint32_t& count = frequencies_.counts[run];
    if (count != UINT32_MAX) ++count;
  }
  ++frequencies_.documents;
}

std::vector<uint8_t> weights_of(const EvaluationIndex& index, const Frequencies& frequencies) {
  const IndexTables& tables = index.tables();
  std::vector<uint8_t> weights(index.weights().begin(), index.weights().end());
  const uint64_t most = log2_fixed(frequencies.documents + 1);
  if (most == 0) return weights;
  const auto rarity = [&](uint32_t place) -> uint64_t {
    const uint32_t run = tables.runs[place];
    if (run == kNone) return kOne;
    const uint64_t common = log2_fixed(uint64_t{frequencies.counts[run]} + 1);
    return kOne - std::min(common, most) * kOne / most;
  };
  for (const PartRecord& part : tables.parts) {
    if (part.words < kAnchorWords) continue;
    const uint32_t runs = part.words - kAnchorWords + 1;
    uint64_t sum = 0;
    uint64_t count = 0;
    for (uint32_t i = 0; i < part.words; ++i) {
      if (i < runs) {
        sum += rarity(part.first_word + i);
        ++count;
      }
      if (i >= kAnchorWords) {
        sum -= rarity(part.first_word + i - kAnchorWords);
        --count;
      }
      uint8_t& weight = weights[part.first_word + i];
      weight = static_cast<uint8_t>(weight * sum / count >> kFraction);
    }
  }
  return weights;
}

void write_frequencies(const Frequencies& frequencies, io::OutputFile& out) {
  io::StageWriter writer(out, io::StageKind::document_frequencies, digest_of(frequencies.index));
  writer.add({.type = io::SectionType::table, .id = 0},
             {reinterpret_cast<const char*>(frequencies.counts.data()),
              frequencies.counts.size() * sizeof frequencies.counts.front()});
  writer.finish({frequencies.documents, frequencies.counts.size()});
}

Frequencies read_frequencies(const std::string& path, const EvaluationIndex& index) {
  return read(io::StageFile(path), index);
}

Frequencies read_frequencies(std::string_view bytes, const std::string& name,
                             const EvaluationIndex& index) {
  return read(io::StageFile(bytes, name), index);
}

}  // namespace sluice::decontaminate
