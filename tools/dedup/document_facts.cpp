#include "document_facts.h"

#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/iso_date.h"
#include "dedup/exact_key.h"

namespace sluice::dedup_tool {
namespace {

std::optional<FieldId> declared(const std::string& option, const std::string& path,
                                Fields& fields) {
  if (path.empty()) return std::nullopt;
  return cli::configured_by(option, [&] { return fields.add(path); });
}

// Written once, however many documents there are.
void note(std::atomic<bool>& seen) {
  if (!seen.load(std::memory_order_relaxed)) seen.store(true, std::memory_order_relaxed);
}

uint64_t order_of_field(const Document& document, std::optional<FieldId> field,
                        std::atomic<bool>& seen) {
  if (!field) return 0;
  const FieldValue value = document.field(*field);
  if (value.type != ValueType::number) return 0;
  note(seen);
  const auto number = parse_double(value.raw);
  return number ? dedup::order_of(*number) : 0;
}

// Microseconds since 1970: of a number, which counts seconds, or of an ISO 8601 date.
std::optional<int64_t> time_of(const Document& document, FieldId field) {
  const FieldValue value = document.field(field);
  if (value.type != ValueType::number) {
    return parse_iso_date(document.string(field).value_or(std::string_view()));
  }
  constexpr double kMostSeconds = 1e11;
  const auto seconds = parse_double(value.raw);
  if (!seconds || !(std::abs(*seconds) < kMostSeconds)) return std::nullopt;
  return std::llround(*seconds * 1e6);
}

}  // namespace

DocumentFactsOptions::DocumentFactsOptions(cli::Tool& tool, bool first) {
  tool.section("Which copy is kept");
  tool.text("--priority-field", priority_field, "PATH",
            "a number: of copies the one with the largest is kept (none)");
  tool.text("--quality-field", quality_field, "PATH",
            "the same, where priorities are equal, as metadata.language_score (none)");
  std::vector<std::string> ways = {"longest", "newest", "oldest"};
  if (first) ways.emplace_back("first");
  tool.one_of(
      "--keep", keep, ways,
      std::string("then by length (longest), or by date first; at last by a hash of the id") +
          (first ? "; 'first' keeps what comes first, in one pass" : ""));
  tool.text("--date-field", date_field, "PATH",
            "for --keep newest and oldest: dates as 2025-01-17T06:00:10Z (metadata.date)");
  tool.section("Which documents meet");
  tool.text("--group-by", group_by, "PATH",
            "only documents with the same value there can be copies, as metadata.dump (all)");
  tool.section("Options");
}

void DocumentFactsOptions::check() const {
  if (keep != "longest" && !quality_field.empty()) {
    throw ConfigError("--keep " + keep + " and --quality-field decide the same; give one of them");
  }
}

std::string DocumentFactsOptions::description() const {
  return "priority " + priority_field + "\nquality " + quality_field + "\nkeep " + keep +
         "\ndate " + (keep == "longest" ? std::string() : date_field) + "\ngroup " + group_by +
         "\n";
}

DocumentFacts::DocumentFacts(const DocumentFactsOptions& options, Fields& fields)
    : id_(fields.id()),
      priority_(declared("--priority-field", options.priority_field, fields)),
      quality_(declared("--quality-field", options.quality_field, fields)),
      group_(declared("--group-by", options.group_by, fields)),
      oldest_(options.keep == "oldest"),
      options_(options) {
  if (options.keep != "longest") date_ = declared("--date-field", options.date_field, fields);
}

dedup::Survivor DocumentFacts::survivor(const Document& document) const {
  note(seen_.document);
  return {.priority = order_of_field(document, priority_, seen_.priority),
          .quality = date_ ? date(document) : order_of_field(document, quality_, seen_.quality),
          .length = document.text_bytes(),
          .id_hash = hash64(document.field(id_).raw),
          .text_hash = hash64(document.text())};
}

uint64_t DocumentFacts::group(const Document& document) const {
  if (!group_) return 0;
  const std::string_view content = dedup::content_of(document, *group_);
  if (content.empty()) return 0;
  note(seen_.group);
  return hash64(content);
}

// A document without a date comes last either way.
uint64_t DocumentFacts::date(const Document& document) const {
  const auto time = time_of(document, *date_);
  if (!time) return 0;
  note(seen_.date);
  // Years of four digits take 59 bits.
  const auto order = static_cast<uint64_t>(*time + (int64_t{1} << 60));
  return oldest_ ? ~order : order;
}

void DocumentFacts::require_seen() const {
  if (!seen_.document) return;
  const auto require = [](bool given, bool seen, const std::string& option, const char* what) {
    if (given && !seen) throw CheckError(option + ": no document has " + what + " there");
  };
  require(priority_.has_value(), seen_.priority, "--priority-field " + options_.priority_field,
          "a number");
  require(quality_ && !date_, seen_.quality, "--quality-field " + options_.quality_field,
          "a number");
  require(date_.has_value(), seen_.date, "--date-field " + options_.date_field, "a date");
  require(group_.has_value(), seen_.group, "--group-by " + options_.group_by, "anything");
}

std::string_view DocumentFacts::stored_id(std::string_view id, std::string& room) {
  if (id.size() <= kMostIdBytes) return id;
  const Hash128 hash = hash128(id);
  room = "\"xxh3-128:" + hex64(hash.high) + hex64(hash.low) + "\"";
  return room;
}

}  // namespace sluice::dedup_tool
