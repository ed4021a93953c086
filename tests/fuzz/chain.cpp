// Chains and the reports of their tools: any text is one or is refused; what is read back is the same.
#include "cli/chain.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "pipeline/commit_gate.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    for (const cli::ChainStage& stage : cli::parse_chain(text)) {
      if (stage.tool.size() > size) __builtin_trap();
    }
  } catch (const ConfigError&) {
  }
  if (const auto report = pipeline::ReadyReport::parse(text)) {
    const auto again = pipeline::ReadyReport::parse(report->line());
    if (!again || again->line() != report->line()) __builtin_trap();
  }
  return 0;
}
