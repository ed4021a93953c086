#include "dedup/cluster.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace sluice::dedup {
namespace {

// Documents that have an edge are vertices; a vertex's rank is its place in the order of Standing.
// Everything is a sort and a pass that reads sorted things side by side, so that nothing has to be
// looked up; at most four sorts are alive at a time.
constexpr size_t kSorts = 4;

using RecordSort = io::ExternalSort<SortRecord>;
using StandingSort = io::ExternalSort<Standing>;

// Looks up ascending keys.
class Lookup {
 public:
  explicit Lookup(const RecordSort& sort) : reader_(sort.reader()) { reader_.next(record_); }

  uint64_t operator()(uint64_t key) {
    while (record_.key < key && reader_.next(record_)) {
    }
    return record_.value;
  }

 private:
  RecordSort::Reader reader_;
  SortRecord record_;
};

// The documents of ascending ranks.
class Ranking {
 public:
  explicit Ranking(const StandingSort& standings) : reader_(standings.reader()) {}

  uint64_t document(uint64_t rank) {
    while (read_ <= rank && reader_.next(standing_)) ++read_;
    return standing_.document;
  }

 private:
  StandingSort::Reader reader_;
  Standing standing_;
  uint64_t read_ = 0;
};

class StarClusters {
 public:
  StarClusters(const RecordSort& edges, const Documents& documents, const ClusterOptions& options)
      : edges_(edges), documents_(documents), options_(options) {}

  ClusterCounts run(const UseMember& use) {
    const StandingSort standings = sort_standings();
    const RecordSort by_later = sort_edges(standings);
    const RecordSort by_partner = choose(by_later, standings);
    tell(by_partner, standings, use);
    return counts_;
  }

 private:
  io::SortOptions sort_options(bool distinct = false) const {
    return {.memory = options_.memory / kSorts, .folder = options_.folder, .distinct = distinct};
  }

  template <class Use>
  void for_each_edge(Use&& use) const;
  StandingSort sort_standings();
  RecordSort sort_edges(const StandingSort& standings);
  RecordSort choose(const RecordSort& by_later, const StandingSort& standings);
  void tell(const RecordSort& by_partner, const StandingSort& standings, const UseMember& use);

  const RecordSort& edges_;
  const Documents& documents_;
  const ClusterOptions& options_;
  ClusterCounts counts_;
};

// Different edges that matter, ascending.
template <class Use>
void StarClusters::for_each_edge(Use&& use) const {
  auto reader = edges_.reader();
  std::optional<Edge> last;
  const auto give = [&] {
    if (last && last->second >= documents_.references()) use(*last);
  };
  for (SortRecord record; reader.next(record);) {
    const Edge edge = unpack_edge(record);
    // Of the same pair the most similar one comes last.
    if (last && (last->first != edge.first || last->second != edge.second)) give();
    last = edge;
  }
  give();
}

StandingSort StarClusters::sort_standings() {
  RecordSort vertices(sort_options(/*distinct=*/true));
  for_each_edge([&](const Edge& edge) {
    ++counts_.edges;
    vertices.add({.key = edge.first, .value = 0});
    vertices.add({.key = edge.second, .value = 0});
  });
  vertices.seal();
  StandingSort standings(sort_options());
  auto reader = vertices.reader();
  for (SortRecord vertex; reader.next(vertex);) standings.add(documents_.standing(vertex.key));
  standings.seal();
  counts_.documents = standings.added();
  return standings;
}

// (rank of the endpoint that stands later, rank of the other one and similarity).
RecordSort StarClusters::sort_edges(const StandingSort& standings) {
  RecordSort ranks(sort_options());  // document, rank
  auto reader = standings.reader();
  uint64_t rank = 0;
  for (Standing standing; reader.next(standing);) {
    ranks.add({.key = standing.document, .value = rank++});
  }
  ranks.seal();

  RecordSort by_second(sort_options());  // document, rank of the first and similarity
  Lookup rank_of_first(ranks);
  for_each_edge([&](const Edge& edge) {
    by_second.add(
        {.key = edge.second, .value = with_similarity(rank_of_first(edge.first), edge.similarity)});
  });
  by_second.seal();

  RecordSort by_later(sort_options());
  Lookup rank_of_second(ranks);
  auto half = by_second.reader();
  for (SortRecord record; half.next(record);) {
    const uint64_t first = number_of(record.value);
    const uint64_t second = rank_of_second(record.key);
    by_later.add({.key = std::max(first, second),
                  .value = with_similarity(std::min(first, second), similarity_of(record.value))});
  }
  by_later.seal();
  return by_later;
}

// The independent set: who stands earlier has been decided when it is asked for. Returns (rank of
// the kept partner, removed document and similarity).
RecordSort StarClusters::choose(const RecordSort& by_later, const StandingSort& standings) {
  RecordSort by_partner(sort_options());
  std::vector<bool> removed(counts_.documents);
  Ranking ranking(standings);
  auto reader = by_later.reader();
  SortRecord edge;
  for (bool more = reader.next(edge); more;) {
    const uint64_t later = edge.key;
    std::optional<SortRecord> partner;
    for (; more && edge.key == later; more = reader.next(edge)) {
      if (removed[number_of(edge.value)]) continue;
      if (!partner || similarity_of(edge.value) > similarity_of(partner->value)) partner = edge;
    }
    if (!partner) continue;
    removed[later] = true;
    ++counts_.removed;
    by_partner.add(
        {.key = number_of(partner->value),
         .value = with_similarity(ranking.document(later), similarity_of(partner->value))});
  }
  by_partner.seal();
  return by_partner;
}

void StarClusters::tell(const RecordSort& by_partner, const StandingSort& standings,
                        const UseMember& use) {
  io::ExternalSort<PackedMember> members(sort_options());
  Ranking ranking(standings);
  // One reader counts a cluster ahead of the other.
  auto ahead = by_partner.reader();
  auto behind = by_partner.reader();
  SortRecord next;
  for (bool more = ahead.next(next); more;) {
    const uint64_t partner = next.key;
    uint64_t removed = 0;
    for (; more && next.key == partner; more = ahead.next(next)) ++removed;
    const uint64_t survivor = ranking.document(partner);
    ++counts_.clusters;
    counts_.largest = std::max(counts_.largest, removed + 1);
    members.add(pack(Member{.document = survivor, .survivor = survivor, .size = removed + 1}));
    SortRecord record;
    for (uint64_t left = removed; left > 0 && behind.next(record); --left) {
      members.add({.document = record.value, .survivor = survivor, .size = removed + 1});
    }
  }
  members.seal();
  auto reader = members.reader();
  for (PackedMember member; reader.next(member);) use(unpack_member(member));
}

}  // namespace

ClusterCounts cluster_star(const io::ExternalSort<SortRecord>& edges, const Documents& documents,
                           const ClusterOptions& options, const UseMember& use) {
  return StarClusters(edges, documents, options).run(use);
}

}  // namespace sluice::dedup
