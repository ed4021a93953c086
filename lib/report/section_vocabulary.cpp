#include "base/format.h"
#include "report/quantities.h"
#include "report/sections.h"
#include "sizing/vocabulary.h"

namespace sluice::report {
namespace {

using sizing::Label;
using sizing::quantity;

struct Candidate {
  double size = 0;
  double bytes_per_token = 0;
  bool is_plan = false;
};

// One text, and the vocabulary that cuts it; the plan's is the first.
class VocabularyTable {
 public:
  VocabularyTable(const Basis& basis, double bytes_per_token)
      : basis_(basis), text_bytes_(basis.tokens->value * bytes_per_token) {}

  std::vector<Cell> row(const Candidate& candidate) const {
    const sizing::ModelShape& shape = *basis_.shape;
    const auto width = static_cast<double>(shape.width);
    const double parameters =
        sizing::parameters_with(basis_.active->value, static_cast<double>(shape.vocabulary),
                                candidate.size, width, shape.tied);
    const double tokens = sizing::tokens_of(text_bytes_, candidate.bytes_per_token);
    const double flops = sizing::training_flops(parameters, tokens);
    const auto told = [&](const char* name, double value, const char* unit) {
      return quantity("F14", name, value, unit, Label::grounded)
          .from("V", candidate.size, "")
          .from("bytes a token", candidate.bytes_per_token, "B");
    };
    std::vector<Cell> cells = {Cell(with_thousands(static_cast<uint64_t>(candidate.size)),
                                    quantity("F14", candidate.is_plan ? "V of the plan" : "V",
                                             candidate.size, "", Label::grounded)),
                               told("bytes a token", candidate.bytes_per_token, ""),
                               told("N", parameters, "parameters"), told("D", tokens, "tokens"),
                               told("C", flops, "FLOP")};
    if (basis_.cluster && basis_.cluster->price_per_gpu_hour > 0) {
      cells.push_back(told("dollars", sizing::run_cost(flops, *basis_.cluster).wall_dollars, "$"));
    } else {
      cells.emplace_back("-");
    }
    cells.push_back(told("bits a byte of 1 nat a token",
                         sizing::bits_per_byte(1, candidate.bytes_per_token), ""));
    return cells;
  }

 private:
  const Basis& basis_;
  double text_bytes_;
};

std::optional<double> bytes_per_token(const Basis& basis) {
  if (const auto given = basis.plan->find("corpus.bytes_per_token")) return given;
  return basis.funnel != nullptr ? basis.funnel->bytes_per_token() : std::nullopt;
}

void add_optimal_size(Section& section, const sizing::ModelShape& shape) {
  const sizing::ParameterCount count = sizing::count_parameters(shape);
  const double others = count.total() - count.vocabulary();
  section.fact("optimal",
               quantity("F25", "vocabulary that is best for the layers",
                        sizing::optimal_vocabulary(others, static_cast<double>(shape.width)), "",
                        sizing::optimal_vocabulary_label(others))
                   .from("parameters outside of it", others, "parameters")
                   .from("d", static_cast<double>(shape.width), ""));
}

}  // namespace

Section vocabulary_section(const Basis& basis) {
  Section section("vocabulary", "The vocabulary");
  if (!basis.shape || !basis.tokens) {
    section.say("What a vocabulary's size moves wants a model's shape and tokens.");
    return section;
  }
  const auto ratio = bytes_per_token(basis);
  add_optimal_size(section, *basis.shape);
  if (!ratio) {
    section.say(
        "Bytes a token are not known: give stats files that count tokens, or "
        "bytes_per_token.");
    return section;
  }
  const VocabularyTable table(basis, *ratio);
  Table candidates{
      .id = "candidates",
      .title =
          "The same text cut by other vocabularies, the plan's first; bits/byte of a "
          "loss of 1 nat a token",
      .columns = {"entries", "bytes/token", "parameters", "tokens", "FLOP", "price", "bits/byte"},
      .rows = {}};
  candidates.rows.push_back(
      table.row({static_cast<double>(basis.shape->vocabulary), *ratio, true}));
  for (const VocabularyCandidate& one : basis.plan->vocabularies()) {
    candidates.rows.push_back(table.row({static_cast<double>(one.size), one.bytes_per_token}));
  }
  section.add(std::move(candidates));
  section.say(
      "A larger vocabulary cuts a text into fewer tokens and adds rows to the model: their "
      "product decides. Loss a token does not compare between vocabularies; bits a byte "
      "do: multiply a loss by the last column.");
  if (basis.plan->vocabularies().empty()) {
    section.say(
        "Candidates are given in [vocab], with the bytes a token that sluice-bpe compare "
        "measures.");
  }
  return section;
}

}  // namespace sluice::report
