// Any bytes, split in lines: no crash, verdicts that do not depend on what follows a line, and
// edits that leave a good line good.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "document/document.h"

namespace {

using namespace sluice;

void expect(bool holds) {
  if (!holds) std::abort();
}

struct Setup {
  Fields fields;
  FieldId language = fields.add("metadata.language");
  FieldId reject = fields.add("metadata.reject");
  FieldId reason = fields.add("metadata.reject.reason");
  FieldId source = fields.add("source");
  DocumentReader reader{fields};
  Document in_place;
  Document alone;
};

std::string written(const Document& document) {
  Buffer out;
  document.write(out);
  return std::string(out.view());
}

// Edits chosen by the bits of `choice`.
void edit(Setup& setup, Document& document, size_t choice) {
  if (choice & 1) document.set(setup.language, document.text().substr(0, 0));
  if (choice & 2) document.set(setup.source, *document.string(setup.fields.text()));
  if (choice & 4) document.set_json(setup.reject, R"({"tool":"fuzz","reason":null})");
  if (choice & 8) document.set(setup.reason, document.id());
  if (choice & 16) document.remove(setup.source);
  if (choice & 32) document.remove(setup.reject);
  if (choice & 64) document.set_text("text\n");
  if (choice & 128) document.remove(setup.language);
}

void check_line(Setup& setup, std::string_view line) {
  const std::string copy(line);  // ends where its memory does
  const auto bad = setup.reader.read(line, setup.in_place);
  const auto bad_alone = setup.reader.read(copy, setup.alone);
  expect(bad.has_value() == bad_alone.has_value());
  if (bad) {
    expect(bad->reason == bad_alone->reason && bad->offset == bad_alone->offset);
    expect(bad->offset <= line.size());
    return;
  }
  expect(setup.in_place.text() == setup.alone.text() && setup.in_place.id() == setup.alone.id());
  expect(setup.alone.text().size() == setup.alone.text_bytes());
  expect(written(setup.alone) == copy);

  edit(setup, setup.in_place, line.size() * 37 + static_cast<unsigned char>(line[line.size() / 2]));
  const std::string edited = written(setup.in_place);
  expect(edited.find('\n') == std::string::npos);
  expect(!setup.reader.read(edited, setup.alone));
  expect(setup.alone.text() == setup.in_place.text());
  for (const FieldId field : {setup.language, setup.reject, setup.reason, setup.source}) {
    expect(setup.alone.field(field).raw == setup.in_place.field(field).raw);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static Setup setup;
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    if (end > 0) check_line(setup, rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return 0;
}
