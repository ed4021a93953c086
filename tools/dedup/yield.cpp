// sluice-dedup yield: how much more data would yield, from stats files of runs that deduplicated.
#include "dedup/yield.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "chart/chart.h"
#include "cli/collisions.h"
#include "cli/messages.h"
#include "cli/tool.h"
#include "commands.h"
#include "dedup/cluster_sizes.h"
#include "io/chunk.h"
#include "io/inputs.h"
#include "io/output.h"
#include "stats/stats_file.h"

namespace sluice::dedup_tool {
namespace {

constexpr uint64_t kMostSteps = 1'000;

struct YieldOptions {
  explicit YieldOptions(cli::Tool& tool) {
    tool.arguments("STATS", files, "stats files; directories stand for their files");
    tool.text("--inputs", list, "LIST", "file with one stats file a line");
    tool.text("-o,--output", output, "FILE", "where the table and the chart go (standard output)");
    tool.text("--svg", svg, "FILE", "the chart as a picture, too");
    tool.number("--steps", steps, "N", "points up to all of the data, and as many beyond (20)");
    tool.flag("--ascii", ascii, "draw with ASCII characters alone");
  }

  std::vector<std::string> files;
  std::string list;
  std::string output = "-";
  std::string svg;
  uint64_t steps = 20;
  bool ascii = false;
};

// A quantity that is kept, as a column and a curve.
struct Quantity {
  const char* name;
  double dedup::YieldPoint::*value;
};

struct Yield {
  uint64_t documents = 0;  // at hand
  dedup::Amount kept;
  std::vector<dedup::YieldPoint> curve;
  std::vector<Quantity> quantities;
};

Yield yield_of(const stats::Stats& stats, uint32_t steps) {
  const dedup::StoredSizes stored = dedup::cluster_sizes_of(stats);
  Yield yield{.documents = stored.sizes.documents(),
              .kept = stored.sizes.kept(),
              .curve = dedup::yield_curve(stored.sizes, steps),
              .quantities = {{"documents", &dedup::YieldPoint::documents}}};
  if (yield.documents == 0) throw CheckError(stats.file + ": tells of no documents");
  if (stored.weighed) yield.quantities.push_back({"bytes", &dedup::YieldPoint::bytes});
  if (stored.weighed && stats.counted_by()) {
    yield.quantities.push_back({"tokens", &dedup::YieldPoint::tokens});
  }
  return yield;
}

chart::LineChart chart_of(const Yield& yield) {
  chart::LineChart chart;
  chart.title = "What deduplication keeps of more and more data";
  chart.description =
      "Of a random share of the documents, exactly; beyond all of them, extrapolated";
  chart.x = {.label = "documents read, of those at hand",
             .format = chart::Format::percent,
             .min = 0,
             .max = 2};
  chart.y = {.label = "kept, of what all of them give", .format = chart::Format::percent, .min = 0};
  chart.x_marks = {{.at = 1, .label = "all of the data"}};
  chart.x_spans = {{.from = 1, .to = 2, .label = "extrapolated"}};
  const dedup::YieldPoint& all = yield.curve[yield.curve.size() / 2 - 1];
  for (const Quantity& quantity : yield.quantities) {
    chart::Series series{.name = quantity.name, .points = {{0, 0}}};
    for (const dedup::YieldPoint& point : yield.curve) {
      series.points.push_back({point.share, point.*quantity.value / all.*quantity.value});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

std::string padded(const std::string& text, size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string spelled(const Quantity& quantity, double value) {
  const auto whole = static_cast<uint64_t>(std::max(value, 0.0) + 0.5);
  return std::string_view(quantity.name) == "bytes" ? human_bytes(whole) : with_thousands(whole);
}

// What a further document is worth: the share of new ones among those of the last step.
std::string table_of(const Yield& yield) {
  constexpr size_t kWidth = 16;
  std::string text = count_of(yield.documents, "document") + ", of which deduplication keeps " +
                     with_thousands(yield.kept.documents) + " (" +
                     fixed(100.0 * static_cast<double>(yield.kept.documents) /
                               static_cast<double>(yield.documents),
                           1) +
                     " %)\n\nread of them";
  for (const Quantity& quantity : yield.quantities) {
    text += padded(std::string(quantity.name) + " kept", kWidth);
  }
  text += padded("new among these", kWidth + 2) + "\n";
  double before = 0;
  double share_before = 0;
  for (const dedup::YieldPoint& point : yield.curve) {
    text += padded(fixed(100 * point.share, 1) + " %", 12);
    for (const Quantity& quantity : yield.quantities) {
      text += padded(spelled(quantity, point.*quantity.value), kWidth);
    }
    const double read = (point.share - share_before) * static_cast<double>(yield.documents);
    text +=
        padded(fixed(100 * std::max(point.documents - before, 0.0) / read, 1) + " %", kWidth + 2);
    text += point.extrapolated ? "  extrapolated\n" : "\n";
    before = point.documents;
    share_before = point.share;
  }
  return text;
}

stats::Stats read_all(const std::vector<io::Input>& inputs) {
  stats::Sum sum;
  for (const io::Input& input : inputs) {
    sum.add(stats::from_json(io::read_whole(input), input.name));
  }
  return sum.take();
}

}  // namespace

int yield(int argc, char** argv) {
  return cli::run("sluice-dedup yield", argc, argv, [](cli::Tool& tool) {
    tool.describe("Tell what deduplication keeps of more and more data, from stats files.",
                  {"sluice-dedup yield dedup.stats.json",
                   "sluice-dedup yield stats/ --svg yield.svg -o yield.txt"});
    auto& options = tool.add<YieldOptions>();
    return tool.on_run([&] {
      tool.refuse_chain();
      if (options.files.empty() && options.list.empty()) {
        throw ConfigError("no stats file is named: sluice-dedup yield STATS…");
      }
      if (options.steps < 1 || options.steps > kMostSteps) {
        throw ConfigError("--steps: from 1 to " + with_thousands(kMostSteps));
      }
      const std::vector<io::Input> files =
          io::expand_inputs({.paths = options.files, .list = options.list, .fetch = {}});
      std::vector<cli::NamedOutput> written = {{options.output, "the table"}};
      if (!options.svg.empty()) written.push_back({options.svg, "the chart"});
      cli::refuse_collisions(files, written);

      const Yield yield = yield_of(read_all(files), static_cast<uint32_t>(options.steps));
      const chart::LineChart chart = chart_of(yield);
      io::OutputSet outputs;
      outputs.open(options.output)
          .write(table_of(yield) + "\n" + chart::text(chart, {.unicode = !options.ascii}));
      if (!options.svg.empty()) outputs.open(options.svg).write(chart::svg(chart));
      outputs.publish();
    });
  });
}

}  // namespace sluice::dedup_tool
