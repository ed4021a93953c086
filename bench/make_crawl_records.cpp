#include "make_crawl_records.h"

#include <cstdio>

#include "make_crawl_encode.h"
#include "make_crawl_text.h"

namespace sluice::crawl {
namespace {

constexpr size_t kWriteAt = size_t{256} << 10;

// Version 4 of RFC 9562 in shape, though nothing about it is random.
std::string next_id(Random& ids) {
  const uint64_t high = (ids.next() & ~uint64_t{0xF000}) | 0x4000;
  const uint64_t low = (ids.next() & ~(uint64_t{3} << 62)) | (uint64_t{2} << 62);
  char text[64];
  std::snprintf(text, sizeof text, "<urn:uuid:%08llx-%04llx-%04llx-%04llx-%012llx>",
                static_cast<unsigned long long>(high >> 32),
                static_cast<unsigned long long>((high >> 16) & 0xFFFF),
                static_cast<unsigned long long>(high & 0xFFFF),
                static_cast<unsigned long long>(low >> 48),
                static_cast<unsigned long long>(low & 0xFFFFFFFFFFFF));
  return text;
}

// Lines of a header or of application/warc-fields. Those without a value are left out.
class Lines {
 public:
  Lines& add(std::string_view name, std::string_view value) {
    if (!value.empty()) text_.append(name).append(": ").append(value).append("\r\n");
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string metadata_of(const Capture& capture) {
  Lines fields;
  fields.add("fetchTimeMs", std::to_string(capture.fetch_ms));
  fields.add("charset-detected", capture.charset);
  const std::string_view code = three_letters(capture.language);
  if (!code.empty()) {
    const std::string bytes = std::to_string(capture.text.size());
    std::string languages = R"({"reliable":true,"text-bytes":)" + bytes + R"(,"languages":[)";
    languages += R"({"code":")" + capture.language + R"(","code-iso-639-3":")";
    languages.append(code).append(R"(","text-covered":1.0,"score":1.0}]})");
    fields.add("languages-cld2", languages);
  }
  return fields.text() + "\r\n";
}

// "CC-MAIN-20250127000000-20250127030000-00042", as Common Crawl names its files.
std::string file_stem(const CrawlWriter::Options& options) {
  const auto stamp = [](int64_t seconds) {
    std::string digits = warc_date(seconds);
    std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
    return digits;
  };
  char part[16];
  std::snprintf(part, sizeof part, "%05u", static_cast<unsigned>(options.seed % 100'000));
  return "CC-MAIN-" + stamp(options.begin) + "-" + stamp(options.begin + 3 * 3600) + "-" + part;
}

}  // namespace

RecordWriter::RecordWriter(io::OutputFile& out, int level)
    : out_(out), compression_(io::compression_of_name(out.path())), level_(level) {
  if (out.path() == "-") compression_ = io::Compression::gzip;
  if (level_ == 0) level_ = io::levels_of(compression_).standard;
  io::compress_block(compression_, level_, "", compressed_);  // a wrong level is found here
  compressed_.clear();
}

void RecordWriter::write(std::string_view headers, std::string_view block) {
  record_.assign("WARC/1.0\r\n").append(headers).append("Content-Length: ");
  record_.append(std::to_string(block.size())).append("\r\n\r\n").append(block).append("\r\n\r\n");
  io::compress_block(compression_, level_, record_, compressed_);
  ++records_;
  plain_bytes_ += record_.size();
  if (compressed_.size() >= kWriteAt) flush();
}

void RecordWriter::flush() {
  out_.write(compressed_.view());
  compressed_.clear();
}

CrawlWriter::CrawlWriter(const Options& options, RecordWriter& warc, RecordWriter* wet)
    : options_(options), warc_(warc), wet_(wet) {
  // The pages' choices are numbered from 0 on; this one is none of theirs.
  Random ids(options_.seed, ~uint64_t{0}, Random::ids);
  warcinfo_id_ = next_id(ids);
  write_warcinfo(warc_, "warc", warcinfo_id_);
  if (wet_ != nullptr) write_warcinfo(*wet_, "warc.wet", next_id(ids));
}

void CrawlWriter::write_warcinfo(RecordWriter& out, std::string_view kind, const std::string& id) {
  Lines headers;
  headers.add("WARC-Type", "warcinfo").add("WARC-Date", warc_date(options_.begin));
  headers.add("WARC-Record-ID", id).add("Content-Type", "application/warc-fields");
  headers.add("WARC-Filename", file_stem(options_) + "." + std::string(kind) + ".gz");
  Lines fields;
  fields.add("isPartOf", options_.dump).add("publisher", "make-crawl");
  fields.add("description", "Made crawl of pages for benchmarks and tests");
  fields.add("hostname", "crawler.example").add("software", "make-crawl/1.0");
  fields.add("robots", "checked").add("format", "WARC File Format 1.0");
  fields.add("conformsTo",
             "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.0/");
  out.write(headers.text(), fields.text() + "\r\n");
}

void CrawlWriter::write(const Capture& capture) {
  Random ids(options_.seed + 1, capture.number, Random::ids);
  const std::string request_id = next_id(ids);
  const std::string made_id = next_id(ids);
  const std::string response_id = capture.record_id.empty() ? made_id : capture.record_id;

  const auto headers = [&](std::string_view type, std::string_view id, std::string_view content) {
    Lines lines;
    lines.add("WARC-Type", type).add("WARC-Date", capture.date).add("WARC-Record-ID", id);
    lines.add("Content-Type", content).add("WARC-Warcinfo-ID", warcinfo_id_);
    return lines;
  };
  Lines request = headers("request", request_id, "application/http; msgtype=request");
  request.add("WARC-IP-Address", capture.ip).add("WARC-Target-URI", capture.url);
  warc_.write(request.text(), capture.request);

  Lines response = headers("response", response_id, "application/http; msgtype=response");
  response.add("WARC-Concurrent-To", request_id).add("WARC-IP-Address", capture.ip);
  response.add("WARC-Target-URI", capture.url).add("WARC-Payload-Digest", capture.payload_digest);
  response.add("WARC-Block-Digest", sha1_digest(capture.response));
  response.add("WARC-Identified-Payload-Type", capture.payload_type);
  warc_.write(response.text(), capture.response);

  Lines metadata = headers("metadata", next_id(ids), "application/warc-fields");
  metadata.add("WARC-Concurrent-To", response_id).add("WARC-Target-URI", capture.url);
  warc_.write(metadata.text(), metadata_of(capture));

  if (wet_ != nullptr && !capture.text.empty()) write_conversion(capture, response_id, ids);
}

void CrawlWriter::write_conversion(const Capture& capture, const std::string& response_id,
                                   Random& ids) {
  Lines headers;
  headers.add("WARC-Type", "conversion").add("WARC-Target-URI", capture.url);
  headers.add("WARC-Date", capture.date).add("WARC-Record-ID", next_id(ids));
  headers.add("WARC-Refers-To", response_id).add("WARC-Block-Digest", sha1_digest(capture.text));
  if (ids.chance(0.8)) {
    headers.add("WARC-Identified-Content-Language", three_letters(capture.language));
  }
  headers.add("Content-Type", "text/plain");
  wet_->write(headers.text(), capture.text);
}

}  // namespace sluice::crawl
