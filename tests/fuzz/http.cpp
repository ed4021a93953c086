// Hostile HTTP messages: no crash, no hang, views within the block, output within its bound.

#include "warc/http.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "warc/http_body.h"
#include "warc/mime_sniff.h"

namespace {

using namespace sluice::warc;

void require(bool condition) {
  if (!condition) std::abort();
}

bool within(std::string_view inner, std::string_view outer) {
  return inner.data() >= outer.data() && inner.data() + inner.size() <= outer.data() + outer.size();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kMost = size_t{1} << 20;
  const std::string_view block(reinterpret_cast<const char*>(data), size);
  const HttpMessage message = parse_http(block);
  require(within(message.body, block));
  require(message.body.data() + message.body.size() == block.data() + block.size());
  require(message.status == 0 || (message.status >= 100 && message.status <= 999));
  require(http_status(block) == message.status);
  size_t fields = 0;
  for (const HttpField& field : message.fields) {
    require(within(field.name, block) && within(field.value, block));
    ++fields;
  }
  require(fields <= kMaxHttpFields);

  static BodyDecoder decoder({.max_output_bytes = kMost, .max_codings = 4});
  const DecodedBody body = decoder.decode(message);
  require(body.bytes.size() <= (kMost > size ? kMost : size));

  const std::string_view declared = message.fields.find("content-type").value_or("");
  const Sniffed sniffed = sniff(declared, body.bytes);
  require(sniffed.charset.empty() || within(sniffed.charset, declared));
  require(!name_of(sniffed.computed).empty() && !name_of(sniffed.content).empty());
  require(!is_html_like(sniffed) || !is_plain_text(sniffed));
  return 0;
}
