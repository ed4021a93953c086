#include "mix/mix_plan.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/format.h"
#include "base/suggest.h"
#include "base/toml_records.h"
#include "document/fields.h"

namespace sluice::mix {
namespace {

constexpr double kStandardEpochs = 4;
constexpr double kMostEpochs = 10'000;
constexpr size_t kMostSources = 65'535;
constexpr std::array kShares = {
    std::pair<std::string_view, Shares>{"weights", Shares::weights},
    std::pair<std::string_view, Shares>{"proportional", Shares::proportional},
    std::pair<std::string_view, Shares>{"temperature", Shares::temperature},
    std::pair<std::string_view, Shares>{"unimax", Shares::unimax},
};

std::string_view name_of(Shares shares) {
  return std::ranges::find(kShares, shares, &std::pair<std::string_view, Shares>::second)->first;
}

void require(const Record& record, std::string_view key, bool holds, std::string_view what) {
  if (!holds) record.fail_at(key, std::string(key) + ": " + std::string(what));
}

bool read_epochs(Record& record, double& epochs) {
  if (!record.number("epochs", epochs)) return false;
  require(record, "epochs", epochs > 0 && epochs <= kMostEpochs,
          "more than 0 and at most 10,000 passes over a source");
  return true;
}

Shares read_shares(const Record& record, const std::string& name) {
  std::vector<std::string_view> names;
  for (const auto& [known, shares] : kShares) {
    if (known == name) return shares;
    names.push_back(known);
  }
  record.fail_at("shares", "shares: there is no '" + name + "'" + did_you_mean(name, names) +
                               " (weights, proportional, temperature, unimax)");
}

// Names stand in tables and messages, of which a line break or an escape sequence makes others.
bool has_controls(std::string_view name) {
  for (size_t i = 0; i < name.size(); ++i) {
    const auto byte = static_cast<unsigned char>(name[i]);
    if (byte < 0x20 || byte == 0x7F) return true;
    const bool c1 =
        byte == 0xC2 && i + 1 < name.size() && static_cast<unsigned char>(name[i + 1]) < 0xA0;
    if (c1) return true;
  }
  return false;
}

struct Head {
  MixPlan plan;
  double epochs = kStandardEpochs;
  bool shares_given = false;
};

Head read_head(Record& record) {
  Head head;
  MixPlan& plan = head.plan;
  uint64_t tokens = 0;
  if (record.count("tokens", tokens)) {
    require(record, "tokens", tokens > 0, "1 or more; leave it out to take what the sources have");
    plan.tokens = tokens;
  }
  std::string shares;
  if (record.text("shares", shares)) {
    plan.shares = read_shares(record, shares);
    head.shares_given = true;
  }
  if (record.number("alpha", plan.alpha)) {
    require(record, "alpha", plan.alpha <= 1, "0 (all alike) to 1 (in proportion)");
    require(record, "alpha", plan.shares == Shares::temperature,
            "is for shares = \"temperature\" alone");
  }
  if (record.number("validation", plan.validation)) {
    require(record, "validation", plan.validation <= 0.5, "a share of documents, 0 to 0.5");
  }
  if (record.count("shard_tokens", plan.shard_tokens)) {
    require(record, "shard_tokens", plan.shard_tokens > 0, "1 or more");
  }
  record.count("seed", plan.seed);
  read_epochs(record, head.epochs);
  record.finish();
  return head;
}

std::vector<CopyStep> read_copies(Record& record) {
  std::vector<Record> tables;
  record.records("copies", tables);
  std::vector<CopyStep> steps;
  for (Record& table : tables) {
    CopyStep step;
    if (!table.count("from", step.from)) table.fail("'from' is missing: the least cluster size");
    if (!table.count("copies", step.copies)) table.fail("'copies' is missing");
    require(table, "copies", step.copies >= 1 && step.copies <= kMostCopies, "1 to 1,000");
    if (!steps.empty()) {
      require(table, "from", step.from > steps.back().from, "is not above that of the one before");
    }
    table.finish();
    steps.push_back(step);
  }
  return steps;
}

void check_path(const Record& record, const std::string& path) {
  try {
    Fields().add(path);
  } catch (const ConfigError& error) {
    record.fail_at("copies_by", std::string("copies_by: ") + error.what());
  }
}

SourcePlan read_source(Record& record, double epochs) {
  SourcePlan source;
  if (!record.text("name", source.name) || source.name.empty()) {
    record.fail("'name' is missing: what the mix calls the source");
  }
  require(record, "name", !has_controls(source.name), "holds a control character");
  if (!record.texts("files", source.files) || source.files.empty()) {
    record.fail("'files' is missing: a list of files, directories and patterns");
  }
  double weight = 0;
  if (record.number("weight", weight)) source.weight = weight;
  uint64_t tokens = 0;
  if (record.count("tokens", tokens)) source.tokens = tokens;
  require(record, "tokens", !source.weight || !source.tokens, "a source has a weight or tokens");
  source.epochs = epochs;
  read_epochs(record, source.epochs);
  const bool by = record.text("copies_by", source.copies_by);
  source.copies = read_copies(record);
  require(record, "copies_by", !by || !source.copies.empty(), "is for [[source.copies]] alone");
  if (by) check_path(record, source.copies_by);
  record.finish();
  return source;
}

// What the keys say together.
void check(const MixPlan& plan, const Record& head, bool shares_given) {
  bool weights = false;
  for (const SourcePlan& source : plan.sources) {
    weights = weights || source.weight.has_value();
    if (plan.shares != Shares::weights && source.weight) {
      head.fail("source '" + source.name + "' has a weight, but shares = \"" +
                std::string(name_of(plan.shares)) + "\"");
    }
    if (plan.shares == Shares::weights && !source.weight && !source.tokens) {
      head.fail("source '" + source.name + "' has neither weight nor tokens");
    }
  }
  if (weights && !plan.tokens) {
    head.fail("'tokens' is missing: weights share out so many tokens");
  }
  if (shares_given && !plan.tokens && plan.shares != Shares::proportional &&
      plan.shares != Shares::weights) {
    head.fail("'tokens' is missing: what is shared out");
  }
}

}  // namespace

uint64_t SourcePlan::copies_of(uint64_t value) const {
  uint64_t most = 1;
  for (const CopyStep& step : copies) {
    if (value >= step.from) most = step.copies;
  }
  return most;
}

std::string MixPlan::canonical() const {
  std::string text = "tokens " + (tokens ? std::to_string(*tokens) : "all") + "\nshares " +
                     std::string(name_of(shares)) + "\nalpha " + shortest_double(alpha) +
                     "\nvalidation " + shortest_double(validation) + "\nshard_tokens " +
                     std::to_string(shard_tokens) + "\nseed " + std::to_string(seed) + "\n";
  for (const SourcePlan& source : sources) {
    text += "source " + std::to_string(source.name.size()) + " " + source.name + "\n";
    if (source.weight) text += " weight " + shortest_double(*source.weight) + "\n";
    if (source.tokens) text += " tokens " + std::to_string(*source.tokens) + "\n";
    text += " epochs " + shortest_double(source.epochs) + "\n by " + source.copies_by + "\n";
    for (const CopyStep& step : source.copies) {
      text += " from " + std::to_string(step.from) + " " + std::to_string(step.copies) + "\n";
    }
  }
  return text;
}

MixPlan read_mix_plan(std::string_view toml, const std::string& path) {
  std::vector<Record> records = read_records(toml, path);
  Record empty(path, "mix", 1);
  Record* mix = &empty;
  bool found = false;
  for (Record& record : records) {
    if (record.name() == "source") continue;
    if (record.name() != "mix") {
      record.fail("there is no such table" +
                  did_you_mean(record.name(), std::vector<std::string_view>{"mix", "source"}) +
                  " ([mix] and [[source]])");
    }
    if (std::exchange(found, true)) record.fail("[mix] stands here again");
    mix = &record;
  }
  Head head = read_head(*mix);
  std::set<std::string> names;
  bool weights = false;
  for (Record& record : records) {
    if (record.name() != "source") continue;
    SourcePlan source = read_source(record, head.epochs);
    if (!names.insert(source.name).second) {
      record.fail_at("name", "name: there is a source '" + source.name + "' already");
    }
    weights = weights || source.weight.has_value();
    head.plan.sources.push_back(std::move(source));
  }
  if (head.plan.sources.empty()) throw ConfigError(path + ": there is no [[source]]");
  if (head.plan.sources.size() > kMostSources) throw ConfigError(path + ": over 65,535 sources");
  if (!head.shares_given && weights) head.plan.shares = Shares::weights;
  check(head.plan, *mix, head.shares_given);
  return std::move(head.plan);
}

}  // namespace sluice::mix
