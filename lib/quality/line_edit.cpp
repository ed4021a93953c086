#include "quality/line_edit.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/suggest.h"
#include "quality/characters.h"
#include "quality/line_test.h"

namespace sluice::quality {
namespace {

// A rule on what is left.
struct ResultRule {
  enum class Kind : uint8_t { kept_lines, kept_sentences, removed_words_fraction };

  RuleInfo info;
  Threshold threshold;
  Kind kind = Kind::kept_lines;
  WordDefinition words;
  SentenceDefinition sentences;
};
constexpr std::string_view kSignals[] = {"kept_lines", "kept_sentences", "removed_words_fraction"};

struct LineRule {
  std::string reason;
  uint32_t pass = 1;
  LineTest test;
};

// What is needed while a document is edited; one a thread.
struct Workshop {
  WordSplitter splitter;
  std::vector<Word> words;
  std::string cuts[2];   // a line and what is cut from it
  std::string texts[2];  // what passes but the last leave
  std::vector<Line> lines;
  std::vector<uint64_t> met;
  std::vector<uint64_t> sentences;
};

// Joins kept lines. Those that lie one behind the other in the document, a "\n" between them, stay
// one piece: what is unchanged costs a copy at most.
class Joiner {
 public:
  // `finish_piece` sees each piece once.
  Joiner(std::string_view text, bool one_by_one, std::string& out)
      : text_(text), one_by_one_(one_by_one), out_(out) {}

  template <class FinishPiece>
  void keep(const LineState& line, FinishPiece&& finish_piece) {
    ++lines_;
    if (line.is_cut()) {
      flush(finish_piece);
      append(line.line());
      finish_piece(line.line());
      return;
    }
    if (open_ && !one_by_one_ && line.begin() == end_ + 1 && text_[end_] == '\n') {
      end_ = line.end();
      return;
    }
    flush(finish_piece);
    open_ = true;
    begin_ = line.begin();
    end_ = line.end();
  }

  // Returns whether the text has changed; only then `out` holds it.
  template <class FinishPiece>
  bool finish(FinishPiece&& finish_piece) {
    if (open_ && pieces_ == 0 && begin_ == 0 && end_ == text_.size() &&
        strip(text_).size() == text_.size()) {
      finish_piece(text_);
      return false;
    }
    flush(finish_piece);
    const std::string_view joined = strip(out_);
    if (joined == text_) return false;
    const auto front = static_cast<size_t>(joined.data() - out_.data());
    out_.resize(front + joined.size());
    out_.erase(0, front);
    return true;
  }

  uint64_t lines() const { return lines_; }

 private:
  template <class FinishPiece>
  void flush(FinishPiece&& finish_piece) {
    if (!open_) return;
    open_ = false;
    const std::string_view piece = text_.substr(begin_, end_ - begin_);
    append(piece);
    finish_piece(piece);
  }

  void append(std::string_view piece) {
    if (pieces_++ != 0) out_ += '\n';
    out_ += piece;
  }

  std::string_view text_;
  bool one_by_one_;
  std::string& out_;
  bool open_ = false;
  size_t begin_ = 0;  // of the piece that is open
  size_t end_ = 0;
  uint64_t pieces_ = 0;
  uint64_t lines_ = 0;
};

class LineEdit : public Step {
 public:
  LineEdit(Record& step, std::vector<Record> lines, std::vector<Record> rules,
           const Setting& setting);

  std::vector<RuleInfo> rules() const override;
  Applied apply(Analysis& analysis, std::span<Finding> findings,
                std::string& edited) const override;

 private:
  // One pass over a text; what is left of it, which is `text` itself or `out`.
  struct Passed {
    std::string_view text;
    uint64_t lines = 0;
    std::optional<size_t> first = {};  // the first test that dropped the document
  };
  Passed pass(uint32_t number, std::string_view text, std::span<const Line> lines,
              Workshop& workshop, std::string& out) const;
  // Whether the line is kept.
  bool keeps(LineState& line, uint32_t pass, Workshop& workshop,
             std::optional<size_t>& first) const;
  double measure(const ResultRule& rule, uint64_t before, std::string_view text,
                 Workshop& workshop) const;

