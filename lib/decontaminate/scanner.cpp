#include "decontaminate/scanner.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "decontaminate/candidates.h"
#include "decontaminate/lengths.h"

namespace sluice::decontaminate {
namespace {

constexpr std::array<uint64_t, kRoles> kRoleWeights = {7, 2, 1};
constexpr size_t kMostRuns = 4096;             // of a part in a text: more tell nothing new
constexpr size_t kMostNear = 16;               // runs beside which a short part is looked for
constexpr size_t kMostNearItems = 64;          // items that share a part and look for another
constexpr size_t kMostKept = size_t{4} << 20;  // words whose memory waits for the next text
constexpr uint32_t kLengthOfFull = 45;  // own words from which on the threshold alone decides

constexpr uint64_t own(uint32_t words) { return uint64_t{words} * kFullWeight; }

uint64_t share(uint64_t part, uint64_t whole) { return whole == 0 ? 0 : part * kFullScore / whole; }

// All but 1 + (n - kLongItem) / 4 of n words.
uint64_t needed(uint64_t own_weight, uint32_t threshold) {
  const uint64_t words = own_weight / kFullWeight;
  if (words >= kLengthOfFull || words < kLongItem) return threshold;
  const uint64_t missing = kFullScore * (4 + words - kLongItem) / (4 * words);
  return std::max<uint64_t>(threshold, kFullScore - missing);
}

}  // namespace

// One text.
class Scanner::Pass {
 public:
  Pass(const Scanner& scanner, Scratch& scratch, std::vector<Finding>& findings)
      : scanner_(scanner), index_(scanner.index_), scratch_(scratch), findings_(findings) {}

  void run(std::string_view text) {
    scanner_.reader_.read(text, scratch_.reading, scratch_.words);
    find_anchors();
    if (scratch_.touched_count == 0) return;
    for (size_t i = 0; i < scratch_.touched_count; ++i) measure(scratch_.touched[i]);
    judge_items();
    locate(text);
    for (size_t i = 0; i < scratch_.touched_count; ++i) {
      scratch_.touched_of[scratch_.touched[i].part] = 0;
    }
    scratch_.touched_count = 0;
  }

  bool would_find(uint32_t item);

 private:
  // What a text has of a part of an item.
  struct Evidence {
    uint32_t part = kNone;
    const TouchedPart* touched = nullptr;
    std::optional<Span> near = {};  // where it stands beside another part
    uint64_t weight = 0;
    uint64_t own_weight = 0;
    uint64_t covered = 0;

    // Where all that tells it is too common to weigh, nothing does.
    bool is_whole() const { return covered == weight && (weight > 0 || own_weight == 0); }
  };
  struct Score {
    uint64_t score = 0;
    bool found = false;
  };

  void find_anchors();
  void anchor(size_t at, uint64_t hash);
  TouchedPart& touch(uint32_t part);
  const TouchedPart* touched(uint32_t part) const {
    const uint32_t place = part == kNone ? 0 : scratch_.touched_of[part];
    return place == 0 ? nullptr : &scratch_.touched[place - 1];
  }
  void measure(TouchedPart& touched);
  void judge_items();
  void judge(uint32_t item);
  Evidence evidence_of(uint32_t part) const;
  Evidence all_of(uint32_t part, TouchedPart& touched) const;
  bool has_anchor(uint32_t part) const;
  bool may_be_near(const Evidence& there, const Evidence& wanted) const;
  void look_near(const Evidence& there, Evidence& wanted) const;
  std::optional<Span> find_near(const SharedRun& run, std::span<const uint32_t> part) const;
  static bool is_found_whole(const Evidence& whole) {
    return whole.touched != nullptr && whole.is_whole() && whole.own_weight >= own(kShortestItem);
  }
  Score score_of(const Evidence& question, const Evidence& answer, const Evidence& passage) const;
  Score weighed(const Evidence& question, const Evidence& answer, const Evidence& passage) const;
  uint32_t least_run(const Evidence& evidence) const;
  void add_spans(const Evidence& evidence, uint32_t least_run);
  void add_finding(uint32_t item, uint64_t score, std::span<const Evidence* const> parts);
  void join_spans(size_t first);
  void locate(std::string_view text);

