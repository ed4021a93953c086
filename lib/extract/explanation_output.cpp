#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "base/format.h"
#include "chart/label.h"
#include "extract/explanation.h"

namespace sluice::extract {
namespace {

constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html lang="und">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1rem; font-size: .9rem; }
dd { margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; padding: .1rem .6rem; border-left: .35rem solid; white-space: pre-wrap;
  overflow-wrap: anywhere; }
.keep { border-color: #1a7f37; background: #e6f4ea; }
.drop { border-color: #b3261e; background: #fbeae9; color: #5f5f5f; }
.heading { font-weight: bold; }
</style>
)";

std::string share(uint32_t value) { return fixed(static_cast<double>(value) / kCertain, 2); }

std::string logit(int64_t value) {
  const std::string number = fixed(static_cast<double>(value) / kLogit, 2);
  return value > 0 ? "+" + number : number;
}

std::string_view verdict_of(const ExplainedBlock& block) { return block.kept ? "keep" : "drop"; }

// "likely_path=912 +0.80, names_lowest=-31 -0.42"
std::string reasons_of(const ExplainedBlock& block) {
  std::string text;
  for (const Reason& reason : block.reasons) {
    if (!text.empty()) text += ", ";
    text += name_of(reason.feature);
    text += '=' + std::to_string(reason.value) + ' ' + logit(reason.effect);
  }
  return text.empty() ? "-" : text;
}

// One column of a line: tabs, line ends and what a terminal would obey are cleaned away.
std::string cell(std::string_view text) { return chart::encode(chart::decode(text)); }

std::string beginning_of(const ExplainedBlock& block) {
  constexpr double kColumns = 60;
  return cell(chart::elide(block.text, kColumns, chart::columns));
}

std::string kept_share(const Explanation& explanation) {
  return with_thousands(explanation.kept_bytes) + " of " +
         with_thousands(explanation.visible_bytes) + " visible bytes";
}

std::string choice_of(const Explanation& explanation) {
  return "probability " + share(explanation.threshold) + " and above; expected F-measure " +
         share(explanation.expected);
}

constexpr std::string_view kStated =
    "the text that the page's JSON-LD states, since the page shows nearly none";

// Line by line, since escaping makes spaces of line ends.
void append_escaped(std::string_view text, std::string& out) {
  while (true) {
    const size_t end = text.find('\n');
    out += chart::escape_xml(text.substr(0, end));
    if (end == std::string_view::npos) return;
    out += '\n';
    text.remove_prefix(end + 1);
  }
}

void append_term(std::string_view term, std::string_view value, std::string& out) {
  if (value.empty()) return;
  out += "<dt>" + std::string(term) + "</dt><dd>" + chart::escape_xml(value) + "</dd>\n";
}

}  // namespace

std::string kinds_of(const Explanation& explanation) {
  std::array<size_t, kPageKinds> order{};
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t one, size_t other) {
    return explanation.kinds[one] > explanation.kinds[other];
  });
  std::string text;
  for (const size_t kind : order) {
    const auto feature = static_cast<Feature>(static_cast<size_t>(Feature::kind_article) + kind);
    if (!text.empty()) text += ", ";
    text += name_of(feature).substr(std::string_view("kind_").size());
    text += ' ' + share(explanation.kinds[kind]);
  }
  return text;
}

void write_lines(const Explanation& explanation, std::string& out) {
  out += "# kind: " + kinds_of(explanation) + '\n';
  out += "# keeps: " + choice_of(explanation) + '\n';
  out += "# kept: " + kept_share(explanation) + '\n';
  if (explanation.stated) out += "# text: " + std::string(kStated) + '\n';
  out += "verdict\tlikely\tfirst\treasons\tpath\ttext\n";
  for (const ExplainedBlock& block : explanation.blocks) {
    out += verdict_of(block);
    out += '\t' + share(block.likely) + '\t' + share(block.first) + '\t' + reasons_of(block) +
           '\t' + cell(block.path) + '\t' + beginning_of(block) + '\n';
  }
}

void write_page(const Titles& titles, const Explanation& explanation, std::string& out) {
  out += kHead;
  out += "<title>" + chart::escape_xml(titles.heading) + "</title>\n</head>\n<body>\n<dl>\n";
  append_term("page", titles.heading, out);
  append_term("address", titles.address, out);
  append_term("title", titles.title, out);
  append_term("kind", kinds_of(explanation), out);
  append_term("keeps", choice_of(explanation), out);
  append_term("kept", kept_share(explanation), out);
  if (explanation.stated) append_term("text", kStated, out);
  out += "</dl>\n";
  for (const ExplainedBlock& block : explanation.blocks) {
    out += "<p class=\"" + std::string(verdict_of(block));
    if (block.heading > 0) out += " heading";
    out +=
        "\" title=\"" +
        chart::escape_xml(std::string(verdict_of(block)) + ' ' + share(block.likely) + " (first " +
                          share(block.first) + "): " + reasons_of(block) + " | " + block.path) +
        "\">";
    append_escaped(block.text, out);
    out += "</p>\n";
  }
  out += "</body>\n</html>\n";
}

}  // namespace sluice::extract
