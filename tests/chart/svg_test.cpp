#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>

#include "chart/chart.h"
#include "chart/label.h"
#include "golden.h"
#include "samples.h"
#include "sanitized.h"
#include "xml.h"

namespace sluice::chart {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kHostileLabels = {
    "</text><script>alert(1)</script>",
    "\"><a href='x' onclick=\"y\">&amp;&bogus;]]>",
    std::string("nul\0bell\a esc\x1b[31m \x7f", 19),
    "\xFF\xFE broken \xC3( \xE2\x82",
    "\u202Egnp.exe \uFFFE",
    "url(#x)}*{display:none}",
    std::string(3000, 'W'),
    "word " + std::string(300, 'x') + " and many more words that go on and on, 漢字漢字漢字漢字 😀",
    "",
};

// Where a text's ink may be: the font's ascent and descent, the measured width.
struct Box {
  double left, right, top, bottom;
  std::string text;
};

double number(const XmlElement& element, const std::string& attribute) {
  return std::strtod(element.attributes.at(attribute).c_str(), nullptr);
}

std::vector<Box> text_boxes(const std::vector<XmlElement>& elements) {
  std::vector<Box> boxes;
  for (const XmlElement& element : elements) {
    if (element.name != "text") continue;
    const double size = number(element, "font-size");
    const double width = width_of(element.text, font_width) * size;
    const std::string& anchor = element.attributes.at("text-anchor");
    const double shift = anchor == "middle" ? width / 2 : anchor == "end" ? width : 0;
    const double left = number(element, "x") - shift;
    const double y = number(element, "y");
    boxes.push_back({left, left + width, y - size * 0.76, y + size * 0.24, element.text});
  }
  return boxes;
}

void expect_readable(const std::vector<XmlElement>& elements, const std::string& name) {
  const std::vector<Box> boxes = text_boxes(elements);
  const double width = number(elements[0], "width");
  const double height = number(elements[0], "height");
  for (size_t i = 0; i < boxes.size(); ++i) {
    const Box& a = boxes[i];
    EXPECT_TRUE(a.left >= 0 && a.right <= width && a.top >= 0 && a.bottom <= height)
        << name << ": '" << a.text << "' leaves the page";
    for (size_t j = i + 1; j < boxes.size(); ++j) {
      const Box& b = boxes[j];
      const bool apart = a.right <= b.left + 0.1 || b.right <= a.left + 0.1 ||
                         a.bottom <= b.top + 0.1 || b.bottom <= a.top + 0.1;
      EXPECT_TRUE(apart) << name << ": '" << a.text << "' overlaps '" << b.text << "' at y "
                         << a.bottom << " and " << b.bottom;
    }
  }
}

std::string style_of(const std::string& page) {
  const size_t start = page.find("<style>");
  return page.substr(start, page.find("</style>") - start);
}

TEST(Svg, GoldenFiles) {
  for (const Sample& sample : samples())
    expect_golden("chart/" + sample.name + ".svg", svg(sample.chart));
}

TEST(Svg, TextsNeverOverlapNorLeaveThePage) {
  for (const int width : kSanitized ? std::vector{400} : std::vector{400, 640, 1400}) {
    for (const Sample& sample : samples()) {
      expect_readable(read_xml(svg(sample.chart, {.width = width})), sample.name);
    }
    for (const std::string& label : kHostileLabels) {
      for (const Sample& sample : samples_labelled(label)) {
        expect_readable(read_xml(svg(sample.chart, {.width = width})), sample.name);
      }
    }
  }
}

// Labels decide texts only: markup, attributes and styles stay the renderer's own.
TEST(Svg, HostileLabelsCannotAddMarkup) {
  const std::set<std::string> known = {"svg",  "title", "desc", "style", "defs", "pattern",
                                       "path", "rect",  "text", "line",  "g"};
  for (const std::string& label : kHostileLabels) {
    for (const Sample& sample : samples_labelled(label)) {
      const std::string page = svg(sample.chart, {.id = label});
      for (const XmlElement& element : read_xml(page)) {
        EXPECT_TRUE(known.count(element.name)) << element.name;
        EXPECT_FALSE(element.attributes.count("onclick"));
      }
      EXPECT_THAT(style_of(page), Not(HasSubstr("{display")));
    }
  }
}

TEST(Svg, StrangeValuesGiveSoundPages) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> cases = {{},
                                                  {5},
                                                  {0},
                                                  {-3},
                                                  {7, 7, 7},
                                                  {kNan},
                                                  {kNan, kInfinity, -kInfinity, 1},
                                                  {0, -1, 2},
                                                  {1e299, -1e299, 1},
                                                  {1.7e308, 1},
                                                  {5e-324, 1e-300, 1e-299},
                                                  {1e-30, 1e30},
                                                  {1, 1 + 1e-15}};
  for (const auto& values : cases) {
    for (const bool log : {false, true}) {
      for (const Sample& sample : samples_of(values, log)) {
        const std::string page = svg(sample.chart);
        expect_readable(read_xml(page), sample.name);
        for (const char* bad : {"\"nan", "\"-nan", "\"inf", "\"-inf", "Mnan", "Lnan", "\"-0\""}) {
          EXPECT_THAT(page, Not(HasSubstr(bad))) << sample.name;
        }
      }
    }
  }
}

