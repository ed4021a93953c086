#include "sizing/compute.h"

#include "sizing/bounds.h"

namespace sluice::sizing {
namespace {

double attention_flops(const ModelShape& shape, double context, Attention attention) {
  not_negative("context", context);
  return (attention == Attention::full ? 12 : 6) * shape.layers * attention_width(shape) * context;
}

// Of the pieces of a document.
double expected_squares(double length, double sequence) {
  if (length > sequence) return length * sequence - (sequence * sequence - 1) / 3;
  return length * length - length * (length * length - 1) / (3 * sequence);
}

}  // namespace

double training_flops(double parameters, double tokens) {
  return 6 * positive("parameters", parameters) * not_negative("tokens", tokens);
}

double flops_per_token(const ModelShape& shape, double context, Attention attention) {
  return 6 * count_parameters(shape).matmul() + attention_flops(shape, context, attention);
}

double attention_share(const ModelShape& shape, double context, Attention attention) {
  return attention_flops(shape, context, attention) / (6 * count_parameters(shape).matmul());
}

double mean_context(std::span<const DocumentLength> lengths, double sequence) {
  positive("sequence", sequence);
  double tokens = 0;
  double squares = 0;
  for (const DocumentLength& length : lengths) {
    not_negative("tokens of a document", length.tokens);
    tokens += not_negative("documents", length.documents) * length.tokens;
    squares += length.documents * expected_squares(length.tokens, sequence);
  }
  return tokens > 0 ? squares / tokens : 0;
}

}  // namespace sluice::sizing
