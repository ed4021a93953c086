#include "chart/svg_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/ascii.h"
#include "base/format.h"
#include "base/hash.h"
#include "chart/label.h"

namespace sluice::chart {
namespace {

// Stands for the id until the contents, which the id is made from, are known. No label can hold it.
constexpr char kIdPlace = '\x01';
const std::string kId(1, kIdPlace);

struct Color {
  const char* name;
  const char* light;
  const char* dark;
};

// Okabe and Ito's hues; those too pale for white paper are darkened, and lightened for dark
// screens, to a contrast of 3:1 and more (WCAG 2.1, 1.4.11).
constexpr std::array<Color, kStyles> kColors = {{{"c0", "#0072b2", "#56b4e9"},
                                                 {"c1", "#d55e00", "#f5843c"},
                                                 {"c2", "#00845f", "#2fc698"},
                                                 {"c3", "#b4568f", "#e296c3"},
                                                 {"c4", "#9a6a00", "#f0b429"},
                                                 {"c5", "#5f5f5f", "#bdbdbd"},
                                                 {"c6", "#2b8cc4", "#9fd8ff"}}};
constexpr std::array<Color, 5> kTones = {{{"paper", "#ffffff", "#15181c"},
                                          {"ink", "#1b1b1b", "#ececec"},
                                          {"muted", "#5a5a5a", "#b0b4b8"},
                                          {"grid", "#dedede", "#363b41"},
                                          {"span", "#ececec", "#282d33"}}};

constexpr std::array<const char*, kStyles> kDashes = {"none", "8 3",         "2 3",    "8 3 2 3",
                                                      "14 4", "5 2 2 2 2 2", "1 2 6 2"};
// Lines over an 8 x 8 tile; the first style is plain.
constexpr std::array<const char*, kStyles> kHatches = {"",
                                                       "M-2 2l4 -4M0 8l8 -8M6 10l4 -4",
                                                       "M-2 6l4 4M0 0l8 8M6 -2l4 4",
                                                       "M0 4h8",
                                                       "M4 0v8",
                                                       "M0 4h8M4 0v8",
                                                       "M2 2h2M6 6h2"};

std::string css_variables(const char* Color::*scheme) {
  std::string css;
  for (const Color& tone : kTones) css += fmt::format("--{}:{};", tone.name, tone.*scheme);
  for (const Color& color : kColors) css += fmt::format("--{}:{};", color.name, color.*scheme);
  css.pop_back();
  return css;
}

// The light value first, for renderers that do not know custom properties.
std::string css_use(const char* property, const Color& color) {
  return fmt::format("{0}:{1};{0}:var(--{2})", property, color.light, color.name);
}

std::string css_rule(std::string_view selector, std::string_view declarations) {
  return fmt::format("#{} {}{{{}}}\n", kId, selector, declarations);
}

// Every rule is bound to the element's id, so nothing else on the page changes.
std::string style_sheet() {
  const auto& [paper, ink, muted, grid, span] = kTones;
  std::string css = fmt::format(
      "#{0}{{{1};width:100%;height:auto;font-family:system-ui,-apple-system,\"Segoe UI\","
      "\"Helvetica Neue\",Arial,\"DejaVu Sans\",sans-serif}}\n"
      "@media screen and (prefers-color-scheme:dark){{#{0}{{{2}}}}}\n",
      kId, css_variables(&Color::light), css_variables(&Color::dark));
  css += css_rule(".paper", css_use("fill", paper));
  css += css_rule(".ink", css_use("fill", ink));
  css += css_rule(".muted", css_use("fill", muted));
  css += css_rule(".strong", css_use("fill", ink) + ";font-weight:600");
  css += css_rule(".halo", css_use("fill", ink) + ";" + css_use("stroke", paper) +
                               ";stroke-width:4px;stroke-linejoin:round;paint-order:stroke");
  css += css_rule(".span", css_use("fill", span));
  css += css_rule(".grid", css_use("stroke", grid) + ";stroke-width:1px");
  css += css_rule(".axis", css_use("stroke", muted) + ";stroke-width:1px");
  css += css_rule(".mark", css_use("stroke", ink) + ";stroke-width:1.5px;stroke-dasharray:5 4");
  css += css_rule(".hatch", "fill:none;" + css_use("stroke", paper) + ";stroke-width:1.2px");
  for (size_t i = 0; i < kStyles; ++i) {
    css += css_rule(fmt::format(".s{}", i), "fill:none;" + css_use("stroke", kColors[i]));
    css += css_rule(fmt::format(".f{}", i), css_use("fill", kColors[i]));
  }
  return css;
}

std::string hatches() {
  std::string defs;
  for (size_t i = 1; i < kStyles; ++i) {
    defs += fmt::format(
        "<pattern id=\"{}-h{}\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
        "<path class=\"hatch\" d=\"{}\"/></pattern>\n",
        kId, i, kHatches[i]);
  }
  return defs;
}

// The first characters of the id that need no escaping in CSS, behind a letter.
std::string safe_id(std::string_view given) {
  constexpr size_t kMaxLength = 64;
  std::string id;
  for (const char c : given) {
    if (id.size() == kMaxLength) break;
    if (is_alphanumeric(c) || c == '-' || c == '_') id.push_back(c);
  }
  const bool starts_well = !id.empty() && is_alphanumeric(id[0]) && !(id[0] >= '0' && id[0] <= '9');
  return id.empty() || starts_well ? id : "chart-" + id;
}

// "validation-loss-1f3a92b0": words of the title and a digest of the contents.
std::string made_id(std::string_view title, std::string_view contents) {
  std::string words;
  for (const char c : title.substr(0, 32)) {
    if (is_alphanumeric(c)) words.push_back(c);
    if (!is_alphanumeric(c) && !words.empty() && words.back() != '-') words.push_back('-');
  }
  if (words.empty() || words.back() != '-') words.push_back('-');
  return safe_id("chart-" + (words == "-" ? "" : words) + hex64(hash64(contents)).substr(0, 8));
}

std::string with_id(const std::string& text, const std::string& id) {
  std::string filled;
  for (const char c : text) {
    if (c == kIdPlace) {
      filled += id;
    } else {
      filled.push_back(c);
    }
  }
  return filled;
}

const char* anchor_name(Anchor anchor) {
  return anchor == Anchor::middle ? "middle" : anchor == Anchor::end ? "end" : "start";
}

// Repeats of a colour come with the next dash or sign, so 49 styles differ.
size_t variant(size_t style) { return (style + style / kStyles) % kStyles; }

}  // namespace

std::string coordinate(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

SvgPage::SvgPage(const Head& head, const SvgOptions& options)
    : head_(head),
      options_(options),
      width_(std::clamp(options.width, 400, 1400)),
      notes_(head.notes) {
  paragraph(head.title, 3, {.size = 17, .css = "strong"});
  paragraph(head.description, 4, {.css = "muted"});
  top_ += 6;
}

void SvgPage::paragraph(std::string_view content, size_t max_lines, const TextStyle& style) {
  const double bold = 1.1;  // semibold is wider than the measure's regular face
  const Wrapped wrapped =
      wrap(content, (right() - left()) / (style.size * bold), max_lines, font_width);
  for (const std::string& line : wrapped.lines) {
    const bool cut = !wrapped.whole && &line == &wrapped.lines.back();
    text(left(), top_ + style.size, line, style, cut ? content : std::string_view{});
    top_ += std::ceil(style.size * 1.35);
  }
}

void SvgPage::legend(const std::vector<LegendEntry>& entries) {
  double x = left();
  for (const LegendEntry& entry : entries) {
    const double swatch = entry.filled ? 24 : 30;
    const std::string name = elide(entry.name, (right() - left() - swatch) / kTextSize, font_width);
    const double width = swatch + width_of(name, font_width) * kTextSize;
    if (x > left() && x + width > right()) {
      x = left();
      top_ += kLineHeight + 2;
    }
    const double middle = top_ + kLineHeight / 2;
    if (entry.filled) bar(x, middle - 6, 18, 12, entry.style, {});
    if (!entry.filled && entry.line) {
      stroke(fmt::format("M{} {}h24", coordinate(x), coordinate(middle)), entry.style);
    }
    if (entry.marker) marker(x + 12, middle, entry.style);
    text(x + swatch, top_ + kTextSize, name, {}, name == entry.name ? "" : entry.name);
    x += width + 18;
  }
  if (!entries.empty()) top_ += kLineHeight + 8;
}

void SvgPage::text(double x, double y, std::string_view content, const TextStyle& style,
                   std::string_view full) {
  if (content.empty()) return;
  body_ +=
      fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\">{}",
                  style.css, coordinate(x), coordinate(y), coordinate(style.size),
                  anchor_name(style.anchor), escape_xml(content));
  if (!full.empty()) body_ += fmt::format("<title>{}</title>", escape_xml(full));
  body_ += "</text>\n";
}

void SvgPage::elided(double x, double y, std::string_view content, double limit,
                     const TextStyle& style) {
  const std::string shown = elide(content, limit / style.size, font_width);
  text(x, y, shown, style, shown == encode(decode(content)) ? std::string_view{} : content);
}

void SvgPage::line(double x1, double y1, double x2, double y2, std::string_view css) {
  body_ += fmt::format("<line class=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", css,
                       coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2));
}

