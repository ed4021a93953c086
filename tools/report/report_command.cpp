// sluice-report: stats files and a plan in, a report out.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "cli/collisions.h"
#include "cli/messages.h"
#include "commands.h"
#include "io/chunk.h"
#include "io/inputs.h"
#include "io/output.h"
#include "pipeline/ordered.h"
#include "plan_options.h"
#include "report/render.h"
#include "report/sections.h"

namespace sluice::report_tool {
namespace {

struct Options {
  explicit Options(cli::Tool& tool) {
    tool.arguments("STATS", stats, "stats files of every stage; directories stand for their files");
    tool.section("Inputs and outputs");
    tool.text("--inputs", list, "LIST", "file with one stats file a line");
    tool.texts("-o,--output", outputs, "FILE",
               "report.txt, .md, .json or .html; - is text on standard output (repeatable)",
               cli::Tool::Matters::run);
    tool.flag("--check", check, "end with exit code 1 if the plan does not fit");
  }

  std::vector<std::string> stats;
  std::string list;
  std::vector<std::string> outputs;
  bool check = false;
};

enum class Form { text, markdown, json, html };

Form form_of(const std::string& path) {
  if (path == "-" || path.ends_with(".txt")) return Form::text;
  if (path.ends_with(".md")) return Form::markdown;
  if (path.ends_with(".json")) return Form::json;
  if (path.ends_with(".html")) return Form::html;
  throw ConfigError("--output: '" + path + "' must end in .txt, .md, .json or .html, or be -");
}

std::optional<double> parse_guess(const std::string& text) {
  const std::optional<double> guess = parse_double(text);
  return guess && *guess > 0 ? guess : std::nullopt;
}

report::SweepRange parse_sweep(const std::string& text) {
  constexpr std::string_view kName = "tokens_per_parameter=";
  const size_t colon = text.find(':');
  if (text.starts_with(kName) && colon != std::string::npos) {
    const auto low =
        parse_double(std::string_view(text).substr(kName.size(), colon - kName.size()));
    const auto high = parse_double(std::string_view(text).substr(colon + 1));
    constexpr double kMost = 1e6;
    if (low && high && *low > 0 && *low < *high && *high <= kMost) return {*low, *high};
  }
  throw ConfigError("--sweep: must be tokens_per_parameter=LOW:HIGH, as 5:2000, not '" + text +
                    "'");
}

// On a terminal the reader is asked before the answer is shown; elsewhere nothing waits.
std::optional<double> ask_for_guess() {
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0) return std::nullopt;
  std::cerr << "Guess the compute-optimal size (e.g. 3e9) before it is computed: " << std::flush;
  std::string line;
  std::getline(std::cin, line);
  return parse_guess(line);
}

std::unique_ptr<report::Funnel> read_funnel(const std::vector<io::Input>& files, size_t threads) {
  if (files.empty()) return nullptr;
  const pipeline::Crew crew(threads);
  std::vector<report::StageSums> parts(std::min(files.size(), crew.threads()));
  crew.for_each(parts.size(), [&](size_t part) {
    for (size_t i = part; i < files.size(); i += parts.size()) {
      parts[part].add(stats::from_json(io::read_whole(files[i]), files[i].name));
    }
  });
  report::StageSums sums;
  for (report::StageSums& part : parts) sums.add(std::move(part));
  return std::make_unique<report::Funnel>(std::move(sums));
}

void write(const report::Report& report, const std::vector<std::string>& paths, bool guessed) {
  io::OutputSet outputs;
  for (const std::string& path : paths) {
    const Form form = form_of(path);
    const bool color = path == "-" && ::isatty(STDOUT_FILENO) != 0;
    outputs.open(path).write(form == Form::markdown ? render_markdown(report)
                             : form == Form::json   ? render_json(report)
                             : form == Form::html   ? render_html(report, guessed)
                                                    : render_text(report, {.color = color}));
  }
  outputs.publish();
}

}  // namespace

