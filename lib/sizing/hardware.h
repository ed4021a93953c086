// Accelerators: what a plan needs to know of each, from a table that is compiled in.
//
//   const std::vector<Hardware> known = built_in_hardware();
//   hardware_named("h100-sxm", known).bf16_peak;           // 989e12 FLOP/s, dense
//   sparse_headline_of(1979e12, known);                 // the H100: twice what training can reach
//   read_hardware(bytes, "ours.toml", built_in_hardware());   // with our prices and links
//
// data/hardware.toml tells sources and keys. Units: FLOP/s, bytes, bytes/s, watts, dollars an hour.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::sizing {

struct HardwarePrice {
  std::string vendor;
  std::string date;  // when it was seen: "2025-03-02"
  double dollars = 0;
};

enum class Confidence : uint8_t { low, medium, high };

struct Hardware {
  std::string id;              // "h100-sxm"
  std::string name;            // "NVIDIA H100 SXM"
  double bf16_peak = 0;        // dense
  double sparse_headline = 0;  // 0: it has none
  double fp8_peak = 0;         // dense; 0: it has none
  double achieved = 0;         // of the best matrix product measured; 0: not known
  double memory_bytes = 0;
  double bandwidth = 0;       // of memory
  double link_bandwidth = 0;  // one direction; 0: not known
  uint64_t node = 1;          // accelerators in the domain that the link joins
  double watts = 0;           // 0: not known
  std::vector<HardwarePrice> prices;
  Confidence confidence = Confidence::low;
  std::string note;
};

std::vector<Hardware> built_in_hardware();

// What to do about a dense peak that is somebody's headline with 2:4 sparsity.
enum class SparsePeaks : bool { refused, allowed };

// `base` with the file's entries: those of a known id change the values that they name, others are
// added and must have bf16_tflops, memory_gb and bandwidth_tbps. `path`: for messages. Throws
// ConfigError, about a bf16_tflops too that is an accelerator's headline with sparsity, unless
// those are allowed.
std::vector<Hardware> read_hardware(std::string_view toml, const std::string& path,
                                    std::vector<Hardware> base = {},
                                    SparsePeaks sparse = SparsePeaks::refused);

// Throws ConfigError, with the nearest name, if there is none of this id.
const Hardware& hardware_named(std::string_view id, std::span<const Hardware> hardware);

// F4: the accelerator whose headline with 2:4 sparsity this peak is, to within a thousandth, unless
// it is another one's dense peak; null if it is none. Everything computed from such a peak is off
// by a factor of two.
const Hardware* sparse_headline_of(double peak, std::span<const Hardware> hardware);

}  // namespace sluice::sizing
