// sluice-decontaminate report: reports of many shards to one.
#include "decontaminate/report.h"

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/collisions.h"
#include "cli/tool.h"
#include "commands.h"
#include "io/chunk.h"
#include "io/inputs.h"
#include "io/output.h"
#include "report_page.h"

namespace sluice::decontaminate_tool {
namespace {

decontaminate::Report read_all(const std::vector<io::Input>& files) {
  std::optional<decontaminate::Report> sum;
  for (const io::Input& file : files) {
    const decontaminate::Report one = decontaminate::read_report(io::read_whole(file), file.name);
    if (!sum) {
      sum = one;
      continue;
    }
    try {
      *sum += one;
    } catch (const ConfigError& error) {
      throw ConfigError(file.name + ": " + error.what());
    }
  }
  return *sum;
}

}  // namespace

int report(int argc, char** argv) {
  return cli::run("sluice-decontaminate report", argc, argv, [](cli::Tool& tool) {
    tool.describe("Join reports of many shards, or show one.",
                  {"sluice-decontaminate report reports/ -o report.md",
                   "sluice-decontaminate report a.report.json b.report.json -o all.report.json"});
    std::vector<std::string> files;
    std::string list;
    std::string output = "-";
    tool.arguments("REPORT", files,
                   "what scan --report FILE.json wrote; directories stand for their files");
    tool.text("--inputs", list, "LIST", "file with one report a line");
    tool.text("-o,--output", output, "FILE", "the report: .json, or .md (standard output)");
    return tool.on_run([&] {
      tool.refuse_chain();
      if (files.empty() && list.empty()) {
        throw ConfigError("no report is named: sluice-decontaminate report REPORT…");
      }
      const bool json = is_json_report(output, "-o");
      const std::vector<io::Input> inputs =
          io::expand_inputs({.paths = files, .list = list, .fetch = {}});
      cli::refuse_collisions(inputs, {{output, "the report"}});
      io::OutputSet outputs;
      outputs.open(output).write(report_for(read_all(inputs), json));
      outputs.publish();
    });
  });
}

}  // namespace sluice::decontaminate_tool
