// Conditions of --where: any text is a condition or a ConfigError, and every condition has an
// answer for every document.
#include "document/where.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace sluice;
  const std::string_view condition(reinterpret_cast<const char*>(data), size);
  Fields fields;
  try {
    const Where where = Where::parse(condition, fields);
    DocumentReader reader(fields);
    Document document;
    for (const std::string_view line :
         {R"({"id":1,"text":"t"})",
          R"({"id":"a","text":"t","source":"en","metadata":{"n":9007199254740993}})",
          R"({"id":"a","text":"t","metadata":{"language_score":0.8,"language":null}})"}) {
      if (reader.read(line, document)) __builtin_trap();  // they are documents
      if (where.holds(document) != where.holds(document)) __builtin_trap();
    }
  } catch (const ConfigError&) {
  }
  return 0;
}
