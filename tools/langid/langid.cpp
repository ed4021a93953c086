// sluice-langid: identifies the language of documents; keeps, drops or routes by it.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/pool.h"
#include "cli/document_options.h"
#include "document/json_writer.h"
#include "evaluate.h"
#include "labeller.h"
#include "options.h"
#include "policy.h"

namespace sluice::langid_tool {
namespace {

// What documents say of their language. All but the hint are the tool's own.
class LanguageFields {
 public:
  LanguageFields(const std::vector<langid::LabelClass>& classes, const LangidOptions& options,
                 Fields& fields)
      : classes_(classes),
        top_k_(options.top_k),
        language_(fields.add("metadata.language")),
        score_(fields.add("metadata.language_score")),
        shares_(fields.add("metadata.languages")),
        candidates_(fields.add("metadata.language_candidates")) {
    if (options.hint_field.empty()) return;
    hint_ = cli::configured_by("--hint-field", [&] { return fields.add(options.hint_field); });
  }

  std::optional<langid::LanguageId> hint(const Document& document) const {
    if (!hint_) return std::nullopt;
    return langid::declared_language(document.string(*hint_).value_or(""));
  }

  void write(const Labelling& found, Document& document) const {
    document.set(language_, classes_[found.label].name);
    document.set(score_, found.score);
    thread_local Buffer json;
    if (found.shares.size() > 1) {
      json.clear();
      write_shares(found, json);
      document.set_json(shares_, json.view());
    } else {
      document.remove(shares_);
    }
    if (top_k_ > 0) {
      json.clear();
      write_candidates(found, json);
      document.set_json(candidates_, json.view());
    } else {
      document.remove(candidates_);
    }
  }

 private:
  void write_shares(const Labelling& found, Buffer& out) const {
    JsonWriter json(out);
    json.begin_object();
    for (const Scored& one : found.shares) json.key(classes_[one.label].name).number(one.score);
    json.end_object();
  }

  void write_candidates(const Labelling& found, Buffer& out) const {
    JsonWriter json(out);
    json.begin_array();
    for (const Scored& one : found.candidates) {
      json.begin_object();
      json.key("language").string(classes_[one.label].name);
      json.key("score").number(one.score);
      json.end_object();
    }
    json.end_array();
  }

  const std::vector<langid::LabelClass>& classes_;
  uint64_t top_k_;
  FieldId language_;
  FieldId score_;
  FieldId shares_;
  FieldId candidates_;
  std::optional<FieldId> hint_;
};

// One file a language in the folder; with a job for each shard one folder a language.
void route_jobs(const std::string& folder, const Policy& policy, bool sharded,
                pipeline::RunOptions& run) {
  // As of sluice-cat's shards: so many files share so many bytes of blocks.
  constexpr size_t kAllBlocks = size_t{64} << 20;
  run.channels.block_bytes =
      std::clamp<size_t>(kAllBlocks / policy.routes_in_use(), size_t{16} << 10, size_t{1} << 20);
  const std::filesystem::path root = folder;
  for (pipeline::Job& job : run.jobs) {
    const std::filesystem::path shard = std::filesystem::path(job.routes.front()).filename();
    job.routes.clear();
    job.routes_on_demand = true;
    job.routes_in_use = policy.routes_in_use();
    for (const std::string& language : policy.routes()) {
      job.routes.push_back(sharded ? root / language / shard : root / (language + ".jsonl.zst"));
    }
  }
}

void label_documents(cli::DocumentOptions& documents, const LangidOptions& options,
                     const Labeller& labeller) {
  const Policy policy(labeller.classes(), options.policy());
  Fields fields = documents.fields();
  const LanguageFields language(labeller.classes(), options, fields);
  if (!options.route.empty()) documents.route_into(options.route, "--route");
  pipeline::RunOptions run = documents.run_options();
  if (!options.route.empty()) {
    route_jobs(options.route, policy, documents.sharded(), run);
  }
  Pool<Labelling> labellings([] { return std::make_unique<Labelling>(); });
  const auto judge = [&](Document& document) {
    return labellings.with([&](Labelling& found) {
      labeller.label(document.text(), language.hint(document), found);
      language.write(found, document);
      return policy.judge(found);
    });
  };
  documents.run(run, fields, {{.name = "langid", .judge = judge, .regroups = true}});
}

}  // namespace
}  // namespace sluice::langid_tool

int main(int argc, char** argv) {
  using namespace sluice;
  return cli::run("sluice-langid", argc, argv, [](cli::Tool& tool) {
    tool.describe(
        "Identify the language of documents; keep, drop or route by it.",
        {"zcat crawl.jsonl.gz | sluice-langid --keep en,de -o kept.jsonl.zst --stats langid.json",
         "sluice-langid --route by-language/ --route-languages en,de,fr shards/ --stats -",
         "sluice-langid --evaluate labelled.tsv --bytes 64,256 -o evaluation.json"});
    cli::DocumentOptions documents(tool, "stored");
    auto& options = tool.add<langid_tool::LangidOptions>();

    return tool.on_run([&] {
      options.check(tool);
      const auto labeller = options.labeller(tool);
      if (options.evaluate) {
        langid_tool::evaluate_rows(tool, documents, options, *labeller);
      } else {
        langid_tool::label_documents(documents, options, *labeller);
      }
    });
  });
}
