#include "bench/support.h"

#include <brotli/decode.h>
#include <iconv.h>
#include <openssl/sha.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace sluice::crawl::test {
namespace {

// zlib's own words for the formats, as inflateInit2 takes them.
enum Format { raw = -15, zlib = 15, gzip = 31 };

// One member or stream from the front of `bytes`, which it is taken from.
std::string inflate_one(std::string_view& bytes, Format format) {
  z_stream stream{};
  if (inflateInit2(&stream, format) != Z_OK) throw std::runtime_error("inflateInit2");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string out;
  int result = Z_OK;
  while (result == Z_OK) {
    char room[16384];
    stream.next_out = reinterpret_cast<Bytef*>(room);
    stream.avail_out = sizeof room;
    result = inflate(&stream, Z_NO_FLUSH);
    out.append(room, sizeof room - stream.avail_out);
  }
  EXPECT_EQ(result, Z_STREAM_END);
  bytes.remove_prefix(bytes.size() - stream.avail_in);
  inflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::runtime_error("no whole member");
  return out;
}

std::string inflate_all(std::string_view bytes, Format format) {
  std::string out = inflate_one(bytes, format);
  EXPECT_TRUE(bytes.empty());
  return out;
}

std::string unbrotli(std::string_view bytes) {
  std::string out(size_t{1} << 20, '\0');
  size_t size = out.size();
  EXPECT_EQ(BrotliDecoderDecompress(bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()),
                                    &size, reinterpret_cast<uint8_t*>(out.data())),
            BROTLI_DECODER_RESULT_SUCCESS);
  out.resize(size);
  return out;
}

std::string unzstd(std::string_view bytes) {
  std::string out(size_t{1} << 20, '\0');
  const size_t size = ZSTD_decompress(out.data(), out.size(), bytes.data(), bytes.size());
  EXPECT_FALSE(ZSTD_isError(size));
  out.resize(ZSTD_isError(size) ? 0 : size);
  return out;
}

std::string unchunk(std::string_view body) {
  std::string out;
  while (true) {
    const size_t line = body.find("\r\n");
    if (line == std::string_view::npos) throw std::runtime_error("a chunk without a size");
    const size_t size = std::stoul(std::string(body.substr(0, line)), nullptr, 16);
    body.remove_prefix(line + 2);
    if (size == 0) break;
    out += body.substr(0, size);
    EXPECT_EQ(body.substr(size, 2), "\r\n");
    body.remove_prefix(std::min(size + 2, body.size()));
  }
  EXPECT_TRUE(body.ends_with("\r\n"));  // behind trailers, if there are any
  return out;
}

std::string decode(const std::string& encoding, const std::string& payload) {
  if (encoding.empty()) return payload;
  if (encoding == "gzip") return inflate_all(payload, gzip);
  if (encoding == "br") return unbrotli(payload);
  if (encoding == "zstd") return unzstd(payload);
  EXPECT_EQ(encoding, "deflate");
  const auto first = static_cast<unsigned char>(payload.front());
  const auto second = static_cast<unsigned char>(payload.at(1));
  const bool has_header = (first & 15) == 8 && (first * 256 + second) % 31 == 0;
  return inflate_all(payload, has_header ? zlib : raw);
}

}  // namespace

std::string Headers::operator[](std::string_view name) const {
  for (const auto& [known, value] : fields) {
    if (strcasecmp(known.c_str(), std::string(name).c_str()) == 0) return value;
  }
  return "";
}

Headers parse_headers(std::string_view lines) {
  Headers headers;
  bool first = true;
  while (!lines.empty()) {
    const size_t end = lines.find("\r\n");
    if (end == std::string_view::npos) throw std::runtime_error("a line without CRLF");
    const std::string line(lines.substr(0, end));
    lines.remove_prefix(end + 2);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    if (std::exchange(first, false)) {
      headers.first = line;
      continue;
    }
    const size_t colon = line.find(": ");
    EXPECT_NE(colon, std::string::npos) << line;
    headers.fields.emplace_back(line.substr(0, colon), line.substr(colon + 2));
  }
  return headers;
}

