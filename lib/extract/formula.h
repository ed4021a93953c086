// Formulas of a page as LaTeX.
//
//   if (is_formula(tree, id)) append_formula(tree, id, out);      // out += "\\frac{a}{b}"
//
// A formula is a <math> element, a <script type="math/tex"> (MathJax 2), or an image whose class
// or address says that its alternative text is TeX (MediaWiki, blogs). Of <math> the TeX is taken
// from the annotation with a TeX encoding, else from `alttext`; where there is neither, its
// MathML is written out: x^{2}, a_{i}, (a)/(b), sqrt(x).
//
// What surrounds TeX goes: `\displaystyle` and the braces that MediaWiki puts around it, dollars
// and \( \) or \[ \] around it.
#pragma once

#include <string>

#include "html/tree.h"

namespace sluice::extract {

// Looks at the element and its attributes alone, not at what is within.
bool is_formula(const html::Tree& tree, html::NodeId id);

// Whether it stands apart from the text, on a line of its own.
bool is_display_formula(const html::Tree& tree, html::NodeId id);

// Appends its TeX, without delimiters; nothing if it is empty. Linear in the nodes within.
void append_formula(const html::Tree& tree, html::NodeId id, std::string& out);

}  // namespace sluice::extract
