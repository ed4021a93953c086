#include "report/quantities.h"
#include "report/sections.h"
#include "report/spell.h"
#include "sizing/corpus.h"
#include "sizing/repetition.h"

namespace sluice::report {
namespace {

using sizing::Label;
using sizing::quantity;

// What the pipeline makes of a byte of crawl; nothing if it was not measured.
std::optional<sizing::CrawlRate> crawl_rate(const Basis& basis) {
  if (basis.funnel == nullptr) return std::nullopt;
  const auto stored = basis.funnel->stored_bytes();
  const auto tokens = basis.funnel->unique_tokens();
  if (!stored || !tokens || *tokens == 0) return std::nullopt;
  const auto bytes = static_cast<double>(*stored);
  return sizing::CrawlRate{.tokens_per_byte = *tokens / bytes,
                           .cpu_seconds_per_byte = basis.funnel->cpu_seconds() / bytes};
}

// F16 was fitted up to 9e9 parameters and 500 epochs.
Label repetition_label(double parameters, double epochs) {
  return parameters <= 9e9 && epochs <= 500 ? Label::grounded : Label::extrapolated;
}

void add_exits(Section& section, const Basis& basis) {
  const auto rate = crawl_rate(basis);
  const sizing::Allocation plan{basis.active->value, basis.tokens->value};
  const double unique = basis.unique->value;
  const sizing::Shortfall need = sizing::shortfall(
      basis.surface, plan, unique, rate.value_or(sizing::CrawlRate{.tokens_per_byte = 1}));
  Table exits{.id = "exits",
              .title = "Four ways to live with too few tokens",
              .columns = {"way", "price", "and"},
              .rows = {}};
  const Label repeated = repetition_label(plan.parameters, need.epochs);
  const Label fitted = fit_label(plan.parameters, basis.flops->value);
  exits.rows.push_back(
      {"repeat",
       quantity("F24", "epochs", need.epochs, "epochs", Label::grounded)
           .from(tokens_of(basis))
           .from(unique_of(basis)),
       quantity("F16", "loss above new tokens", need.repeat_penalty, "nats/token", repeated)
           .from("N", plan.parameters, "parameters")
           .from("D", plan.tokens, "tokens")
           .from("U", unique, "tokens")});
  exits.rows.push_back(
      {"shrink the model",
       quantity("F5", "parameters for the corpus", need.shrunk.parameters, "parameters",
                fit_label(need.shrunk.parameters, need.shrunk_flops))
           .from("U", unique, "tokens"),
       quantity("F5", "compute for the corpus", need.shrunk_flops, "FLOP", Label::grounded)
           .from("U", unique, "tokens")});
  if (rate) {
    exits.rows.push_back(
        {"crawl more",
         quantity("F24", "crawl that is missing", need.crawl.bytes, "B", Label::rough)
             .from("gap", need.gap, "tokens")
             .from("tokens a byte", rate->tokens_per_byte, ""),
         quantity("F24", "CPU hours for it", need.crawl.cpu_hours, "h", Label::rough)
             .from("CPU seconds a byte", rate->cpu_seconds_per_byte, "s")});
  }
  exits.rows.push_back(
      {"accept fewer tokens",
       quantity("F7", "loss above the plan's", need.accept_penalty, "nats/token", fitted)
           .from("N", plan.parameters, "parameters")
           .from("U", unique, "tokens"),
       "-"});
  section.add(std::move(exits));
  if (rate) {
    section.say(
        "Crawl is reckoned in proportion; duplicates grow with a corpus, so that more than "
        "this will be wanted.");
  }
}

}  // namespace

Section data_section(const Basis& basis) {
  Section section("data", "Data");
  if (!basis.unique) {
    section.say(
        "Unique tokens are not known: give stats files that count them, or "
        "unique_tokens.");
    return section;
  }
  section.fact("unique", unique_of(basis));
  if (!basis.tokens) return section;
  const double unique = basis.unique->value;
  const double epochs = basis.tokens->value / unique;
  section.fact("epochs", quantity("F24", "epochs", epochs, "epochs", Label::grounded)
                             .from(tokens_of(basis))
                             .from(unique_of(basis)));
  const Label label = repetition_label(basis.active->value, epochs);
  const double effective = sizing::effective_tokens(unique, basis.tokens->value);
  section.fact("effective", quantity("F16", "worth in new tokens", effective, "tokens", label)
                                .from("U", unique, "tokens")
                                .from("D", basis.tokens->value, "tokens"));
  section.fact("effective_share", quantity("F16", "of the tokens processed",
                                           effective / basis.tokens->value, "share", label)
                                      .from("D'", effective, "tokens")
                                      .from("D", basis.tokens->value, "tokens"));
  const double gap = basis.tokens->value - unique;
  if (gap <= 0) {
    section.say("The corpus has all the tokens that the plan processes.");
    return section;
  }
  section.fact("gap", quantity("F24", "tokens that are missing", gap, "tokens", Label::grounded)
                          .from(tokens_of(basis))
                          .from(unique_of(basis)));
  add_exits(section, basis);
  return section;
}

}  // namespace sluice::report
