// Scores to probabilities, the same on every machine: no function of the mathematics library, whose
// last bit varies.
#pragma once

#include <span>

namespace sluice::langid {

// e^x for x <= 0, to 1e-9 of it; 0 below -40.
double decay(double x);

// In place: p[i] = e^p[i] / sum of e^p[j]. Not empty.
void softmax(std::span<double> values);

}  // namespace sluice::langid
