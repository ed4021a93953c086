// How well fuzzy deduplication did, beside the exact Jaccard similarities of all pairs of documents.
//
//   dedup-accuracy NORMALIZE WORDS BANDS ROWS DOCUMENTS pairs PAIRS…
//   dedup-accuracy NORMALIZE WORDS BANDS ROWS DOCUMENTS run THRESHOLD KEPT REMOVED
//
// NORMALIZE, WORDS: as of sluice-dedup; shingles are of five words. `pairs`: how many of the pairs
// of each similarity are candidates in stage files of `sluice-dedup link`, of several seeds, beside
// 1 - (1 - J^ROWS)^BANDS. `run`: of the outputs of `sluice-dedup fuzzy`, how many documents were
// removed, how many of them resemble a kept one, and how many pairs were left together.
//
// All pairs of at least 0.5 are found, by brute force but for two bounds that lose none: sets whose
// sizes differ by more than that are skipped, and so are those that share none of their rarest
// shingles (Bayardo, Ma and Srikant 2007, "Scaling up all pairs similarity search").
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "dedup/banding.h"
#include "dedup/edge.h"
#include "dedup/record_file.h"
#include "dedup/shingles.h"
#include "io/chunk.h"
#include "unicode/normalization_names.h"

namespace {

using namespace sluice;
using namespace sluice::dedup;

constexpr double kLeast = 0.5;
constexpr double kBin = 0.05;

struct Text {
  std::string id;
  std::string text;
  friend bool operator==(const Text&, const Text&) = default;
};

std::vector<Text> read_documents(const std::string& path) {
  io::ChunkReader reader({{.name = path}}, {});
  std::string content;
  for (io::Chunk chunk; reader.next(chunk);) {
    io::ChunkReader::expand(chunk);
    if (chunk.defect) throw IoError(path, chunk.defect->offset, "is damaged");
    content += chunk.bytes.view();
  }
  std::vector<Text> documents;
  simdjson::dom::parser parser;
  for (const simdjson::dom::element document :
       parser.parse_many(content.data(), content.size(), size_t{16} << 20)) {
    documents.push_back({std::string(document["id"].get_string().value()),
                         std::string(document["text"].get_string().value())});
  }
  return documents;
}

// Ascending numbers instead of hashes, the rarest first.
std::vector<std::vector<uint64_t>> shingle_sets(const std::vector<Text>& documents,
                                                const Shingler& shingler) {
  std::vector<std::vector<uint64_t>> sets(documents.size());
  std::unordered_map<uint64_t, uint64_t> frequency;
  Shingler::Scratch scratch;
  for (size_t at = 0; at < documents.size(); ++at) {
    shingler.shingle(documents[at].text, scratch, sets[at]);
    make_set(sets[at]);
    for (const uint64_t shingle : sets[at]) ++frequency[shingle];
  }
  std::vector<std::pair<uint64_t, uint64_t>> by_rarity;
  for (const auto& [shingle, count] : frequency) by_rarity.emplace_back(count, shingle);
  std::ranges::sort(by_rarity);
  uint64_t rank = 0;
  for (const auto& [count, shingle] : by_rarity) frequency[shingle] = rank++;
  for (auto& set : sets) {
    for (uint64_t& shingle : set) shingle = frequency[shingle];
    std::ranges::sort(set);
  }
  return sets;
}

using Similarities = std::map<Pair, double>;

Similarities all_pairs(const std::vector<std::vector<uint64_t>>& sets) {
  std::vector<uint64_t> order;
  for (uint64_t at = 0; at < sets.size(); ++at) {
    if (!sets[at].empty()) order.push_back(at);
  }
  std::ranges::stable_sort(order, {}, [&](uint64_t at) { return sets[at].size(); });
  std::unordered_map<uint64_t, std::vector<uint64_t>> index;
  Similarities found;
  for (const uint64_t document : order) {
    const std::vector<uint64_t>& set = sets[document];
    const auto shared_at_least =
        static_cast<size_t>(std::ceil(kLeast * static_cast<double>(set.size())));
    std::set<uint64_t> candidates;
    for (size_t at = 0; at + shared_at_least <= set.size(); ++at) {
      std::vector<uint64_t>& others = index[set[at]];
      for (const uint64_t other : others) {
        if (sets[other].size() >= shared_at_least) candidates.insert(other);
      }
      others.push_back(document);
    }
    for (const uint64_t other : candidates) {
      const double similarity = jaccard(set, sets[other]);
      if (similarity >= kLeast) found[Pair::of(document, other)] = similarity;
    }
  }
  return found;
}

// A row of the table: pairs from this similarity on.
struct Bin {
  uint64_t pairs = 0;
  double expected = 0;
  std::vector<uint64_t> found;  // by seed
};

std::vector<Bin> count_found(const Similarities& similarities, const Banding& banding,
                             const std::vector<std::string>& files) {
  std::vector<Bin> bins(static_cast<size_t>((1 - kLeast) / kBin + 0.5) + 1);
  const auto bin_of = [&](double similarity) -> Bin& {
    return bins[static_cast<size_t>((similarity - kLeast) / kBin + 1e-9)];
  };
  for (const auto& [pair, similarity] : similarities) {
    Bin& bin = bin_of(similarity);
    ++bin.pairs;
    bin.expected += recall(banding, similarity);
    bin.found.resize(files.size());
  }
  for (size_t seed = 0; seed < files.size(); ++seed) {
    const RecordFile<SortRecord> pairs(files[seed]);
    pairs.file().require(io::StageKind::pairs);
    for (uint64_t at = 0; at < pairs.size(); ++at) {
      const auto similarity = similarities.find(unpack_pair(pairs[at]));
      if (similarity != similarities.end()) ++bin_of(similarity->second).found[seed];
    }
  }
  return bins;
}

void print_recall(const Similarities& similarities, const Banding& banding,
                  const std::vector<std::string>& files) {
  const std::vector<Bin> bins = count_found(similarities, banding, files);
  std::printf("Jaccard        pairs  theory   found      +-  seed by seed\n");
  for (size_t at = bins.size(); at-- > 0;) {
    const Bin& bin = bins[at];
    if (bin.pairs == 0) continue;
    const double from = kLeast + kBin * static_cast<double>(at);
    const auto pairs = static_cast<double>(bin.pairs);
    const auto seeds = static_cast<double>(files.size());
    double sum = 0, squares = 0;
    for (const uint64_t found : bin.found) {
      const double share = static_cast<double>(found) / pairs;
      sum += share;
      squares += share * share;
    }
    const double mean = sum / seeds;
    const double variance = (squares - seeds * mean * mean) / std::max(seeds - 1, 1.0);
    std::printf(from < 1 - kBin / 2 ? "%.2f to %.2f" : "%.2f        ", from, from + kBin);
    std::printf("  %6llu  %5.1f %%  %5.1f %%  %4.1f  ", static_cast<unsigned long long>(bin.pairs),
                100 * bin.expected / pairs, 100 * mean,
                100 * std::sqrt(std::max(variance, 0.0) / seeds));
    for (const uint64_t found : bin.found) {
      std::printf(" %.1f", 100 * static_cast<double>(found) / pairs);
    }
    std::printf("\n");
  }
}

// Which documents are in `removed`; both files are in the order of the documents.
std::vector<bool> removed_ones(const std::vector<Text>& documents, const std::vector<Text>& kept,
                               const std::vector<Text>& removed) {
  std::vector<bool> is_removed(documents.size());
  size_t next_kept = 0, next_removed = 0;
  for (size_t at = 0; at < documents.size(); ++at) {
    if (next_kept < kept.size() && kept[next_kept] == documents[at]) {
      ++next_kept;
    } else if (next_removed < removed.size() && removed[next_removed] == documents[at]) {
      is_removed[at] = true;
      ++next_removed;
    } else {
      throw ConfigError(documents[at].id + ": is neither kept nor removed");
    }
  }
  return is_removed;
}

// How many documents connected components at this threshold leave out.
uint64_t removed_by_components(const Similarities& similarities, double threshold, size_t size) {
  std::vector<uint64_t> parent(size);
  for (uint64_t at = 0; at < size; ++at) parent[at] = at;
  const auto root = [&](uint64_t at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
  };
  uint64_t removed = 0;
  for (const auto& [pair, similarity] : similarities) {
    if (similarity < threshold) continue;
    const uint64_t one = root(pair.first), other = root(pair.second);
    if (one == other) continue;
    parent[one] = other;
    ++removed;
  }
  return removed;
}

void print_run(const Similarities& similarities, const Banding& banding, double threshold,
               const std::vector<bool>& removed) {
  std::map<uint64_t, double> best;  // of each removed document to a kept one
  double expected = 0;
  uint64_t pairs = 0, together = 0;
  for (const auto& [pair, similarity] : similarities) {
    if (removed[pair.first] != removed[pair.second]) {
      double& most = best[removed[pair.first] ? pair.first : pair.second];
      most = std::max(most, similarity);
    }
    if (similarity < threshold) continue;
    ++pairs;
    expected += 1 - recall(banding, similarity);
    if (!removed[pair.first] && !removed[pair.second]) ++together;
  }
  const auto count = std::ranges::count(removed, true);
  const auto resemble =
      std::ranges::count_if(best, [&](const auto& one) { return one.second >= threshold; });
  std::printf(
      "threshold %.2f, %u x %u: %lld removed, %lld of them (%.2f %%) with J >= %.2f to a "
      "kept one; exact components remove %llu; of %llu pairs %llu kept together, %.0f may "
      "be missed\n",
      threshold, banding.bands, banding.rows, static_cast<long long>(count),
      static_cast<long long>(resemble),
      100 * static_cast<double>(resemble) / static_cast<double>(std::max<int64_t>(count, 1)),
      threshold,
      static_cast<unsigned long long>(
          removed_by_components(similarities, threshold, removed.size())),
      static_cast<unsigned long long>(pairs), static_cast<unsigned long long>(together), expected);
}

void run(const std::vector<std::string>& words) {
  const Shingler shingler(
      {.normalize = parse_normalization(words[0]),
       .words = words[1] == "whitespace" ? Words::whitespace : Words::by_script});
  const Banding banding{.bands = static_cast<uint32_t>(std::stoul(words[2])),
                        .rows = static_cast<uint32_t>(std::stoul(words[3]))};
  banding.check();
  const std::vector<Text> documents = read_documents(words[4]);
  const Similarities similarities = all_pairs(shingle_sets(documents, shingler));
  if (words[5] == "pairs") {
    print_recall(similarities, banding, {words.begin() + 6, words.end()});
  } else {
    print_run(similarities, banding, std::stod(words[6]),
              removed_ones(documents, read_documents(words[7]), read_documents(words[8])));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const bool pairs = words.size() > 6 && words[5] == "pairs";
  if (!pairs && !(words.size() == 9 && words[5] == "run")) {
    std::fprintf(stderr,
                 "usage: dedup-accuracy NORMALIZE WORDS BANDS ROWS DOCUMENTS pairs PAIRS…\n"
                 "       dedup-accuracy NORMALIZE WORDS BANDS ROWS DOCUMENTS run THRESHOLD KEPT "
                 "REMOVED\n");
    return 2;
  }
  try {
    run(words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "dedup-accuracy: %s\n", error.what());
    return 1;
  }
  return 0;
}
