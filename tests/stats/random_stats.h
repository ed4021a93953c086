// Balanced stats made from a seed: the same tool, configuration and tokenizer, everything else at
// random.
#pragma once

#include <random>
#include <string>

#include "stats/stats_file.h"

namespace sluice::stats {

class RandomStats {
 public:
  explicit RandomStats(uint64_t seed) : random_(seed) {}

  Stats make() {
    Stats stats{.tool = "sluice-filter", .version = "0.1.0", .config_digest = "c0ffee"};
    stats.tokenizer =
        TokenizerInfo{"gpt2", "00ff", one_of(2) ? std::optional<uint64_t>(50257) : std::nullopt};
    for (uint64_t i = one_of(6); i > 0; --i) document(stats.ledger);
    for (uint64_t i = one_of(3); i > 0; --i) stats.bad_records[word("bad")] += one_of(100);
    stats.details.value = Details::Object{
        {word("counter"), {static_cast<int64_t>(one_of(2000)) - 1000}},
        {"histogram", {Details::Array{{int64_t{1}}, {static_cast<int64_t>(one_of(9))}}}},
        {"kind", {std::string("gopher")}}};
    stats.run.command = {"sluice-filter", word("--option")};
    stats.run.inputs = {{word("in"), one_of(1000), static_cast<int64_t>(one_of(9))}, {word("in")}};
    stats.run.outputs = {{word("out"), one_of(1000)}};
    stats.run.wall_s = static_cast<double>(one_of(1000)) / 7;
    stats.run.user_s = static_cast<double>(one_of(1000)) / 7;
    stats.run.system_s = static_cast<double>(one_of(1000)) / 7;
    stats.run.peak_rss_bytes = one_of(1 << 30);
    return stats;
  }

  uint64_t one_of(uint64_t count) { return random_() % count; }

 private:
  std::string word(const std::string& prefix) { return prefix + std::to_string(one_of(4)); }

  void document(Ledger& ledger) {
    const std::string id = word("urn:") + word(":");
    const Measure before{id, one_of(1000), one_of(300)};
    const Measure after{id, one_of(1000), one_of(300)};
    const std::string language = word("language"), source = word("source");
    ledger.tokens.counted_by("gpt2@00ff");
    ledger.see(before, {.language = language, .source = source});
    if (one_of(3) == 0) {
      ledger.reject(word("reason"), before);
    } else {
      ledger.keep(before, after, {.language = language, .dump = source});
    }
  }

  std::mt19937_64 random_;
};

}  // namespace sluice::stats
