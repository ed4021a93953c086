#include "warc/listing.h"

#include <string>

namespace sluice::warc {
namespace {

void append_url(Buffer& line, std::string_view url) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7F) {
      line.push_back(c);
    } else {
      line.push_back('%');
      line.push_back(kDigits[byte >> 4]);
      line.push_back(kDigits[byte & 15]);
    }
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
