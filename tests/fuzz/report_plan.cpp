// Plans from any bytes: refused with a message, or reported on in all four forms.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "report/render.h"
#include "report/sections.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  static const auto hardware = sizing::built_in_hardware();
  try {
    report::Plan plan;
    plan.read({reinterpret_cast<const char*>(data), size}, "fuzz.toml");
    const report::Basis basis = report::basis_of(plan, nullptr, hardware);
    const report::Report made = report::report_of(basis, {.guess = 3e9});
    if (render_text(made).empty() || render_markdown(made).empty()) std::abort();
    if (render_json(made).find("null") != std::string::npos) std::abort();  // a number that is none
    if (render_html(made, true).empty()) std::abort();
  } catch (const ConfigError&) {
  }
  return 0;
}
