// Bodies as they travel: content encodings, chunks, digests.
#pragma once

#include <string>
#include <string_view>

#include "make_crawl_random.h"

namespace sluice::crawl {

// "sha1:" and base32, as Common Crawl writes WARC-Payload-Digest and WARC-Block-Digest.
std::string sha1_digest(std::string_view bytes);

enum class ContentEncoding { identity, gzip, deflate, raw_deflate, br, zstd };

// What Content-Encoding says: "gzip", "deflate" for both of its kinds (RFC 9110 means the zlib
// format, some servers send none), "br", "zstd"; empty for identity.
std::string_view name_of(ContentEncoding encoding);

std::string encode_body(ContentEncoding encoding, std::string_view body);

// Compressed in the zlib format.
std::string zlib_compress(std::string_view bytes);

// In the chunked transfer coding (RFC 9112, 7.1): sizes of 1 byte to 32 KiB in hexadecimal of
// either case, now and then with leading zeros, an extension or a trailer.
std::string chunk_body(std::string_view body, Random& random);

}  // namespace sluice::crawl
