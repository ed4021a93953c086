#include "warc/mime_signatures.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sluice::warc {
namespace {

using namespace std::string_view_literals;

// A signature: bytes at the beginning and, behind some that are not looked at, more bytes.
struct Signature {
  std::string_view begin;
  size_t skipped = 0;
  std::string_view then{};
  MediaType type = MediaType::unknown;
};

MediaType match(std::string_view header, std::span<const Signature> table) {
  for (const Signature& row : table) {
    if (!header.starts_with(row.begin)) continue;
    const size_t at = row.begin.size() + row.skipped;
    if (at <= header.size() && header.substr(at).starts_with(row.then)) return row.type;
  }
  return MediaType::unknown;
}

constexpr Signature kImages[] = {
    {.begin = "\0\0\1\0"sv, .type = MediaType::icon},
    {.begin = "\0\0\2\0"sv, .type = MediaType::icon},  // a cursor
    {.begin = "BM"sv, .type = MediaType::bmp},
    {.begin = "GIF87a"sv, .type = MediaType::gif},
    {.begin = "GIF89a"sv, .type = MediaType::gif},
    {.begin = "RIFF"sv, .skipped = 4, .then = "WEBPVP"sv, .type = MediaType::webp},
    {.begin = "\x89PNG\r\n\x1a\n"sv, .type = MediaType::png},
    {.begin = "\xff\xd8\xff"sv, .type = MediaType::jpeg},
};

constexpr Signature kAudioVideo[] = {
    {.begin = "FORM"sv, .skipped = 4, .then = "AIFF"sv, .type = MediaType::aiff},
    {.begin = "ID3"sv, .type = MediaType::mp3},
    {.begin = "OggS\0"sv, .type = MediaType::ogg},
    {.begin = "MThd\0\0\0\6"sv, .type = MediaType::midi},
    {.begin = "RIFF"sv, .skipped = 4, .then = "AVI "sv, .type = MediaType::avi},
    {.begin = "RIFF"sv, .skipped = 4, .then = "WAVE"sv, .type = MediaType::wave},
};

constexpr Signature kArchives[] = {
    {.begin = "\x1f\x8b\x08"sv, .type = MediaType::gzip},
    {.begin = "PK\3\4"sv, .type = MediaType::zip},
    {.begin = "Rar!\x1a\7\0"sv, .type = MediaType::rar},
};

constexpr Signature kFonts[] = {
    {.begin = ""sv, .skipped = 34, .then = "LP"sv, .type = MediaType::embedded_opentype},
    {.begin = "\0\1\0\0"sv, .type = MediaType::truetype},
    {.begin = "OTTO"sv, .type = MediaType::opentype},
    {.begin = "ttcf"sv, .type = MediaType::font_collection},
    {.begin = "wOFF"sv, .type = MediaType::woff},
    {.begin = "wOF2"sv, .type = MediaType::woff2},
};

unsigned byte_at(std::string_view bytes, size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// Section 6.2.1: a box "ftyp" with a brand that begins with "mp4".
bool matches_mp4(std::string_view header) {
  if (header.size() < 12) return false;
  const uint32_t box = byte_at(header, 0) << 24 | byte_at(header, 1) << 16 |
                       byte_at(header, 2) << 8 | byte_at(header, 3);
  if (header.size() < box || box % 4 != 0) return false;
  if (header.substr(4, 4) != "ftyp") return false;
  if (header.substr(8, 3) == "mp4") return true;
  for (size_t at = 16; at < box; at += 4) {  // the minor version, at 12, is no brand
    if (header.substr(at, 3) == "mp4") return true;
  }
  return false;
}

// Section 6.2.2: an EBML header whose document type, padded with zeros, is "webm".
bool matches_webm(std::string_view header) {
  if (!header.starts_with("\x1a\x45\xdf\xa3")) return false;
  constexpr size_t kSearched = 38;
  for (size_t at = 4; at < header.size() && at < kSearched; ++at) {
    if (!header.substr(at).starts_with("\x42\x82")) continue;
    at += 2;
    if (at >= header.size()) return false;
    size_t number_size = 1;  // of the length that follows, told by its leading zero bits
    for (unsigned mask = 0x80; number_size < 8 && (byte_at(header, at) & mask) == 0; mask >>= 1) {
      ++number_size;
    }
    at += number_size;
    if (at + 4 > header.size()) return false;
    const std::string_view padded = header.substr(at);
    const size_t text = padded.find_first_not_of('\0');
    if (text != std::string_view::npos && padded.substr(text).starts_with("webm")) return true;
  }
  return false;
}

// Section 6.2.3, with the sizes of frames as the format has them.
bool begins_mp3_frame(std::string_view bytes) {
  if (bytes.size() < 4 || byte_at(bytes, 0) != 0xff || (byte_at(bytes, 1) & 0xe0) != 0xe0) {
    return false;
  }
  const unsigned layer = byte_at(bytes, 1) >> 1 & 3;
  const unsigned bit_rate = byte_at(bytes, 2) >> 4;
  const unsigned sample_rate = byte_at(bytes, 2) >> 2 & 3;
  constexpr unsigned kLayer3 = 1;
  return layer == kLayer3 && bit_rate != 15 && sample_rate != 3;
}

bool matches_mp3(std::string_view header) {
  if (!begins_mp3_frame(header)) return false;
  constexpr std::array<unsigned, 15> kRates1 = {0,   32,  40,  48,  56,  64,  80, 96,
                                                112, 128, 160, 192, 224, 256, 320};  // kbit/s
  constexpr std::array<unsigned, 15> kRates2 = {0,  8,  16, 24,  32,  40,  48, 56,
                                                64, 80, 96, 112, 128, 144, 160};
  constexpr std::array<unsigned, 3> kSamples = {44'100, 48'000, 32'000};
  const unsigned version = byte_at(header, 1) >> 3 & 3;  // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const bool first = version == 3;
  const unsigned rate = (first ? kRates1 : kRates2)[byte_at(header, 2) >> 4] * 1'000;
  const unsigned samples = kSamples[byte_at(header, 2) >> 2 & 3] / (first          ? 1
                                                                    : version == 2 ? 2
                                                                                   : 4);
  const unsigned padding = byte_at(header, 2) >> 1 & 1;
  const size_t frame = (first ? 144 : 72) * rate / samples + padding;
  return frame >= 4 && frame <= header.size() && begins_mp3_frame(header.substr(frame));
}

}  // namespace

MediaType match_image(std::string_view header) { return match(header, kImages); }

MediaType match_audio_video(std::string_view header) {
  const MediaType type = match(header, kAudioVideo);
  if (type != MediaType::unknown) return type;
  if (matches_mp4(header)) return MediaType::mp4;
  if (matches_webm(header)) return MediaType::webm;
  if (matches_mp3(header)) return MediaType::mp3;
  return MediaType::unknown;
}

MediaType match_archive(std::string_view header) { return match(header, kArchives); }

MediaType match_font(std::string_view header) { return match(header, kFonts); }

}  // namespace sluice::warc
