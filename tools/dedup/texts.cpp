#include "texts.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "dedup/record_file.h"

namespace sluice::dedup_tool {
namespace {

EdgeKind kind_of(const dedup::SketchConfig& config, bool verify) {
  if (is_fineweb(config)) return EdgeKind::fineweb;
  return verify ? EdgeKind::verified : EdgeKind::unverified;
}

// What is wanted of a batch's documents.
struct BatchNumbers : pipeline::Rendered {
  static constexpr size_t kKept = (size_t{4} << 20) / sizeof(uint64_t);

  void clear() override {
    documents.clear();
    text_hashes.clear();
    counts.clear();
    if (numbers.capacity() > kKept) std::vector<uint64_t>().swap(numbers);
    numbers.clear();
  }

  std::vector<uint64_t> documents;
  std::vector<uint64_t> text_hashes;
  std::vector<size_t> counts;
  std::vector<uint64_t> numbers;
};

}  // namespace

// Computes by all threads what is wanted, and adds it in order. Refuses texts that are not those
// that were sketched: whatever came of them would be dropped or kept for nothing.
class PairTexts::Collector : public pipeline::Rendering {
 public:
  Collector(PairTexts& texts, size_t shard)
      : texts_(texts),
        shard_(shard),
        base_(texts.set_.base(shard)),
        lines_(texts.set_.lines(shard)) {}

  bool wants_line(uint64_t line) const override {
    const auto index = lines_.document(line);
    return index && std::ranges::binary_search(texts_.wanted(), base_ + *index);
  }

  void render(Document& document, uint32_t /*channel*/, pipeline::Batch& batch) const override {
    const uint64_t number = base_ + *lines_.document(document.line_number());
    if (!batch.rendered) batch.rendered = std::make_unique<BatchNumbers>();
    BatchNumbers& rendered = static_cast<BatchNumbers&>(*batch.rendered);
    texts_.scratch_.with([&](dedup::Sketcher::Scratch& scratch) {
      std::vector<uint64_t> numbers;
      texts_.compute(document.text(), scratch, numbers);
      rendered.documents.push_back(number);
      rendered.text_hashes.push_back(hash64(document.text()));
      rendered.counts.push_back(numbers.size());
      rendered.numbers.insert(rendered.numbers.end(), numbers.begin(), numbers.end());
      scratch.trim();
    });
  }

  void compose(pipeline::Batch& batch) override {
    if (!batch.rendered) return;
    const BatchNumbers& rendered = static_cast<const BatchNumbers&>(*batch.rendered);
    std::span<const uint64_t> numbers(rendered.numbers);
    for (size_t at = 0; at < rendered.documents.size(); ++at) {
      if (rendered.text_hashes[at] != texts_.set_.survivor(rendered.documents[at]).text_hash) {
        refuse();
      }
      texts_.add(rendered.documents[at], numbers.first(rendered.counts[at]));
      numbers = numbers.subspan(rendered.counts[at]);
    }
    came_ += rendered.documents.size();
  }

  bool finish(pipeline::Batch& /*batch*/) override {
    if (came_ != texts_.wanted_of(shard_).size()) refuse();
    return false;
  }

 private:
  [[noreturn]] void refuse() const {
    throw IoError(texts_.set_.path(shard_), "tells of other documents than are read now");
  }

