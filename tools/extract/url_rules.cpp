#include "url_rules.h"

#include "url/url.h"
#include "warc/http.h"
#include "warc/payload.h"

namespace sluice::extract_tool {
namespace {

// The start line alone is parsed: this runs in order, while all threads wait.
bool has_good_status(const warc::Record& record) {
  if (record.header.kind != warc::RecordKind::response) return true;
  const int status = warc::http_status(record.block);
  return status == 0 || (status >= 200 && status <= 299);
}

}  // namespace

UrlRules::UrlRules(const Options& options)
    : lists_(cli::read_block_lists(options.lists)), once_(options.once) {}

std::string_view UrlRules::blocked(std::string_view url, std::string& scratch) const {
  if (lists_.entries.empty() || url.empty()) return {};
  url::normalise_url(url, scratch);
  return lists_.entries.match(scratch);
}

bool UrlRules::repeats(const warc::Record& record) {
  const std::string_view url = record.header.target_uri;
  if (!warc::has_payload(record.header.kind) || url.empty() || !has_good_status(record)) {
    return false;
  }
  url::normalise_url(url, normal_);
  if (!lists_.entries.match(normal_).empty()) return false;
  return !seen_.insert(hash128(normal_));
}

}  // namespace sluice::extract_tool
