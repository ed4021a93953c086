#include "warc/listing.h"

#include <algorithm>
#include <string>

#include "unicode/utf8.h"

namespace sluice::warc {
namespace {

void append_url(Buffer& line, std::string_view url) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (size_t at = 0; at < url.size();) {
    const auto byte = static_cast<unsigned char>(url[at]);
    const bool control = byte < 0x20 || byte == 0x7F;
    const size_t size = control ? 0 : decode_utf8(url, at).size;
    if (size == 0) {
      line.push_back('%');
      line.push_back(kDigits[byte >> 4]);
      line.push_back(kDigits[byte & 15]);
    } else {
      line.append(url.substr(at, size));
    }
    at += std::max<size_t>(size, 1);
  }
}

}  // namespace

void list_record(const Record& record, pipeline::Batch& batch) {
  thread_local PayloadReader reader;
  batch.count("records", to_string(record.header.kind));
  const Payload payload = reader.read(record);
  Buffer& line = batch.scratch;
  const size_t at = line.size();
  line.append(std::to_string(record.place.offset));
  line.push_back('\t');
  line.append(to_string(record.header.kind));
  line.push_back('\t');
  line.append(has_payload(record.header.kind) ? name_of(payload.type) : "-");
  line.push_back('\t');
  line.append(payload.status == 0 ? "-" : std::to_string(payload.status));
  line.push_back('\t');
  append_url(line, record.header.target_uri.empty() ? "-" : record.header.target_uri);
  line.push_back('\t');
  line.append(std::to_string(record.block.size()));
  line.push_back('\n');
  batch.emit_scratch(pipeline::kFirstRoute, at);
}

}  // namespace sluice::warc
