#include "extract/metadata.h"

#include <algorithm>
#include <array>
#include <deque>
#include <initializer_list>
#include <vector>

#include "extract/attributes.h"
#include "extract/blocks.h"
#include "extract/json_ld.h"
#include "extract/line_writer.h"
#include "extract/render.h"
#include "html/character_references.h"

namespace sluice::extract {
namespace {

using html::AttributeName;
using html::NodeId;
using html::Tag;
using html::Tree;

constexpr size_t kMostJsonLd = size_t{4} << 20;  // bytes a page

// Values by where they come from, the first of each.
struct Found {
  std::string_view og_title, title, heading;
  std::string_view html_language, meta_language;
  std::string_view link_canonical, og_url;
  std::string_view og_site_name, application_name;
  std::string_view meta_author, article_author, item_author, rel_author;
  std::string_view description, og_description;
  std::string_view published_time, named_date, item_published, time;
  std::string_view modified_time, updated_time, item_modified;
  std::string_view rel_licence, commons_licence;
  std::string_view page_type, tdm_policy;
  uint32_t opt_out = 0;
};

void set(std::string_view& value, std::string_view found) {
  if (value.empty()) value = trim(found);
}

std::string_view first_of(std::initializer_list<std::string_view> values) {
  for (const std::string_view value : values) {
    if (!value.empty()) return value;
  }
  return {};
}

struct NamedValue {
  std::string_view name;
  std::string_view Found::*value;
};

constexpr std::array<NamedValue, 24> kMetas = {{
    {"og:title", &Found::og_title},
    {"content-language", &Found::meta_language},
    {"og:url", &Found::og_url},
    {"og:site_name", &Found::og_site_name},
    {"application-name", &Found::application_name},
    {"author", &Found::meta_author},
    {"article:author", &Found::article_author},
    {"description", &Found::description},
    {"og:description", &Found::og_description},
    {"article:published_time", &Found::published_time},
    {"date", &Found::named_date},
    {"dc.date", &Found::named_date},
    {"dc.date.issued", &Found::named_date},
    {"dcterms.created", &Found::named_date},
    {"citation_publication_date", &Found::named_date},
    {"parsely-pub-date", &Found::named_date},
    {"pubdate", &Found::named_date},
    {"publish-date", &Found::named_date},
    {"sailthru.date", &Found::named_date},
    {"article:modified_time", &Found::modified_time},
    {"og:updated_time", &Found::updated_time},
    {"last-modified", &Found::updated_time},
    {"og:type", &Found::page_type},
    {"tdm-policy", &Found::tdm_policy},
}};

constexpr std::array<NamedValue, 3> kItems = {{
    {"author", &Found::item_author},
    {"datepublished", &Found::item_published},
    {"datemodified", &Found::item_modified},
}};

template <size_t size>
void set_named(Found& found, const std::array<NamedValue, size>& names, std::string_view name,
               std::string_view value) {
  for (const NamedValue& named : names) {
    if (equals_ignoring_case(named.name, name)) set(found.*named.value, value);
  }
}

struct Directive {
  std::string_view name;
  uint32_t bits;
};
constexpr std::array<Directive, 8> kDirectives = {{
    {"noai", kNoAi},
    {"noimageai", kNoImageAi},
    {"noindex", kNoIndex},
    {"nofollow", kNoFollow},
    {"none", kNoIndex | kNoFollow},
    {"noarchive", kNoArchive},
    {"nocache", kNoArchive},
    {"nosnippet", kNoSnippet},
}};

// "robots" for all; a crawler's own name for itself, such as googlebot.
bool names_crawler(std::string_view name) {
  return equals_ignoring_case(name, "robots") ||
         (name.size() > 3 && equals_ignoring_case(name.substr(name.size() - 3), "bot"));
}

bool has_token_of_any_case(std::string_view tokens, std::string_view token) {
  // Tokens of rel are compared without case; none of them is part of another.
  return contains_ignoring_case(tokens, token);
}

bool is_commons_licence(std::string_view address) {
  return address.find("creativecommons.org/licenses/") != std::string_view::npos ||
         address.find("creativecommons.org/publicdomain/") != std::string_view::npos;
}

// Of one element, the attributes that say something here.
struct Said {
  std::string_view name, property, http_equiv, content, rel, href, type, datetime, itemprop, lang;
  bool has_itemprop = false;
};

Said said_by(const Tree& tree, NodeId id) {
  Said said;
  for (const html::Attribute& attribute : tree.attributes(id)) {
    const std::string_view value = attribute.value();
    switch (attribute.id) {
      case AttributeName::name:
        said.name = value;
        break;
      case AttributeName::property:
        said.property = value;
        break;
      case AttributeName::http_equiv:
        said.http_equiv = value;
        break;
      case AttributeName::content:
        said.content = value;
        break;
      case AttributeName::rel:
        said.rel = value;
        break;
      case AttributeName::href:
        said.href = value;
        break;
      case AttributeName::type:
        said.type = value;
        break;
      case AttributeName::datetime:
        said.datetime = value;
        break;
      case AttributeName::lang:
        said.lang = value;
        break;
      case AttributeName::itemprop:
        said.itemprop = value;
        said.has_itemprop = true;
        break;
      default:
        break;
    }
  }
  return said;
}

}  // namespace

struct MetadataReader::State {
  Metadata metadata;
  Found found;
  JsonLd json_ld;
  JsonLdReader json_ld_reader;
  size_t json_ld_bytes = 0;       // that were read: at most kMostJsonLd
  std::deque<std::string> store;  // whose strings stay where they are

