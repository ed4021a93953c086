#include "report/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "base/format.h"
#include "base/suggest.h"
#include "sizing/reliability.h"
#include "sizing/shape_record.h"

namespace sluice::report {
namespace {

constexpr double kMost = 1e30;
constexpr double kTiny = 1e-12;  // more than nothing

constexpr std::array kSettings = {
    Setting{"corpus.unique_tokens", "tokens", {}, 1, kMost, false, "measured by stats files"},
    Setting{"corpus.bytes_per_token", "B", {}, 0.1, 1000, false, "measured by stats files"},
    Setting{"corpus.sample_factor", "", 1, 1, 1e9, false, "the stats are of the whole corpus"},
    Setting{"corpus.max_epochs", "", 4, 1, 1e6, false, "repetition costs little up to here (F16)"},
    Setting{"corpus.price_per_cpu_hour", "$", 0.05, 0, 1e6, false, "a vCPU on demand, about"},
    Setting{"cluster.gpus", "", {}, 1, 1e9, true, ""},
    Setting{"cluster.gpus_per_node", "", {}, 1, 1e6, true, "of the hardware table"},
    Setting{"cluster.days", "days", {}, kTiny, 1e6, false, "the calendar's limit"},
    Setting{"cluster.budget", "$", {}, 0, kMost, false, "the money's limit"},
    Setting{"cluster.price_per_gpu_hour", "$", {}, 0, 1e6, false, "no price is assumed"},
    Setting{"cluster.mfu", "share", 0.40, kTiny, 1, false,
            "the middle of the published band (F21)"},
    Setting{"cluster.goodput", "share", 1, kTiny, 1, false, "an assumption: no time is lost"},
    Setting{"cluster.peak_tflops", "TFLOP/s", {}, kTiny, 1e9, false, "of the hardware table"},
    Setting{"cluster.hbm_gb", "GB", {}, kTiny, 1e6, false, "of the hardware table"},
    Setting{"cluster.interconnect_gbps", "GB/s", 50, kTiny, 1e6, false,
            "one 400 Gb/s port a GPU between nodes"},
    Setting{"cluster.reserve", "share", 0.10, 0, 0.9, false,
            "of a card's memory: framework, fragments, buffers"},
    Setting{"run.tokens", "tokens", {}, 1, kMost, false, "what compute or corpus gives"},
    Setting{"run.seq_len", "tokens", 4096, 1, 1e9, true, "as Llama 2"},
    Setting{"run.global_batch_tokens", "tokens", 4'194'304, 1, 1e12, true, "4 Mi tokens a step"},
    Setting{"run.micro_batch", "", 1, 1, 1e6, true, "sequences"},
    Setting{"run.tp", "", 1, 1, 1e6, true, "no tensor parallelism"},
    Setting{"run.pp", "", 1, 1, 1e6, true, "no pipeline"},
    Setting{"run.dp", "", {}, 1, 1e9, true, "GPUs over tp pp cp"},
    Setting{"run.cp", "", 1, 1, 1e6, true, "no context parallelism"},
    Setting{"run.zero", "", 1, 0, 3, true, "the optimizer is split over dp"},
    Setting{"run.schedule_chunks", "", 1, 1, 1e6, true, "not interleaved"},
    Setting{"run.grad_bytes", "B", 2, 2, 4, true, "bf16"},
    Setting{"model.parameters", "parameters", {}, 1, kMost, false, "of the shape, or the optimum"},
    Setting{"model.active_parameters", "parameters", {}, 1, kMost, false, "all of them"},
    Setting{"serve.bytes_per_param", "B", 2, 0.1, 8, false, "bf16"},
    Setting{"serve.concurrency", "", 1, 1, 1e9, false, "sequences at once"},
    Setting{"serve.tokens_lifetime", "tokens", {}, 0, kMost, false, ""},
    Setting{"reliability.interruptions_per_gpu_day", "", sizing::kInterruptionsPerGpuDay, kTiny,
            1e3, false, "Llama 3: 419 in 54 days of 16,000 GPUs (F19)"},
    Setting{"reliability.checkpoint_seconds", "s", {}, 0, 1e7, false, "of bytes and write_gbps"},
    Setting{"reliability.write_gbps", "GB/s", 100, kTiny, 1e6, false, "of all nodes together"},
    Setting{"reliability.restart_seconds", "s", 600, 0, 1e7, false, "rough"},
    Setting{"programme.pilots", "share", {}, 0, 100, false, "of the run's cost"},
    Setting{"programme.failed_runs", "share", {}, 0, 100, false, "of the run's cost"},
    Setting{"programme.evaluation", "share", {}, 0, 100, false, "of the run's cost"},
    Setting{"programme.contingency", "share", {}, 0, 100, false, "of the run's cost"},
    Setting{"programme.storage", "$", {}, 0, kMost, false, ""},
    Setting{"programme.egress", "$", {}, 0, kMost, false, ""},
};

const std::array kChoices = {
    Choice{"run.recompute", {"selective", "none", "full"}},
    Choice{"run.optimizer", {"adam", "adam8bit", "adam16", "pure16"}},
    Choice{"run.fit", {"besiroglu", "besiroglu_nb", "hoffmann", "hoffmann_tex"}},
    Choice{"run.attention", {"causal", "full"}},
};

constexpr std::array<std::string_view, 9> kTables = {
    "corpus", "cluster", "run", "model", "serve", "reliability", "vocab", "ranges", "programme"};

const Setting& setting(std::string_view name) {
  const auto found = std::ranges::find(kSettings, name, &Setting::name);
  if (found == kSettings.end()) throw std::out_of_range("no setting " + std::string(name));
  return *found;
}

const Choice& choice_called(std::string_view name) {
  const auto found = std::ranges::find(kChoices, name, &Choice::name);
  if (found == kChoices.end()) throw std::out_of_range("no choice " + std::string(name));
  return *found;
}

std::string_view key_of(std::string_view name) { return name.substr(name.find('.') + 1); }
std::string_view table_of(std::string_view name) { return name.substr(0, name.find('.')); }

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

// Throws if the setting cannot have the value.
void check(const Setting& setting, double value) {
  if (value >= setting.least && value <= setting.most &&
      (!setting.whole || value == std::floor(value))) {
    return;
  }
  const std::string bounds =
      setting.least == kTiny ? "more than 0 and at most " + plain_double(setting.most)
                             : plain_double(setting.least) + " to " + plain_double(setting.most);
  throw ConfigError(quoted(key_of(setting.name)) + " must be " +
                    (setting.whole ? "a whole number, " : "") + bounds + ", not " +
                    plain_double(value));
}

}  // namespace

std::span<const Setting> settings() { return kSettings; }
std::span<const Choice> choices() { return kChoices; }

void Plan::set(std::string_view name, double value, const std::string& origin) {
  try {
    check(setting(name), value);
  } catch (const ConfigError& error) {
    throw ConfigError(origin + ": " + error.what());
  }
  values_[std::string(name)] = {value, origin};
}

void Plan::choose(std::string_view name, std::string_view value, const std::string& origin) {
  const Choice& choice = choice_called(name);
  if (std::ranges::find(choice.choices, value) == choice.choices.end()) {
    std::string list;
    for (size_t i = 0; i < choice.choices.size(); ++i) {
      list += (i == 0 ? "" : i + 1 == choice.choices.size() ? " or " : ", ");
      list += choice.choices[i];
    }
    throw ConfigError(origin + ": " + quoted(key_of(name)) + " must be " + list + ", not " +
                      quoted(value));
  }
  chosen_[std::string(name)] = {std::string(value), origin};
}

void Plan::set_shape(const sizing::ModelShape& shape, const std::string& origin) {
  shape_ = shape;
  shape_origin_ = origin;
}

void Plan::set_hardware(const std::string& id, const std::string& origin) {
  hardware_ = id;
  hardware_origin_ = origin;
}

void Plan::read(std::string_view toml, const std::string& path) {
  for (Record& record : read_records(toml, path)) {
    if (std::ranges::find(kTables, record.name()) == kTables.end()) {
      record.fail("unknown table" + did_you_mean(record.name(), kTables));
    }
    if (record.name() == "model") take_model(record);
    if (record.name() == "vocab") take_vocabularies(record);
    if (record.name() == "ranges") take_ranges(record);
    if (record.name() == "cluster" && record.text("hw", hardware_)) hardware_origin_ = path;
    if (record.name() == "serve") record.text("hw", serving_);
    if (record.name() == "corpus") record.texts("stats", stats_);
    take_settings(record);
    record.finish();
  }
}

void Plan::take_settings(Record& record) {
  const std::string origin = record.path() + ": [" + record.name() + "]";
  for (const Setting& one : kSettings) {
    if (table_of(one.name) != record.name()) continue;
    double value = 0;
    if (!record.number(key_of(one.name), value)) continue;
    record.blaming(key_of(one.name), [&] { check(one, value); });
    values_[std::string(one.name)] = {value, origin};
  }
  for (const Choice& one : kChoices) {
    if (table_of(one.name) != record.name()) continue;
    std::string value;
    if (record.text(key_of(one.name), value)) choose(one.name, value, origin);
  }
}

void Plan::take_model(Record& record) {
  record.text("hf_config", hf_config_);
  if (auto shape = sizing::take_shape(record)) set_shape(*shape, record.path() + ": [model]");
}

void Plan::take_vocabularies(Record& record) {
  std::vector<Record> candidates;
  if (!record.records("candidates", candidates)) return;
  vocabularies_.clear();
  for (Record& one : candidates) {
    VocabularyCandidate candidate;
    if (!one.count("size", candidate.size) || candidate.size == 0) {
      one.fail("'size' is missing or 0");
    }
    if (!one.number("bytes_per_token", candidate.bytes_per_token) ||
        candidate.bytes_per_token == 0) {
      one.fail("'bytes_per_token' is missing or 0");
    }
    one.finish();
    vocabularies_.push_back(candidate);
  }
}

void Plan::take_ranges(Record& record) {
  ranges_.clear();
  for (const Setting& one : kSettings) {
    const std::string name(one.name);
    Record range(record.path(), name, record.line());
    if (!record.table(key_of(one.name), range)) continue;
    UncertainSetting uncertain{.name = name};
    if (!range.number("low", uncertain.low)) range.fail("'low' is missing");
    if (!range.number("high", uncertain.high)) range.fail("'high' is missing");
    range.finish();
    record.blaming(key_of(one.name), [&] {
      check(one, uncertain.low);
      check(one, uncertain.high);
      if (uncertain.low > uncertain.high) {
        throw ConfigError("'low' must be at most 'high'");
      }
    });
    ranges_.push_back(uncertain);
  }
}

std::optional<double> Plan::find(std::string_view name) const {
  const Setting& one = setting(name);
  const auto found = values_.find(name);
  return found == values_.end() ? one.standard : std::optional(found->second.value);
}

double Plan::at(std::string_view name) const {
  const std::optional<double> value = find(name);
  if (!value) throw std::out_of_range("no value for " + std::string(name));
  return *value;
}

bool Plan::given(std::string_view name) const { return values_.contains(setting(name).name); }

std::string_view Plan::choice(std::string_view name) const {
  const Choice& one = choice_called(name);
  const auto found = chosen_.find(name);
  return found == chosen_.end() ? one.choices.front() : std::string_view(found->second.value);
}

bool Plan::empty() const {
  return values_.empty() && chosen_.empty() && hardware_.empty() && hf_config_.empty() &&
         stats_.empty() && !shape_;
}

std::vector<Assumption> Plan::assumptions() const {
  std::vector<Assumption> all;
  if (!hardware_.empty()) all.push_back({"cluster.hw", hardware_, "", hardware_origin_, ""});
  for (const Setting& one : kSettings) {
    const std::optional<double> value = find(one.name);
    if (!value) continue;
    const auto found = values_.find(one.name);
    const bool is_default = found == values_.end();
    all.push_back({.name = std::string(one.name),
                   .value = plain_double(*value),
                   .unit = std::string(one.unit),
                   .origin = is_default ? "(default)" : found->second.origin,
                   .why = is_default ? std::string(one.why) : ""});
  }
  for (const Choice& one : kChoices) {
    const auto found = chosen_.find(one.name);
    all.push_back({.name = std::string(one.name),
                   .value = std::string(choice(one.name)),
                   .unit = "",
                   .origin = found == chosen_.end() ? "(default)" : found->second.origin,
                   .why = ""});
  }
  return all;
}

}  // namespace sluice::report
