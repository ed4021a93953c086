#include "sizing/roofline.h"

#include <algorithm>

namespace sluice::sizing {

double ridge(double peak, double bandwidth) { return peak / bandwidth; }

double attainable(double peak, double bandwidth, double intensity) {
  return std::min(peak, intensity * bandwidth);
}

double matmul_intensity(double rows, double inner, double columns, double bytes_per_element) {
  return 2 * rows * inner * columns /
         (bytes_per_element * (rows * inner + inner * columns + rows * columns));
}

double score_matrix_bytes(double batch, double heads, double sequence, double bytes_per_element) {
  return batch * heads * sequence * sequence * bytes_per_element;
}

double residual_bytes(double batch, double sequence, double width, double bytes_per_element) {
  return batch * sequence * width * bytes_per_element;
}

}  // namespace sluice::sizing
