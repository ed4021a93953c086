#include "documents.h"

#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/buffer.h"
#include "document/json_writer.h"
#include "html/charset.h"
#include "metadata.h"
#include "page.h"
#include "warc/payload.h"

namespace sluice::extract_tool {

using warc::Payload;
using warc::Record;
using warc::RecordKind;

// What one thread needs for one record after the other.
struct Documents::Scratch {
  warc::PayloadReader payloads;
  html::CharsetDecoder charsets;
  PageReader pages;
  std::string url;
  Buffer id;
};

struct Documents::Candidate {
  const Record& record;
  Scratch& scratch;
  Payload payload;
  bool is_page = false;  // HTML, else text
  std::string_view id;
  std::string_view dump;
  html::Decoded decoded{};
  Page page{};  // of HTML
  std::string_view text{};
};

// Why a candidate gives no document; no reason: it does.
struct Documents::Refusal {
  std::string_view reason{};
  std::string detail{};
};

namespace {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

// Conversions are text in UTF-8 by their format, unless they say otherwise.
std::string_view declared_charset(const Record& record, const Payload& payload) {
  const bool is_conversion = record.header.kind == RecordKind::conversion;
  return is_conversion && payload.sniffed.charset.empty() ? "utf-8" : payload.sniffed.charset;
}

}  // namespace

Documents::Documents(Options options)
    : options_(std::move(options)),
      extractor_name_(options_.tool + "/" + options_.version),
      extractor_(options_.extractor),
      scratch_([] { return std::make_unique<Scratch>(); }) {
  for (const std::string& input : options_.inputs) {
    dumps_.emplace_back(dump_of_name(input));
  }
}

Documents::~Documents() = default;

void Documents::add(const Record& record, pipeline::Batch& batch) const {
  if (!record.loss.empty()) return;  // counted as a bad record
  batch.count("records", to_string(record.header.kind));
  if (!has_payload(record.header.kind)) return;
  scratch_.with([&](Scratch& scratch) {
    Candidate candidate{.record = record,
                        .scratch = scratch,
                        .payload = scratch.payloads.read(record),
                        .id = {},
                        .dump = {}};
    candidate.is_page = is_html_like(candidate.payload.sniffed);
    scratch.id.clear();
    append_id(record, options_.inputs[record.input], scratch.id);
    candidate.id = scratch.id.view();
    judge(candidate, batch);
  });
}

void Documents::judge(Candidate& candidate, pipeline::Batch& batch) const {
  const Payload& payload = candidate.payload;
  batch.count("media_types", name_of(payload.type));
  payload.http_notes.for_each([&](warc::HttpNote note) { batch.count("http", to_string(note)); });
  payload.body_notes.for_each([&](warc::BodyNote note) { batch.count("bodies", to_string(note)); });

  const std::string& of_input = dumps_[candidate.record.input];
  std::string of_record;  // seldom needed, and then short
  if (of_input.empty()) of_record = as_utf8(candidate.record.crawl);
  candidate.dump = of_input.empty() ? of_record : of_input;
  stats::Ledger& ledger = batch.ledgers.front();
  const stats::Groups groups{.language = {}, .source = {}, .dump = candidate.dump};
  const stats::Measure before{.id = candidate.id, .bytes = payload.bytes.size(), .tokens = 0};
  if (options_.counter != nullptr) {
    ledger.tokens.counted_by(options_.counter->name());
  } else {
    ledger.tokens.not_counted();
  }
  ledger.see(before, groups);

  Refusal refusal = refuse_unread(candidate);
  if (refusal.reason.empty()) refusal = read(candidate, batch);
  if (!refusal.reason.empty()) {
    ledger.reject(refusal.reason, before);
    if (options_.rejects) emit(candidate, 0, refusal, batch);
    return;
  }
  const uint64_t tokens =
      options_.counter != nullptr ? options_.counter->count(candidate.text) : uint64_t{0};
  ledger.keep(before, {.id = candidate.id, .bytes = candidate.text.size(), .tokens = tokens},
              groups);
  emit(candidate, tokens, refusal, batch);
}

// What can be said before the payload is decoded.
Documents::Refusal Documents::refuse_unread(const Candidate& candidate) const {
  const Payload& payload = candidate.payload;
  if (options_.urls != nullptr) {
    const std::string_view entry =
        options_.urls->blocked(candidate.record.header.target_uri, candidate.scratch.url);
    if (!entry.empty()) return {.reason = "blocked_url", .detail = as_utf8(entry)};
  }
  if (payload.status != 0 && (payload.status < 200 || payload.status > 299)) {
    return {.reason = "http_status", .detail = std::to_string(payload.status)};
  }
  if (candidate.record.marked) return {.reason = "duplicate_url", .detail = {}};
  for (const warc::BodyNote note : {warc::BodyNote::undecodable, warc::BodyNote::unknown_coding,
                                    warc::BodyNote::too_many_codings}) {
    if (payload.body_notes.has(note)) {
      return {.reason = "undecodable_body", .detail = std::string(to_string(note))};
    }
  }
  if (!candidate.is_page && !is_plain_text(payload.sniffed)) {
    // What is declared as a page and is none is what its bytes say.
    const bool declared_only = group_of(payload.type) == warc::MediaGroup::html;
    return {.reason = "media_type",
            .detail = std::string(name_of(declared_only ? payload.sniffed.content : payload.type))};
  }
  return {};
}

Documents::Refusal Documents::read(Candidate& candidate, pipeline::Batch& batch) const {
  using Kind = html::CharsetDecoder::Kind;
  candidate.decoded = candidate.scratch.charsets.decode(
      candidate.payload.bytes, declared_charset(candidate.record, candidate.payload),
      candidate.is_page ? Kind::html : Kind::plain_text);
  if (!candidate.decoded.known()) {
    return {.reason = "charset", .detail = as_utf8(candidate.payload.sniffed.charset)};
  }
  batch.count("charsets", name_of(candidate.decoded.encoding));
  batch.count("charset_sources", to_string(candidate.decoded.found));
  if (candidate.decoded.replaced > 0) batch.count("texts", "with_invalid_bytes");
  candidate.text = candidate.decoded.text;
  if (candidate.is_page) {
    candidate.page = candidate.scratch.pages.read(candidate.decoded.text, extractor_);
    candidate.text = candidate.page.text;
  }
  if (is_blank(candidate.text)) {
    const bool shows_text = candidate.page.visible_bytes > 0;
    return {.reason = shows_text ? "no_main_content" : "empty", .detail = {}};
  }
  if (candidate.text.size() < options_.min_text_bytes) {
    return {.reason = "too_short", .detail = std::to_string(candidate.text.size())};
  }
  return {};
}

// With a reason: to the rejects, without text unless it is asked for, since a payload need not be
// any.
void Documents::emit(const Candidate& candidate, uint64_t tokens, const Refusal& refusal,
                     pipeline::Batch& batch) const {
  const bool kept = refusal.reason.empty();
  const size_t at = batch.scratch.size();
  JsonWriter json(batch.scratch);
  json.begin_object();
  json.key("id").string(candidate.id);
  json.key("text").string(kept                    ? candidate.text
                          : options_.rejects_html ? candidate.decoded.text
                                                  : std::string_view{});
  json.key("metadata").begin_object();
  write_place(json, candidate.record, candidate.dump, options_.inputs[candidate.record.input]);
  write_capture(json, candidate.record, candidate.payload);
  write_charset(json, candidate.decoded);
  if (candidate.page.said != nullptr) write_statements(json, *candidate.page.said);
  write_opt_out(json, candidate.payload, candidate.page.said);
  if (candidate.page.said != nullptr) {
    json.key("extractor").string(extractor_name_);
    json.key("main_share").number(static_cast<double>(candidate.page.share()) / 1'000);
  }
  if (kept && options_.counter != nullptr) {
    json.key("token_count").number(tokens);
    json.key("tokenizer").string(options_.counter->name());
  }
  if (!kept) {
    json.key("reject").begin_object();
    json.key("tool").string(options_.tool);
    json.key("reason").string(refusal.reason);
    if (!refusal.detail.empty()) json.key("detail").string(refusal.detail);
    json.end_object();
  }
  json.end_object().end_object();
  batch.scratch.push_back('\n');
  batch.emit_scratch(kept ? pipeline::kFirstRoute : pipeline::kRejects, at);
}

std::string_view dump_of_name(std::string_view path) {
  constexpr std::string_view kPrefix = "CC-MAIN-";
  for (size_t at = path.find(kPrefix); at != std::string_view::npos;
       at = path.find(kPrefix, at + 1)) {
    const std::string_view rest = path.substr(at + kPrefix.size());
    const auto digits = [&rest](size_t from, size_t count) {
      for (size_t i = from; i < from + count; ++i) {
        if (i >= rest.size() || !is_digit(rest[i])) return false;
      }
      return true;
    };
    // Year and week; file names hold a time stamp of 14 digits in the same place.
    const bool is_week =
        digits(0, 4) && rest.size() > 4 && rest[4] == '-' && digits(5, 2) && !digits(5, 3);
    if (is_week) return path.substr(at, kPrefix.size() + 7);
  }
  return {};
}

}  // namespace sluice::extract_tool