  LineSplit split_ = LineSplit::universal;
  bool strip_ = true;
  uint32_t passes_ = 1;
  bool one_by_one_ = false;  // sentences of several lines are not the sum of each one's
  PhraseScanner phrases_;
  std::vector<LineRule> lines_;
  std::vector<ResultRule> rules_;
};

ResultRule read_result_rule(Record& record, const Setting& setting) {
  ResultRule rule;
  rule.info.reason = read_reason(record);
  if (!record.text("signal", rule.info.signal)) record.fail("needs a 'signal'");
  const auto found = std::ranges::find(kSignals, rule.info.signal);
  if (found == std::end(kSignals)) {
    record.fail_at("signal", "no signal of an edit is called '" + rule.info.signal + "'" +
                                 did_you_mean(rule.info.signal, kSignals));
  }
  rule.kind = static_cast<ResultRule::Kind>(found - std::begin(kSignals));
  if (rule.kind == ResultRule::Kind::kept_sentences) {
    rule.sentences = sentences_of(record, setting);
  } else if (rule.kind == ResultRule::Kind::removed_words_fraction) {
    rule.words = words_of(record, setting);
  }
  const bool is_share = rule.kind == ResultRule::Kind::removed_words_fraction;
  rule.threshold = Threshold::read(record, is_share ? Bound::one : Bound::none);
  rule.info.scale = is_share ? Scale::fraction : Scale::count;
  rule.info.comparison = rule.threshold.comparison;
  rule.info.threshold = rule.threshold.value;
  record.finish();
  return rule;
}

LineEdit::LineEdit(Record& step, std::vector<Record> lines, std::vector<Record> rules,
                   const Setting& setting) {
  std::string split = "universal";
  step.text("split", split);
  if (split != "universal" && split != "newline") {
    step.fail_at("split", "'split' must be \"universal\" or \"newline\"");
  }
  if (split == "newline") split_ = LineSplit::newline;
  step.flag("strip", strip_);
  for (Record& record : lines) {
    std::string reason = read_reason(record);
    const auto number = static_cast<uint32_t>(lines_.size());
    uint64_t pass = passes_;
    record.count("pass", pass);
    if (pass != passes_ && (lines_.empty() || pass != passes_ + 1)) {
      record.fail_at("pass", "passes are numbered from 1, in the order of the tests");
    }
    passes_ = static_cast<uint32_t>(pass);
    lines_.push_back({std::move(reason), passes_, LineTest::read(record, phrases_, number)});
    record.finish();
  }
  phrases_.prepare();
  for (Record& record : rules) rules_.push_back(read_result_rule(record, setting));
  one_by_one_ = std::ranges::any_of(rules_, [&](const ResultRule& rule) {
    return rule.kind == ResultRule::Kind::kept_sentences &&
           (!strip_ || rule.sentences.kind() == SentenceDefinition::Kind::regex);
  });
}

std::vector<RuleInfo> LineEdit::rules() const {
  std::vector<RuleInfo> infos;
  for (const LineRule& line : lines_) {
    const bool drops = line.test.then() == LineTest::Then::drop_document;
    infos.push_back({.profile = {},
                     .step = {},
                     .reason = line.reason,
                     .signal = std::string(line.test.name()),
                     .scale = Scale::count,
                     .comparison = drops ? Comparison::above : Comparison::none,
                     .threshold = 0,
                     .model = {}});
  }
  for (const ResultRule& rule : rules_) infos.push_back(rule.info);
  return infos;
}

bool LineEdit::keeps(LineState& line, uint32_t pass, Workshop& workshop,
                     std::optional<size_t>& first) const {
  size_t turn = 0;
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].pass != pass) continue;
    std::string& cut = workshop.cuts[turn];
    if (!lines_[i].test.meets(line, phrases_, cut)) continue;
    ++workshop.met[i];
    switch (lines_[i].test.then()) {
      case LineTest::Then::drop_line:
        return false;
      case LineTest::Then::drop_document:
        if (!first) first = i;
        break;
      case LineTest::Then::cut_or_drop:
        if (strip(cut).empty()) return false;
        [[fallthrough]];
      case LineTest::Then::cut:
        line.cut_to(cut);
        turn = 1 - turn;
        break;
    }
  }
  return true;
}

