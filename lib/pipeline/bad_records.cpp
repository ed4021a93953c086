#include "pipeline/bad_records.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/format.h"

namespace sluice::pipeline {

MaxErrors MaxErrors::parse(std::string_view text) {
  MaxErrors limit;
  if (const auto count = parse_u64(text)) {
    limit.count = *count;
    return limit;
  }
  const bool percent = text.ends_with('%');
  const auto value = parse_double(percent ? text.substr(0, text.size() - 1) : text);
  const double share = value ? (percent ? *value / 100 : *value) : -1;
  if (share < 0 || share > 1) {
    throw ConfigError("--max-errors: '" + std::string(text) +
                      "' is neither a number of records (100) nor a share of them (0.1% or 0.001)");
  }
  limit.share = share;
  return limit;
}

bool MaxErrors::exceeded(uint64_t bad, uint64_t records) const {
  if (count) return bad > *count;
  // 0.7 % is no binary fraction; that must not make 7 of 1,000 too many.
  constexpr double kRounding = 1e-12;
  const double allowed = share * static_cast<double>(records) * (1 + kRounding);
  return records >= kShareFrom && static_cast<double>(bad) > allowed;
}

std::string MaxErrors::describe() const {
  constexpr double kDigits = 1e10;
  return count ? with_thousands(*count)
               : shortest_double(std::round(share * 100 * kDigits) / kDigits) + " %";
}

BadRecordLog::BadRecordLog(const MaxErrors& limit, std::function<void(const std::string&)> say,
                           std::string no_json_hint)
    : limit_(limit), say_(std::move(say)), no_json_hint_(std::move(no_json_hint)) {}

void BadRecordLog::batch(std::string_view name, uint64_t lines, uint64_t records,
                         std::span<const BadEntry> bad) {
  // The share is first judged when the record number kShareFrom has been read, be it good or bad;
  // thereafter it can only grow at a bad one.
  const auto judge_threshold = [&](uint64_t until) {
    if (share_judged_ || until < MaxErrors::kShareFrom) return;
    share_judged_ = true;
    if (limit_.exceeded(bad_, MaxErrors::kShareFrom)) stop(MaxErrors::kShareFrom);
  };
  for (const BadEntry& entry : bad) {
    const uint64_t read = records_ + entry.record;
    judge_threshold(read - 1);
    ++bad_;
    const auto known = counts_.find(entry.reason);
    if (known == counts_.end()) {
      counts_.emplace(entry.reason, 1);
    } else {
      ++known->second;
    }
    if (bad_ <= kDescribed) describe(name, entry);
    if (limit_.exceeded(bad_, read)) stop(read);
  }
  judge_threshold(records_ + records);
  records_ += records;
  lines_ += lines;
}

void BadRecordLog::describe(std::string_view name, const BadEntry& entry) {
  std::string line = std::string(name) + ": record " + with_thousands(lines_ + entry.line) +
                     (entry.stored ? " at stored byte " : " at byte ") +
                     with_thousands(entry.offset) + ": " + std::string(entry.reason);
  if (!entry.detail.empty()) line += " (" + entry.detail + ")";
  say_(line + "; skipped");
}

void BadRecordLog::finish() {
  if (bad_ > kDescribed) {
    std::string line = count_of(bad_, "bad record") + " in all:";
    for (const auto& [reason, count] : counts_) {
      line += " " + reason + " " + with_thousands(count) + ",";
    }
    line.pop_back();
    say_(line);
  }
  if (records_ > 0 && bad_ == records_) {
    throw CheckError((records_ == 1
                          ? "the only record of the input is bad"
                          : "all " + count_of(records_, "record") + " of the input are bad") +
                     "; nothing was published" + hint(records_));
  }
}

std::string BadRecordLog::hint(uint64_t records) const {
  // A line of text may be JSON by chance, as a number is.
  uint64_t no_documents = 0;
  for (const char* reason : {"bad_json", "not_an_object"}) {
    const auto counted = counts_.find(reason);
    if (counted != counts_.end()) no_documents += counted->second;
  }
  return no_documents == records && !no_json_hint_.empty() ? "; " + no_json_hint_ : "";
}

void BadRecordLog::stop(uint64_t records) {
  throw CheckError("too many bad records: " + with_thousands(bad_) + " of the first " +
                   with_thousands(records) + " (--max-errors allows " + limit_.describe() +
                   "); nothing was published" + hint(records));
}

}  // namespace sluice::pipeline
