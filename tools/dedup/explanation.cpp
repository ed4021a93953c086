#include "explanation.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/format.h"

namespace sluice::dedup_tool {
namespace {

std::string content_of(const Document& document, FieldId field) {
  return std::string(document.string(field).value_or(std::string_view()));
}

}  // namespace

std::string told(const SaidFacts& facts) {
  if (!facts.reason.empty()) {
    return "dropped: " + cli::printable(facts.reason) +
           (facts.detail.empty() ? "" : ", " + cli::printable(facts.detail));
  }
  if (facts.size > 0) return "kept, of a cluster of " + with_thousands(facts.size);
  return {};
}

Explanation::Explanation(const Options& options, const dedup::Sketcher& sketcher,
                         const DocumentFacts& facts, Fields& fields)
    : options_(options),
      sketcher_(sketcher),
      facts_(facts),
      reason_(fields.add("metadata.reject.reason")),
      detail_(fields.add("metadata.reject.detail")),
      cluster_(fields.add("metadata.dedup.cluster")),
      size_(fields.add("metadata.dedup.size")),
      scratch_([] { return std::make_unique<Scratch>(); }) {
  if (sketcher.sketch_bytes() > 0) {
    rule_.emplace(dedup::SketchRule::Options{.threshold = options.threshold,
                                             .minima = sketcher.sketch_bytes()});
  }
}

SaidFacts Explanation::said(const Document& document) const {
  return {.id = std::string(document.id()),
          .reason = content_of(document, reason_),
          .detail = content_of(document, detail_),
          .cluster = content_of(document, cluster_),
          .size = document.unsigned_number(size_).value_or(0),
          .line = document.line_number()};
}

void Explanation::look_for(const Document& document) {
  if (document.id() != options_.id) return;
  Subject subject;
  subject.facts = said(document);
  subject.text = document.text();
  subject.group = facts_.group(document);
  scratch_.with([&](Scratch& scratch) {
    sketcher_.sketch(subject.text, subject.group, scratch.sketching, subject.band_hashes,
                     subject.sketch);
    sketcher_.shingle_set(subject.text, scratch.sketching, subject.shingles);
  });
  const std::lock_guard lock(mutex_);
  if (!subject_ || subject.facts.line < subject_->facts.line) subject_ = std::move(subject);
}

const Subject& Explanation::subject() {
  if (!subject_) {
    throw CheckError("no document has the id " + cli::printable(options_.id));
  }
  return *subject_;
}

void Explanation::compare(const Document& document) {
  if (document.line_number() == subject_->facts.line) return;
  if (!options_.with.empty() && document.id() != options_.with) return;
  auto found = scratch_.with([&](Scratch& scratch) { return partner(document, scratch); });
  if (!found) return;
  const std::lock_guard lock(mutex_);
  partners_.push_back(*std::move(found));
}

std::optional<Partner> Explanation::partner(const Document& document, Scratch& scratch) const {
  scratch.band_hashes.clear();
  scratch.sketch.clear();
  sketcher_.sketch(document.text(), facts_.group(document), scratch.sketching, scratch.band_hashes,
                   scratch.sketch);
  Partner partner;
  const size_t bands = std::min(scratch.band_hashes.size(), subject_->band_hashes.size());
  for (size_t band = 0; band < bands; ++band) {
    partner.bands += scratch.band_hashes[band] == subject_->band_hashes[band] ? 1 : 0;
  }
  bool alike = false;
  if (rule_ && bands > 0) {
    const uint32_t agreeing = dedup::agreeing(scratch.sketch, subject_->sketch);
    partner.estimate = rule_->estimate(agreeing);
    alike = rule_->judge(agreeing) != dedup::Verdict::reject;
  }
  if (options_.with.empty() && partner.bands == 0 && !alike) return std::nullopt;
  sketcher_.shingle_set(document.text(), scratch.sketching, scratch.shingles);
  partner.jaccard = dedup::jaccard(subject_->shingles, scratch.shingles);
  partner.facts = said(document);
  partner.text = document.text();
  partner.same_text = partner.text == subject_->text;
  return partner;
}

std::vector<Partner> Explanation::partners() const {
  if (!options_.with.empty() && partners_.empty()) {
    throw CheckError("no other document has the id " + cli::printable(options_.with));
  }
  std::vector<Partner> partners = partners_;
  std::ranges::sort(partners, [](const Partner& one, const Partner& other) {
    return std::tuple(-one.jaccard, one.facts.line) < std::tuple(-other.jaccard, other.facts.line);
  });
  return partners;
}

}  // namespace sluice::dedup_tool
