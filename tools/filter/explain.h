// sluice-filter --explain: what every rule says of one document.
#pragma once

#include <string>
#include <string_view>

#include "cli/document_options.h"
#include "judge.h"
#include "quality/filter.h"

namespace sluice::filter_tool {

// A table of the rules: value, threshold, verdict; then what edits took out of the text and put
// into it, a line each, at most so many.
std::string explanation(const quality::Filter& filter, const quality::Judgement& judgement,
                        std::string_view text);

// Searches the inputs for the document, prints its explanation and stops. Throws CheckError where
// no document has this id.
void explain_one(cli::Tool& tool, cli::DocumentOptions& documents, const std::string& id,
                 const quality::Filter& filter, const FactFields::Options& facts);

}  // namespace sluice::filter_tool
