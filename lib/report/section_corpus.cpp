#include <algorithm>
#include <functional>

#include "base/format.h"
#include "report/sections.h"
#include "report/spell.h"
#include "sizing/formulas.h"

namespace sluice::report {
namespace {

using sizing::Label;
using sizing::quantity;
using sizing::Quantity;

Quantity counted(std::string name, uint64_t value, const char* unit) {
  return quantity("F24", std::move(name), static_cast<double>(value), unit, Label::grounded);
}

// A share of what came in.
Cell yield(const std::string& name, uint64_t out, uint64_t in) {
  if (in == 0) return "-";
  return quantity("F24", name, static_cast<double>(out) / static_cast<double>(in), "share",
                  Label::grounded)
      .from("out", static_cast<double>(out), "")
      .from("in", static_cast<double>(in), "");
}

Cell time_of(const Stage& stage) {
  return {human_seconds(stage.cpu_seconds()),
          quantity("F24", stage.name() + " CPU time", stage.cpu_seconds(), "s", Label::grounded)};
}

Cell cost_of(const Stage& stage, double price) {
  const double dollars = stage.cpu_seconds() / 3600 * price;
  constexpr double kCent = 0.01;
  return {dollars < kCent ? "<$0.01" : "",
          quantity("F24", stage.name() + " price", dollars, "$", Label::rough)
              .from("CPU seconds", stage.cpu_seconds(), "s")
              .from("price_per_cpu_hour", price, "$")};
}

Table stage_table(const Funnel& funnel, double price) {
  Table table{.id = "stages",
              .title = "What each stage left",
              .columns = {"stage", "documents", "kept", "text", "tokens", "kept", "CPU", "price"},
              .rows = {}};
  for (const Stage& stage : funnel.stages()) {
    const std::string name = stage.name();
    const bool counts = stage.counts_tokens();
    table.rows.push_back(
        {name, counted(name + " documents", stage.out().documents, ""),
         yield(name + " documents kept", stage.out().documents, stage.in().documents),
         counted(name + " text", stage.out().bytes, "B"),
         counts ? Cell(counted(name + " tokens", stage.out().tokens, "tokens")) : Cell("-"),
         counts ? yield(name + " tokens kept", stage.out().tokens, stage.in().tokens) : Cell("-"),
         time_of(stage), cost_of(stage, price)});
  }
  for (const Stage& stage : funnel.others()) {
    const std::string name = stage.name();
    table.rows.push_back({name, "-", "-", "-", "-", "-", time_of(stage), cost_of(stage, price)});
  }
  return table;
}

Table reject_table(const Funnel& funnel) {
  Table table{.id = "rejects",
              .title = "Why documents were dropped",
              .columns = {"stage", "reason", "documents", "of what came in"},
              .rows = {}};
  for (const Stage& stage : funnel.stages()) {
    for (const auto& [reason, tally] : stage.stats.ledger.rejects) {
      const std::string name = stage.name() + " " + reason;
      table.rows.push_back({stage.name(), reason, counted(name, tally.documents, ""),
                            yield(name + " share", tally.documents, stage.in().documents)});
    }
  }
  return table;
}

// What is left by the values of a dimension, the largest first; nothing where there is one value.
std::optional<Table> group_table(const Funnel& funnel, size_t dimension) {
  constexpr size_t kMost = 10;
  const stats::GroupDimension& groups = funnel.stages().back().stats.ledger.groups[dimension];
  if (groups.tallies().size() < 2) return std::nullopt;
  using Group = std::pair<std::string, stats::Counts>;
  std::vector<Group> left;
  for (const auto& [value, tally] : groups.tallies()) {
    left.emplace_back(value.empty() ? "(not stated)" : value, tally.out);
  }
  std::ranges::stable_sort(left, std::greater(),
                           [](const Group& group) { return group.second.bytes; });
  stats::Counts rest;
  while (left.size() > kMost + 1) {
    rest += left.back().second;
    left.pop_back();
  }
  if (left.size() > kMost) {
    rest += left.back().second;
    left.back() = {"all others", rest};
  }
  const std::string name(stats::Ledger::kDimensions[dimension]);
  Table table{.id = "by_" + name,
              .title = "What is left by " + name,
              .columns = {name, "documents", "text", "of all text", "tokens"},
              .rows = {}};
  for (const auto& [value, counts] : left) {
    table.rows.push_back({value, counted(value + " documents", counts.documents, ""),
                          counted(value + " text", counts.bytes, "B"),
                          yield(value + " share", counts.bytes, funnel.out().bytes),
                          funnel.tokenizer()
                              ? Cell(counted(value + " tokens", counts.tokens, "tokens"))
                              : Cell("-")});
  }
  return table;
}

Figure funnel_figure(const Funnel& funnel) {
  chart::Funnel chart{.title = "Documents after each stage",
                      .description =
                          "F24, grounded: measured. Share of the first, and of the one "
                          "before",
                      .value = {.label = "documents"}};
  chart.steps.push_back(
      {.label = "in", .value = static_cast<double>(funnel.stages().front().in().documents)});
  for (const Stage& stage : funnel.stages()) {
    chart.steps.push_back(
        {.label = stage.name(), .value = static_cast<double>(stage.out().documents)});
  }
  return {.id = "funnel", .chart = std::move(chart), .formula = "F24", .label = Label::grounded};
}

Table yield_table(const DedupYield& yield) {
  Table table{.id = "dedup_yield",
              .title = "What deduplication keeps, by how much there is of it",
              .columns = {"share of the documents", "kept", "of them"},
              .rows = {}};
  for (const dedup::YieldPoint& point : yield.curve) {
    const Label label = point.extrapolated ? Label::extrapolated : Label::grounded;
    const auto told = [&](const char* name, double value, const char* unit) {
      return quantity("F24", name, value, unit, label)
          .from("share", point.share, "share")
          .from("documents", yield.documents, "documents");
    };
    table.rows.push_back(
        {told("share of the documents", point.share, "share"),
         told("documents kept", point.documents, ""),
         told("kept", point.documents / (point.share * yield.documents), "share")});
  }
  return table;
}

Figure yield_figure(const DedupYield& yield) {
  chart::LineChart chart;
  chart.title = "What deduplication keeps";
  chart.description = "F24, extrapolated beyond 100 %: duplicates grow with the corpus";
  chart.x = {.label = "Share of the documents", .format = chart::Format::percent};
  chart.y.label = "Documents kept";
  chart::Series kept{.name = "kept", .markers = true};
  for (const dedup::YieldPoint& point : yield.curve) {
    kept.points.push_back({point.share, point.documents});
  }
  chart.series.push_back(std::move(kept));
  chart.x_marks.push_back({1, "measured"});
  return {.id = "yield_curve",
          .chart = std::move(chart),
          .formula = "F24",
          .label = Label::extrapolated};
}

// By stage of deduplication, numbered where there are several.
void add_yields(Section& section, const Funnel& funnel) {
  const std::vector<DedupYield> yields = funnel.yields();
  for (size_t i = 0; i < yields.size(); ++i) {
    const std::string suffix = yields.size() == 1 ? "" : "_" + std::to_string(i + 1);
    Table table = yield_table(yields[i]);
    table.id += suffix;
    section.add(std::move(table));
    Figure figure = yield_figure(yields[i]);
    figure.id += suffix;
    section.add(std::move(figure));
  }
}

void add_rates(Section& section, const Funnel& funnel) {
  if (const auto ratio = funnel.bytes_per_token()) {
    section.fact("bytes_per_token",
                 quantity("F24", "bytes a token of " + funnel.tokenizer()->label(), *ratio, "B",
                          Label::grounded)
                     .from("text", static_cast<double>(funnel.out().bytes), "B")
                     .from("tokens", static_cast<double>(funnel.out().tokens), "tokens"));
  }
  const auto stored = funnel.stored_bytes();
  const auto tokens = funnel.unique_tokens();
  if (!stored) {
    section.say(
        "The crawl's stored bytes are not known (a pipe, or a chain): no rate per byte of "
        "crawl.");
    return;
  }
  const auto bytes = static_cast<double>(*stored);
  if (tokens) {
    section.fact("tokens_per_stored_byte", quantity("F24", "tokens a stored byte of crawl",
                                                    *tokens / bytes, "", Label::grounded)
                                               .from("tokens", *tokens, "tokens")
                                               .from("stored", bytes, "B"));
  }
  section.fact("cpu_per_stored_gb",
               quantity("F24", "CPU seconds a stored GB of crawl",
                        funnel.cpu_seconds() / bytes * 1e9, "s", Label::grounded)
                   .from("CPU", funnel.cpu_seconds(), "s")
                   .from("stored", bytes, "B"));
}

}  // namespace

Section corpus_section(const Basis& basis) {
  Section section("corpus", "The corpus");
  if (basis.funnel == nullptr) {
    section.say("No stats files are given: nothing here is measured.");
    return section;
  }
  const Funnel& funnel = *basis.funnel;
  section.add(stage_table(funnel, basis.plan->at("corpus.price_per_cpu_hour")));
  Table rejects = reject_table(funnel);
  if (!rejects.rows.empty()) section.add(std::move(rejects));
  section.add(funnel_figure(funnel));
  for (size_t i = 0; i < stats::Ledger::kDimensions.size(); ++i) {
    if (auto table = group_table(funnel, i)) section.add(std::move(*table));
  }
  add_yields(section, funnel);
  add_rates(section, funnel);
  if (!funnel.tokenizer()) section.warn("no stage counted tokens: all that follows wants them");
  if (!funnel.deduplicated()) {
    section.warn("no stage deduplicated: tokens that are there twice count as unique");
  }
  return section;
}

}  // namespace sluice::report
