#include "report_page.h"

#include <algorithm>

#include "base/error.h"
#include "base/format.h"
#include "cli/messages.h"
#include "dedup/side_by_side.h"

namespace sluice::decontaminate_tool {
namespace {

using decontaminate::Report;
using decontaminate::SplitReport;
using decontaminate::WorstCase;

constexpr size_t kMostListed = 50;  // ids of undetectable items
constexpr size_t kWidth = 120;      // columns of two texts
constexpr size_t kMostRows = 40;

std::string percent(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  return fixed(100.0 * static_cast<double>(part) / static_cast<double>(whole), 2) + " %";
}

std::string score_of(uint32_t score) {
  return fixed(static_cast<double>(score) / decontaminate::kFullScore, 4);
}

// In a cell of a table, where a bar ends it.
std::string cell(const std::string& text) {
  std::string shown;
  for (const char c : cli::printable(text))
    shown += c == '|' ? std::string("\\|") : std::string(1, c);
  return shown;
}

std::string row_of(const std::string& set, const std::string& split, const SplitReport& found) {
  return "| " + cell(set) + " | " + cell(split) + " | " + with_thousands(found.items) + " | " +
         with_thousands(uint64_t{found.contaminated.size()}) + " | " +
         percent(found.contaminated.size(), found.items) + " | " + with_thousands(found.documents) +
         " | " + with_thousands(found.tokens_removed) + " | " +
         with_thousands(uint64_t{found.undetectable.size()}) + " |\n";
}

std::string undetectable_of(const Report& report) {
  std::string text;
  for (const auto& [name, split] : report.splits) {
    if (split.undetectable.empty()) continue;
    text += "* " + cell(name.first) + (name.second.empty() ? "" : " " + cell(name.second)) + ":";
    size_t listed = 0;
    for (const std::string& id : split.undetectable) {
      if (listed++ == kMostListed) break;
      text += (listed == 1 ? " " : ", ") + cell(id);
    }
    if (split.undetectable.size() > kMostListed) {
      text += " and " + with_thousands(uint64_t{split.undetectable.size() - kMostListed}) +
              " more (the JSON report has all)";
    }
    text += "\n";
  }
  return text;
}

// A fence that is not in the text.
std::string fenced(const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != text.npos) fence += '`';
  return fence + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string shown(const WorstCase& found) {
  std::string text =
      "\n### " + cell(found.set) + (found.split.empty() ? "" : " " + cell(found.split)) + " " +
      cell(found.item) + "\n\nscore " + score_of(found.score) + ", " +
      count_of(found.words, "word") + " in a row, in document " + cell(found.document) +
      ", bytes " + with_thousands(uint64_t{found.span.begin}) + " to " +
      with_thousands(uint64_t{found.span.end}) + "; left the document, right the item\n\n";
  const std::string difference =
      dedup::side_by_side(found.text, found.item_text, {.width = kWidth, .most_rows = kMostRows});
  return text + (difference.empty() ? "The words are the same:\n\n" + fenced(found.text)
                                    : fenced(difference));
}

}  // namespace

std::string report_markdown(const Report& report) {
  std::string text =
      "# Contamination\n\n" + count_of(report.documents, "document") + ", of which " +
      with_thousands(report.contaminated_documents) + " (" +
      percent(report.contaminated_documents, report.documents) +
      ") hold items of evaluation sets; " +
      (report.tokens == 0 ? std::string("nobody counted their tokens")
                          : with_thousands(report.tokens_removed) + " of " +
                                count_of(report.tokens, "token") + " removed") +
      ".\n\nPolicy: " + report.policy + "; action: " + report.action +
      "; document frequencies: " + report.frequencies + "; index: " + report.index + ".\n\n" +
      "| set | split | items | contaminated | share | documents | tokens removed | undetectable |\n"
      "|---|---|---:|---:|---:|---:|---:|---:|\n";
  for (const auto& [name, split] : report.splits) text += row_of(name.first, name.second, split);
  text += "\nA document that holds items of several sets counts for each of them.\n";
  const std::string undetectable = undetectable_of(report);
  if (!undetectable.empty()) {
    text +=
        "\n## Undetectable items\n\nToo short to be told from chance, or made of what their set "
        "repeats:\n\n" +
        undetectable;
  }
  if (!report.worst.all().empty()) text += "\n## The worst\n";
  for (const WorstCase& found : report.worst.all()) text += shown(found);
  return text;
}

bool is_json_report(const std::string& path, const std::string& option) {
  if (path.ends_with(".json")) return true;
  if (path == "-" || path.ends_with(".md")) return false;
  throw ConfigError(option + " " + path + ": name a file that ends in .json or .md");
}

std::string report_for(const Report& report, bool json) {
  return json ? decontaminate::report_json(report) : report_markdown(report);
}

}  // namespace sluice::decontaminate_tool
