#include "warc/http_body.h"

#include <algorithm>

#include "warc/http_chunked.h"
#include "warc/http_text.h"

namespace sluice::warc {
namespace {

// Memory that a decoder keeps for its next body; larger ones are rare.
constexpr size_t kKeptBytes = size_t{16} << 20;

// Headers can name thousands of codings; the notes need not know how many.
constexpr size_t kMostNames = 64;

BodyNote note_of(ContentCoding coding) {
  switch (coding) {
    case ContentCoding::gzip:
      return BodyNote::gzip;
    case ContentCoding::deflate:
      return BodyNote::deflate;
    case ContentCoding::brotli:
      return BodyNote::brotli;
    case ContentCoding::zstd:
      return BodyNote::zstd;
    case ContentCoding::identity:
    case ContentCoding::unknown:
      break;
  }
  return BodyNote::unknown_coding;
}

}  // namespace

std::string_view to_string(BodyNote note) {
  constexpr std::array<std::string_view, 15> kNames = {
      "chunked",     "gzip",        "deflate",      "brotli",         "zstd",
      "not_chunked", "not_encoded", "undecodable",  "unknown_coding", "too_many_codings",
      "truncated",   "damaged",     "bad_checksum", "too_large",      "trailing_bytes"};
  static_assert(kNames.size() == static_cast<size_t>(BodyNote::trailing_bytes) + 1);
  return kNames[static_cast<size_t>(note)];
}

// The codings in the order in which they were applied.
struct BodyDecoder::Layers {
  struct Layer {
    bool chunked = false;
    ContentCoding coding = ContentCoding::identity;
  };
  std::array<Layer, kMostNames> layers;
  size_t count = 0;
  bool chunked = false;   // one of them is
  bool overflow = false;  // there are more

  void add(Layer layer) {
    if (count == layers.size()) {
      overflow = true;
    } else {
      layers[count++] = layer;
    }
  }
};

void BodyDecoder::collect(const HttpFields& fields, std::string_view name, Layers& layers) {
  fields.for_each(name, [&](std::string_view value) {
    while (!value.empty() && !layers.overflow) {
      std::string_view element = take_element(value);
      element = trim(element.substr(0, element.find(';')));  // parameters say nothing here
      if (element.size() >= 2 && element.front() == '"' && element.back() == '"') {
        element = element.substr(1, element.size() - 2);
      }
      if (equals_ignoring_case(element, "chunked")) {
        // Named twice it is a repeated header: nobody sends chunks in chunks.
        if (!layers.chunked) layers.add({.chunked = true});
        layers.chunked = true;
      } else if (const ContentCoding coding = content_coding_of(element);
                 coding != ContentCoding::identity) {
        layers.add({.coding = coding});
      }
    }
  });
}

Buffer& BodyDecoder::scratch_beside(std::string_view bytes) {
  const bool in_first = !scratch_[0].empty() && bytes.data() >= scratch_[0].data() &&
                        bytes.data() < scratch_[0].data() + scratch_[0].size();
  return scratch_[in_first ? 1 : 0];
}

std::string_view BodyDecoder::undo_chunked(std::string_view bytes, NoteSet<BodyNote>& notes) {
  const Dechunked result = dechunk(bytes, scratch_beside(bytes));
  switch (result.end) {
    case Dechunked::End::complete:
      break;
    case Dechunked::End::truncated:
      notes.add(BodyNote::truncated);
      break;
    case Dechunked::End::damaged:
      notes.add(BodyNote::damaged);
      break;
    case Dechunked::End::absent:
      notes.add(BodyNote::not_chunked);
      return bytes;
  }
  notes.add(BodyNote::chunked);
  if (result.trailing_bytes) notes.add(BodyNote::trailing_bytes);
  return result.bytes;
}

std::string_view BodyDecoder::undo(ContentCoding coding, std::string_view bytes,
                                   NoteSet<BodyNote>& notes) {
  Buffer& out = scratch_beside(bytes);
  switch (decoder_.decode(coding, bytes, options_.max_output_bytes, out)) {
    case CodingEnd::absent:
      notes.add(BodyNote::not_encoded);
      return bytes;
    case CodingEnd::undecodable:
      notes.add(BodyNote::undecodable);
      return bytes;
    case CodingEnd::complete:
      break;
    case CodingEnd::trailing_bytes:
      notes.add(BodyNote::trailing_bytes);
      break;
    case CodingEnd::truncated:
      notes.add(BodyNote::truncated);
      break;
    case CodingEnd::damaged:
      notes.add(BodyNote::damaged);
      break;
    case CodingEnd::bad_checksum:
      notes.add(BodyNote::bad_checksum);
      break;
    case CodingEnd::too_large:
      notes.add(BodyNote::too_large);
      break;
  }
  notes.add(note_of(coding));
  return out.view();
}

DecodedBody BodyDecoder::decode(const HttpMessage& message) {
  for (Buffer& scratch : scratch_) {
    if (scratch.capacity() > kKeptBytes) scratch.release();
    scratch.clear();
  }
  DecodedBody body = {.bytes = message.body, .notes = {}};
  if (message.body.empty()) return body;  // of a HEAD request, or a 304

  Layers layers;
  collect(message.fields, "Content-Encoding", layers);
  collect(message.fields, "Transfer-Encoding", layers);
  const auto compressed =
      static_cast<size_t>(std::count_if(layers.layers.begin(), layers.layers.begin() + layers.count,
                                        [](const Layers::Layer& layer) { return !layer.chunked; }));
  if (compressed > options_.max_codings || layers.overflow) {
    body.notes.add(BodyNote::too_many_codings);
    return body;
  }
  for (size_t i = layers.count; i > 0 && !body.bytes.empty(); --i) {
    const Layers::Layer& layer = layers.layers[i - 1];
    if (layer.chunked) {
      body.bytes = undo_chunked(body.bytes, body.notes);
      continue;
    }
    if (layer.coding == ContentCoding::unknown) {
      body.notes.add(BodyNote::unknown_coding);
      break;
    }
    body.bytes = undo(layer.coding, body.bytes, body.notes);
    if (body.notes.has(BodyNote::not_encoded) || body.notes.has(BodyNote::undecodable)) break;
  }
  return body;
}

}  // namespace sluice::warc