  html::Parser parser;  // of article bodies that hold HTML
  Blocks blocks;
  std::vector<uint8_t> keep;

  void visit(const Tree& tree, NodeId id);
  void visit_meta(const Said& said);
  void visit_link(const Said& said, bool of_head);
  void visit_item(const Tree& tree, NodeId id, const Said& said);
  void finish();
  std::string_view text_within(const Tree& tree, NodeId id);
  std::string_view clean(std::string_view text, bool lines = false);
  std::string_view article_text();
};

// The texts within an element, as one line.
std::string_view MetadataReader::State::text_within(const Tree& tree, NodeId id) {
  constexpr size_t kEnough = 1000;
  std::string text;
  for (NodeId at = id + 1; at < tree[id].end && text.size() < kEnough;) {
    const Tag tag = tree[at].tag;
    if (tag == Tag::text) text += tree.text(at);
    at = tag == Tag::script || tag == Tag::style || tag == Tag::svg ? tree[at].end : at + 1;
  }
  return clean(text);
}

std::string_view MetadataReader::State::clean(std::string_view text, bool lines) {
  std::string& out = store.emplace_back();
  LineWriter writer(out);
  writer.begin("");
  if (lines) {
    writer.collapse_lines(text);
  } else {
    writer.collapse(text);
  }
  return out;
}

void MetadataReader::State::visit_meta(const Said& said) {
  for (const std::string_view name : {said.property, said.name, said.http_equiv}) {
    if (name.empty()) continue;
    set_named(found, kMetas, name, said.content);
    if (names_crawler(name)) found.opt_out |= robots_directives(said.content);
    if (equals_ignoring_case(name, "tdm-reservation") && trim(said.content) == "1") {
      found.opt_out |= kTdmReserved;
    }
  }
}

void MetadataReader::State::visit_link(const Said& said, bool of_head) {
  if (!said.rel.empty()) {
    if (of_head && has_token_of_any_case(said.rel, "canonical")) {
      set(found.link_canonical, said.href);
    }
    if (has_token_of_any_case(said.rel, "license")) set(found.rel_licence, said.href);
  }
  if (is_commons_licence(said.href)) set(found.commons_licence, said.href);
}

void MetadataReader::State::visit_item(const Tree& tree, NodeId id, const Said& said) {
  std::string_view value = first_of({said.content, said.datetime});
  const bool known = std::any_of(kItems.begin(), kItems.end(), [&](const NamedValue& item) {
    return equals_ignoring_case(item.name, said.itemprop) && (found.*item.value).empty();
  });
  if (!known) return;
  if (value.empty() && tree[id].end - id < 50) value = text_within(tree, id);
  set_named(found, kItems, said.itemprop, value);
}

void MetadataReader::State::visit(const Tree& tree, NodeId id) {
  const html::Node& node = tree[id];
  if (node.tag == Tag::text) return;
  const Said said = node.attribute_count == 0 ? Said{} : said_by(tree, id);
  switch (node.tag) {
    case Tag::html:
      set(found.html_language, said.lang);
      break;
    case Tag::title:
      if (found.title.empty() && node.name_space == html::Namespace::html) {
        found.title = text_within(tree, id);
      }
      break;
    case Tag::h1:
      if (found.heading.empty()) found.heading = text_within(tree, id);
      break;
    case Tag::meta:
      visit_meta(said);
      break;
    case Tag::link:
      visit_link(said, /*of_head=*/true);
      break;
    case Tag::a:
      visit_link(said, /*of_head=*/false);
      if (found.rel_author.empty() && has_token_of_any_case(said.rel, "author")) {
        found.rel_author = text_within(tree, id);
      }
      break;
    case Tag::time:
      set(found.time, said.datetime);
      break;
    case Tag::script:
      if (equals_ignoring_case(trim(said.type), "application/ld+json") && id + 1 < node.end) {
        const std::string_view script = tree.text(id + 1);
        if (script.size() <= std::min(JsonLdReader::kMostBytes, kMostJsonLd - json_ld_bytes)) {
          json_ld_bytes += script.size();
          json_ld_reader.read(script, json_ld);
        }
      }
      break;
    default:
      break;
  }
  if (said.has_itemprop) visit_item(tree, id, said);
}

// An article's body may be text, text with character references, or HTML with its signs written as
// references or not.
std::string_view MetadataReader::State::article_text() {
  std::string_view body = json_ld.article_body;
  const auto holds_tags = [](std::string_view text) {
    for (size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
      if (at + 1 >= text.size()) return false;
      const char next = text[at + 1];
      if (next == '/' || (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z')) return true;
    }
    return false;
  };
  if (!holds_tags(body)) {
    std::string& decoded = store.emplace_back();
    html::decode_references(body, decoded);
    body = decoded;
    if (!holds_tags(body)) return clean(body, /*lines=*/true);
  }
  const Tree& tree = parser.parse(body);
  segment(tree, blocks);
  keep_visible(blocks, keep);
  std::string& text = store.emplace_back();
  render(tree, blocks, keep, Format::text, text);
  return text;
}

void MetadataReader::State::finish() {
  metadata = {
      .title = first_of({found.og_title, found.title, found.heading}),
      .language = first_of({found.html_language, found.meta_language, json_ld.language}),
      .canonical = first_of({found.link_canonical, found.og_url}),
      .site_name = first_of({found.og_site_name, found.application_name}),
      .author = first_of({found.meta_author, found.article_author, json_ld.author,
                          found.item_author, found.rel_author}),
      .description = first_of({found.description, found.og_description}),
      .published = first_of({found.published_time, json_ld.published, found.item_published,
                             found.named_date, found.time}),
      .modified = first_of(
          {found.modified_time, found.updated_time, json_ld.modified, found.item_modified}),
      .licence = first_of({found.rel_licence, json_ld.licence, found.commons_licence}),
      .page_type = found.page_type,
      .tdm_policy = found.tdm_policy,
      .opt_out = found.opt_out,
      .article_body = {},
      .headline = {},
  };
  for (std::string_view* value :
       {&metadata.title, &metadata.site_name, &metadata.author, &metadata.description}) {
    if (!value->empty()) *value = clean(*value);
  }
  if (!json_ld.headline.empty()) {
    std::string headline;
    html::decode_references(json_ld.headline, headline);
    metadata.headline = clean(headline);
  }
  if (!json_ld.article_body.empty()) metadata.article_body = article_text();
}

uint32_t robots_directives(std::string_view value) {
  uint32_t bits = 0;
  while (!value.empty()) {
    const size_t comma = std::min(value.find(','), value.size());
    std::string_view word = value.substr(0, comma);
    word = trim(word.substr(word.rfind(':') + 1));  // without a crawler's name, if there is one
    for (const Directive& directive : kDirectives) {
      if (equals_ignoring_case(word, directive.name)) bits |= directive.bits;
    }
    value.remove_prefix(std::min(comma + 1, value.size()));
  }
  return bits;
}

MetadataReader::MetadataReader() : state_(std::make_unique<State>()) {}
MetadataReader::~MetadataReader() = default;

const Metadata& MetadataReader::read(const Tree& tree) {
  state_->found = {};
  state_->json_ld = {};
  state_->json_ld_bytes = 0;
  state_->store.clear();
  for (NodeId id = tree.root(); id < tree.size(); ++id) state_->visit(tree, id);
  state_->finish();
  return state_->metadata;
}

}  // namespace sluice::extract
