#include "make_crawl_warc.h"

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "base/format.h"

namespace sluice::crawl {
namespace {

constexpr uint64_t kMostBlock = uint64_t{1} << 30;
constexpr size_t kMostHeaders = size_t{1} << 20;

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return lower;
}

std::string_view header_value(std::string_view lines, std::string_view name) {
  const std::string wanted = lower_case(name);
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size() - 1);
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos || lower_case(line.substr(0, colon)) != wanted) continue;
    const size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
  }
  return {};
}

std::string_view WarcRecord::header(std::string_view name) const {
  return header_value(headers, name);
}

WarcInput::WarcInput(const std::string& path) : path_(path), reader_({{.name = path}}, {}) {}

bool WarcInput::fill() {
  if (!reader_.next(chunk_)) return false;
  io::ChunkReader::expand(chunk_);
  if (chunk_.defect) {
    throw IoError(path_, chunk_.defect->offset,
                  std::string(chunk_.defect->reason()) + " " + chunk_.defect->detail);
  }
  pending_.erase(0, at_);
  at_ = 0;
  pending_ += chunk_.bytes.view();
  return true;
}

void WarcInput::refuse(const std::string& what) const {
  throw IoError(path_, "record " + with_thousands(records_ + 1) + ": " + what +
                           "; only well-formed WARC files can be recorded again");
}

bool WarcInput::next(WarcRecord& record) {
  const auto left = [this] { return pending_.size() - at_; };
  while (left() < 5 && fill()) continue;
  if (left() == 0) return false;
  if (pending_.compare(at_, 5, "WARC/") != 0) refuse("does not begin with WARC/");

  size_t end;
  while ((end = pending_.find("\r\n\r\n", at_)) == std::string::npos) {
    if (left() > kMostHeaders) refuse("its header does not end");
    if (!fill()) refuse("the file ends within its header");
  }
  record.headers.assign(pending_, at_, end + 2 - at_);
  at_ = end + 4;
  const auto length = parse_u64(record.header("Content-Length"));
  if (!length) refuse("it has no Content-Length");
  if (*length > kMostBlock) refuse("its block is over 1 GiB");

  while (left() < *length + 4) {
    if (!fill()) refuse("the file ends within its block");
  }
  record.block.assign(pending_, at_, *length);
  at_ += *length;
  if (pending_.compare(at_, 4, "\r\n\r\n") != 0) refuse("no blank lines follow its block");
  at_ += 4;
  ++records_;
  return true;
}

}  // namespace sluice::crawl
