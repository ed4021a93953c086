// Quantities that several sections tell, so that all tell them alike.
//
//   section.fact("tokens", tokens_of(basis));
//   section.fact("states", memory_of(…).total)
#pragma once

#include <string>

#include "report/basis.h"
#include "sizing/formulas.h"

namespace sluice::report {

// Grounded where the scaling laws were fitted, extrapolated elsewhere.
sizing::Label fit_label(double parameters, double flops);

// What the basis has of them; call only where it has.
sizing::Quantity unique_of(const Basis& basis);
sizing::Quantity parameters_of(const Basis& basis);
sizing::Quantity active_of(const Basis& basis);
sizing::Quantity tokens_of(const Basis& basis);
sizing::Quantity flops_of(const Basis& basis);

// What a GPU holds at the most: states, activations and logits, against the card less its reserve.
struct MemoryFit {
  sizing::GpuMemory memory;
  sizing::Quantity total;  // its bounds are those of the activations
  double limit = 0;        // bytes that a plan may use
  bool fits() const { return total.range->high <= limit; }
};
MemoryFit memory_fit(const Basis& basis);  // with a memory_plan and hbm_bytes

}  // namespace sluice::report
