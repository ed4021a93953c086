// How far a run has come, on one line of the terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace sluice::pipeline {

class Progress {
 public:
  // Every `interval` at most, `show` gets a line (no line end); an empty function shows nothing.
  Progress(std::string label, std::function<void(const std::string&)> show,
           std::chrono::milliseconds interval = std::chrono::milliseconds(500));

  void update(uint64_t bytes, std::optional<uint64_t> total, uint64_t documents);

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  std::function<void(const std::string&)> show_;
  std::chrono::milliseconds interval_;
  Clock::time_point start_;
  Clock::time_point shown_;
};

// "label: 1.20 GB of 3.40 GB (35 %), 48,113 documents, 512 MB/s, 4 s left". Pure, for tests.
std::string progress_line(const std::string& label, uint64_t bytes, std::optional<uint64_t> total,
                          uint64_t documents, double seconds);

}  // namespace sluice::pipeline
