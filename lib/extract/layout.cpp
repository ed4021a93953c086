#include "extract/layout.h"

#include <array>
#include <cstddef>
#include <initializer_list>

#include "extract/attributes.h"
#include "extract/characters.h"

namespace sluice::extract {
namespace {

using html::Attribute;
using html::AttributeName;
using html::NodeId;
using html::Tag;
using html::Tree;

using Roles = std::array<Role, 256>;

constexpr void set(Roles& roles, std::initializer_list<Tag> tags, const Role& role) {
  for (const Tag tag : tags) roles[static_cast<size_t>(tag)] = role;
}

constexpr void set_inside(Roles& roles) {
  const auto inside = [](Style style) { return Role{.style = style}; };
  set(roles, {Tag::b, Tag::strong}, inside(kStrong));
  set(roles, {Tag::i, Tag::em, Tag::cite, Tag::dfn, Tag::var}, inside(kEmphasis));
  set(roles, {Tag::code, Tag::kbd, Tag::samp, Tag::tt}, inside(kCode));
  set(roles, {Tag::s, Tag::strike, Tag::del}, inside(kStruck));
  set(roles, {Tag::rt}, inside(kRuby));
}

constexpr void set_blocks(Roles& roles) {
  set(roles, {Tag::address, Tag::article, Tag::aside,    Tag::body,    Tag::center, Tag::details,
              Tag::div,     Tag::dl,      Tag::fieldset, Tag::footer,  Tag::form,   Tag::header,
              Tag::hgroup,  Tag::html,    Tag::main,     Tag::marquee, Tag::nav,    Tag::p,
              Tag::search,  Tag::section, Tag::summary},
      {.layout = Layout::block});
  set(roles, {Tag::figure}, {.layout = Layout::block, .flags = kInFigure});
  set(roles, {Tag::select, Tag::optgroup, Tag::option},
      {.layout = Layout::block, .flags = kControl});
  set(roles, {Tag::textarea}, {.layout = Layout::block, .style = kPre, .flags = kControl});
}

constexpr void set_boxes(Roles& roles) {
  const auto box = [](BoxKind kind, uint32_t flags) {
    return Role{.layout = Layout::box, .box = kind, .flags = flags};
  };
  set(roles, {Tag::ul, Tag::menu, Tag::dir}, box(BoxKind::list, kInList));
  set(roles, {Tag::ol}, box(BoxKind::ordered_list, kInList));
  set(roles, {Tag::li}, box(BoxKind::item, kInList));
  set(roles, {Tag::dt}, box(BoxKind::term, kInDefinition));
  set(roles, {Tag::dd}, box(BoxKind::definition, kInDefinition));
  set(roles, {Tag::table}, box(BoxKind::table, 0));
  set(roles, {Tag::tr}, box(BoxKind::row, 0));
  set(roles, {Tag::td}, box(BoxKind::cell, kInTable));
  set(roles, {Tag::th}, box(BoxKind::header_cell, kInTable));
  set(roles, {Tag::caption, Tag::figcaption, Tag::legend}, box(BoxKind::caption, kInCaption));
  set(roles, {Tag::blockquote}, box(BoxKind::quote, kInQuote));
  Role code = box(BoxKind::code, kInPre);
  code.style = kPre;
  set(roles, {Tag::pre, Tag::listing, Tag::xmp, Tag::plaintext}, code);
  uint8_t level = 0;
  for (const Tag tag : {Tag::h1, Tag::h2, Tag::h3, Tag::h4, Tag::h5, Tag::h6}) {
    Role heading = box(BoxKind::heading, kInHeading);
    heading.heading = ++level;
    set(roles, {tag}, heading);
  }
}

constexpr void set_others(Roles& roles) {
  set(roles,
      {Tag::applet, Tag::audio, Tag::canvas, Tag::embed, Tag::iframe, Tag::input, Tag::keygen,
       Tag::meter, Tag::object, Tag::progress, Tag::svg, Tag::video},
      {.layout = Layout::gap});
  set(roles,
      {Tag::datalist, Tag::head, Tag::noembed, Tag::noframes, Tag::rp, Tag::style, Tag::template_,
       Tag::title},
      {.layout = Layout::nothing});
  set(roles,
      {Tag::a, Tag::br, Tag::button, Tag::dialog, Tag::hr, Tag::img, Tag::math, Tag::noscript,
       Tag::other, Tag::script, Tag::span, Tag::tbody, Tag::tfoot, Tag::thead},
      {.layout = Layout::special});
}

constexpr Roles kRoles = [] {
  Roles roles{};
  set_inside(roles);
  set_blocks(roles);
  set_boxes(roles);
  set_others(roles);
  return roles;
}();

}  // namespace

const Role& role_of(Tag tag) { return kRoles[static_cast<size_t>(tag)]; }

Look look_of(const Tree& tree, NodeId id) {
  Look look;
  bool shown_on_demand = false;
  for (const Attribute& attribute : tree.attributes(id)) {
    if (attribute.id == AttributeName::hidden) {
      look.hidden = look.hidden || !equals_ignoring_case(attribute.value(), "until-found");
    } else if (attribute.id == AttributeName::id) {
      // React's server sends what was not ready in time as <div hidden id="S:0">, for a script to
      // put in its place.
      shown_on_demand = shown_on_demand || attribute.value().starts_with("S:");
    } else if (attribute.id == AttributeName::role) {
      // All tabs but one are hidden, and sections that a click opens.
      shown_on_demand = shown_on_demand || equals_ignoring_case(attribute.value(), "tabpanel") ||
                        equals_ignoring_case(attribute.value(), "region");
    } else if (attribute.id == AttributeName::style) {
      const InlineStyle style = parse_inline_style(attribute.value());
      // MathML that an image stands for is hidden from readers, not from us.
      const bool holds_math = id + 1 < tree[id].end && tree[id + 1].tag == Tag::math;
      look.hidden = look.hidden || (style.hidden && !holds_math);
      look.block = style.block;
      look.white_space = static_cast<uint16_t>(style.pre ? kPre : style.pre_line ? kPreLine : 0);
    }
  }
  look.hidden = look.hidden && !shown_on_demand;
  return look;
}

bool is_sign(std::string_view text) {
  constexpr size_t kLongest = 8;  // a sign and how it is to be drawn
  if (text.empty() || text.size() > kLongest) return false;
  for (size_t at = 0; at < text.size();) {
    const Character next = next_character(text, at);
    const char32_t code_point = next.code_point;
    const bool sign = code_point == '#' || code_point == '^' || code_point == 0xA7 ||
                      code_point == 0xB6 || code_point == 0xD7 ||
                      (code_point >= 0x2000 && code_point < 0x2C00) || code_point == 0xFE0E ||
                      code_point == 0xFE0F || code_point == 0x1F517;
    if (!sign) return false;
    at += next.size;
  }
  return true;
}

}  // namespace sluice::extract
