#include "plan_options.h"

#include <filesystem>

#include "io/chunk.h"
#include "report/hf_config.h"

namespace sluice::report_tool {
namespace {

struct NumberFlag {
  const char* option;
  const char* setting;
  const char* unit;
  const char* help;
};

constexpr NumberFlag kFlags[] = {
    {"--gpus", "cluster.gpus", "N", "GPUs of the cluster"},
    {"--days", "cluster.days", "DAYS", "what the calendar allows"},
    {"--mfu", "cluster.mfu", "SHARE", "model FLOPs utilisation of the steps (0.4)"},
    {"--goodput", "cluster.goodput", "SHARE", "of the calendar, in which steps are made (1)"},
    {"--price", "cluster.price_per_gpu_hour", "DOLLARS", "a GPU hour; none is assumed"},
    {"--budget", "cluster.budget", "DOLLARS", "what the money allows"},
    {"--peak-tflops", "cluster.peak_tflops", "N", "dense peak of a GPU, instead of the table's"},
    {"--params", "model.parameters", "N", "parameters, where no shape is given"},
    {"--tokens", "run.tokens", "N", "tokens to process, repeats counted"},
    {"--unique-tokens", "corpus.unique_tokens", "N", "of the corpus, instead of the stats files'"},
};

std::string read_file(const std::string& option, const std::string& path) {
  return cli::configured_by(option, [&] {
    constexpr uint64_t kMost = uint64_t{16} << 20;
    return io::read_whole(io::Input{.name = path}, kMost);
  });
}

void read_plan(const std::string& option, const std::string& path, report::Plan& plan,
               cli::Tool& tool) {
  const std::string bytes = read_file(option, path);
  tool.reads(path);
  cli::configured_by(option, [&] { plan.read(bytes, path); });
}

void read_model(const std::string& option, const std::string& path, report::Plan& plan,
                cli::Tool& tool) {
  const std::string bytes = read_file(option, path);
  tool.reads(path);
  const report::ConfigShape config =
      cli::configured_by(option, [&] { return report::shape_of_config(bytes, path); });
  if (!config.guessed.empty()) {
    tool.messages().say(path + ": model_type '" + config.guessed +
                        "' is not known; its layers are taken for llama's");
  }
  plan.set_shape(config.shape, path);
}

// The plan's hf_config, which is named as seen from the plan.
void read_model_of(const std::string& plan_path, report::Plan& plan, cli::Tool& tool) {
  if (plan.hf_config().empty()) return;
  const auto folder = std::filesystem::path(plan_path).parent_path();
  read_model("hf_config", (folder / plan.hf_config()).string(), plan, tool);
}

}  // namespace

PlanOptions::PlanOptions(cli::Tool& tool) {
  tool.section("Plan");
  tool.text("--plan", plan_, "FILE", "plan.toml: corpus, cluster, run, model, serving");
  tool.text("--model", model_, "FILE", "config.json of Hugging Face's: the model's shape");
  tool.text("--hw", hw_, "NAME", "accelerator, as h100-sxm");
  tool.text("--hardware", hardware_file_, "FILE", "table of accelerators, beside the built-in one");
  for (const NumberFlag& flag : kFlags) numbers_.push_back({flag.option, flag.setting, 0});
  for (size_t i = 0; i < numbers_.size(); ++i) {
    tool.number(kFlags[i].option, numbers_[i].value, kFlags[i].unit, kFlags[i].help);
  }
  tool.one_of("--fit", fit_, {"besiroglu", "besiroglu_nb", "hoffmann", "hoffmann_tex"},
              "loss surface (besiroglu)");
  tool.one_of("--attn", attention_, {"causal", "full"},
              "which attention FLOPs count beside 6ND (causal)");
  tool.flag("--force", basis_.force, "accept an MFU of 0.85 and more");
  tool.flag("--allow-sparse-peak", basis_.allow_sparse_peak,
            "accept a peak that is a headline with 2:4 sparsity");
}

report::Plan PlanOptions::plan(cli::Tool& tool) const {
  report::Plan plan;
  if (!plan_.empty()) read_plan("--plan", plan_, plan, tool);
  if (!model_.empty()) {
    read_model("--model", model_, plan, tool);
  } else {
    read_model_of(plan_, plan, tool);
  }
  if (!hw_.empty()) plan.set_hardware(hw_, "--hw");
  for (const Flag& flag : numbers_) {
    if (tool.given(flag.option)) plan.set(flag.setting, flag.value, flag.option);
  }
  if (tool.given("--fit")) plan.choose("run.fit", fit_, "--fit");
  if (tool.given("--attn")) plan.choose("run.attention", attention_, "--attn");
  return plan;
}

report::Plan PlanOptions::other_plan(const std::string& path, cli::Tool& tool) {
  report::Plan plan;
  read_plan("--compare", path, plan, tool);
  read_model_of(path, plan, tool);
  return plan;
}

std::vector<std::string> PlanOptions::stats_of(const report::Plan& plan) const {
  std::vector<std::string> paths;
  for (const std::string& path : plan.stats()) {
    paths.push_back((std::filesystem::path(plan_).parent_path() / path).string());
  }
  return paths;
}

std::vector<sizing::Hardware> PlanOptions::hardware() const {
  std::vector<sizing::Hardware> known = sizing::built_in_hardware();
  if (hardware_file_.empty()) return known;
  const std::string bytes = read_file("--hardware", hardware_file_);
  const auto sparse =
      basis_.allow_sparse_peak ? sizing::SparsePeaks::allowed : sizing::SparsePeaks::refused;
  return cli::configured_by("--hardware", [&] {
    return sizing::read_hardware(bytes, hardware_file_, std::move(known), sparse);
  });
}

}  // namespace sluice::report_tool