int report(int argc, char** argv) {
  return cli::run("sluice-report", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Tell what the training run on a measured corpus takes, every number with its formula.",
        {"sluice-report stats/*.json --plan plan.toml -o report.html",
         "sluice-report --params 8e9 --tokens 15e12 --hw h100-sxm --gpus 1024 --days 90 --check"});
    Options options(tool);
    PlanOptions plan_options(tool);
    std::string guess_text;
    bool no_guess = false;
    tool.section("Options");
    tool.text("--guess", guess_text, "N", "the compute-optimal size, as you would guess it");
    tool.flag("--no-guess", no_guess, "do not ask");
    std::string sweep;
    tool.text("--sweep", sweep, "tokens_per_parameter=LOW:HIGH",
              "the same compute with other sizes: loss and serving");
    std::vector<std::string> others;
    tool.texts("--compare", others, "PLAN", "another plan, told beside (repeatable)");
    uint64_t seed = 0;
    tool.number("--seed", seed, "N", "of the draws from the plan's ranges (0)");
    uint64_t threads = 0;
    tool.number("-j,--threads", threads, "N", "threads that read stats files (0: all)",
                cli::Tool::Matters::run);

    return tool.on_run([&] {
      tool.refuse_chain();
      if (options.outputs.empty()) options.outputs = {"-"};
      for (const std::string& path : options.outputs) form_of(path);
      report::ReportOptions report_options;
      report_options.seed = seed;
      if (!guess_text.empty()) {
        report_options.guess = parse_guess(guess_text);
        if (!report_options.guess) {
          throw ConfigError("--guess: must be a number of parameters, as 3e9, not '" + guess_text +
                            "'");
        }
      }
      if (!sweep.empty()) report_options.sweep = parse_sweep(sweep);
      const report::Plan plan = plan_options.plan(tool);
      std::vector<report::Plan> other_plans;
      for (const std::string& path : others) {
        other_plans.push_back(PlanOptions::other_plan(path, tool));
      }
      const auto hardware = plan_options.hardware();
      std::vector<io::Input> files;
      if (options.stats.empty() && options.list.empty()) {
        options.stats = plan_options.stats_of(plan);
      }
      if (!options.stats.empty() || !options.list.empty()) {
        files = io::expand_inputs({.paths = options.stats, .list = options.list, .fetch = {}});
      }
      if (files.empty() && plan.empty()) {
        throw ConfigError("nothing to report: give stats files, --plan, or flags as --params");
      }
      std::vector<cli::NamedOutput> named;
      for (const std::string& path : options.outputs) named.push_back({path, "the report"});
      cli::refuse_collisions(files, named);

      const std::unique_ptr<report::Funnel> funnel = read_funnel(files, threads);
      const report::Basis basis =
          report::basis_of(plan, funnel.get(), hardware, plan_options.basis());
      for (size_t i = 0; i < others.size(); ++i) {
        report_options.others.push_back({std::filesystem::path(others[i]).stem().string(),
                                         cli::configured_by("--compare " + others[i], [&] {
                                           return report::basis_of(other_plans[i], funnel.get(),
                                                                   hardware, plan_options.basis());
                                         })});
      }
      const bool can_guess = basis.flops || basis.calendar_flops;
      const bool shows = std::ranges::count(options.outputs, "-") > 0;
      if (can_guess && shows && !report_options.guess && !no_guess) {
        report_options.guess = ask_for_guess();
      }
      const report::Report made = report::report_of(basis, report_options);
      write(made, options.outputs, no_guess || report_options.guess);
      if (options.check && !made.fits()) {
        std::string misfits;
        for (const report::Criterion& one : made.decision) {
          if (one.verdict != report::Verdict::no) continue;
          misfits += (misfits.empty() ? "" : "; ") + one.name + ": " + one.because;
        }
        throw CheckError("the plan does not fit: " + misfits);
      }
    });
  });
}

}  // namespace sluice::report_tool
