#include "url/block_list.h"

#include <algorithm>

#include "base/ascii.h"
#include "url/url.h"

namespace sluice::url {
namespace {

constexpr std::string_view kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

bool is_address(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char byte) {
    return hex_value(byte) >= 0 || byte == '.' || byte == ':';
  }) && text.find_first_of(".:") != std::string_view::npos;
}

std::string_view without_comment(std::string_view line) {
  for (size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || kBlanks.find(line[at - 1]) != std::string_view::npos) return line.substr(0, at);
  }
  return line;
}

// Where in the path of a normal form an entry may end: before '/', '?', '&', and at the end.
bool is_step(std::string_view normal, size_t at) {
  return at == normal.size() || normal[at] == '/' || normal[at] == '?' || normal[at] == '&';
}

}  // namespace

Hash128 BlockList::hash_of(Kind kind, std::string_view text) {
  Hash128 hash = hash128(text);
  hash.high += static_cast<uint64_t>(kind);
  return hash;
}

void BlockList::insert(Kind kind, std::string_view text) {
  const Hash128 hash = hash_of(kind, text);
  if (entries_.insert(hash)) sum_.add(hash);
}

bool BlockList::has(Kind kind, std::string_view text) const {
  return entries_.contains(hash_of(kind, text));
}

uint64_t BlockList::add(std::string_view list) {
  uint64_t count = 0;
  while (!list.empty()) {
    const size_t end = std::min(list.find('\n'), list.size());
    const std::string_view entry = trimmed(without_comment(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (!entry.empty()) count += add_line(entry);
  }
  return count;
}

uint64_t BlockList::add_line(std::string_view line) {
  const size_t blank = line.find_first_of(kBlanks);
  if (blank == std::string_view::npos || !is_address(line.substr(0, blank))) {
    add_entry(line);
    return 1;
  }
  uint64_t count = 0;  // of a hosts file: an address and its names
  for (std::string_view names = trimmed(line.substr(blank)); !names.empty(); ++count) {
    const size_t end = std::min(names.find_first_of(kBlanks), names.size());
    add_entry(names.substr(0, end));
    names = trimmed(names.substr(end));
  }
  return count;
}

void BlockList::add_entry(std::string_view entry) {
  const bool has_scheme = entry.find("://") != std::string_view::npos;
  if (has_scheme) {
    const bool open = entry.ends_with('*');
    if (open) entry.remove_suffix(1);
    normalise_url(entry, normal_);
    insert(open ? Kind::prefix : Kind::exact, normal_);
    if (open) longest_prefix_ = std::max(longest_prefix_, normal_.size());
    has_exact_ = has_exact_ || !open;
    return;
  }
  if (entry.starts_with("*.")) entry.remove_prefix(1);
  if (entry.starts_with('.')) entry.remove_prefix(1);
  normalise_url("http://" + std::string(entry), normal_);
  std::string_view text = without_scheme(normal_);
  while (text.ends_with('/')) text.remove_suffix(1);
  if (text.empty()) return;
  if (text.find_first_of("/?") == std::string_view::npos &&
      text.find(':') == std::string_view::npos) {
    return insert(Kind::host, text);
  }
  insert(Kind::below, text);
  longest_below_ = std::max(longest_below_, text.size());
}

std::string_view BlockList::match(std::string_view normal) const {
  if (empty()) return {};
  const std::string_view host = host_of(normal);
  if (host.empty()) return {};
  if (const std::string_view found = match_host(host); !found.empty()) return found;
  return match_path(normal);
}

std::string_view BlockList::match_host(std::string_view host) const {
  while (true) {
    if (has(Kind::host, host)) return host;
    const size_t dot = host.find('.');
    if (dot == std::string_view::npos || dot + 1 == host.size()) return {};
    host.remove_prefix(dot + 1);
  }
}

std::string_view BlockList::match_path(std::string_view normal) const {
  const std::string_view address = without_scheme(normal);
  const size_t host_end = std::min(address.find_first_of("/?"), address.size());
  const size_t most = std::min(longest_below_, address.size());
  for (size_t end = host_end; end <= most; ++end) {
    const std::string_view step = address.substr(0, end);
    if (is_step(address, end) && has(Kind::below, step)) return step;
  }
  if (has_exact_ && has(Kind::exact, normal)) return normal;
  for (size_t end = normal.size() - address.size() + host_end;
       end <= std::min(longest_prefix_, normal.size()); ++end) {
    if (has(Kind::prefix, normal.substr(0, end))) return normal.substr(0, end);
  }
  return {};
}

}  // namespace sluice::url