void SvgPage::rect(double x, double y, double width, double height, std::string_view css) {
  body_ += fmt::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", css,
                       coordinate(x), coordinate(y), coordinate(width), coordinate(height));
}

void SvgPage::bar(double x, double y, double width, double height, size_t style,
                  std::string_view hint) {
  const std::string box = fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", coordinate(x),
                                      coordinate(y), coordinate(width), coordinate(height));
  const std::string title = hint.empty() ? "" : fmt::format("<title>{}</title>", escape_xml(hint));
  body_ += fmt::format("<g>{}<rect class=\"f{}\" {}/>", title, style % kStyles, box);
  if (const size_t hatch = variant(style); hatch > 0) {
    body_ += fmt::format("<rect fill=\"url(#{}-h{})\" {}/>", kId, hatch, box);
  }
  body_ += "</g>\n";
}

void SvgPage::stroke(const std::string& path, size_t style) {
  body_ += fmt::format(
      "<path class=\"s{}\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke-dasharray=\"{}\" "
      "d=\"{}\"/>\n",
      style % kStyles, kDashes[variant(style)], path);
}

void SvgPage::area(const std::string& path, size_t style) {
  body_ +=
      fmt::format("<path class=\"f{}\" fill-opacity=\"0.18\" d=\"{}\"/>\n", style % kStyles, path);
}

