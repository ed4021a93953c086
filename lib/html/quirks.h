// Whether a doctype puts a page into quirks mode, in which a table does not end a paragraph.
// Internal to html.
#pragma once

#include "html/tokenizer.h"

namespace sluice::html {

bool is_quirky(const Doctype& doctype);

}  // namespace sluice::html
