#include "warc/http_chunked.h"

#include <cstdint>
#include <optional>

#include "warc/http_text.h"

namespace sluice::warc {
namespace {

constexpr size_t kLongestSizeLine = size_t{16} << 10;  // with extensions
constexpr size_t kMostDigits = 16;

struct ChunkHeader {
  uint64_t size = 0;
  size_t length = 0;   // of the header's line with its end
  bool whole = false;  // its line end is there
};

// "1f40 ; name=value\r\n"; nothing if that is not what `rest` begins with.
std::optional<ChunkHeader> parse_chunk_header(std::string_view rest) {
  ChunkHeader header;
  size_t at = 0;
  while (at < rest.size() && (rest[at] == ' ' || rest[at] == '\t')) ++at;
  const size_t first = at;
  size_t significant = 0;
  for (; at < rest.size() && hex_value(rest[at]) >= 0; ++at) {
    if ((significant > 0 || rest[at] != '0') && ++significant > kMostDigits) return std::nullopt;
    header.size = header.size << 4 | static_cast<uint64_t>(hex_value(rest[at]));
    if (at - first > kLongestSizeLine) return std::nullopt;
  }
  if (at == first) return std::nullopt;
  while (at < rest.size() && (rest[at] == ' ' || rest[at] == '\t' || rest[at] == '\r')) ++at;
  if (at < rest.size() && rest[at] == ';') {
    const size_t feed = rest.substr(at, kLongestSizeLine).find('\n');
    if (feed == std::string_view::npos && rest.size() - at > kLongestSizeLine) return std::nullopt;
    at = feed == std::string_view::npos ? rest.size() : at + feed;
  }
  header.whole = at < rest.size();
  if (header.whole && rest[at] != '\n') return std::nullopt;
  header.length = header.whole ? at + 1 : at;
  return header;
}

// Takes the line end behind a chunk's data off `rest`; false if something else stands there. The
// end of the body is as good.
bool take_line_end(std::string_view& rest) {
  if (rest.starts_with('\r')) rest.remove_prefix(1);
  if (rest.empty()) return true;
  if (rest.front() != '\n') return false;
  rest.remove_prefix(1);
  return true;
}

// The chunks' data together: a view as long as there is one piece.
class Pieces {
 public:
  explicit Pieces(Buffer& scratch) : scratch_(scratch) { scratch_.clear(); }
  void add(std::string_view piece) {
    if (piece.empty()) return;
    if (first_.empty()) {
      first_ = piece;
      return;
    }
    if (scratch_.empty()) scratch_.append(first_);
    scratch_.append(piece);
  }
  std::string_view bytes() const { return scratch_.empty() ? first_ : scratch_.view(); }

 private:
  Buffer& scratch_;
  std::string_view first_;
};

// Behind the last chunk: trailer fields and a blank line, both often missing.
std::string_view skip_trailer(std::string_view rest) {
  while (!rest.empty() && !take_line(rest).empty()) {
  }
  return rest;
}

}  // namespace

Dechunked dechunk(std::string_view body, Buffer& scratch) {
  Pieces pieces(scratch);
  std::string_view rest = body;
  using End = Dechunked::End;
  const auto ended = [&](End end, bool trailing = false) {
    return Dechunked{.bytes = pieces.bytes(), .end = end, .trailing_bytes = trailing};
  };
  for (bool first = true;; first = false) {
    const auto broken = [&] {
      return first ? Dechunked{.bytes = body, .end = End::absent} : ended(End::damaged);
    };
    if (rest.empty()) return first ? broken() : ended(End::truncated);
    const auto header = parse_chunk_header(rest);
    if (!header) return broken();
    // "42" alone is rather a short body than the beginning of one that is chunked.
    if (!header->whole && first) return broken();
    if (!header->whole) return ended(header->size == 0 ? End::complete : End::truncated);
    rest.remove_prefix(header->length);
    if (header->size == 0) return ended(End::complete, !skip_trailer(rest).empty());
    if (header->size > rest.size()) {
      pieces.add(rest);
      return ended(End::truncated);
    }
    const std::string_view data = rest.substr(0, header->size);
    rest.remove_prefix(header->size);
    if (!take_line_end(rest)) {
      if (first) return broken();
      pieces.add(data);
      return ended(End::damaged);
    }
    pieces.add(data);
  }
}

}  // namespace sluice::warc
