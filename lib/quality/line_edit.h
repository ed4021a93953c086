// The edit of lines, as C4 and RefinedWeb do it: each line passes tests in their order, which drop
// it, cut something out of it, or drop the document; the text is what is left.
//
//   [[step]]
//   name = "c4"
//   edit = "lines"
//   split = "universal"        # str.splitlines(), the default; or "newline": "\n" alone
//   strip = true               # white space around each line goes before the tests; the default
//
//   [[step.line]]
//   reason = "too_few_words"
//   test = "words"             # line_test.h lists them
//   below = 3
//   then = "drop_line"         # the default; "drop_document", "cut", "cut_or_drop"
//
//   [[step.rule]]              # of what is left
//   reason = "too_few_sentences"
//   signal = "kept_sentences"
//   drop_below = 5
//
// Tests meet lines one after the other, so that what one takes out of a line the next does not see;
// but where a source edits the text in several goes, `pass = 2` of a test, and of those behind it,
// says that they meet the lines of the text that pass 1 left: joined, stripped, and split again.
//
// The step's rules are its line tests, then its rules. The value of a line test is the number of
// lines that met it; of "drop_document" it drops from 1 on. The reason of a document is that of the
// first line that drops it, else that of the first rule. A document that is dropped is edited all
// the same, so that later rules see what they would see without this one: a line that drops the
// document goes on to the next test.
//
// Signals of its rules:
//
//   kept_lines              lines that are left
//   kept_sentences          sentences of these, each line by itself (key `sentences`)
//   removed_words_fraction  (words of the old text - words of the new) / words of the old (key
//                           `words`); nothing where there was none
//
// The new text is the kept lines joined by "\n", without white space around it. It counts as edited
// if it is not what it was, byte by byte.
#pragma once

#include <memory>
#include <vector>

#include "quality/step.h"

namespace sluice::quality {

// Reads the step's own keys (the caller finishes it), `lines` and `rules`. Throws ConfigError.
std::unique_ptr<const Step> make_line_edit(Record& step, std::vector<Record> lines,
                                           std::vector<Record> rules, const Setting& setting);

}  // namespace sluice::quality
