// E-mail addresses and Internet addresses in texts: data of persons, replaced or pointed at.
//
//   const Pii pii({});
//   std::vector<Pii::Span> spans;                          // reused
//   pii.find("Write to ann@mail.example.", spans);         // {9, 16, email}
//   pii.replace(text, spans, out);                         // "Write to email@example.com."
//
// What is found follows datatrove's PIIFormatter (a649de79, formatters/pii.py), with these
// differences:
//
// * E-mail addresses may hold capitals. Their last label begins with a letter, has two characters
//   or more, and is no ending of image files, so that "react@16.8.0" and "icon@2x.png" are none.
//   No letter or digit continues an address in brackets ("ann@[8.8.8.8]x"). Addresses that touch,
//   or have but "." and "-" between them, are one, and so is "ann@bob@mail.example".
// * IPv4 addresses are four octets that stand alone: no letter, digit, "." or "_" touches them, no
//   "-" or "+" joins them to a word, nor a "/" to a name before them ("curl/7.1.2.3"), unless that
//   is part of an address ("example.org/8.8.8.8"); a dot behind ends a sentence, not a label.
// * Of these, version and section numbers are none: those behind a word such as "version",
//   "release", "build", "firmware", "section", "upgraded to", or "§"; those joined by commas or
//   "and" to one; and at the beginning of a line, before a capitalised word, those without an octet
//   above 20 ("2.4.1.3 Scope").
// * IPv6 addresses are found, too, where they can be nothing else: three groups or more, standing
//   alone, of which the first has four digits and is in 2000::/3.
//
// Only globally routable addresses count (url/ip_address.h): none of private networks, of
// documentation, and the like.
//
// Which replacement an address gets depends on the address alone, however it is spelled, not on the
// document, its place or the threads: equal texts stay equal, so that deduplication behind finds
// what it found before, and within a text the same address stays the same. The replacements belong
// to nobody (RFC 2606, RFC 5737, RFC 3849) and are not found themselves, so that they are not
// replaced again.
//
// Texts without "@", digits around dots, and hexadecimal digits before colons cost three searches
// for a byte each; linear on any text. Immutable; threads may share one.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml_records.h"
#include "quality/step.h"

namespace sluice::quality {

class Pii {
 public:
  struct Options {
    bool email = true;
    bool ip = true;
    // One of each list is taken, by hash. Throws ConfigError where a list is empty.
    std::vector<std::string> emails = {"email@example.com", "firstname.lastname@example.org"};
    std::vector<std::string> ipv4 = {"192.0.2.17",     "192.0.2.83",   "198.51.100.24",
                                     "198.51.100.101", "203.0.113.45", "203.0.113.190"};
    std::vector<std::string> ipv6 = {"2001:db8::17", "2001:db8::5:83", "2001:db8:24::101"};
  };

  enum class Kind : uint8_t { email, ipv4, ipv6 };
  struct Span {
    uint32_t begin = 0;  // byte in the text
    uint32_t size = 0;   // bytes
    Kind kind = Kind::email;

    std::string_view of(std::string_view text) const { return text.substr(begin, size); }
    friend bool operator==(const Span&, const Span&) = default;
  };

  explicit Pii(Options options);

  // Replaces `out` by what is found, in order, without overlaps: where two would overlap, the
  // e-mail address counts. `text` is shorter than 4 GiB.
  void find(std::string_view text, std::vector<Span>& out) const;

  // Appends the text with its spans replaced to `out`.
  void replace(std::string_view text, const std::vector<Span>& spans, std::string& out) const;

 private:
  void find_emails(std::string_view text, std::vector<Span>& out) const;
  void find_ipv4(std::string_view text, std::vector<Span>& out) const;
  void find_ipv6(std::string_view text, std::vector<Span>& out) const;
  bool is_replacement(std::string_view address, Kind kind) const;
  const std::vector<std::string>& replacements(Kind kind) const;

  Options options_;
  std::vector<std::string> own_[3];  // by kind: what its replacements are, of any spelling
};

// edit = "pii", with the keys
//
//   email = true        # look for e-mail addresses
//   ip = true           # look for Internet addresses
//   mode = "replace"    # or "annotate": the text stays
//   emails = […]        # replacements, in place of those above; also ipv4 = […], ipv6 = […]
//
// Its rules pii_email and pii_ip measure how many there are, and never drop. "annotate" tells where
// they are (Filter::find_places()), as places of the kinds "email" and "ip".
std::unique_ptr<const Step> make_pii_step(Record& parameters);

}  // namespace sluice::quality
