#include "sizing/hardware.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/format.h"
#include "base/suggest.h"
#include "base/toml_records.h"
#include "sizing/embedded_tables.h"

namespace sluice::sizing {
namespace {

void take_confidence(Record& record, Confidence& confidence) {
  std::string text;
  if (!record.text("confidence", text)) return;
  if (text == "low") {
    confidence = Confidence::low;
  } else if (text == "medium") {
    confidence = Confidence::medium;
  } else if (text == "high") {
    confidence = Confidence::high;
  } else {
    record.fail("'confidence' must be low, medium or high, not '" + text + "'");
  }
}

void take_prices(Record& record, std::vector<HardwarePrice>& prices) {
  std::vector<Record> seen;
  if (!record.records("prices", seen)) return;
  prices.clear();
  for (Record& one : seen) {
    HardwarePrice price;
    one.text("vendor", price.vendor);
    one.text("date", price.date);
    if (!one.number("dollars", price.dollars)) one.fail("'dollars' is missing");
    one.finish();
    prices.push_back(std::move(price));
  }
}

void take_values(Record& record, Hardware& hardware) {
  record.text("name", hardware.name);
  record.number("bf16_tflops", hardware.bf16_peak, 1e12);
  record.number("sparse_tflops", hardware.sparse_headline, 1e12);
  record.number("fp8_tflops", hardware.fp8_peak, 1e12);
  record.number("achieved_tflops", hardware.achieved, 1e12);
  record.number("memory_gb", hardware.memory_bytes, 1e9);
  record.number("bandwidth_tbps", hardware.bandwidth, 1e12);
  record.number("link_gbps", hardware.link_bandwidth, 1e9);
  record.count("node", hardware.node);
  record.number("watts", hardware.watts);
  take_prices(record, hardware.prices);
  take_confidence(record, hardware.confidence);
  record.text("note", hardware.note);
  record.finish();
  for (const double value :
       {hardware.bf16_peak, hardware.sparse_headline, hardware.fp8_peak, hardware.achieved,
        hardware.memory_bytes, hardware.bandwidth, hardware.link_bandwidth}) {
    if (!std::isfinite(value)) record.fail("a value is too large for its unit");
  }
  if (hardware.bf16_peak == 0) record.fail("'bf16_tflops' is missing or 0");
  if (hardware.memory_bytes == 0) record.fail("'memory_gb' is missing or 0");
  if (hardware.bandwidth == 0) record.fail("'bandwidth_tbps' is missing or 0");
  if (hardware.node == 0) record.fail("'node' must be 1 or more");
}

bool about(double a, double b) { return std::abs(a - b) <= 1e-3 * b; }

// Against what was known before the file, which could call any peak dense, and its own headline.
void refuse_sparse_peak(const Record& record, const Hardware& hardware,
                        std::span<const Hardware> known) {
  const Hardware* headline = sparse_headline_of(hardware.bf16_peak, known);
  const double dense = headline == nullptr ? hardware.sparse_headline / 2 : headline->bf16_peak;
  if (headline == nullptr && about(hardware.bf16_peak, hardware.sparse_headline)) {
    headline = &hardware;
  }
  if (headline == nullptr) return;
  record.fail_at("bf16_tflops", "'bf16_tflops' " + plain_double(hardware.bf16_peak / 1e12) +
                                    " is the figure of " + headline->name +
                                    " with 2:4 sparsity; dense is " + plain_double(dense / 1e12) +
                                    " (--allow-sparse-peak insists)");
}

}  // namespace

std::vector<Hardware> built_in_hardware() { return read_hardware(kHardwareToml, "hardware.toml"); }

std::vector<Hardware> read_hardware(std::string_view toml, const std::string& path,
                                    std::vector<Hardware> base, SparsePeaks sparse) {
  const std::vector<Hardware> known = base;
  for (Record& record : read_records(toml, path)) {
    auto entry = std::ranges::find(base, record.name(), &Hardware::id);
    if (entry == base.end()) {
      Hardware added;
      added.id = record.name();
      added.name = record.name();
      entry = base.insert(base.end(), std::move(added));
    }
    const bool has_peak = record.has("bf16_tflops");
    take_values(record, *entry);
    if (has_peak && sparse == SparsePeaks::refused) refuse_sparse_peak(record, *entry, known);
  }
  return base;
}

const Hardware& hardware_named(std::string_view id, std::span<const Hardware> hardware) {
  const auto found = std::ranges::find(hardware, id, &Hardware::id);
  if (found != hardware.end()) return *found;
  std::vector<std::string_view> ids;
  for (const Hardware& one : hardware) ids.push_back(one.id);
  throw ConfigError("unknown hardware '" + std::string(id) + "'" + did_you_mean(id, ids));
}

const Hardware* sparse_headline_of(double peak, std::span<const Hardware> hardware) {
  const Hardware* found = nullptr;
  for (const Hardware& one : hardware) {
    if (about(peak, one.bf16_peak)) return nullptr;
    if (found == nullptr && one.sparse_headline > 0 && about(peak, one.sparse_headline)) {
      found = &one;
    }
  }
  return found;
}

}  // namespace sluice::sizing
