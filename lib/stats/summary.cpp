#include <algorithm>
#include <array>

#include "base/format.h"
#include "stats/stats_file.h"

namespace sluice::stats {
namespace {

constexpr size_t kWidth = 80;
constexpr size_t kMaxReasons = 12;

struct Row {
  std::string label;
  std::array<std::string, 4> cells;  // documents, share, bytes, tokens
};

// Names come from files that others wrote: control characters would reach the terminal.
std::string printable(std::string_view name) {
  std::string text(name);
  for (char& byte : text) {
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f) byte = '?';
  }
  return text;
}

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; }

size_t characters(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

// `text` in exactly `width` characters, cut or filled up with spaces.
std::string fit(std::string_view text, size_t width) {
  std::string fitted;
  size_t taken = 0;
  for (const char byte : text) {
    if (begins_character(byte) && taken++ == width) return fitted;
    fitted.push_back(byte);
  }
  return fitted.append(width - taken, ' ');
}

std::string percent(uint64_t part, uint64_t whole) {
  if (whole == 0) return "-";
  const double share = 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  if (part > 0 && share < 0.05) return "<0.1 %";
  return fixed(share, 1) + " %";
}

std::string signed_bytes(int64_t bytes) {
  const auto size = static_cast<uint64_t>(bytes);
  return bytes < 0 ? "-" + human_bytes(uint64_t{0} - size) : human_bytes(size);
}

// The table of one ledger, row by row.
class Table {
 public:
  Table(const Ledger& ledger, bool tokens) : tokens_(tokens) {
    whole_ = ledger.in.documents + ledger.repeated.documents;
    rows_.push_back({"", {"documents", "share", "bytes", "tokens"}});
    counts("in", ledger.in, "");
    if (ledger.repeated.documents > 0) counts("repeated", ledger.repeated, "");
    counts("out", ledger.out, percent(ledger.out.documents, whole_));
    if (ledger.changed_bytes != 0 || ledger.changed_tokens != 0) {
      rows_.push_back({"changed",
                       {"", "", signed_bytes(ledger.changed_bytes),
                        tokens_ ? with_thousands(ledger.changed_tokens) : "-"}});
    }
    const Tally rejected = ledger.rejected();
    counts("rejects", rejected, percent(rejected.documents, whole_));
    reasons(ledger);
  }

  std::string text() const {
    std::array<size_t, 4> widths{};
    size_t room = kWidth;
    for (size_t i = 0; i < widths.size(); ++i) {
      for (const Row& row : rows_) widths[i] = std::max(widths[i], row.cells[i].size());
      room -= std::min(room, widths[i] + 2);
    }
    size_t label_width = 0;
    for (const Row& row : rows_) label_width = std::max(label_width, characters(row.label));
    label_width = std::min(label_width, room);

    std::string text;
    for (const Row& row : rows_) {
      text += fit(row.label, label_width);
      for (size_t i = 0; i < widths.size(); ++i) {
        text.append(2 + widths[i] - row.cells[i].size(), ' ').append(row.cells[i]);
      }
      text.push_back('\n');
    }
    return text;
  }

 private:
  void counts(std::string label, const Counts& counts, std::string share) {
    rows_.push_back({std::move(label),
                     {with_thousands(counts.documents), std::move(share), human_bytes(counts.bytes),
                      tokens_ ? with_thousands(counts.tokens) : "-"}});
  }

  // The reasons that drop most, then one row for the rest of them.
  void reasons(const Ledger& ledger) {
    std::vector<std::pair<std::string_view, Counts>> sorted(ledger.rejects.begin(),
                                                            ledger.rejects.end());
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
      return a.second.documents > b.second.documents;
    });
    const size_t shown = sorted.size() > kMaxReasons ? kMaxReasons - 1 : sorted.size();
    Counts rest;
    for (size_t i = 0; i < sorted.size(); ++i) {
      const auto& [reason, sum] = sorted[i];
      if (i < shown) {
        counts("  " + printable(reason), sum, percent(sum.documents, whole_));
      } else {
        rest += sum;
      }
    }
    if (shown == sorted.size()) return;
    counts("  " + count_of(sorted.size() - shown, "other reason"), rest,
           percent(rest.documents, whole_));
  }

  const bool tokens_;
  uint64_t whole_ = 0;  // documents that shares are of
  std::vector<Row> rows_;
};

// "bad records  1,203: bad_json 1,200, missing_text 3", cut to a line.
std::string bad_records(const Stats& stats) {
  uint64_t sum = 0;
  std::vector<std::pair<uint64_t, std::string_view>> sorted;
  for (const auto& [reason, count] : stats.bad_records) {
    sum += count;
    sorted.emplace_back(count, reason);
  }
  if (sum == 0) return {};
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string text = "bad records  " + with_thousands(sum);
  for (size_t i = 0; i < sorted.size(); ++i) {
    text += (i == 0 ? ": " : ", ") + printable(sorted[i].second) + " " +
            with_thousands(sorted[i].first);
  }
  if (characters(text) > kWidth) text = fit(text, kWidth - 3) + "...";
  return text + "\n";
}

}  // namespace

std::string summary(const Stats& stats) {
  const auto tokenizer = stats.counted_by();
  std::string title = printable(stats.tool + " " + stats.version);
  if (tokenizer) title += ", tokens of " + printable(tokenizer->name);
  if (characters(title) > kWidth) title = fit(title, kWidth);
  return title + "\n" + Table(stats.ledger, tokenizer.has_value()).text() + bad_records(stats);
}

}  // namespace sluice::stats
