#include "pipeline/progress.h"

#include <utility>

#include "base/format.h"

namespace sluice::pipeline {

Progress::Progress(std::string label, std::function<void(const std::string&)> show,
                   std::chrono::milliseconds interval)
    : label_(std::move(label)),
      show_(std::move(show)),
      interval_(interval),
      start_(Clock::now()),
      shown_(start_) {}

void Progress::update(uint64_t bytes, std::optional<uint64_t> total, uint64_t documents) {
  if (!show_) return;
  const Clock::time_point now = Clock::now();
  if (now - shown_ < interval_) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  show_(progress_line(label_, bytes, total, documents, seconds));
}

std::string progress_line(const std::string& label, uint64_t bytes, std::optional<uint64_t> total,
                          uint64_t documents, double seconds) {
  std::string line = label + ": " + human_bytes(bytes);
  const double rate = seconds > 0 ? static_cast<double>(bytes) / seconds : 0;
  const bool total_holds = total && *total > 0 && bytes <= *total;  // a file may grow
  if (total_holds) {
    const double share = static_cast<double>(bytes) / static_cast<double>(*total);
    line +=
        " of " + human_bytes(*total) + " (" + std::to_string(static_cast<int>(share * 100)) + " %)";
  }
  line += ", " + count_of(documents, "document") + ", " + human_bytes(static_cast<uint64_t>(rate)) +
          "/s";
  if (total_holds && bytes < *total && rate > 0) {
    line += ", " + human_seconds(static_cast<double>(*total - bytes) / rate) + " left";
  }
  return line;
}

}  // namespace sluice::pipeline