double LineEdit::measure(const ResultRule& rule, uint64_t before, std::string_view text,
                         Workshop& workshop) const {
  workshop.splitter.split(rule.words, text, workshop.words);
  const double words = static_cast<double>(before);
  return (words - static_cast<double>(workshop.words.size())) / words;
}

LineEdit::Passed LineEdit::pass(uint32_t number, std::string_view text, std::span<const Line> lines,
                                Workshop& workshop, std::string& out) const {
  const bool last = number == passes_;
  const auto count_sentences = [&](std::string_view piece) {
    for (size_t i = 0; last && i < rules_.size(); ++i) {
      if (rules_[i].kind != ResultRule::Kind::kept_sentences) continue;
      workshop.sentences[i] += workshop.splitter.count_sentences(rules_[i].sentences, piece);
    }
  };
  Passed passed{.text = text, .lines = 0, .first = {}};
  out.clear();
  Joiner joiner(text, one_by_one_, out);
  for (const Line& each : lines) {
    const std::string_view whole = each.of(text);
    const std::string_view within = strip_ ? strip(whole) : whole;
    const size_t begin = each.begin + static_cast<size_t>(within.data() - whole.data());
    LineState line(text, begin, begin + within.size());
    if (keeps(line, number, workshop, passed.first)) joiner.keep(line, count_sentences);
  }
  if (joiner.finish(count_sentences)) passed.text = out;
  passed.lines = joiner.lines();
  return passed;
}

Applied LineEdit::apply(Analysis& analysis, std::span<Finding> findings,
                        std::string& edited) const {
  thread_local Workshop workshop;
  const std::string_view text = analysis.text();
  workshop.met.assign(lines_.size(), 0);
  workshop.sentences.assign(rules_.size(), 0);

  std::optional<size_t> first;
  Passed left{.text = text, .lines = 0, .first = {}};
  std::span<const Line> lines = analysis.lines(split_);
  for (uint32_t number = 1; number <= passes_; ++number) {
    const std::string_view before = left.text;
    const bool first_is_taken = before.data() == workshop.texts[0].data();
    std::string& out = number == passes_ ? edited : workshop.texts[first_is_taken ? 1 : 0];
    left = pass(number, before, lines, workshop, out);
    if (!first) first = left.first;
    if (number == passes_ || left.text.data() == before.data()) continue;
    split_lines(left.text, split_, workshop.lines);
    lines = workshop.lines;
  }
  const bool changed = left.text.data() != text.data() && left.text != text;
  if (!changed) {
    edited.clear();
  } else if (left.text.data() != edited.data()) {
    edited = left.text;
  }

  for (size_t i = 0; i < lines_.size(); ++i) {
    const bool drops = lines_[i].test.then() == LineTest::Then::drop_document;
    const Threshold threshold{.comparison = drops ? Comparison::above : Comparison::none};
    threshold.judge(static_cast<double>(workshop.met[i]), findings[i]);
  }
  for (size_t i = 0; i < rules_.size(); ++i) {
    std::optional<double> value;
    switch (rules_[i].kind) {
      case ResultRule::Kind::kept_lines:
        value = static_cast<double>(left.lines);
        break;
      case ResultRule::Kind::kept_sentences:
        value = static_cast<double>(workshop.sentences[i]);
        break;
      case ResultRule::Kind::removed_words_fraction:
        if (const uint64_t before = analysis.words(rules_[i].words).size(); before != 0) {
          value = changed ? measure(rules_[i], before, edited, workshop) : 0;
        }
        break;
    }
    rules_[i].threshold.judge(value, findings[lines_.size() + i]);
  }
  if (!first) first = first_drop(findings);
  return {.edited = changed, .first = first};
}

}  // namespace

std::unique_ptr<const Step> make_line_edit(Record& step, std::vector<Record> lines,
                                           std::vector<Record> rules, const Setting& setting) {
  return std::make_unique<LineEdit>(step, std::move(lines), std::move(rules), setting);
}

}  // namespace sluice::quality
