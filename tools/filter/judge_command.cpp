// The command without a name: documents in, documents out.
#include "base/format.h"
#include "cli/document_options.h"
#include "commands.h"
#include "explain.h"
#include "judge.h"
#include "options.h"
#include "profiles.h"

namespace sluice::filter_tool {
namespace {

// A score of another model is another measure, which nobody would notice by the numbers.
void tell_of_models(cli::Tool& tool, const quality::Filter& filter) {
  for (const quality::RuleInfo& rule : filter.rules()) {
    if (rule.model.empty() || rule.comparison == quality::Comparison::none) continue;
    tool.messages().say(
        rule.profile + ": " + rule.signal + " " + std::string(words_for(rule.comparison).sign) +
        " " + plain_double(rule.threshold) + " was chosen for the scores of " + rule.model +
        "; other identifiers' scores mean something else: sluice-filter histogram "
        "shows yours");
  }
}

void judge_documents(cli::DocumentOptions& documents, const FilterOptions& options,
                     const quality::Filter& filter, const FactFields::Options& facts) {
  Fields fields = documents.fields();
  Judge judge(filter,
              {.annotate = options.annotate,
               .apply_edits = !options.annotate || options.apply_edits,
               .all_reasons = options.all_reasons,
               .facts = facts},
              fields);
  pipeline::RunOptions run = documents.run_options();
  run.add_details = [&](const pipeline::Job&, stats::Details::Object& details) {
    judge.add_details(details);
  };
  documents.run(run, fields,
                {{.name = "filter", .judge = [&](Document& document) { return judge(document); }}});
}

}  // namespace

int filter(int argc, char** argv) {
  return cli::run("sluice-filter", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Drop documents of low quality by published rule sets, own rules and classifiers.",
        {"sluice-filter --profile fineweb crawl.jsonl.zst -o kept.jsonl.zst --rejects "
         "dropped.jsonl.zst --stats filter.json",
         "sluice-filter --profile gopher --profile mine.toml --annotate shards/ -o annotated/",
         "sluice-filter --profile c4 --explain doc-3 crawl.jsonl.zst",
         "sluice-filter histogram filter.json --rule line_punct_ratio",
         "sluice-filter fit filter.json --min-documents 5 -o fitted.toml"});
    cli::DocumentOptions documents(tool);
    auto& options = tool.add<FilterOptions>();

    return tool.on_run([&] {
      options.check(tool);
      RuleFiles files(tool);
      const quality::Filter filter(open_profiles(options, files));
      tool.digest("rules", filter.digest());
      const FactFields::Options facts = {.language_field = options.language_field,
                                         .url_field = options.url_field};
      if (options.explain.empty()) {
        if (!tool.wants_plan()) tell_of_models(tool, filter);
        judge_documents(documents, options, filter, facts);
      } else {
        explain_one(tool, documents, options.explain, filter, facts);
      }
    });
  });
}

}  // namespace sluice::filter_tool
