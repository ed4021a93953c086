// What stands around a report's sections in its page: style, the guess, and the script.
//
// The script computes nothing: it opens the results once a number is entered, and looks up the
// nearest of the curve's points, which C++ computed. A policy in the page itself allows no request.
#pragma once

#include <string_view>

namespace sluice::report {

extern const std::string_view kPageHead;  // to <main>
extern const std::string_view kGuess;     // the guess and the slider
extern const std::string_view kPageEnd;   // from the script on

}  // namespace sluice::report