  PairTexts& texts_;
  size_t shard_;
  uint64_t base_;
  dedup::LineRuns lines_;
  uint64_t came_ = 0;
};

PairTexts::PairTexts(const dedup::SketchSet& set, const std::string& pairs,
                     const dedup::Sketcher& sketcher, const Options& options,
                     const Resources& resources)
    : set_(set),
      sketcher_(sketcher),
      options_(options),
      kind_(kind_of(set.config(), options.verify)),
      rule_(rule_of(set.config(), options.threshold)),
      edges_({.memory = resources.memory / 4, .folder = resources.folder}),
      scratch_([] { return std::make_unique<dedup::Sketcher::Scratch>(); }) {
  if (kind_ == EdgeKind::fineweb) {
    order_.emplace(set.size(), sketcher.options().banding, resources.folder);
  } else if (kind_ == EdgeKind::verified) {
    verification_.emplace(
        set, rule_,
        dedup::Verification::Options{.memory = resources.memory / 4, .folder = resources.folder});
  }
  read_pairs(pairs);
  if (order_) order_->begin_texts();
  if (verification_) verification_->begin_texts();
}

void PairTexts::read_pairs(const std::string& path) {
  const dedup::RecordFile<SortRecord> file(path);
  file.file().require(io::StageKind::pairs, set_.digest());
  const auto linked = std::bit_cast<double>(file.notes()[0]);
  if (kind_ != EdgeKind::fineweb && linked != options_.threshold) {
    throw ConfigError(path + ": was linked for a threshold of " + shortest_double(linked) +
                      ", not " + shortest_double(options_.threshold));
  }
  candidates_ = file.size();
  const auto use = [&](const dedup::Edge& edge) { edges_.add(dedup::pack(edge)); };
  for (uint64_t at = 0; at < file.size(); ++at) {
    const dedup::Pair pair = dedup::unpack_pair(file[at]);
    if (pair.first >= pair.second || pair.second >= set_.size()) {
      throw IoError(path, 0, "is damaged: it tells of documents that there are not");
    }
    if (order_) {
      order_->link(pair);
    } else if (verification_) {
      verification_->judge(pair, use);
    } else {
      const uint32_t agreed = dedup::agreeing(set_.sketch(pair.first), set_.sketch(pair.second));
      use({pair.first, pair.second, dedup::Similarity::estimated(rule_.estimate(agreed))});
    }
  }
  set_.drop_pages();
}

std::span<const uint64_t> PairTexts::wanted() const {
  if (order_) return order_->wanted();
  if (verification_) return verification_->wanted();
  return {};
}

std::span<const uint64_t> PairTexts::wanted_of(size_t shard) const {
  const auto all = wanted();
  const auto first = std::ranges::lower_bound(all, set_.base(shard));
  return {first, std::ranges::lower_bound(first, all.end(), set_.base(shard + 1))};
}

std::shared_ptr<pipeline::Rendering> PairTexts::rendering(size_t shard) {
  return std::make_shared<Collector>(*this, shard);
}

void PairTexts::compute(std::string_view text, dedup::Sketcher::Scratch& scratch,
                        std::vector<uint64_t>& numbers) const {
  if (order_) {
    sketcher_.sign(text, scratch, numbers);
  } else {
    sketcher_.shingle_set(text, scratch, numbers);
  }
}

void PairTexts::add(uint64_t document, std::span<const uint64_t> numbers) {
  if (order_) {
    order_->add(document, numbers);
  } else {
    verification_->add(document, numbers);
  }
}

void PairTexts::write_edges(io::OutputFile& out) {
  dedup::RecordWriter<SortRecord> writer(out, io::StageKind::edges, set_.digest());
  if (order_) {
    order_->finish([&](const dedup::Pair& pair) {
      writer.add(dedup::pack(dedup::Edge{pair.first, pair.second, {}}));
    });
  } else {
    if (verification_) {
      verification_->finish([&](const dedup::Edge& edge) { edges_.add(dedup::pack(edge)); });
    }
    edges_.seal();
    auto reader = edges_.reader();
    for (SortRecord record; reader.next(record);) writer.add(record);
  }
  writer.finish({static_cast<uint64_t>(kind_), std::bit_cast<uint64_t>(options_.threshold)});
}

stats::Details::Object PairTexts::details() const {
  const auto number = [](uint64_t value) { return stats::Details{static_cast<int64_t>(value)}; };
  stats::Details::Object details = {{"candidates", number(candidates_)}};
  if (!verification_) return details;
  const dedup::VerifyCounts& counts = verification_->counts();
  details["accepted_by_sketch"] = number(counts.accepted_by_sketch);
  details["rejected_by_sketch"] = number(counts.rejected_by_sketch);
  details["accepted_exactly"] = number(counts.accepted_exactly);
  details["rejected_exactly"] = number(counts.rejected_exactly);
  details["accepted_by_estimate"] = number(counts.accepted_by_estimate);
  details["rejected_by_estimate"] = number(counts.rejected_by_estimate);
  details["texts"] = number(counts.texts);
  return details;
}

}  // namespace sluice::dedup_tool
