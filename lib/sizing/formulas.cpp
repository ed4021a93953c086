#include "sizing/formulas.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace sluice::sizing {
namespace {

constexpr std::array kFormulas = {
    Formula{"F1", "training compute", "C = 6 N D", Label::grounded,
            "Kaplan et al. 2020, arXiv:2001.08361; Hoffmann et al. 2022, arXiv:2203.15556"},
    Formula{"F2", "exact compute a token",
            "f = 6 M + 12 L nh hd T (full attention) or 6 M + 6 L nh hd T (causal)",
            Label::grounded, "Chowdhery et al. 2022, arXiv:2204.02311, appendix B"},
    Formula{
        "F3", "time and cost",
        "GPU seconds = C / (peak MFU); days = GPU seconds / (n 86400); wall days = days / goodput",
        Label::grounded, "definition; MFU, goodput and price are assumptions"},
    Formula{"F4", "dense peak", "dense = headline / 2 where the headline counts 2:4 sparsity",
            Label::grounded, "vendors' data sheets"},
    Formula{"F5", "20 tokens a parameter", "N = sqrt(C / 120); D = 20 N", Label::grounded,
            "Hoffmann et al. 2022, arXiv:2203.15556"},
    Formula{"F6", "over-training", "r = D / N; r / 20", Label::grounded, "definition"},
    Formula{
        "F7", "loss surface",
        "L = E + A / N^a + B / D^b; N* = G (C / 6)^(b / (a + b)), G = (a A / (b B))^(1 / (a + b))",
        Label::grounded,
        "Hoffmann et al. 2022, arXiv:2203.15556; Besiroglu et al. 2024, arXiv:2404.10102"},
    Formula{"F8", "isoFLOP curve", "L(N, C / 6N)", Label::grounded,
            "Hoffmann et al. 2022, arXiv:2203.15556"},
    Formula{"F9", "serving cost",
            "g = ceil(W / memory); t = W / (g bandwidth); tokens/s = min(B / t, g peak / 2N)",
            Label::rough, "weights read once a step; cache, prompts and interconnect left out"},
    Formula{"F10", "break-even", "S* = (training_j - training_i) / (serving_i - serving_j)",
            Label::rough, "Sardana et al. 2024, arXiv:2401.00448"},
    Formula{"F11", "model states", "2 weights + 2 gradients + 4 copy + 4 m + 4 v = 16 bytes",
            Label::grounded, "Rajbhandari et al. 2020, arXiv:1910.02054"},
    Formula{"F12", "states by ZeRO stage", "16; 4 + 12/n; 2 + 14/n; 16/n bytes a parameter",
            Label::grounded, "Rajbhandari et al. 2020, arXiv:1910.02054"},
    Formula{"F13", "activations",
            "s b h (34 + 5 a s / h) bytes a layer, less what is split or recomputed",
            Label::grounded, "Korthikanti et al. 2022, arXiv:2205.05198"},
    Formula{"F14", "vocabulary",
            "V d or 2 V d parameters; 6 V d FLOP a token; 4 s b V bytes of logits", Label::grounded,
            "definition"},
    Formula{"F15", "roofline", "ridge = peak / bandwidth", Label::grounded,
            "Williams, Waterman, Patterson 2009"},
    Formula{"F16", "repeated data", "D' = U + U R (1 - exp(-(D/U - 1) / R)), R = 15.39",
            Label::grounded, "Muennighoff et al. 2023, arXiv:2305.16264"},
    Formula{"F17", "communication", "2 (n - 1) / n S a step; 8 (t - 1) / t 2 s b h a layer",
            Label::grounded, "ring collectives; time from volume is rough"},
    Formula{"F18", "pipeline bubble", "(P - 1) / (v M + P - 1)", Label::grounded,
            "Narayanan et al. 2021, arXiv:2104.04473"},
    Formula{"F19", "interruptions", "lambda n days, lambda = 419 / (54 x 16000)",
            Label::extrapolated, "Llama team 2024, arXiv:2407.21783"},
    Formula{"F20", "checkpoint interval", "sqrt(2 delta M); waste = delta / tau + tau / 2M + R / M",
            Label::grounded, "Young 1974; Daly 2006"},
    Formula{"F21", "utilisation", "MFU = f tokens/s / (n peak); HFU = MFU executed / required",
            Label::grounded, "Chowdhery et al. 2022, arXiv:2204.02311"},
    Formula{"F22", "rewind after a spike", "steps x step time x n; batches x tokens a batch",
            Label::grounded, "Chowdhery et al. 2022, arXiv:2204.02311, section 5.1"},
    Formula{
        "F23", "not modelled",
        "data, salaries, failed runs, pilots, evaluation, storage, egress; energy = h W PUE / 1e6",
        Label::absent, "by design"},
    Formula{"F24", "corpus to budget", "crawl = D / tokens per crawl byte; gap = max(0, D - U)",
            Label::grounded, "measured on the corpus"},
    Formula{"F25", "compute-optimal vocabulary", "V d = 3145728 (Nnv / 33e6)^0.8353974",
            Label::grounded, "Tao et al. 2024, arXiv:2407.13623"},
};

}  // namespace

std::string_view name_of(Label label) {
  switch (label) {
    case Label::grounded:
      return "grounded";
    case Label::extrapolated:
      return "extrapolated";
    case Label::rough:
      return "rough";
    case Label::absent:
      return "absent";
  }
  return {};
}

Label weaker(Label a, Label b) { return std::max(a, b); }

std::span<const Formula> formulas() { return kFormulas; }

const Formula& formula(std::string_view id) {
  const auto found = std::ranges::find(kFormulas, id, &Formula::id);
  if (found == kFormulas.end()) throw std::out_of_range("no formula " + std::string(id));
  return *found;
}

Quantity Quantity::from(std::string input, double input_value, std::string input_unit) && {
  inputs.push_back({std::move(input), input_value, std::move(input_unit)});
  return std::move(*this);
}

Quantity Quantity::from(const Quantity& input) && {
  label = weaker(label, input.label);
  return std::move(*this).from(input.name, input.value, input.unit);
}

Quantity Quantity::within(double low, double high) && {
  range = Range{low, high};
  return std::move(*this);
}

Quantity Quantity::labelled(Label weakened) && {
  label = weaker(label, weakened);
  return std::move(*this);
}

Quantity quantity(std::string_view id, std::string name, double value, std::string unit,
                  Label label) {
  Quantity result;
  result.formula = formula(id).id;
  result.name = std::move(name);
  result.value = value;
  result.unit = std::move(unit);
  result.label = label;
  return result;
}

}  // namespace sluice::sizing