TEST(Svg, DescribesItselfForScreenReaders) {
  for (const Sample& sample : samples()) {
    const auto elements = read_xml(svg(sample.chart));
    const auto& root = elements[0].attributes;
    EXPECT_EQ(root.at("role"), "img");
    EXPECT_EQ(root.at("aria-labelledby"),
              elements[1].attributes.at("id") + " " + elements[2].attributes.at("id"));
    EXPECT_EQ(elements[1].name, "title");
    EXPECT_EQ(elements[2].name, "desc");
    EXPECT_FALSE(elements[2].text.empty());
  }
  const LineChart chart{.series = {{.points = {{1, 1}, {2, 0.0 / 0.0}}}}};
  EXPECT_THAT(read_xml(svg(chart))[2].text, HasSubstr("1 point is not drawn"));
}

// Several charts stand in one page: no id twice, no style rule without an id before it.
TEST(Svg, ChartsOfOnePageLeaveEachOtherAlone) {
  std::set<std::string> ids;
  for (const Sample& sample : samples()) {
    const auto elements = read_xml(svg(sample.chart));
    const std::string& own = elements[0].attributes.at("id");
    for (const XmlElement& element : elements) {
      const auto id = element.attributes.find("id");
      if (id != element.attributes.end()) {
        EXPECT_TRUE(ids.insert(id->second).second) << id->second;
      }
      if (element.name != "style") continue;
      for (size_t at = element.text.find('{'); at != std::string::npos;
           at = element.text.find('{', at + 1)) {
        const size_t start = element.text.find_last_of("\n{}", at - 1) + 1;
        const std::string selector = element.text.substr(start, at - start);
        EXPECT_TRUE(selector.rfind("#" + own, 0) == 0 || selector.rfind("@media", 0) == 0)
            << selector;
      }
    }
  }
}

TEST(Svg, ReferencesNothingOutside) {
  for (const Sample& sample : samples()) {
    std::string page = svg(sample.chart, {.id = "own"});
    const std::string_view kNamespace = "http://www.w3.org/2000/svg";
    page.erase(page.find(kNamespace), kNamespace.size());
    for (const char* outside : {"http:", "https:", "href", "@import", "url(http", "<script"}) {
      EXPECT_THAT(page, Not(HasSubstr(outside)));
    }
    EXPECT_THAT(page, HasSubstr("@media screen and (prefers-color-scheme:dark){#own{"));
  }
}

TEST(Svg, GivenIdsAreKeptSafe) {
  const auto id_of = [](const std::string& id) {
    return read_xml(svg(LineChart{}, {.id = id}))[0].attributes.at("id");
  };
  EXPECT_EQ(id_of("loss-by-vocab"), "loss-by-vocab");
  EXPECT_EQ(id_of("7b"), "chart-7b");
  EXPECT_EQ(id_of("a b\"{}"), "ab");
  EXPECT_EQ(id_of(std::string(3000, 'x')).size(), 64u);
}

// Without colour, series differ by dash and bars by hatch.
TEST(Svg, SeriesDifferWithoutColor) {
  LineChart chart;
  for (int i = 0; i < 12; ++i) {
    chart.series.push_back({.name = std::to_string(i), .points = {{0, 1.0 * i}, {1, 2.0 * i}}});
  }
  std::set<std::string> looks;
  size_t strokes = 0;
  for (const XmlElement& element : read_xml(svg(chart))) {
    if (!element.attributes.count("stroke-dasharray")) continue;
    ++strokes;
    looks.insert(element.attributes.at("class") + element.attributes.at("stroke-dasharray"));
  }
  EXPECT_EQ(strokes, 24u);  // legend and plot
  EXPECT_EQ(looks.size(), 12u);
}

TEST(Svg, ManyPointsGiveASmallPage) {
  LineChart chart{.series = {{.name = "noise"}}};
  for (int i = 0; i < 10000; ++i)
    chart.series[0].points.push_back({1.0 * i, 1.0 * (i * 7919 % 1000)});
  const std::string page = svg(chart);
  EXPECT_LT(page.size(), 60000u);
  EXPECT_THAT(page, HasSubstr("10,000 points drawn as"));
}

TEST(Svg, SameInputSameBytes) {
  for (const Sample& sample : samples()) EXPECT_EQ(svg(sample.chart), svg(sample.chart));
}

}  // namespace
}  // namespace sluice::chart
