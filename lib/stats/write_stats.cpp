#include <algorithm>
#include <array>
#include <span>

#include "base/buffer.h"
#include "document/json_writer.h"
#include "stats/byte_names.h"
#include "stats/stats_file.h"

namespace sluice::stats {
namespace {

// Writes one stats file. What belongs together (a tally, a histogram, a file) stands on one line,
// so that a person can compare two files with diff(1).
class Writer {
 public:
  Writer(Buffer& out, bool tokens) : json_(out, 2), tokens_(tokens) {}

  void write(const Stats& stats);

 private:
  // The value that `write` writes into the JsonWriter it is given, on one line.
  template <class Write>
  void line(Write write) {
    line_.clear();
    JsonWriter json(line_);
    write(json);
    json_.raw(line_.view());
  }

  void tokens(JsonWriter& json, auto count) const {
    json.key("tokens");
    tokens_ ? json.number(count) : json.null();
  }
  void counts(JsonWriter& json, const Counts& counts) const;
  void tally(JsonWriter& json, const Tally& tally) const;
  void tally_line(const Tally& tally);
  void flow(const Tally& tally, const Lengths& lengths);
  void lengths(const Lengths& lengths);
  void buckets(std::span<const uint64_t> counts);
  void tokenizer(const std::optional<TokenizerInfo>& tokenizer);
  void ledger(const Ledger& ledger);
  void groups(const GroupDimension& dimension);
  void group_line(const GroupTally& group);
  void details(JsonWriter& json, const Details& value, size_t depth);
  void files(const std::vector<FileUse>& files);
  void run(const Run& run);

