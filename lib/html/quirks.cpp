#include "html/quirks.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"

namespace sluice::html {

namespace {

// Beginnings of public identifiers, in lower case
// (https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode).
constexpr std::array<std::string_view, 55> kQuirkyBeginnings = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//",
};

constexpr std::array<std::string_view, 3> kQuirky = {"-//w3o//dtd w3 html strict 3.0//en//",
                                                     "-/w3c/dtd html 4.0 transitional/en", "html"};

// Quirky only without a system identifier.
constexpr std::array<std::string_view, 2> kQuirkyAlone = {"-//w3c//dtd html 4.01 frameset//",
                                                          "-//w3c//dtd html 4.01 transitional//"};

}  // namespace

bool is_quirky(const Doctype& doctype) {
  if (doctype.force_quirks || doctype.name.value_or("") != "html") return true;
  if (doctype.system_id &&
      equals_ignoring_case(*doctype.system_id,
                           "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd")) {
    return true;
  }
  if (!doctype.public_id) return false;
  const std::string_view id = *doctype.public_id;
  const auto begins = [id](std::string_view quirky) { return starts_ignoring_case(id, quirky); };
  const auto equals = [id](std::string_view quirky) { return equals_ignoring_case(id, quirky); };
  return std::any_of(kQuirkyBeginnings.begin(), kQuirkyBeginnings.end(), begins) ||
         std::any_of(kQuirky.begin(), kQuirky.end(), equals) ||
         (!doctype.system_id && std::any_of(kQuirkyAlone.begin(), kQuirkyAlone.end(), begins));
}

}  // namespace sluice::html
