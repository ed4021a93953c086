// Evaluation sets, templates and reports from any bytes: read, or refused with a message. What was
// read can be indexed, and its items are found in their own texts.
#include "decontaminate/evaluation_set.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "decontaminate/index.h"
#include "decontaminate/report.h"
#include "decontaminate/scanner.h"
#include "unicode/utf8.h"

namespace sluice::decontaminate {
namespace {

void find_in_itself(std::vector<Item> items) {
  if (items.empty()) return;
  for (const Item& item : items) {
    for (const std::string& part : item.parts) {
      if (!is_valid_utf8(part)) __builtin_trap();
    }
  }
  const std::string text = items.front().part(Role::question);
  const EvaluationIndex index = build_index(std::move(items));
  const Scanner scanner(index, index.weights(), {});
  Scanner::Scratch scratch;
  std::vector<Finding> findings;
  scanner.scan(text, scratch, findings);
  for (const Finding& finding : findings) {
    size_t end = 0;
    for (const Span& span : finding.spans) {
      if (span.begin < end || span.end <= span.begin || span.end > text.size()) __builtin_trap();
      end = span.end;
    }
  }
}

template <class Read>
void attempt(Read&& read) {
  try {
    read();
  } catch (const Error&) {
  }
}

}  // namespace
}  // namespace sluice::decontaminate

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  using namespace sluice::decontaminate;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const SetSource source{
      .file = "fuzz.jsonl", .set = "fuzz", .split = "", .part = "", .within = ""};
  for (const char* const name : {"mmlu", "arc", "truthfulqa", "boolq", "cmmlu"}) {
    attempt([&] {
      find_in_itself(read_items(bytes, source, find_template(builtin_templates(), name)));
    });
  }
  attempt([&] { find_in_itself(read_paragraphs(bytes, source)); });
  attempt([&] { name_set(bytes); });
  attempt([&] { template_of_fields(bytes); });
  attempt([&] {
    for (const Template& one : read_templates(bytes, "fuzz.toml")) {
      attempt([&] { read_items("{\"q\":\"a\"}", source, one); });
    }
  });
  attempt([&] {
    Report report = read_report(bytes, "fuzz.json");
    const std::string again = report_json(report);
    if (report_json(read_report(again, "again.json")) != again) __builtin_trap();
  });
  return 0;
}
