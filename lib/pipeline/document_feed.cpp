#include "pipeline/document_feed.h"

#include <utility>

#include "document/json_writer.h"

namespace sluice::pipeline {
namespace {

constexpr uint64_t kMostTokens = uint64_t{1} << 40;

bool is_blank(std::string_view line) {
  // JSON's white space; usually decided by the first byte.
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

CommonFields::CommonFields(Fields& fields)
    : token_count(fields.add("metadata.token_count")),
      tokenizer(fields.add("metadata.tokenizer")),
      language(fields.add("metadata.language")),
      source(fields.add("source")),
      dump(fields.add("metadata.dump")),
      reject(fields.add("metadata.reject")) {}

struct DocumentFeed::DocumentLoad : LineLoad {
  explicit DocumentLoad(const Fields& fields) : reader(fields) {}
  DocumentReader reader;
  Document document;
  uint64_t first_line = 0;  // number of the batch's first line
};

DocumentFeed::DocumentFeed(std::vector<io::Input> inputs, const Fields& fields,
                           const CommonFields& common, const std::vector<Stage>& stages,
                           const Options& options)
    : FeedOfLines(std::move(inputs), options.chunks, options.max_document_bytes),
      fields_(fields),
      common_(common),
      stages_(stages),
      options_(options) {}

DocumentFeed::~DocumentFeed() = default;

std::unique_ptr<Load> DocumentFeed::make_load() const {
  return std::make_unique<DocumentLoad>(fields_);
}

bool DocumentFeed::read(Load& load) { return !at_limit_ && FeedOfLines::read(load); }

void DocumentFeed::join(Load& load) {
  FeedOfLines::join(load);
  LineLoad& line_load = static_cast<LineLoad&>(load);
  if (options_.limit_bytes != UINT64_MAX) limit(line_load.chunk, line_load.lines);
  if (options_.number_lines) number(static_cast<DocumentLoad&>(load));
}

// A line over the limit counts as one whether it was given up or came whole.
void DocumentFeed::number(DocumentLoad& load) {
  load.first_line = lines_;
  io::for_each_line(load.lines, [this](std::string_view, bool, uint64_t) { ++lines_; });
  for (const io::LostLine& lost : load.lines.lost) lines_ += lost.stored ? 0 : 1;
}

// Leaves the lines that begin before the limit, good, bad and lost. Reading ends when the last of
// them has.
void DocumentFeed::limit(const io::Chunk& chunk, io::LineBatch& lines) {
  if (at_limit_) return lines.clear();  // read ahead
  const uint64_t limit = options_.limit_bytes;
  const uint64_t begin = input_begin_ + lines.offset;  // of the head, or else the body
  const uint64_t room = limit > begin ? limit - begin : 0;
  if (room == 0) lines.head.clear();
  const uint64_t body_room = room > lines.head.size() ? room - lines.head.size() : 0;
  if (body_room == 0) {
    lines.body = {};
  } else if (body_room < lines.body.size()) {
    const size_t end = lines.body.find('\n', body_room - 1);  // of the line of the last byte
    if (end != std::string_view::npos) lines.body = lines.body.substr(0, end + 1);
  }

  joined_bytes_ += chunk.bytes.size();
  std::erase_if(lines.lost, [&](const io::LostLine& lost) {
    // Damage lies behind the chunk's bytes, and has cut off what is left of a line.
    const uint64_t at = lost.stored ? joined_bytes_ - lost.raw.size() : input_begin_ + lost.offset;
    return at >= limit;
  });
  follow_lost_line(lines);
  at_limit_ = lost_line_begin_.value_or(joined_bytes_ - carried()) >= limit;
  if (chunk.last) input_begin_ = joined_bytes_;
}

void DocumentFeed::follow_lost_line(const io::LineBatch& lines) {
  if (lines.lost_rest.ends_with('\n') || lines.lost_rest_unterminated) lost_line_begin_.reset();
  for (const io::LostLine& lost : lines.lost) {
    if (lost.continues) lost_line_begin_ = input_begin_ + lost.offset;
  }
}

void DocumentFeed::process(Load& load, Batch& batch) const {
  DocumentLoad& document_load = static_cast<DocumentLoad&>(load);
  const io::LineBatch& lines = document_load.lines;
  batch.input = document_load.chunk.input;
  batch.end_of_input = document_load.chunk.last;
  batch.one_by_one = options_.one_by_one;
  emit_raw(batch, lines.lost_rest, lines.lost_rest_unterminated);
  io::for_each_line(lines, [&](std::string_view line, bool terminated, uint64_t offset) {
    process_line(document_load, batch, line, terminated, offset);
  });
  emit_lost(document_load, batch);
}

void DocumentFeed::compose(Batch& batch) {
  if (options_.rendering) options_.rendering->compose(batch);
  if (options_.ordered_judge) decide_deferred(batch);
}

bool DocumentFeed::finish(Batch& batch) {
  return options_.rendering != nullptr && options_.rendering->finish(batch);
}

void DocumentFeed::process_line(DocumentLoad& load, Batch& batch, std::string_view line,
                                bool terminated, uint64_t offset) const {
  const uint64_t number = load.first_line + batch.lines++;
  if (options_.number_lines && options_.rendering && !options_.rendering->wants_line(number)) {
    return;
  }
  if (is_blank(line)) {
    ++batch.blank_lines;
    return;
  }
  std::optional<BadRecord> bad;
  if (line.size() > options_.max_document_bytes) {
    bad = BadRecord{.reason = "document_too_large", .offset = 0, .detail = {}};
  } else {
    bad = load.reader.read(line, load.document);
    load.document.set_line_number(number);
    load.document.set_input(batch.input);
    if (!bad && options_.admit) bad = options_.admit(load.document);
  }
  if (!bad) {
    ++batch.records;
    process_document(load, batch, terminated);
    return;
  }
  batch.bad(
      {.reason = bad->reason, .offset = offset + bad->offset, .detail = std::move(bad->detail)});
  emit_raw(batch, {line.data(), line.size() + (terminated ? 1 : 0)}, !terminated);
}

void DocumentFeed::process_document(DocumentLoad& load, Batch& batch, bool terminated) const {
  Document& document = load.document;
  Verdict verdict;
  for (size_t i = 0; i < stages_.size(); ++i) {
    stats::Ledger& ledger = batch.ledgers[i];
    stats::Measure before = measure(document, ledger, /*stale=*/false);
    const uint64_t edits = document.text_edits();
    if (!stages_[i].regroups) ledger.see(before, groups_of(document));
    verdict = stages_[i].judge(document);
    before.id = document.id();  // an edit may have moved it
    if (stages_[i].regroups) ledger.see(before, groups_of(document));
    if (!verdict.kept) {
      ledger.reject(verdict.reason, before);
      emit_reject(load.reader, document, batch, verdict);
      return;
    }
    const bool edited = document.text_edits() != edits;
    const stats::Measure after = edited ? measure(document, ledger, /*stale=*/true) : before;
    if (options_.ordered_judge && i + 1 == stages_.size()) {
      const Emission kept = kept_line(batch, document, kFirstRoute + verdict.route, terminated);
      return defer(batch, document, {.kept = kept, .before = before, .after = after});
    }
    ledger.keep(before, after, groups_of(document));
  }
  const uint32_t channel = kFirstRoute + verdict.route;
  if (options_.rendering) {
    options_.rendering->render(document, channel, batch);
  } else {
    batch.emit(kept_line(batch, document, channel, terminated));
  }
}

void DocumentFeed::defer(Batch& batch, const Document& document, Deferred::Item item) const {
  item.line = document.line();
  item.groups = groups_of(document);
  batch.deferred.begin(item);
  options_.ordered_judge->note(document, batch.deferred.strings());
  batch.deferred.end();
}

void DocumentFeed::decide_deferred(Batch& batch) {
  stats::Ledger& ledger = batch.ledgers.back();
  batch.deferred.for_each([&](const Deferred::Item& item) {
    const Verdict verdict = options_.ordered_judge->decide(item.note, item.after);
    if (verdict.kept) {
      ledger.keep(item.before, item.after, item.groups);
      batch.emit(item.kept);
      return;
    }
    ledger.reject(verdict.reason, item.before);
    if (!options_.rejects) return;
    if (!reject_reader_) reject_reader_ = std::make_unique<DocumentReader>(fields_);
    reject_reader_->read(item.line, rejected_);
    emit_reject(*reject_reader_, rejected_, batch, verdict);
  });
}

stats::Measure DocumentFeed::measure(Document& document, stats::Ledger& ledger, bool stale) const {
  const uint64_t tokens = tokens_of(document, ledger, stale);
  return {.id = document.id(), .bytes = document.text_bytes(), .tokens = tokens};
}

// `stale`: the text has changed since the count was stored.
uint64_t DocumentFeed::tokens_of(Document& document, stats::Ledger& ledger, bool stale) const {
  const TokenCounter* const counter = options_.tokens.counter;
  if (counter != nullptr) {
    ledger.tokens.counted_by(counter->name());
    const auto stored = stored_count(document, stale || !options_.tokens.believe);
    if (stored && stored->tokenizer == counter->name()) return stored->tokens;
    const uint64_t count = counter->count(document.text());
    document.set(common_.token_count, count);
    document.set(common_.tokenizer, counter->name());
    return count;
  }
  if (stale) {
    document.remove(common_.token_count);
    document.remove(common_.tokenizer);
  }
  const auto stored = options_.tokens.stored ? stored_count(document, stale) : std::nullopt;
  if (!stored) {
    ledger.tokens.not_counted();
    return 0;
  }
  ledger.tokens.counted_by(stored->tokenizer);
  return stored->tokens;
}

std::optional<DocumentFeed::StoredCount> DocumentFeed::stored_count(const Document& document,
                                                                    bool stale) const {
  if (stale) return std::nullopt;
  const auto tokens = stored_tokens(document, common_.token_count);
  if (!tokens) return std::nullopt;
  const auto tokenizer = document.string(common_.tokenizer);
  if (!tokenizer) return std::nullopt;
  return StoredCount{*tokens, *tokenizer};
}

std::optional<uint64_t> stored_tokens(const Document& document, FieldId token_count) {
  const auto tokens = document.unsigned_number(token_count);
  return tokens && *tokens <= kMostTokens ? tokens : std::nullopt;
}

stats::Groups CommonFields::groups(const Document& document) const {
  return {.language = document.string(language).value_or(std::string_view{}),
          .source = document.string(source).value_or(std::string_view{}),
          .dump = document.string(dump).value_or(std::string_view{})};
}

Emission DocumentFeed::kept_line(Batch& batch, const Document& document, uint32_t channel,
                                 bool terminated) {
  if (!document.changed() && terminated) {
    const std::string_view line = document.line();
    return {.channel = channel, .data = line.data(), .size = line.size() + 1};  // with its '\n'
  }
  const size_t at = batch.scratch.size();
  document.write(batch.scratch);
  batch.scratch.push_back('\n');
  return {.channel = channel, .at = at, .size = batch.scratch.size() - at};
}

// The document as it came: what stages did to it before one dropped it is undone by reading it
// again.
void DocumentFeed::emit_reject(DocumentReader& reader, Document& document, Batch& batch,
                               const Verdict& verdict) const {
  if (!options_.rejects) return;
  if (document.changed()) reader.read(document.line(), document);
  Buffer why;
  JsonWriter json(why);
  json.begin_object();
  json.key("tool").string(options_.tool);
  json.key("reason").string(verdict.reason);
  if (!verdict.detail.empty()) json.key("detail").string(verdict.detail);
  json.end_object();
  document.set_json(common_.reject, why.view());
  batch.emit(kept_line(batch, document, kRejects, /*terminated=*/true));
}

void DocumentFeed::emit_lost(const LineLoad& load, Batch& batch) const {
  for (const io::LostLine& lost : load.lines.lost) {
    count_lost(lost, batch);
    emit_raw(batch, lost.raw.view(), !lost.continues && !lost.raw.empty());
  }
}

// `add_line_end`: a line ends with these bytes, perhaps none, and they do not hold its '\n'.
void DocumentFeed::emit_raw(Batch& batch, std::string_view bytes, bool add_line_end) const {
  if (!options_.errors) return;
  if (!add_line_end) {
    batch.emit(kErrors, bytes);
    return;
  }
  const size_t at = batch.scratch.size();
  batch.scratch.append(bytes);
  batch.scratch.push_back('\n');
  batch.emit_scratch(kErrors, at);
}

}  // namespace sluice::pipeline
