#include "evaluation_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>

#include "base/buffer.h"
#include "base/format.h"
#include "cli/messages.h"
#include "document/json_writer.h"

namespace sluice::langid_tool {
namespace {

using langid::Evaluation;

constexpr size_t kShown = 20;
constexpr size_t kFirstWidth = 18;
constexpr size_t kWidth = 11;

std::string padded(const std::string& text, size_t width) {
  return text + std::string(width - std::min(width - 1, text.size()), ' ');
}

std::string line(const std::string& first, const std::vector<std::string>& cells) {
  std::string text = padded(first, kFirstWidth);
  for (const std::string& cell : cells) {
    text += std::string(kWidth - std::min(kWidth - 1, cell.size()), ' ') + cell;
  }
  return text + "\n";
}

std::string percent(double share) { return fixed(100 * share, 2); }
std::string count(uint64_t value) { return with_thousands(value); }

std::string overview(const std::vector<EvaluationAt>& evaluations) {
  std::string text = line("text", {"rows", "labels", "accuracy", "macro-F1", "known", "accuracy",
                                   "macro-F1", "ECE", "at mix"});
  for (const EvaluationAt& one : evaluations) {
    const Evaluation& result = one.result;
    text += line(
        one.bytes == kWholeText ? "whole" : "first " + std::to_string(one.bytes),
        {count(result.all.rows), count(result.all.labels), percent(result.all.accuracy),
         percent(result.all.macro_f1), count(result.known.rows), percent(result.known.accuracy),
         percent(result.known.macro_f1), fixed(result.known_calibration.error, 4),
         result.mix ? percent(result.mix->accuracy) : "-"});
  }
  return text;
}

std::string reliability(const Evaluation& result) {
  std::string text = "\n" + line("score", {"rows", "mean", "right"});
  for (size_t i = 0; i < Evaluation::kBins; ++i) {
    const Evaluation::Bin& bin = result.known_calibration.bins[i];
    if (bin.rows == 0) continue;
    text += line(fixed(static_cast<double>(i) / Evaluation::kBins, 2) + "-" +
                     fixed(static_cast<double>(i + 1) / Evaluation::kBins, 2),
                 {count(bin.rows), fixed(bin.score, 4), fixed(bin.right, 4)});
  }
  return text;
}

std::string confusions(const Evaluation& result, size_t most) {
  std::string text = "\n" + line("label", {"answer", "rows"});
  for (size_t i = 0; i < std::min(most, result.pairs.size()); ++i) {
    const Evaluation::Pair& pair = result.pairs[i];
    text += line(cli::printable(pair.label), {cli::printable(pair.answer), count(pair.rows)});
  }
  return text;
}

std::string label_table(const Evaluation& result, size_t most) {
  std::vector<const Evaluation::Label*> labels;
  for (const Evaluation::Label& label : result.labels) labels.push_back(&label);
  // The worst first; last what cannot be found, and what is only answered.
  std::ranges::stable_sort(labels, {}, [](const auto* label) {
    return std::tuple(label->rows == 0, !label->known, label->f1);
  });
  std::string text =
      "\n" + line("label", {"rows", "answered", "precision", "recall", "F1", "false", "at mix"});
  for (size_t i = 0; i < std::min(most, labels.size()); ++i) {
    const Evaluation::Label& label = *labels[i];
    text += line(cli::printable(label.name) + (label.known ? "" : " (unknown)"),
                 {count(label.rows), count(label.answered), percent(label.precision),
                  percent(label.recall), percent(label.f1), fixed(label.false_share, 6),
                  label.mix_precision ? percent(*label.mix_precision) : "-"});
  }
  return text;
}

double rounded(double value) { return std::round(value * 1e6) / 1e6; }

void write_figures(const Evaluation::Figures& figures, JsonWriter& json) {
  json.key("labels").number(figures.labels);
  json.key("rows").number(figures.rows);
  json.key("right").number(figures.right);
  json.key("accuracy").number(rounded(figures.accuracy));
  json.key("macro_f1").number(rounded(figures.macro_f1));
}

void write_calibration(const Evaluation::Calibration& calibration, JsonWriter& json) {
  json.key("calibration").begin_object();
  json.key("error").number(rounded(calibration.error));
  json.key("bins").begin_array();
  for (const Evaluation::Bin& bin : calibration.bins) {
    json.begin_object();
    json.key("rows").number(bin.rows);
    json.key("score").number(rounded(bin.score));
    json.key("right").number(rounded(bin.right));
    json.end_object();
  }
  json.end_array().end_object();
}

void write_label(const Evaluation::Label& label, JsonWriter& json) {
  json.begin_object();
  json.key("label").string(label.name);
  json.key("known").boolean(label.known);
  json.key("rows").number(label.rows);
  json.key("right").number(label.right);
  json.key("answered").number(label.answered);
  json.key("precision").number(rounded(label.precision));
  json.key("recall").number(rounded(label.recall));
  json.key("f1").number(rounded(label.f1));
  json.key("false_share").number(rounded(label.false_share));
  if (label.mix_precision) json.key("mix_precision").number(rounded(*label.mix_precision));
  json.end_object();
}

void write_evaluation(const EvaluationAt& one, JsonWriter& json) {
  const Evaluation& result = one.result;
  json.begin_object();
  json.key("bytes");
  one.bytes == kWholeText ? json.null() : json.number(one.bytes);
  write_figures(result.all, json);
  write_calibration(result.calibration, json);
  json.key("known").begin_object();
  write_figures(result.known, json);
  write_calibration(result.known_calibration, json);
  json.end_object();
  if (result.mix) {
    json.key("mix").begin_object();
    json.key("accuracy").number(rounded(result.mix->accuracy));
    json.key("covered").number(rounded(result.mix->covered));
    json.end_object();
  }
  json.key("by_label").begin_array();
  for (const Evaluation::Label& label : result.labels) write_label(label, json);
  json.end_array();
  json.key("confusions").begin_array();
  for (const Evaluation::Pair& pair : result.pairs) {
    json.begin_object();
    json.key("label").string(pair.label);
    json.key("answer").string(pair.answer);
    json.key("rows").number(pair.rows);
    json.end_object();
  }
  json.end_array().end_object();
}

}  // namespace

std::string evaluations_as_table(const std::vector<EvaluationAt>& evaluations, bool all) {
  const Evaluation& first = evaluations.front().result;
  const size_t most = all ? SIZE_MAX : kShown;
  return overview(evaluations) + reliability(first) + confusions(first, most) +
         label_table(first, most);
}

std::string evaluations_as_json(const std::vector<EvaluationAt>& evaluations) {
  Buffer text;
  JsonWriter json(text, 1);
  json.begin_object();
  json.key("schema").string("sluice.langid-evaluation/1");
  json.key("evaluations").begin_array();
  for (const EvaluationAt& one : evaluations) write_evaluation(one, json);
  json.end_array().end_object();
  text.push_back('\n');
  return std::string(text.view());
}

}  // namespace sluice::langid_tool
