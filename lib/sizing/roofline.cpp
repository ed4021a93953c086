#include "sizing/roofline.h"

#include <algorithm>

#include "sizing/bounds.h"

namespace sluice::sizing {

double ridge(double peak, double bandwidth) {
  return positive("peak", peak) / positive("bandwidth", bandwidth);
}

double attainable(double peak, double bandwidth, double intensity) {
  return std::min(positive("peak", peak),
                  not_negative("intensity", intensity) * positive("bandwidth", bandwidth));
}

double matmul_intensity(double rows, double inner, double columns, double bytes_per_element) {
  positive("rows", rows);
  positive("inner", inner);
  positive("columns", columns);
  positive("bytes_per_element", bytes_per_element);
  return 2 * rows * inner * columns /
         (bytes_per_element * (rows * inner + inner * columns + rows * columns));
}

double score_matrix_bytes(double batch, double heads, double sequence, double bytes_per_element) {
  return not_negative("batch", batch) * not_negative("heads", heads) *
         not_negative("sequence", sequence) * sequence *
         not_negative("bytes_per_element", bytes_per_element);
}

double residual_bytes(double batch, double sequence, double width, double bytes_per_element) {
  return not_negative("batch", batch) * not_negative("sequence", sequence) *
         not_negative("width", width) * not_negative("bytes_per_element", bytes_per_element);
}

}  // namespace sluice::sizing
