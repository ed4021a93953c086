#include "report/render.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

#include "chart/label.h"
#include "golden.h"
#include "report/corpora.h"
#include "report/sections.h"

namespace sluice::report {
namespace {

using testing::HasSubstr;
using testing::Not;

// The plan of testdata on a small corpus, so that every section has its numbers.
class Rendered : public testing::Test {
 protected:
  Rendered() : funnel_(small_pipeline()) {
    const std::string path = std::string(SLUICE_SOURCE_DIR) + "/testdata/report/plan.toml";
    std::ifstream file(path);
    plan_.read(std::string{std::istreambuf_iterator<char>(file), {}}, "plan.toml");
    basis_ = basis_of(plan_, &funnel_, sizing::built_in_hardware());
    report_ = report_of(basis_, {.guess = 3e9});
  }

  Plan plan_;
  Funnel funnel_;
  Basis basis_;
  Report report_;
};

TEST_F(Rendered, LooksAsReviewed) {
  expect_golden("report/report.txt", render_text(report_));
  expect_golden("report/report.md", render_markdown(report_));
  expect_golden("report/report.json", render_json(report_));
  expect_golden("report/report.html", render_html(report_, true));
}

TEST_F(Rendered, FitsTheScreen) {
  for (const int width : {80, 100, 120}) {
    std::istringstream lines(render_text(report_, {.width = width}));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(chart::width_of(line, chart::columns), width) << line;
    }
  }
  EXPECT_THAT(render_text(report_), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render_text(report_, {.color = true}), HasSubstr("\x1b[1m"));
}

TEST_F(Rendered, HasIdsOfItsOwn) {
  std::set<std::string> ids;
  for (const Section& section : report_.sections) {
    EXPECT_TRUE(ids.insert(section.id).second) << section.id;
    for (const Block& block : section.blocks) {
      if (const auto* fact = std::get_if<Fact>(&block)) {
        EXPECT_TRUE(ids.insert(fact->id).second) << fact->id;
        EXPECT_TRUE(std::regex_match(fact->id, std::regex("[a-z0-9_.]+"))) << fact->id;
      }
      if (const auto* table = std::get_if<Table>(&block)) {
        EXPECT_TRUE(ids.insert(table->id).second) << table->id;
        for (const auto& row : table->rows) EXPECT_EQ(row.size(), table->columns.size());
      }
      if (const auto* figure = std::get_if<Figure>(&block)) {
        EXPECT_TRUE(ids.insert(figure->id).second) << figure->id;
      }
    }
  }
}

TEST_F(Rendered, AsksNothingOfTheNetwork) {
  const std::string html = render_html(report_, false);
  // Namespaces of SVG are names, not places.
  const std::regex request("(src|href)\\s*=|@import|url\\((?!#)");
  EXPECT_FALSE(std::regex_search(html, request));
  EXPECT_THAT(html, HasSubstr("<details id=\"results\"><summary>"));
  EXPECT_THAT(render_html(report_, true), HasSubstr("<details id=\"results\" open>"));
}

// Names come from files that others wrote.
TEST(Render, EscapesWhatOthersWrote) {
  stats::Stats odd{.tool = "sluice-cat", .version = "0.1.0", .config_digest = "c"};
  odd.ledger.tokens.counted_by("t@0");
  odd.ledger.see({"a", 10, 3}, {});
  odd.ledger.reject("<script>|alert(1)\x1b[2J", {"a", 10, 3});
  const Funnel funnel(sums_of({odd}));
  const Plan plan;
  const Basis basis = basis_of(plan, &funnel, sizing::built_in_hardware());
  const Report report = report_of(basis);
  EXPECT_THAT(render_html(report, true), Not(HasSubstr("<script>|")));
  EXPECT_THAT(render_text(report), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render_markdown(report), HasSubstr("\\<script\\>\\|"));
  EXPECT_THAT(render_markdown(report), Not(HasSubstr("\x1b")));
}

TEST(Render, SpreadsOutATableThatIsTooWide) {
  Report report;
  Section section("wide", "Wide");
  const sizing::Quantity number =
      sizing::quantity("F1", "n", 123'456, "a unit of some length", sizing::Label::rough);
  section.add(Table{.id = "t",
                    .title = "Title",
                    .columns = {"name", "one", "two", "three"},
                    .rows = {{"row", number, number, number}}});
  report.sections.push_back(section);
  std::istringstream lines(render_text(report));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(chart::width_of(line, chart::columns), 80) << line;
  }
  EXPECT_THAT(render_text(report), HasSubstr("row: one 123,500 a unit of some length,"));
}

TEST(Render, TellsWhatIsMissingWhereThereIsNoPlan) {
  const Funnel funnel(small_pipeline());
  const Plan plan;
  const Basis basis = basis_of(plan, &funnel, sizing::built_in_hardware());
  const Report report = report_of(basis);
  EXPECT_THAT(render_text(report), HasSubstr("Memory wants a model's shape"));
  EXPECT_TRUE(report.fits());
}

}  // namespace
}  // namespace sluice::report