std::vector<Record> read_records(const std::string& path) {
  const std::string stored = read_file(path);
  std::vector<Record> records;
  for (std::string_view rest = stored; !rest.empty();) {
    const std::string record = inflate_one(rest, gzip);
    const size_t end = record.find("\r\n\r\n");
    if (end == std::string::npos) throw std::runtime_error("a record without a header");
    Headers headers = parse_headers(std::string_view(record).substr(0, end + 2));
    EXPECT_EQ(headers.first, "WARC/1.0");
    const size_t length = std::stoul(headers["Content-Length"]);
    EXPECT_EQ(record.size(), end + 4 + length + 4) << "record " << records.size();
    EXPECT_TRUE(record.ends_with("\r\n\r\n"));
    records.push_back({std::move(headers), record.substr(end + 4, length)});
  }
  return records;
}

std::vector<Record> of_type(const std::vector<Record>& records, std::string_view type) {
  std::vector<Record> chosen;
  for (const Record& record : records) {
    if (record.type() == type) chosen.push_back(record);
  }
  return chosen;
}

Http parse_http(const Record& record) {
  const size_t end = record.block.find("\r\n\r\n");
  if (end == std::string::npos) throw std::runtime_error("HTTP without a header");
  Http http;
  http.head = parse_headers(std::string_view(record.block).substr(0, end + 2));
  http.payload = record.block.substr(end + 4);
  const std::string length = http.head["Content-Length"];
  if (!length.empty()) {
    EXPECT_EQ(std::stoul(length), http.payload.size());
  }
  if (http.head["Transfer-Encoding"] == "chunked") {
    EXPECT_EQ(length, "");
    http.payload = unchunk(http.payload);
  }
  http.body = decode(http.head["Content-Encoding"], http.payload);
  return http;
}

std::string sha1(std::string_view bytes) {
  unsigned char digest[SHA_DIGEST_LENGTH];
  SHA1(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest);
  std::string bits;
  for (const unsigned char byte : digest) {
    for (int bit = 7; bit >= 0; --bit) bits += (byte >> bit) & 1 ? '1' : '0';
  }
  std::string text = "sha1:";
  for (size_t at = 0; at < bits.size(); at += 5) {
    text += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[std::stoul(bits.substr(at, 5), nullptr, 2)];
  }
  return text;
}

std::string decoded_from(const std::string& charset, std::string_view bytes) {
  const iconv_t converter = iconv_open("UTF-8", charset.c_str());
  std::string out(bytes.size() * 4 + 16, '\0');
  char* from = const_cast<char*>(bytes.data());
  size_t left = bytes.size();
  char* to = out.data();
  size_t room = out.size();
  EXPECT_NE(iconv(converter, &from, &left, &to, &room), static_cast<size_t>(-1)) << charset;
  EXPECT_EQ(left, 0U);
  iconv_close(converter);
  out.resize(out.size() - room);
  return out;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& path, std::string_view bytes) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string zstd_with_long_window(std::string_view bytes) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, 28);
  ZSTD_CCtx_setParameter(context, ZSTD_c_enableLongDistanceMatching, 1);
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  // Streamed, so that the frame says its window and not its size.
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  EXPECT_EQ(ZSTD_compressStream2(context, &to, &in, ZSTD_e_flush), 0U);
  EXPECT_EQ(ZSTD_compressStream2(context, &to, &in, ZSTD_e_end), 0U);
  ZSTD_freeCCtx(context);
  out.resize(to.pos);
  return out;
}

std::string make_folder(const std::string& name) {
  const std::string folder =
      testing::TempDir() + "make-crawl-" + std::to_string(::getpid()) + "-" + name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

Outcome make_crawl(const std::string& arguments) {
  const std::string errors = testing::TempDir() + "make-crawl-" + std::to_string(::getpid());
  const std::string command = SLUICE_MAKE_CRAWL " " + arguments + " 2>'" + errors + ".errors'";
  const int status = std::system(command.c_str());
  Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(errors + ".errors")};
  std::filesystem::remove(errors + ".errors");
  return outcome;
}

}  // namespace sluice::crawl::test
