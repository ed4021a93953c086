#include "sizing/published_models.h"

#include "base/toml_records.h"
#include "sizing/compute.h"
#include "sizing/embedded_tables.h"
#include "sizing/shape_record.h"
#include "sizing/utilisation.h"

namespace sluice::sizing {
namespace {

PublishedModel model_of(Record& record, std::span<const Hardware> hardware) {
  PublishedModel model;
  model.id = record.name();
  record.text("name", model.name);
  model.shape = take_shape(record);
  if (model.shape) {
    const ParameterCount count = count_parameters(*model.shape);
    model.parameters = count.total();
    model.active_parameters = count.active();
  } else if (record.number("parameters", model.parameters)) {
    model.active_parameters = model.parameters;
  } else {
    record.fail("'layers' or 'parameters' is missing");
  }
  record.number("context", model.context);
  record.number("tokens", model.tokens);
  record.flag("tokens_at_least", model.tokens_at_least);
  record.number("flops", model.flops);
  record.number("gpu_hours", model.gpu_hours);
  if (record.text("hardware", model.hardware)) {
    model.peak = hardware_named(model.hardware, hardware).bf16_peak;
  } else {
    record.number("peak_tflops", model.peak, 1e12);
  }
  record.count("gpus", model.gpus);
  record.number("mfu", model.mfu);
  record.number("hfu", model.hfu);
  record.flag("calibrates", model.calibrates);
  record.text("note", model.note);
  record.finish();
  return model;
}

}  // namespace

std::vector<PublishedModel> published_models(std::span<const Hardware> hardware) {
  std::vector<PublishedModel> models;
  for (Record& record : read_records(kModelsToml, "models.toml")) {
    models.push_back(model_of(record, hardware));
  }
  return models;
}

double reported_utilisation(const PublishedModel& model) {
  if (model.peak == 0 || model.gpu_hours == 0) return 0;
  const double flops = training_flops(model.active_parameters, model.tokens);
  return run_utilisation(flops, model.peak, model.gpu_hours);
}

}  // namespace sluice::sizing
