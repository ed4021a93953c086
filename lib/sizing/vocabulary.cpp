#include "sizing/vocabulary.h"

#include <cmath>
#include <numbers>

#include "sizing/bounds.h"

namespace sluice::sizing {

double vocabulary_parameters(double vocabulary, double width, bool tied) {
  return (tied ? 1 : 2) * positive("vocabulary", vocabulary) * positive("width", width);
}

double head_flops_per_token(double vocabulary, double width) {
  return 6 * positive("vocabulary", vocabulary) * positive("width", width);
}

double head_share(double vocabulary, double width, double layer_matmul) {
  const double head = positive("vocabulary", vocabulary) * positive("width", width);
  return head / (not_negative("layer_matmul", layer_matmul) + head);
}

double logits_bytes(double tokens, double vocabulary, double tensor_parallel) {
  return 4 * not_negative("tokens", tokens) * positive("vocabulary", vocabulary) /
         at_least("tensor_parallel", tensor_parallel, 1);
}

double parameters_with(double parameters, double vocabulary, double new_vocabulary, double width,
                       bool tied) {
  return positive("parameters", parameters) + vocabulary_parameters(new_vocabulary, width, tied) -
         vocabulary_parameters(vocabulary, width, tied);
}

double tokens_of(double text_bytes, double bytes_per_token) {
  return not_negative("text_bytes", text_bytes) / positive("bytes_per_token", bytes_per_token);
}

double training_flops_per_byte(double parameters, double bytes_per_token) {
  return 6 * positive("parameters", parameters) / positive("bytes_per_token", bytes_per_token);
}

double bits_per_byte(double loss, double bytes_per_token) {
  return not_negative("loss", loss) /
         (std::numbers::ln2 * positive("bytes_per_token", bytes_per_token));
}

Label optimal_vocabulary_label(double non_vocabulary_parameters) {
  const bool within = non_vocabulary_parameters >= kSmallestVocabularyFit &&
                      non_vocabulary_parameters <= kLargestVocabularyFit;
  return within ? Label::grounded : Label::extrapolated;
}

double optimal_vocabulary_parameters(double non_vocabulary_parameters) {
  positive("non-vocabulary parameters", non_vocabulary_parameters);
  return 3'145'728 * std::pow(non_vocabulary_parameters / kSmallestVocabularyFit, 0.8353974);
}

double optimal_vocabulary(double non_vocabulary_parameters, double width) {
  return optimal_vocabulary_parameters(non_vocabulary_parameters) / positive("width", width);
}

}  // namespace sluice::sizing
