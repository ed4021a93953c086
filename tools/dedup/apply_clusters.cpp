#include "apply_clusters.h"

#include <memory>

#include "base/buffer.h"
#include "base/error.h"
#include "base/format.h"
#include "dedup/cluster_sizes.h"
#include "document/escapes.h"
#include "document/json_writer.h"
#include "stages.h"

namespace sluice::dedup_tool {
namespace {

// The content of a spelled string, a number as it is spelled.
std::string shown(std::string_view id) {
  if (id.size() < 2 || id.front() != '"') return std::string(id);
  const std::string_view spelled = id.substr(1, id.size() - 2);
  Buffer content;
  unescape(spelled, scan_escapes(spelled).content_bytes, content);
  return std::string(content.view());
}

std::string shown(dedup::Similarity similarity) {
  if (similarity.bits() == 0) return "";
  return std::string(similarity.is_exact() ? " " : " about ") + fixed(similarity.jaccard(), 4);
}

}  // namespace

ClusterJudge::ClusterJudge(const dedup::SketchSet& set, const std::string& clusters, Fields& fields)
    : set_(set),
      id_(fields.id()),
      dedup_(fields.add("metadata.dedup")),
      token_count_(fields.add("metadata.token_count")),
      workers_([clusters] { return std::make_unique<Worker>(clusters); }) {
  const dedup::ClusterFile file(clusters);
  file.require(set.digest());
  const dedup::RecordFileNotes notes = file.notes();
  exact_ = notes[0] == static_cast<uint64_t>(ClusterMode::exact);
  if (exact_ && (notes[1] != 0 || notes[2] != set.config().partitions())) {
    throw ConfigError(clusters +
                      ": holds some partitions alone; sluice-dedup match --join makes "
                      "one file of all");
  }
}

pipeline::Stage ClusterJudge::stage() {
  return {.name = exact_ ? "exact" : "fuzzy", .judge = [this](Document& document) {
            return workers_.with([&](Worker& worker) { return judge(document, worker); });
          }};
}

void ClusterJudge::begin(size_t shard) {
  shard_ = shard;
  lines_ = set_.lines(shard);
}

void ClusterJudge::refuse() const {
  throw IoError(set_.path(shard_), "tells of other documents than are read now");
}

pipeline::Verdict ClusterJudge::judge(Document& document, Worker& worker) const {
  const auto index = lines_.document(document.line_number());
  if (!index) refuse();
  ++worker.documents;
  const auto tokens = pipeline::stored_tokens(document, token_count_).value_or(0);
  const dedup::Amount amount{.documents = 1, .bytes = document.text_bytes(), .tokens = tokens};
  const auto at = worker.clusters.find(set_.base(shard_) + *index);
  if (!at) {
    worker.sizes.add(1, amount);
    return pipeline::Verdict::keep();
  }
  std::string room;
  const std::string_view id = worker.clusters.id(*at);
  if (DocumentFacts::stored_id(document.field(id_).raw, room) != id) refuse();
  const dedup::Member member = worker.clusters.member(*at);
  if (!member.kept()) return reject(member, worker.clusters);
  worker.sizes.add(member.size, amount);
  label(document, member, id);
  return pipeline::Verdict::keep();
}

pipeline::Verdict ClusterJudge::reject(const dedup::Member& member,
                                       const dedup::ClusterFile& clusters) const {
  const std::string_view partner = clusters.id(clusters.place_of(member.survivor));
  if (exact_) return pipeline::Verdict::reject(kDuplicate, shown(partner));
  return pipeline::Verdict::reject(kNearDuplicate, shown(partner) + shown(member.similarity));
}

void ClusterJudge::label(Document& document, const dedup::Member& member,
                         std::string_view id) const {
  Buffer label;
  JsonWriter json(label);
  json.begin_object();
  json.key("cluster").raw(id);
  json.key("size").number(member.size);
  json.end_object();
  document.set_json(dedup_, label.view());
}

void ClusterJudge::end(stats::Details::Object& details) {
  dedup::ClusterSizes sizes;
  uint64_t documents = 0;
  for (const auto& worker : workers_.take_all()) {
    sizes += worker->sizes;
    documents += worker->documents;
  }
  if (documents != lines_.documents()) refuse();
  details[dedup::kClusterSizes] = dedup::details_of(sizes);
}

}  // namespace sluice::dedup_tool
