#include "pipeline/meter.h"

#include <cstdint>

namespace sluice::pipeline {
namespace {

rusage usage() {
  rusage value{};
  ::getrusage(RUSAGE_SELF, &value);
  return value;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

Meter::Meter() : start_(std::chrono::steady_clock::now()), usage_(usage()) {}

void Meter::read(stats::Run& run) const {
  const rusage now = usage();
  run.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  run.user_s = seconds(now.ru_utime) - seconds(usage_.ru_utime);
  run.system_s = seconds(now.ru_stime) - seconds(usage_.ru_stime);
  run.peak_rss_bytes = static_cast<uint64_t>(now.ru_maxrss) * 1024;
}

}  // namespace sluice::pipeline
