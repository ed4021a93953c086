#include "make_crawl_pages.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "io/chunk.h"
#include "make_crawl_random.h"

namespace sluice::crawl {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWords[] = {
    "water", "lock",  "gate",  "river",  "boat",  "level",   "upper",  "lower", "keeper",
    "canal", "stone", "hand",  "moon",   "tide",  "table",   "spring", "high",  "harbour",
    "weir",  "pound", "chain", "timber", "basin", "towpath", "ferry",  "reed",  "mill"};

std::string escape_path(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr std::string_view kPlain = "-._~/+,=@";
  std::string out;
  for (const char c : path) {
    const bool alphanumeric =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (alphanumeric || kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
    }
  }
  return out;
}

// As a query, before a fragment.
std::string other_url(const std::string& url, uint64_t pass) {
  const size_t end = std::min(url.find('#'), url.size());
  const char joint = url.find('?') < end ? '&' : '?';
  return url.substr(0, end) + joint + "copy=" + std::to_string(pass) + url.substr(end);
}

// Status line and headers of an HTTP response, with the blank line; 0 if there is no end to them.
size_t head_size(std::string_view response) {
  const size_t end = response.find("\r\n\r\n");
  return end == std::string_view::npos ? 0 : end + 4;
}

}  // namespace

bool is_plain_page(const Page& page) {
  if (page.http_head.empty()) return true;
  const std::string_view head = page.http_head;
  const size_t space = std::min(head.find(' '), head.size() - 1);
  return head.substr(space + 1, 3) == "200" && header_value(head, "Content-Encoding").empty() &&
         header_value(head, "Transfer-Encoding").empty() &&
         lower_case(header_value(head, "Content-Type")).find("html") != std::string::npos &&
         page.html.find('\0') == std::string::npos;
}

Pages::Pages(const Options& options) : options_(options) {
  for (uint32_t i = 0; i < options_.folders.size(); ++i) list(i);
  for (const std::string& warc : options_.warcs) {
    if (!fs::exists(warc)) throw IoError(warc, "no such file");
  }
  if (files_.empty() && options_.warcs.empty()) {
    throw ConfigError("no *.html or *.htm below " +
                      (options_.folders.empty() ? "any folder" : options_.folders.front()));
  }
  // Mixed, since the first thousand of a folder are often of one kind or language.
  Random random(options_.seed, 0, Random::order);
  for (size_t i = files_.size(); i > 1; --i) std::swap(files_[i - 1], files_[random.below(i)]);
}

void Pages::list(uint32_t folder) {
  const fs::path root = options_.folders[folder];
  const auto first = static_cast<std::ptrdiff_t>(files_.size());
  try {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
      const fs::path extension = entry.path().extension();
      if ((extension != ".html" && extension != ".htm") || !entry.is_regular_file()) continue;
      if (entry.file_size() == 0) continue;
      files_.push_back({folder, entry.path().lexically_relative(root).generic_string()});
    }
  } catch (const fs::filesystem_error& error) {
    throw IoError(error.path1().empty() ? root.string() : error.path1().string(),
                  error.code().message());
  }
  std::sort(files_.begin() + first, files_.end(),
            [](const File& one, const File& other) { return one.path < other.path; });
}

bool Pages::next(Page& page) {
  while (true) {
    page = Page{};
    if (next_file(page) || next_response(page)) {
      page.pass = pass_;
      if (pass_ > 0) make_different(page);
      ++delivered_;
      return true;
    }
    if (delivered_ == 0) throw ConfigError("there is no page in the inputs");
    if (!options_.repeat) return false;
    ++pass_;
    delivered_ = file_ = warc_ = 0;
  }
}

bool Pages::next_file(Page& page) {
  if (file_ == files_.size()) return false;
  const File& file = files_[file_++];
  page.html = io::read_whole({.name = options_.folders[file.folder] + "/" + file.path});
  const std::string site = file.path.substr(0, file.path.rfind('/') + 1);
  page.url = "https://www." + host_of(site, options_.seed + pass_) + "/" + escape_path(file.path);
  return true;
}

bool Pages::next_response(Page& page) {
  for (; warc_ < options_.warcs.size(); ++warc_) {
    if (input_ == nullptr) input_ = std::make_unique<WarcInput>(options_.warcs[warc_]);
    while (input_->next(record_)) {
      const size_t head = head_size(record_.block);
      if (record_.header("WARC-Type") != "response" || head == 0 ||
          !record_.block.starts_with("HTTP")) {
        continue;
      }
      page.http_head = record_.block.substr(0, head);
      page.html = record_.block.substr(head);
      page.url = record_.header("WARC-Target-URI");
      if (page.url.starts_with('<') && page.url.ends_with('>')) {
        page.url = page.url.substr(1, page.url.size() - 2);
      }
      page.record_id = record_.header("WARC-Record-ID");
      page.date = record_.header("WARC-Date");
      page.payload_digest = record_.header("WARC-Payload-Digest");
      return true;
    }
    input_.reset();
  }
  return false;
}

void Pages::make_different(Page& page) {
  if (!page.http_head.empty()) {
    page.url = other_url(page.url, pass_);
    page.record_id.clear();
    page.date.clear();
  }
  if (!is_plain_page(page)) return;
  const std::string paragraph = "<p>Copy " + std::to_string(pass_) + ": " +
                                some_words(options_.seed + pass_, delivered_) + ".</p>\n";
  const size_t end = page.html.rfind("</body>");
  page.html.insert(std::min(end, page.html.size()), paragraph);
}

std::string host_of(std::string_view key, uint64_t seed) {
  Random random(seed, hash64(key), Random::site);
  std::string host;
  for (int word = 0; word < 2; ++word) host.append(random.pick(kWords)).append("-");
  return host + std::to_string(random.below(1000)) + ".example";
}

std::string some_words(uint64_t seed, uint64_t number) {
  Random random(seed, number, Random::content);
  std::string words = random.pick(kWords);
  for (uint64_t more = 7 + random.below(14); more > 0; --more) {
    words += " ";
    words += random.pick(kWords);
  }
  return words;
}

}  // namespace sluice::crawl
