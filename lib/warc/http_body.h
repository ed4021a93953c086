// The body of an HTTP message without its transfer and content codings.
//
// Servers announce codings, and crawlers store bodies as they came, or decoded under the old
// headers, or cut off. So each coding that the headers name is undone if the body is really in it;
// where it is not, the bytes are kept as they are; and what is damaged or cut off is decoded as far
// as it goes. Nothing fails: the notes say what happened.
//
//   BodyDecoder decoder;                                   // one per thread, reused
//   const DecodedBody body = decoder.decode(parse_http(block));
//   body.bytes                                             // valid until the next decode()
//   body.notes.has(BodyNote::truncated)
//
// Transfer codings: chunked, gzip, deflate. Content codings: gzip, x-gzip, deflate (zlib's format
// and raw), br, zstd, identity; several in a row, undone from the last to the first. The first one
// that is unknown, or that the body is not in, ends decoding.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/buffer.h"
#include "warc/content_coding.h"
#include "warc/http.h"
#include "warc/http_notes.h"

namespace sluice::warc {

enum class BodyNote : uint8_t {
  // what was undone
  chunked,
  gzip,
  deflate,
  brotli,
  zstd,
  // what was announced in vain; the bytes are kept
  not_chunked,       // no chunk where the first should be
  not_encoded,       // a coding that the body is not in, mostly undone already by the crawler
  undecodable,       // a coding that the body begins in, but nothing of which can be decoded
  unknown_coding,    // a name that no decoder here has
  too_many_codings,  // more than max_codings in a row
  // what is missing; the bytes before it are there
  truncated,       // the last chunk is missing, or compressed data ends early
  damaged,         // chunks or compressed data are invalid from some place on
  bad_checksum,    // everything was decoded, but is not what was encoded
  too_large,       // cut at max_output_bytes
  trailing_bytes,  // something behind the end of the encoded data was dropped
};
// "chunked", "gzip", …
std::string_view to_string(BodyNote note);

struct DecodedBody {
  std::string_view bytes;  // of the message where nothing had to be undone, else of the decoder
  NoteSet<BodyNote> notes;

  // Whether the bytes are all that the server meant to send, as far as can be told.
  bool whole() const {
    return !notes.has(BodyNote::truncated) && !notes.has(BodyNote::damaged) &&
           !notes.has(BodyNote::bad_checksum) && !notes.has(BodyNote::too_large) &&
           !notes.has(BodyNote::undecodable);
  }
};

class BodyDecoder {
 public:
  struct Options {
    // Of each compressed layer's content. A few bytes can stand for gigabytes.
    size_t max_output_bytes = size_t{128} << 20;
    // Transfer and content codings in a row, without chunked and identity.
    size_t max_codings = 5;
  };

  BodyDecoder() : BodyDecoder(Options{}) {}
  explicit BodyDecoder(const Options& options) : options_(options) {}

  // The body of a response or request, by its Transfer-Encoding and Content-Encoding fields. Time
  // is linear in the sizes of the body and of each layer's content.
  DecodedBody decode(const HttpMessage& message);

 private:
  struct Layers;

  static void collect(const HttpFields& fields, std::string_view name, Layers& layers);
  std::string_view undo(ContentCoding coding, std::string_view bytes, NoteSet<BodyNote>& notes);
  std::string_view undo_chunked(std::string_view bytes, NoteSet<BodyNote>& notes);
  Buffer& scratch_beside(std::string_view bytes);

  Options options_;
  ContentDecoder decoder_;
  std::array<Buffer, 2> scratch_;  // a layer is undone from one into the other
};

}  // namespace sluice::warc
