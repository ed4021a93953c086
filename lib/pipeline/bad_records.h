// Bad records: counted by reason, described to people, and too many of them stop the run.
//
//   BadRecordLog log(MaxErrors::parse("0.1%"), report);
//   log.batch("in.jsonl.zst", lines, records, bad);     // in input order, one thread
//   log.finish();                                       // all-bad input
//
// The limit is judged record by record in input order, so it does not depend on threads or batches.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sluice::pipeline {

// How many bad records a run may meet: a number, or a share of the records read, judged once 1,000
// were.
struct MaxErrors {
  static constexpr uint64_t kShareFrom = 1000;

  std::optional<uint64_t> count;
  double share = 0.001;  // 0..1; of no meaning if there is a count

  // "100", "0", "0.5%", "0.005" (a share, since it has a point), "100%". ConfigError otherwise.
  static MaxErrors parse(std::string_view text);
  bool exceeded(uint64_t bad, uint64_t records) const;
  std::string describe() const;
};

struct BadEntry {
  std::string_view reason;
  uint64_t line = 0;    // 1 = the first line of the batch
  uint64_t record = 0;  // 1 = the first record of the batch (blank lines are none)
  uint64_t offset = 0;  // bytes into the input's plain data, or if `stored` into the input
  bool stored = false;
  std::string detail;
  bool truncated = false;  // the input ends too early
};

class BadRecordLog {
 public:
  // `say` gets one line for people at a time, without line end. `no_json_hint`: what to say where
  // the run stops and no record was a JSON object.
  BadRecordLog(const MaxErrors& limit, std::function<void(const std::string&)> say,
               std::string no_json_hint = {});

  // A batch of input `name` with so many lines and records; `bad` in order. Throws CheckError when
  // there are too many.
  void batch(std::string_view name, uint64_t lines, uint64_t records,
             std::span<const BadEntry> bad);
  // The current input ended; line numbers begin anew.
  void end_of_input() { lines_ = 0; }
  // Throws CheckError if there were records and all of them were bad; says how many were not
  // described.
  void finish();

  const std::map<std::string, uint64_t, std::less<>>& counts() const { return counts_; }
  uint64_t bad() const { return bad_; }
  uint64_t records() const { return records_; }

 private:
  void describe(std::string_view name, const BadEntry& entry);
  [[noreturn]] void stop(uint64_t records);
  // "; <hint>", if all of so many records are no JSON objects.
  std::string hint(uint64_t records) const;

  static constexpr uint64_t kDescribed = 5;

  MaxErrors limit_;
  std::function<void(const std::string&)> say_;
  std::string no_json_hint_;
  std::map<std::string, uint64_t, std::less<>> counts_;
  uint64_t bad_ = 0;
  uint64_t records_ = 0;
  uint64_t lines_ = 0;         // of the current input
  bool share_judged_ = false;  // that of the first kShareFrom records
};

}  // namespace sluice::pipeline