  JsonWriter json_;
  Buffer line_;
  const bool tokens_;  // counted; else null
};

void Writer::counts(JsonWriter& json, const Counts& counts) const {
  json.key("documents").number(counts.documents).key("bytes").number(counts.bytes);
  tokens(json, counts.tokens);
}

void Writer::tally(JsonWriter& json, const Tally& tally) const {
  counts(json, tally);
  json.key("ids").string(tally.ids.hex());
}

void Writer::tally_line(const Tally& sum) {
  line([&](JsonWriter& json) {
    json.begin_object();
    tally(json, sum);
    json.end_object();
  });
}

void Writer::flow(const Tally& sum, const Lengths& histogram) {
  json_.begin_object();
  tally(json_, sum);
  json_.key("lengths");
  lengths(histogram);
  json_.end_object();
}

void Writer::lengths(const Lengths& lengths) {
  if (!tokens_) {
    json_.null();
    return;
  }
  json_.begin_object().key("documents");
  buckets(lengths.documents);
  json_.key("tokens");
  buckets(lengths.tokens);
  json_.end_object();
}

void Writer::buckets(std::span<const uint64_t> counts) {
  while (!counts.empty() && counts.back() == 0) counts = counts.first(counts.size() - 1);
  line([&](JsonWriter& json) {
    json.begin_array();
    for (const uint64_t count : counts) json.number(count);
    json.end_array();
  });
}

void Writer::tokenizer(const std::optional<TokenizerInfo>& tokenizer) {
  if (!tokenizer) {
    json_.null();
    return;
  }
  json_.begin_object().key("name").string(tokenizer->name);
  json_.key("digest").string(tokenizer->digest).key("vocab_size");
  tokenizer->vocab_size ? json_.number(*tokenizer->vocab_size) : json_.null();
  json_.end_object();
}

void Writer::ledger(const Ledger& ledger) {
  json_.begin_object().key("in");
  flow(ledger.in, ledger.in_lengths);
  json_.key("repeated");
  tally_line(ledger.repeated);
  json_.key("out");
  flow(ledger.out, ledger.out_lengths);
  json_.key("changed");
  line([&](JsonWriter& json) {
    json.begin_object().key("bytes").number(ledger.changed_bytes);
    tokens(json, ledger.changed_tokens);
    json.end_object();
  });
  json_.key("rejects").begin_object();
  for (const auto& [reason, sum] : ledger.rejects) {
    json_.key(reason);
    tally_line(sum);
  }
  json_.end_object().key("groups").begin_object();
  for (size_t i = 0; i < Ledger::kDimensions.size(); ++i) {
    json_.key(Ledger::kDimensions[i]);
    groups(ledger.groups[i]);
  }
  json_.end_object().end_object();
}

void Writer::groups(const GroupDimension& dimension) {
  if (dimension.given_up()) {
    json_.null();
    return;
  }
  json_.begin_object();
  for (const auto& [value, tally] : dimension.tallies()) {
    json_.key(value);
    group_line(tally);
  }
  json_.end_object();
}

void Writer::group_line(const GroupTally& group) {
  line([&](JsonWriter& json) {
    json.begin_object().key("in").begin_object();
    counts(json, group.in);
    json.end_object().key("out").begin_object();
    counts(json, group.out);
    json.end_object().end_object();
  });
}

// Objects of counts by language stand on one line each: a member a line would make long files of
// histograms.
void Writer::details(JsonWriter& json, const Details& value, size_t depth) {
  constexpr size_t kInOneLine = 5;
  if (depth == kInOneLine && &json == &json_) {
    line([&](JsonWriter& inner) { details(inner, value, depth); });
  } else if (const auto* number = std::get_if<int64_t>(&value.value)) {
    json.number(*number);
  } else if (const auto* text = std::get_if<std::string>(&value.value)) {
    json.string(*text);
  } else if (const auto* object = std::get_if<Details::Object>(&value.value)) {
    json.begin_object();
    for (const auto& [name, member] : *object) {
      json.key(name);
      details(json, member, depth + 1);
    }
    json.end_object();
  } else {
    json.begin_array();
    for (const Details& element : std::get<Details::Array>(value.value)) {
      details(json, element, depth + 1);
    }
    json.end_array();
  }
}

void Writer::files(const std::vector<FileUse>& files) {
  json_.begin_array();
  for (const FileUse& file : files) {
    line([&](JsonWriter& json) {
      json.begin_object().key("path").string(text_of_name(file.path)).key("bytes");
      file.bytes ? json.number(*file.bytes) : json.null();
      json.key("modified_ns").number(file.modified_ns).end_object();
    });
  }
  json_.end_array();
}

void Writer::run(const Run& run) {
  json_.begin_object().key("command");
  line([&](JsonWriter& json) {
    json.begin_array();
    for (const std::string& word : run.command) json.string(text_of_name(word));
    json.end_array();
  });
  json_.key("inputs");
  files(run.inputs);
  json_.key("outputs");
  files(run.outputs);
  json_.key("wall_s").number(run.wall_s).key("user_s").number(run.user_s);
  json_.key("system_s").number(run.system_s).key("peak_rss_bytes").number(run.peak_rss_bytes);
  if (!run.corpus.empty()) json_.key("corpus").string(run.corpus);
  json_.end_object();
}

void Writer::write(const Stats& stats) {
  json_.begin_object().key("schema").string(kSchema);
  json_.key("tool").string(stats.tool).key("version").string(stats.version);
  json_.key("config_digest").string(stats.config_digest);
  json_.key("tokenizer");
  tokenizer(stats.counted_by());
  json_.key("ledger");
  ledger(stats.ledger);
  json_.key("bad_records").begin_object();
  for (const auto& [reason, count] : stats.bad_records) json_.key(reason).number(count);
  json_.end_object().key("details");
  details(json_, stats.details, 1);
  json_.key("run");
  run(stats.run);
  json_.end_object();
}

}  // namespace

std::string TokenizerInfo::label() const { return digest.empty() ? name : name + "@" + digest; }

TokenizerInfo TokenizerInfo::from_label(std::string_view label) {
  const size_t at = label.rfind('@');
  if (at == std::string_view::npos || at + 1 == label.size()) return {.name = std::string(label)};
  return {.name = std::string(label.substr(0, at)), .digest = std::string(label.substr(at + 1))};
}

std::optional<TokenizerInfo> Stats::counted_by() const {
  if (!ledger.tokens.valid()) return std::nullopt;
  if (ledger.tokens.empty()) return has_documents() ? std::nullopt : tokenizer;
  TokenizerInfo counter = TokenizerInfo::from_label(ledger.tokens.name());
  if (tokenizer && tokenizer->label() == ledger.tokens.name()) {
    counter.vocab_size = tokenizer->vocab_size;
  }
  return counter;
}

std::string to_json(const Stats& stats) {
  Buffer out;
  Writer(out, stats.counted_by().has_value()).write(stats);
  out.push_back('\n');
  return std::string(out.view());
}

}  // namespace sluice::stats
