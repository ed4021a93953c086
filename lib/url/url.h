// Addresses of pages, in one spelling.
//
//   std::string normal;                                            // reused
//   normalise_url("HTTP://Example.ORG.:80/a/../%7Eb?#top", normal)  // http://example.org/~b
//   host_of(normal)                                                 // example.org
//
// The normal form is that of RFC 3986, section 6.2.2 and 6.2.3, and of how browsers read addresses
// (https://url.spec.whatwg.org): scheme and host in lower case; no user, default port, dot behind
// the host, fragment, or empty query; dot segments resolved; percent-encoding with upper-case
// digits, of nothing that may stand as it is, and of everything else; white space around it
// dropped, a backslash of http and https read as a slash. Beyond that only what names a visit and
// not a page goes: the parameters PHPSESSID and JSESSIONID, and a path's ";jsessionid=…". "www.",
// the order of parameters, a slash at the end, and the scheme stay, since pages may differ by them;
// names in other scripts stay as they are spelled.
//
// Any bytes are accepted, in linear time; normalising twice changes nothing more.
#pragma once

#include <string>
#include <string_view>

namespace sluice::url {

// What is no URL with an authority ("urn:x", "a/b") stays, but for blanks and what is not ASCII.
void normalise_url(std::string_view url, std::string& out);

// Of a normal form: the host without port; empty if there is none.
std::string_view host_of(std::string_view normal);

// Of a normal form: host, port, path and query; what follows the scheme where there is no host.
std::string_view without_scheme(std::string_view normal);

}  // namespace sluice::url
