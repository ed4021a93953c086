// Published models: shapes, tokens, hours, as the report recomputes them beside the user's plan.
//
//   for (const PublishedModel& model : published_models(built_in_hardware())) {
//     if (model.calibrates) reported_utilisation(model);      // 0.39 for Llama 2 7B
//   }
//
// From a table that is compiled in (data/models.toml, which tells the sources). 0 stands for what
// is not known.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sizing/hardware.h"
#include "sizing/model_shape.h"

namespace sluice::sizing {

struct PublishedModel {
  std::string id;                   // "llama-2-7b"
  std::string name;                 // "Llama 2 7B"
  std::optional<ModelShape> shape;  // not known where parameters are nominal
  double parameters = 0;            // of all matrices, exact if there is a shape
  double active_parameters = 0;     // those that a token meets
  double context = 0;               // tokens a sequence in pre-training
  double tokens = 0;                // processed
  bool tokens_at_least = false;     // the source says "over"
  double flops = 0;                 // as reported
  double gpu_hours = 0;
  std::string hardware;  // id; empty if not in the table
  double peak = 0;       // dense bf16, FLOP/s
  uint64_t gpus = 0;
  double mfu = 0;  // as reported, of the steps
  double hfu = 0;
  // Tokens and hours are those of one plain pre-training: 6 N D over the hours means something.
  bool calibrates = false;
  std::string note;
};

// In the order of the table. Throws ConfigError if a model's hardware is not among `hardware`.
std::vector<PublishedModel> published_models(std::span<const Hardware> hardware);

// F21, grounded: 6 N D over the peak of all hours reported, below the utilisation of the steps. 0
// where something is not known.
double reported_utilisation(const PublishedModel& model);

}  // namespace sluice::sizing
