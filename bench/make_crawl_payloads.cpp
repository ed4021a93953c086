#include "make_crawl_payloads.h"

#include <libdeflate.h>

#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/buffer.h"
#include "document/json_writer.h"
#include "make_crawl_encode.h"

namespace sluice::crawl {
namespace {

void append_big_endian(std::string& out, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift);
}

void append_png_chunk(std::string& out, std::string_view type, std::string_view data) {
  append_big_endian(out, static_cast<uint32_t>(data.size()));
  const std::string checked = std::string(type).append(data);
  out += checked;
  append_big_endian(out, libdeflate_crc32(0, checked.data(), checked.size()));
}

std::string make_png(Random& random) {
  const auto side = static_cast<uint32_t>(8 + random.below(24));
  std::string header;
  append_big_endian(header, side);
  append_big_endian(header, side);
  header += std::string("\x08\x02\x00\x00\x00", 5);  // 8 bits, RGB
  std::string rows;
  for (uint32_t row = 0; row < side; ++row) {
    rows += '\0';  // no filter
    for (uint32_t i = 0; i < 3 * side; ++i) rows += static_cast<char>(random.below(4) * 60);
  }
  std::string out = "\x89PNG\r\n\x1A\n";
  append_png_chunk(out, "IHDR", header);
  append_png_chunk(out, "IDAT", zlib_compress(rows));
  append_png_chunk(out, "IEND", "");
  return out;
}

std::string make_pdf(std::string_view words) {
  const std::string content = "BT /F1 12 Tf 72 720 Td (" + std::string(words) + ") Tj ET";
  const std::string objects[] = {
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
      "/Resources << /Font << /F1 5 0 R >> >> >>",
      "<< /Length " + std::to_string(content.size()) + " >>\nstream\n" + content + "\nendstream",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"};
  std::string out = "%PDF-1.4\n";
  std::string table = "xref\n0 6\n0000000000 65535 f \n";
  int number = 0;
  for (const std::string& object : objects) {
    char entry[32];
    std::snprintf(entry, sizeof entry, "%010zu 00000 n \n", out.size());
    table += entry;
    out += std::to_string(++number) + " 0 obj\n" + object + "\nendobj\n";
  }
  const size_t at = out.size();
  return out + table + "trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n" + std::to_string(at) +
         "\n%%EOF\n";
}

std::string make_json(Random& random, std::string_view words) {
  Buffer out;
  JsonWriter json(out);
  json.begin_object();
  json.key("id").number(random.below(1'000'000));
  json.key("title").string(words);
  json.key("open").boolean(random.chance(0.5));
  json.end_object();
  return std::string(out.view());
}

}  // namespace

Payload make_payload(Random& random, std::string_view words) {
  switch (random.below(4)) {
    case 0:
      return {".png", "image/png", make_png(random)};
    case 1:
      return {".pdf", "application/pdf", make_pdf(words)};
    case 2:
      return {".json", "application/json", make_json(random, words)};
    default:
      return {".txt", "text/plain; charset=utf-8", std::string(words) + ".\n"};
  }
}

std::string error_page(std::string_view title, std::string_view words) {
  std::string page = "<html>\r\n<head><title>";
  page.append(title).append("</title></head>\r\n<body>\r\n<center><h1>").append(title);
  page.append("</h1></center>\r\n<p>").append(words).append("</p>\r\n</body>\r\n</html>\r\n");
  return page;
}

}  // namespace sluice::crawl
