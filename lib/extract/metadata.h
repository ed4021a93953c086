// What a page says of itself: title, dates, licence, language, and what it asks of crawlers.
//
//   MetadataReader reader;                       // one per thread, reused
//   const Metadata& page = reader.read(tree);    // valid until the next read(), with the tree
//   page.title                                   // "How to whittle a spoon"
//   page.opt_out & kNoAi                         // the page asks not to be learned from
//
// Each value is what the page states, trimmed, not checked and not converted: a date may be of any
// form, an address relative. Where several places state one, the first that is there counts, in
// this order:
//
// - title: meta og:title, then <title>, then the first h1: og:title leaves out the site's name,
//   which <title> mostly ends with. The headline of JSON-LD is told apart.
// - published: meta article:published_time, JSON-LD datePublished, itemprop datePublished, meta
//   names that publishers use (date, dc.date, parsely-pub-date, …), the first time element with a
//   datetime.
// - modified: meta article:modified_time and og:updated_time, JSON-LD dateModified, itemprop
//   dateModified.
// - author: meta author and article:author, JSON-LD author's name, itemprop author, rel=author.
// - licence: the address of a link with rel=license, JSON-LD license, else of the first link to a
//   Creative Commons licence; meta dc.rights and copyright say less and do not count.
//
// JSON-LD is read as far as it is well-formed, blocks of up to 1 MB and 4 MB a page. What is
// damaged or larger is passed over: nothing here throws for a page's sake.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "html/tree.h"

namespace sluice::extract {

// What a page asks for itself, by robots meta elements (of any crawler's name) or the TDM
// Reservation Protocol.
enum OptOut : uint32_t {
  kNoAi = 1 << 0,         // noai
  kNoImageAi = 1 << 1,    // noimageai
  kNoIndex = 1 << 2,      // noindex, none
  kNoFollow = 1 << 3,     // nofollow, none
  kNoArchive = 1 << 4,    // noarchive, nocache
  kNoSnippet = 1 << 5,    // nosnippet
  kTdmReserved = 1 << 6,  // meta tdm-reservation of 1
};

// What the content of a robots meta element, or the value of an X-Robots-Tag header, asks for, of
// OptOut: "noai, noindex". A crawler's name before a directive ("otherbot: noai") is passed over,
// since what is asked of one is rarely meant for none other.
uint32_t robots_directives(std::string_view value);

// Views of the tree's attributes and texts, or of the reader's store.
struct Metadata {
  std::string_view title;
  std::string_view language;   // html lang, meta content-language, JSON-LD: "de-CH"
  std::string_view canonical;  // link rel=canonical, else meta og:url
  std::string_view site_name;  // meta og:site_name, application-name
  std::string_view author;
  std::string_view description;  // meta description, og:description
  std::string_view published;
  std::string_view modified;
  std::string_view licence;     // an address
  std::string_view page_type;   // meta og:type: "article"
  std::string_view tdm_policy;  // meta tdm-policy, an address
  uint32_t opt_out = 0;         // of OptOut

  // Of JSON-LD: the longest articleBody (or `text` of a DiscussionForumPosting or Question), its
  // HTML taken out and its references decoded, paragraphs as lines; and the headline beside it.
  std::string_view article_body;
  std::string_view headline;
};

class MetadataReader {
 public:
  MetadataReader();
  ~MetadataReader();
  MetadataReader(const MetadataReader&) = delete;
  MetadataReader& operator=(const MetadataReader&) = delete;

  const Metadata& read(const html::Tree& tree);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::extract
