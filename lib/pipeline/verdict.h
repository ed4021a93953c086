// What a stage decides about one document.
//
//   return Verdict::keep();
//   return Verdict::keep_on(route);               // to one of several outputs
//   return Verdict::reject("language", "fr 0.97");  // a reason to count under, a detail to read
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace sluice::pipeline {

struct Verdict {
  bool kept = true;
  uint32_t route = 0;       // which output; 0 is the first
  std::string_view reason;  // of a rejection: a stable name, alive as long as the stage
  std::string detail;       // of a rejection: free text for people

  static Verdict keep() { return {}; }
  static Verdict keep_on(uint32_t route) {
    return {.kept = true, .route = route, .reason = {}, .detail = {}};
  }
  static Verdict reject(std::string_view reason, std::string detail = {}) {
    return {.kept = false, .route = 0, .reason = reason, .detail = std::move(detail)};
  }
};

}  // namespace sluice::pipeline
