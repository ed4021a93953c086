// sluice-langid --evaluate: rows of label, tab, text, and how often the label is found.
#pragma once

#include "cli/document_options.h"
#include "labeller.h"
#include "options.h"

namespace sluice::langid_tool {

// Reads all inputs once, prints a table, and writes the whole as JSON to -o. What is wrong with a
// row is a bad record: missing_label (no tab, or nothing before it), invalid_utf8.
void evaluate_rows(cli::Tool& tool, cli::DocumentOptions& documents, const LangidOptions& options,
                   const Labeller& labeller);

}  // namespace sluice::langid_tool
