// What cluster leaves for apply: all members of clusters of two and more, with their ids.
//
//   const ClusterFile clusters("run.clusters");
//   clusters.require(set.digest());
//   if (const auto at = clusters.find(document)) {
//     clusters.member(*at).kept(); clusters.id(*at);              // as JSON spells it
//     clusters.id(*clusters.find(clusters.member(*at).survivor));
//   }
//
// A record_file.h of PackedMember, ascending by document. Memory: what is mapped. One thread at a
// time; threads open the file themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dedup/cluster.h"
#include "dedup/record_file.h"

namespace sluice::dedup {

class ClusterFile {
 public:
  explicit ClusterFile(const std::string& path) : members_(path) {}

  // Throws ConfigError if it was not made from the sketches with this digest.
  void require(std::string_view digest) const {
    members_.file().require(io::StageKind::clusters, digest);
  }
  // What the writer noted of how they were made.
  RecordFileNotes notes() const { return members_.notes(); }
  const Hash128& checksum() const { return members_.file().checksum(); }
  void drop_pages() const { members_.file().drop_pages(); }

  uint64_t size() const { return members_.size(); }
  Member member(uint64_t at) const { return unpack_member(members_[at]); }
  std::string_view id(uint64_t at) const { return members_.id(at); }

  // Cheapest in ascending order of documents.
  std::optional<uint64_t> find(uint64_t document) const {
    const bool ahead = next_ < size() && number_of(members_[next_].document) <= document;
    if (ahead && number_of(members_[next_].document) == document) return next_++;
    const bool between =
        !ahead && (next_ == 0 || number_of(members_[next_ - 1].document) < document);
    if (between) return std::nullopt;
    next_ = members_.lower_bound({.document = with_similarity(document, {})});
    if (next_ == size() || number_of(members_[next_].document) != document) return std::nullopt;
    return next_++;
  }
  // The place of a member, wherever the last one was found.
  uint64_t place_of(uint64_t member) const {
    return members_.lower_bound({.document = with_similarity(member, {})});
  }

 private:
  RecordFile<PackedMember> members_;
  mutable uint64_t next_ = 0;  // behind the one that was found last
};

}  // namespace sluice::dedup