void SvgPage::marker(double x, double y, size_t style) {
  static constexpr std::array<const char*, kStyles> kSigns = {"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
                                                              "m-3.5 -3.5h7v7h-7z",
                                                              "m0 -4.5l4.5 8h-9z",
                                                              "m0 -5l5 5l-5 5l-5 -5z",
                                                              "m0 4.5l4.5 -8h-9z",
                                                              "m-4 -1.5h8v3h-8z",
                                                              "m-1.5 -4.5h3v9h-3z"};
  body_ += fmt::format("<path class=\"f{}\" d=\"M{} {}{}\"/>\n", style % kStyles, coordinate(x),
                       coordinate(y), kSigns[variant(style)]);
}

// A nested viewport cuts without needing an id.
void SvgPage::begin_clip(double x, double y, double width, double height) {
  const std::string box = fmt::format("{} {} {} {}", coordinate(x), coordinate(y),
                                      coordinate(width), coordinate(height));
  body_ += fmt::format(
      "<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" viewBox=\"{}\" overflow=\"hidden\">\n",
      coordinate(x), coordinate(y), coordinate(width), coordinate(height), box);
}

void SvgPage::end_clip() { body_ += "</svg>\n"; }

std::string SvgPage::described() const {
  std::string words;
  const auto add = [&](std::string_view part) {
    if (!part.empty()) words.append(words.empty() ? "" : " ").append(part);
  };
  add(head_.description);
  add(head_.summary);
  for (const std::string& note : notes_) add(note);
  return words;
}

std::string SvgPage::finish() {
  for (const std::string& note : notes_) paragraph(note, 3, {.size = 12, .css = "muted"});
  const std::string height = coordinate(std::ceil(top_ + kMargin - 4));
  const std::string width = coordinate(width_);
  std::string page = fmt::format(
      "<svg id=\"{0}\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
      "aria-labelledby=\"{0}-title {0}-desc\" width=\"{1}\" height=\"{2}\" viewBox=\"0 0 {1} "
      "{2}\">\n"
      "<title id=\"{0}-title\">{3}</title>\n<desc id=\"{0}-desc\">{4}</desc>\n",
      kId, width, height, escape_xml(head_.title.empty() ? "Chart" : head_.title),
      escape_xml(described()));
  page += "<style>\n" + style_sheet() + "</style>\n<defs>\n" + hatches() + "</defs>\n";
  page += fmt::format("<rect class=\"paper\" width=\"{}\" height=\"{}\"/>\n", width, height);
  page += body_ + "</svg>\n";
  const std::string given = safe_id(options_.id);
  return with_id(page, given.empty() ? made_id(head_.title, page) : given);
}

}  // namespace sluice::chart
