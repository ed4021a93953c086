#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "stats/checked.h"
#include "stats/stats_file.h"

namespace sluice::stats {
namespace {

// Messages here say what differs; merge() puts the files' names before them.
void require_equal(std::string_view what, const std::string& a, const std::string& b) {
  if (a == b) return;
  throw CheckError(std::string(what) + " '" + a + "' and '" + b + "'");
}

std::string label_or_none(const std::optional<TokenizerInfo>& tokenizer) {
  return tokenizer ? tokenizer->label() : "none (tokens are null)";
}

// The tokenizer of a sum in which both sides have documents.
std::optional<TokenizerInfo> same_tokenizer(const std::optional<TokenizerInfo>& a,
                                            const std::optional<TokenizerInfo>& b) {
  require_equal("tokenizer", label_or_none(a), label_or_none(b));
  if (!a || !a->vocab_size) return b;
  if (b->vocab_size && a->vocab_size != b->vocab_size) {
    throw CheckError("tokenizer.vocab_size " + std::to_string(*a->vocab_size) + " and " +
                     std::to_string(*b->vocab_size) + " of one tokenizer");
  }
  return a;
}

void merge_tokenizers(Stats& into, const Stats& other) {
  const auto a = into.counted_by();
  const auto b = other.counted_by();
  if (into.has_documents() && other.has_documents()) {
    into.tokenizer = same_tokenizer(a, b);
  } else if (into.has_documents()) {
    into.tokenizer = a;
  } else if (other.has_documents()) {
    into.tokenizer = b;
    into.file = other.file;  // so that a later complaint names the file that has the tokenizer
  } else {
    into.tokenizer = a == b ? a : std::nullopt;
  }
}

// `path`: "details.rules.word_length", for the message.
void merge_details(Details& into, const Details& other, const std::string& path) {
  if (into.value.index() != other.value.index()) {
    throw CheckError(path + " is of one type and of another");
  }
  if (auto* sum = std::get_if<int64_t>(&into.value)) {
    add_checked(*sum, std::get<int64_t>(other.value));
  } else if (auto* text = std::get_if<std::string>(&into.value)) {
    require_equal(path, *text, std::get<std::string>(other.value));
  } else if (auto* object = std::get_if<Details::Object>(&into.value)) {
    for (const auto& [name, member] : std::get<Details::Object>(other.value)) {
      const auto [found, added] = object->try_emplace(name, member);
      if (!added) merge_details(found->second, member, std::string(path).append(".").append(name));
    }
  } else {
    auto& array = std::get<Details::Array>(into.value);
    const auto& addend = std::get<Details::Array>(other.value);
    require_equal(path + " has lengths", std::to_string(array.size()),
                  std::to_string(addend.size()));
    for (size_t i = 0; i < array.size(); ++i) merge_details(array[i], addend[i], path + "[]");
  }
}

// Sums of doubles depend on their order; sums of whole microseconds, which is all that a kernel
// counts, do not.
double add_seconds(double a, double b) {
  constexpr double kMicroseconds = 1e6;
  const double sum = std::round(a * kMicroseconds) + std::round(b * kMicroseconds);
  if (!std::isfinite(sum)) throw_overflow();
  return sum / kMicroseconds;
}

// A sum's files are in order already, those of a single run need not be.
void merge_files(std::vector<FileUse>& into, const std::vector<FileUse>& other) {
  const auto size = static_cast<std::ptrdiff_t>(into.size());
  into.insert(into.end(), other.begin(), other.end());
  const auto middle = into.begin() + size;
  for (const auto& [begin, end] :
       {std::pair(into.begin(), middle), std::pair(middle, into.end())}) {
    if (!std::is_sorted(begin, end)) std::sort(begin, end);
  }
  std::inplace_merge(into.begin(), middle, into.end());
}

void merge_run(Run& into, const Run& other) {
  if (into.command != other.command) into.command.clear();
  if (into.corpus != other.corpus) into.corpus.clear();
  merge_files(into.inputs, other.inputs);
  merge_files(into.outputs, other.outputs);
  into.wall_s = std::max(into.wall_s, other.wall_s);
  into.user_s = add_seconds(into.user_s, other.user_s);
  into.system_s = add_seconds(into.system_s, other.system_s);
  into.peak_rss_bytes = std::max(into.peak_rss_bytes, other.peak_rss_bytes);
}

}  // namespace

void merge(Stats& into, const Stats& other) try {
  require_equal("tool", into.tool, other.tool);
  require_equal("version", into.version, other.version);
  require_equal("config_digest", into.config_digest, other.config_digest);
  merge_tokenizers(into, other);
  into.ledger += other.ledger;
  for (const auto& [reason, count] : other.bad_records) {
    add_checked(into.bad_records[reason], count);
  }
  merge_details(into.details, other.details, "details");
  merge_run(into.run, other.run);
} catch (const CheckError& error) {
  const auto name = [](const Stats& stats) { return stats.file.empty() ? "a run" : stats.file; };
  throw CheckError("cannot add " + name(other) + " to " + name(into) + ": " + error.what());
}

void Sum::add(Stats part) {
  parts_.push_back({.stats = std::move(part), .parts = 1});
  while (parts_.size() > 1 && parts_.end()[-2].parts == parts_.back().parts) merge_last();
}

void Sum::merge_last() {
  Part last = std::move(parts_.back());
  parts_.pop_back();
  add_(parts_.back().stats, last.stats);
  parts_.back().parts += last.parts;
}

Stats Sum::take() {
  if (parts_.empty()) throw ConfigError("no stats to merge");
  while (parts_.size() > 1) merge_last();
  Stats sum = std::move(parts_.front().stats);
  parts_.clear();
  return sum;
}

Stats merge_all(std::vector<Stats> parts) {
  Sum sum;
  for (Stats& part : parts) sum.add(std::move(part));
  return sum.take();
}

}  // namespace sluice::stats