  const Scanner& scanner_;
  const EvaluationIndex& index_;
  Scratch& scratch_;
  std::vector<Finding>& findings_;
};

void Scanner::Pass::find_anchors() {
  scratch_.touched_of.resize(index_.tables().parts.size());
  for_each_candidate(index_, scratch_.words, [&](size_t at, uint64_t hash) { anchor(at, hash); });
}

void Scanner::Pass::anchor(size_t at, uint64_t hash) {
  const std::vector<uint32_t>& words = scratch_.words;
  const uint32_t run = index_.find(&words[at], hash);
  if (run == kNone) return;
  for (const uint32_t place : index_.places_of(run)) {
    const uint32_t number = index_.part_at(place);
    const std::span<const uint32_t> part = index_.words_of(number);
    const uint32_t offset = place - index_.tables().parts[number].first_word;
    if (offset + kAnchorWords > part.size() ||
        std::memcmp(&words[at], &part[offset], kAnchorWords * sizeof words[at]) != 0) {
      continue;
    }
    TouchedPart& found = touch(number);
    const auto distance = static_cast<int64_t>(at) - offset;
    const bool known = std::ranges::any_of(found.recent, [&](const TouchedPart::Diagonal& one) {
      return one.distance == distance && at < one.end;
    });
    if (known || found.runs.size() >= kMostRuns) continue;
    scratch_.grown.clear();
    grow(words, part, {.text = at, .item = offset, .words = kAnchorWords}, scratch_.grown);
    for (const SharedRun& grown : scratch_.grown) {
      found.recent[found.next_recent++ % found.recent.size()] = {
          .distance = static_cast<int64_t>(grown.text) - grown.item,
          .end = grown.text + grown.words};
      found.runs.push_back(grown);
    }
  }
}

TouchedPart& Scanner::Pass::touch(uint32_t part) {
  uint32_t& place = scratch_.touched_of[part];
  if (place == 0) {
    if (scratch_.touched_count == scratch_.touched.size()) scratch_.touched.emplace_back();
    TouchedPart& fresh = scratch_.touched[scratch_.touched_count++];
    fresh.part = part;
    fresh.runs.clear();
    fresh.recent.fill({});
    place = static_cast<uint32_t>(scratch_.touched_count);
  }
  return scratch_.touched[place - 1];
}

void Scanner::Pass::measure(TouchedPart& touched) {
  constexpr uint8_t kCovered = 1;
  constexpr uint8_t kInEight = 2;
  const PartRecord& part = index_.tables().parts[touched.part];
  const auto weights = scanner_.weights_.subspan(part.first_word, part.words);
  std::vector<uint8_t>& marks = scratch_.marks;
  marks.assign(part.words, 0);
  touched.covered = touched.in_eights = touched.longest = 0;
  for (const SharedRun& run : touched.runs) {
    const uint8_t mark = run.words >= kLlamaWords ? kCovered | kInEight : kCovered;
    for (uint32_t i = run.item; i < run.item + run.words; ++i) marks[i] |= mark;
    if (run.words > touched.longest &&
        index_.holds_own_run(part.first_word + run.item, run.words)) {
      touched.longest = run.words;
    }
  }
  for (uint32_t i = 0; i < part.words; ++i) {
    touched.covered += (marks[i] & kCovered) != 0 ? weights[i] : 0;
    touched.in_eights += (marks[i] & kInEight) != 0 ? weights[i] : 0;
  }
}

void Scanner::Pass::judge_items() {
  std::vector<uint32_t>& items = scratch_.candidates;
  items.clear();
  scratch_.spans.clear();
  for (size_t i = 0; i < scratch_.touched_count; ++i) {
    const auto of_part = index_.items_of(scratch_.touched[i].part);
    items.insert(items.end(), of_part.begin(), of_part.end());
  }
  std::ranges::sort(items);
  items.erase(std::unique(items.begin(), items.end()), items.end());
  for (const uint32_t item : items) judge(item);
}

Scanner::Pass::Evidence Scanner::Pass::evidence_of(uint32_t part) const {
  Evidence evidence{.part = part, .touched = touched(part)};
  if (part == kNone) return evidence;
  evidence.weight = scanner_.part_weights_[part];
  evidence.own_weight = scanner_.own_weights_[part];
  if (evidence.touched != nullptr) evidence.covered = evidence.touched->covered;
  return evidence;
}

// Parts that are too short to have found runs of themselves.
bool Scanner::Pass::may_be_near(const Evidence& there, const Evidence& wanted) const {
  return there.touched != nullptr && wanted.part != kNone && wanted.touched == nullptr &&
         index_.words_of(wanted.part).size() < kLongItem &&
         index_.items_of(there.part).size() <= kMostNearItems;
}

void Scanner::Pass::look_near(const Evidence& there, Evidence& wanted) const {
  if (!may_be_near(there, wanted)) return;
  const std::span<const uint32_t> words = index_.words_of(wanted.part);
  const std::vector<SharedRun>& runs = there.touched->runs;
  for (size_t i = 0; i < std::min(runs.size(), kMostNear) && !wanted.near; ++i) {
    wanted.near = find_near(runs[i], words);
  }
  if (wanted.near) wanted.covered = wanted.weight;
}

std::optional<Span> Scanner::Pass::find_near(const SharedRun& run,
                                             std::span<const uint32_t> part) const {
  const std::span<const uint32_t> words = scratch_.words;
  const size_t window = kWindow + 2 * part.size();
  const size_t begin = run.text - std::min(run.text, window);
  const size_t end = std::min(run.text + run.words + window, words.size());
  const auto searched = words.subspan(begin, end - begin);
  // Behind it first, as answers stand.
  const auto behind = words.subspan(run.text + run.words, end - run.text - run.words);
  for (const auto& place : {behind, searched}) {
    const auto found = std::search(place.begin(), place.end(), part.begin(), part.end());
    if (found == place.end()) continue;
    const auto at = static_cast<size_t>(&*found - words.data());
    return Span{at, at + part.size()};
  }
  return std::nullopt;
}

void Scanner::Pass::judge(uint32_t item) {
  const ItemRecord& record = index_.tables().items[item];
  const auto part_of = [&](Role role) {
    return evidence_of(record.parts[static_cast<size_t>(role)]);
  };
  const Evidence whole = evidence_of(record.whole);
  if (is_found_whole(whole)) {
    const Evidence* const parts[] = {&whole};
    return add_finding(item, kFullScore, parts);
  }
  Evidence question = part_of(Role::question);
  Evidence answer = part_of(Role::answer);
  const Evidence passage = part_of(Role::passage);
  if (question.touched == nullptr && answer.touched == nullptr) return;
  look_near(question, answer);
  look_near(answer, question);
  const Score score = score_of(question, answer, passage);
  if (!score.found) return;
  const Evidence* const parts[] = {&question, &answer};
  add_finding(item, score.score, parts);
}

// Whether a text that is the item would be found to hold it.
bool Scanner::Pass::would_find(uint32_t item) {
  const ItemRecord& record = index_.tables().items[item];
  std::array<TouchedPart, kRoles> touched;
  std::array<Evidence, kRoles> parts;
  for (size_t role = 0; role < kRoles; ++role) {
    parts[role] = all_of(record.parts[role], touched[role]);
  }
  TouchedPart touched_whole;
  if (is_found_whole(all_of(record.whole, touched_whole))) return true;
  auto& [question, answer, passage] = parts;
  if (question.touched == nullptr && answer.touched == nullptr) return false;
  if (may_be_near(question, answer)) answer.covered = answer.weight;
  if (may_be_near(answer, question)) question.covered = question.weight;
  return score_of(question, answer, passage).found;
}

// Evidence of a text that has the part word by word.
Scanner::Pass::Evidence Scanner::Pass::all_of(uint32_t part, TouchedPart& touched) const {
  Evidence evidence{.part = part};
  if (part == kNone) return evidence;
  evidence.weight = scanner_.part_weights_[part];
  evidence.own_weight = scanner_.own_weights_[part];
  if (!has_anchor(part)) return evidence;
  const PartRecord& record = index_.tables().parts[part];
  touched.covered = evidence.weight;
  touched.in_eights = record.words >= kLlamaWords ? evidence.weight : 0;
  touched.longest = index_.holds_own_run(record.first_word, record.words) ? record.words : 0;
  evidence.covered = evidence.weight;
  evidence.touched = &touched;
  return evidence;
}

bool Scanner::Pass::has_anchor(uint32_t part) const {
  const PartRecord& record = index_.tables().parts[part];
  const auto runs = index_.tables().runs.subspan(record.first_word, record.words);
  return std::ranges::any_of(
      runs, [&](uint32_t run) { return run != kNone && !index_.places_of(run).empty(); });
}

Scanner::Pass::Score Scanner::Pass::score_of(const Evidence& question, const Evidence& answer,
                                             const Evidence& passage) const {
  const uint64_t own_weight = question.own_weight + answer.own_weight;
  if (own_weight < own(kShortestItem)) return {};
  const bool is_asked = question.touched != nullptr && question.is_whole() &&
                        question.own_weight >= own(kShortestItem) &&
                        index_.words_of(question.part).size() >= kLongItem;
  if (own_weight < own(kLongItem) || is_asked) {
    return {.score = kFullScore, .found = is_asked || (question.is_whole() && answer.is_whole())};
  }
  Score score = weighed(question, answer, passage);
  const Options& options = scanner_.options_;
  const auto longest = [](const Evidence& part) {
    return part.touched == nullptr ? 0 : part.touched->longest;
  };
  const auto in_eights = [](const Evidence& part) {
    return part.touched == nullptr ? 0 : part.touched->in_eights;
  };
  switch (options.policy) {
    case Policy::score:
      break;
    case Policy::any:
    case Policy::gpt3:
      score.found = std::max(longest(question), longest(answer)) >= options.ngram;
      break;
    case Policy::llama3:
      score.score = share(in_eights(question) + in_eights(answer), question.weight + answer.weight);
      score.found = score.score > 0 && score.score >= options.threshold;
      break;
  }
  return score;
}

// Of all parts together, and of a long question or answer alone: the first that suffices, else the
// most.
Scanner::Pass::Score Scanner::Pass::weighed(const Evidence& question, const Evidence& answer,
                                            const Evidence& passage) const {
  uint64_t sum = 0;
  uint64_t weights = 0;
  for (size_t role = 0; role < kRoles; ++role) {
    const Evidence& part = *std::array{&question, &answer, &passage}[role];
    if (part.part == kNone || part.weight == 0) continue;
    sum += kRoleWeights[role] * share(part.covered, part.weight);
    weights += kRoleWeights[role];
  }
  Score best;
  const auto consider = [&](uint64_t score, uint64_t own_weight) {
    best.score = std::max(best.score, score);
    best.found = best.found || score >= needed(own_weight, scanner_.options_.threshold);
  };
  if (weights > 0) consider(sum / weights, question.own_weight + answer.own_weight);
  if (question.own_weight >= own(kLongItem)) {
    consider(share(question.covered, question.weight), question.own_weight);
  }
  if (answer.own_weight >= own(kLongAnswer)) {
    consider(share(answer.covered, answer.weight), answer.own_weight);
  }
  best.found = best.found && best.score > 0;
  return best;
}

// Words that a run must have to be part of a finding.
uint32_t Scanner::Pass::least_run(const Evidence& evidence) const {
  const Options& options = scanner_.options_;
  const bool by_run = options.policy == Policy::any || options.policy == Policy::gpt3;
  return by_run && evidence.own_weight >= own(kLongItem) ? options.ngram : 0;
}

void Scanner::Pass::add_spans(const Evidence& evidence, uint32_t least_run) {
  const auto finding = static_cast<uint32_t>(findings_.size());
  if (evidence.touched != nullptr) {
    for (const SharedRun& run : evidence.touched->runs) {
      if (run.words < least_run) continue;
      scratch_.spans.push_back(
          {.words = {run.text, run.text + run.words}, .same = run.words, .finding = finding});
    }
  }
  if (evidence.near) {
    scratch_.spans.push_back({.words = *evidence.near, .same = kShortestItem, .finding = finding});
  }
}

void Scanner::Pass::add_finding(uint32_t item, uint64_t score,
                                std::span<const Evidence* const> parts) {
  Finding finding{.item = item, .score = static_cast<uint32_t>(score), .words = 0, .spans = {}};
  const size_t first = scratch_.spans.size();
  for (const Evidence* const part : parts) {
    add_spans(*part, least_run(*part));
    if (part->touched != nullptr) finding.words = std::max(finding.words, part->touched->longest);
  }
  // A question that is there word by word, with others between them, is found without such a run.
  if (scratch_.spans.size() == first) {
    for (const Evidence* const part : parts) add_spans(*part, 0);
  }
  join_spans(first);
  findings_.push_back(std::move(finding));
}

// Runs that belong together are one span. What is shorter than any item stands there by chance,
// unless there is nothing else.
void Scanner::Pass::join_spans(size_t first) {
  std::vector<WordSpan>& spans = scratch_.spans;
  const auto begin = spans.begin() + static_cast<ptrdiff_t>(first);
  std::sort(begin, spans.end());
  auto last = begin;
  for (auto span = begin; span != spans.end(); ++span) {
    if (span == begin) continue;
    if (span->words.begin <= last->words.end + kMostMisses) {
      last->words.end = std::max(last->words.end, span->words.end);
      last->same += span->same;
    } else {
      *++last = *span;
    }
  }
  if (begin != spans.end()) spans.erase(last + 1, spans.end());
  const auto by_chance = [](const WordSpan& span) { return span.same < kShortestItem; };
  if (!std::all_of(begin, spans.end(), by_chance)) {
    spans.erase(std::remove_if(begin, spans.end(), by_chance), spans.end());
  }
}

void Scanner::Pass::locate(std::string_view text) {
  std::vector<WordSpan>& spans = scratch_.spans;
  if (spans.empty()) return;
  std::ranges::sort(spans);
  std::vector<Span> runs;
  runs.reserve(spans.size());
  for (const WordSpan& span : spans) runs.push_back(span.words);
  std::vector<Span> places(runs.size());
  scanner_.reader_.locate(text, runs, scratch_.reading, places);
  for (size_t i = 0; i < spans.size(); ++i) {
    findings_[spans[i].finding].spans.push_back(places[i]);
  }
  std::ranges::sort(findings_, [](const Finding& one, const Finding& other) {
    return std::tuple(other.score, other.words, one.item) <
           std::tuple(one.score, one.words, other.item);
  });
}

Scanner::Scanner(const EvaluationIndex& index, std::span<const uint8_t> weights,
                 const Options& options)
    : index_(index), weights_(weights), options_(options) {
  if (options.ngram < kLlamaWords || options.ngram > 50) {
    throw ConfigError("--ngram: from 8 to 50 words");
  }
  if (options.threshold < 1 || options.threshold > kFullScore) {
    throw ConfigError("--threshold: above 0, up to 1");
  }
  const IndexTables& tables = index.tables();
  if (weights.size() != tables.words.size()) {
    throw ConfigError("there are not as many weights as the index has words");
  }
  const auto sum = [](std::span<const uint8_t> all, const PartRecord& part) {
    uint64_t total = 0;
    for (const uint8_t weight : all.subspan(part.first_word, part.words)) total += weight;
    return total;
  };
  for (const PartRecord& part : tables.parts) {
    part_weights_.push_back(sum(weights, part));
    own_weights_.push_back(sum(index.weights(), part));
  }
}

void Scanner::scan(std::string_view text, Scratch& scratch, std::vector<Finding>& findings) const {
  findings.clear();
  Pass(*this, scratch, findings).run(text);
  if (scratch.words.capacity() > kMostKept) {
    scratch.words = {};
    scratch.reading.normalized.release();
  }
}

bool Scanner::is_detectable(uint32_t item) const {
  Scratch scratch;
  std::vector<Finding> none;
  return Pass(*this, scratch, none).would_find(item);
}

}  // namespace sluice::decontaminate
