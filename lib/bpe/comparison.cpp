#include "bpe/comparison.h"

#include <utility>

#include "unicode/utf8.h"

namespace sluice::bpe {
namespace {

// Longer names of groups are cut, so that memory is bounded.
constexpr size_t kLongestName = 200;

std::string_view cut_name(std::string_view name) {
  return name.substr(0, character_boundary(name, kLongestName));
}

}  // namespace

ComparedCounts& ComparedCounts::operator+=(const ComparedCounts& other) {
  documents += other.documents;
  bytes += other.bytes;
  words += other.words;
  tokens.resize(other.tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) tokens[i] += other.tokens[i];
  return *this;
}

Comparison::Comparison(std::vector<const Encoder*> encoders) : encoders_(std::move(encoders)) {
  total_.tokens.resize(encoders_.size());
  for (const Encoder* encoder : encoders_) {
    scratch_.emplace_back(*encoder);
    uses_.emplace_back(encoder->size());
  }
}

void Comparison::add(const ComparedText& text) {
  ComparedCounts counts{
      .documents = text.documents, .bytes = text.text.size(), .words = text.words, .tokens = {}};
  for (size_t i = 0; i < encoders_.size(); ++i) {
    ids_.clear();
    encoders_[i]->encode(text.text, scratch_[i], ids_);
    for (const TokenId id : ids_) ++uses_[i][id];
    counts.tokens.push_back(ids_.size());
  }
  total_ += counts;
  languages_.add(text.language, counts);
  sources_.add(text.source, counts);
}

void Comparison::merge(const Comparison& other) {
  total_ += other.total_;
  languages_.merge(other.languages_);
  sources_.merge(other.sources_);
  for (size_t i = 0; i < uses_.size(); ++i) {
    for (size_t id = 0; id < uses_[i].size(); ++id) uses_[i][id] += other.uses_[i][id];
  }
}

void Comparison::Dimension::add(std::string_view value, const ComparedCounts& counts) {
  if (given_up) return;
  const std::string_view name = cut_name(value);
  const auto found = groups.find(name);
  if (found != groups.end()) {
    found->second += counts;
    return;
  }
  groups[std::string(name)] += counts;
  give_up_if_many();
}

void Comparison::Dimension::merge(const Dimension& other) {
  if (other.given_up) {
    groups.clear();
    given_up = true;
  }
  if (given_up) return;
  for (const auto& [name, counts] : other.groups) groups[name] += counts;
  give_up_if_many();
}

// Which does not depend on the order of adding, since the number of names does not.
void Comparison::Dimension::give_up_if_many() {
  if (groups.size() <= kMostGroups) return;
  groups.clear();
  given_up = true;
}

}  // namespace sluice::bpe
