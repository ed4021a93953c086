// Utilisation: which part of a cluster's peak goes into the model, and what to make of the figure.
//
//   mfu(flops_per_token, tokens_per_second, gpus, peak);   // 0.41
//   hfu(0.4125, kFullRecompute);                           // 0.55
//   judge(0.62);                                           // UtilisationBand::recheck_convention
//
// A figure means something only with its convention of attention's FLOPs (compute.h) and on the
// dense peak of the precision trained in. Ratios, 0..1. Each comment opens with the formula's
// number in the report and its label (compute.h).
#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::sizing {

// F21, grounded: MFU = f tokens/s / (n peak): FLOPs that the model requires, of those possible.
// Chowdhery et al. 2022 (PaLM, arXiv:2204.02311), appendix B.
double mfu(double flops_per_token, double tokens_per_second, double gpus, double peak);

// F21, grounded: HFU = MFU x executed / required FLOPs. Where a source does not say which it gives,
// take it for HFU.
double hfu(double mfu, double executed_over_required);

// Executed over required FLOPs where every layer's forward pass is made twice (activations.h has
// the selective kind).
inline constexpr double kFullRecompute = 4.0 / 3;

// F21, grounded: C / (peak x GPU seconds): the utilisation over all hours that were billed, below
// that of the steps.
double run_utilisation(double flops, double peak, double gpu_hours);

// F21, grounded: where an MFU on the dense BF16 peak stands among published runs (PaLM 46.2 %,
// Llama 3 405B 38 to 43 %, MPT on H100s 37 to 46 %, Megatron-LM on H100s 41 to 48 %, MT-NLG 30.2 %,
// Gopher 32.5 %, GPT-3 21.3 %).
enum class UtilisationBand : uint8_t {
  profile,             // up to 15 %
  below_published,     // to 30 %
  published,           // to 50 %
  above_most,          // to 60 %: GPT-style runs on A100s reached 56 %
  recheck_convention,  // to 85 %
  wrong_peak,          // 85 % and more
};
UtilisationBand judge(double mfu);
// What to say of it: "within the band of published runs".
std::string_view advice(UtilisationBand band);

}  // namespace sluice::sizing
