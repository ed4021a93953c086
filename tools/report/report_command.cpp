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
  explicit Options(cli::Tool& tool) : plan(tool) {
    tool.arguments("STATS", stats, "stats files of every stage; directories stand for their files");
    tool.section("Inputs and outputs");
    tool.text("--inputs", list, "LIST", "file with one stats file a line");
    tool.texts("-o,--output", outputs, "FILE",
               "report.txt, .md, .json or .html; - is text on standard output (repeatable)",
               cli::Tool::Matters::run);
    tool.flag("--check", check, "end with exit code 1 if the plan does not fit");
    tool.section("Options");
    tool.text("--guess", guess, "N", "the compute-optimal size, as you would guess it");
    tool.flag("--no-guess", no_guess, "do not ask");
    tool.text("--sweep", sweep, "tokens_per_parameter=LOW:HIGH",
              "the same compute with other sizes: loss and serving");
    tool.texts("--compare", others, "PLAN", "another plan, told beside (repeatable)");
    tool.number("--seed", seed, "N", "of the draws from the plan's ranges (0)");
    tool.number("-j,--threads", threads, "N", "threads that read stats files (0: all)",
                cli::Tool::Matters::run);
  }

  PlanOptions plan;
  std::vector<std::string> stats;
  std::string list;
  std::vector<std::string> outputs;
  bool check = false;
  std::string guess;
  bool no_guess = false;
  std::string sweep;
  std::vector<std::string> others;
  uint64_t seed = 0;
  uint64_t threads = 0;
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

report::ReportOptions report_options_of(const Options& options) {
  report::ReportOptions made;
  made.seed = options.seed;
  if (!options.guess.empty()) {
    made.guess = parse_guess(options.guess);
    if (!made.guess) {
      throw ConfigError("--guess: must be a number of parameters, as 3e9, not '" + options.guess +
                        "'");
    }
  }
  if (!options.sweep.empty()) made.sweep = parse_sweep(options.sweep);
  return made;
}

// Those of the command line, else those that the plan names.
std::vector<io::Input> stats_files(const Options& options, const report::Plan& plan) {
  std::vector<std::string> paths = options.stats;
  if (paths.empty() && options.list.empty()) paths = options.plan.stats_of(plan);
  if (paths.empty() && options.list.empty()) return {};
  return io::expand_inputs({.paths = paths, .list = options.list, .fetch = {}});
}

void refuse_overwriting(const cli::Tool& tool, std::vector<io::Input> read,
                        const std::vector<std::string>& outputs) {
  for (const std::string& path : tool.read_files()) read.push_back({.name = path});
  std::vector<cli::NamedOutput> named;
  for (const std::string& path : outputs) named.push_back({path, "the report"});
  cli::refuse_collisions(read, named);
}

void check_fit(const report::Report& report) {
  std::string misfits;
  for (const report::Criterion& one : report.decision) {
    if (one.verdict != report::Verdict::no) continue;
    misfits += (misfits.empty() ? "" : "; ") + one.name + ": " + one.because;
  }
  if (!misfits.empty()) throw CheckError("the plan does not fit: " + misfits);
}

void run(cli::Tool& tool, Options& options) {
  if (options.outputs.empty()) options.outputs = {"-"};
  for (const std::string& path : options.outputs) form_of(path);
  report::ReportOptions report_options = report_options_of(options);
  const report::Plan plan = options.plan.plan(tool);
  std::vector<report::Plan> others;
  for (const std::string& path : options.others) {
    others.push_back(PlanOptions::other_plan(path, tool));
  }
  const auto hardware = options.plan.hardware();
  const std::vector<io::Input> files = stats_files(options, plan);
  if (files.empty() && plan.empty()) {
    throw ConfigError("nothing to report: give stats files, --plan, or flags as --params");
  }
  refuse_overwriting(tool, files, options.outputs);

  const std::unique_ptr<report::Funnel> funnel = read_funnel(files, options.threads);
  const auto basis_for = [&](const report::Plan& one) {
    return report::basis_of(one, funnel.get(), hardware, options.plan.basis());
  };
  const report::Basis basis = basis_for(plan);
  for (size_t i = 0; i < others.size(); ++i) {
    const std::string& path = options.others[i];
    report_options.others.push_back(
        {std::filesystem::path(path).stem().string(),
         cli::configured_by("--compare " + path, [&] { return basis_for(others[i]); })});
  }
  const bool can_guess = basis.flops || basis.calendar_flops;
  const bool shows = std::ranges::count(options.outputs, "-") > 0;
  if (can_guess && shows && !report_options.guess && !options.no_guess) {
    report_options.guess = ask_for_guess();
  }
  const report::Report made = report::report_of(basis, report_options);
  write(made, options.outputs, options.no_guess || report_options.guess);
  if (options.check) check_fit(made);
}

}  // namespace

int report(int argc, char** argv) {
  return cli::run("sluice-report", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Tell what the training run on a measured corpus takes, every number with its formula.",
        {"sluice-report stats/*.json --plan plan.toml -o report.html",
         "sluice-report --params 8e9 --tokens 15e12 --hw h100-sxm --gpus 1024 --days 90 --check"});
    Options options(tool);
    return tool.on_run([&] {
      tool.refuse_chain();
      run(tool, options);
    });
  });
}

}  // namespace sluice::report_tool
