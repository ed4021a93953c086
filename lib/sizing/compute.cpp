#include "sizing/compute.h"

namespace sluice::sizing {
namespace {

double attention_flops(const ModelShape& shape, double context, Attention attention) {
  return (attention == Attention::full ? 12 : 6) * shape.layers * attention_width(shape) * context;
}

// Of the pieces of a document.
double expected_squares(double length, double sequence) {
  if (length > sequence) return length * sequence - (sequence * sequence - 1) / 3;
  return length * length - length * (length * length - 1) / (3 * sequence);
}

}  // namespace

double training_flops(double parameters, double tokens) { return 6 * parameters * tokens; }

double flops_per_token(const ModelShape& shape, double context, Attention attention) {
  return 6 * count_parameters(shape).matmul() + attention_flops(shape, context, attention);
}

double attention_share(const ModelShape& shape, double context, Attention attention) {
  return attention_flops(shape, context, attention) / (6 * count_parameters(shape).matmul());
}

double mean_context(std::span<const DocumentLength> lengths, double sequence) {
  double tokens = 0;
  double squares = 0;
  for (const DocumentLength& length : lengths) {
    tokens += length.documents * length.tokens;
    squares += length.documents * expected_squares(length.tokens, sequence);
  }
  return tokens > 0 ? squares / tokens : 0;
}

}  // namespace sluice::sizing
