// A report as text for terminals, Markdown, JSON, and a page that stands alone.
//
//   std::fputs(render_text(report, {.color = true}).c_str(), stdout);
//   file.write(render_html(report));
//
// All four are made from the same model and hold the same numbers, people's to four digits, JSON's
// to all. The same report gives the same bytes. JSON's schema is "sluice.report/1"
// (docs/sluice-report.md).
#pragma once

#include <string>

#include "report/model.h"

namespace sluice::report {

struct TextStyle {
  int width = 80;      // columns, 80 or more; no line is longer
  bool color = false;  // escape codes
};
std::string render_text(const Report& report, const TextStyle& style = {});

std::string render_markdown(const Report& report);
std::string render_json(const Report& report);

// One file: no network, no fonts, charts as SVG; light and dark, for narrow screens and for paper.
// Without scripts all of it can be read. `guessed`: results are open, since the reader has guessed
// or does not want to.
std::string render_html(const Report& report, bool guessed);

}  // namespace sluice::report
