// Members of a compressed crawl file: gzip members and zstd frames, whole or as a stream.
//
// Whole is fast (libdeflate, zstd in one call) but needs all of the member's bytes and room for its
// content; a stream (ISA-L, zstd block by block) needs neither. Both check the checksums. What a
// stream delivers of damaged data before it notices is the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/buffer.h"
#include "io/compression.h"

namespace sluice::warc {

// The dictionary that a .warc.zst file may begin with.
class Dictionary;

// How an input is stored. Shared by threads.
struct Coding {
  io::Compression compression = io::Compression::none;
  std::shared_ptr<const Dictionary> dictionary{};
};

// The skippable frame that holds a dictionary (IIPC's WARC compression with zstd, 0x184D2A5D); the
// dictionary may itself be a zstd frame.
inline constexpr size_t kLargestDictionary = size_t{64} << 20;
bool begins_dictionary(std::string_view bytes);
// From the whole frame; null if it is damaged or too large.
std::shared_ptr<const Dictionary> read_dictionary(std::string_view frame);

struct MemberHeader {
  enum class Status {
    member,      // `size` bytes of header
    skippable,   // a frame of `size` bytes without content
    incomplete,  // fine so far: more bytes are needed
    damaged,
    garbage,  // no member begins here
  };
  Status status = Status::garbage;
  uint64_t size = 0;
  const char* problem = "";
};
MemberHeader parse_member_header(const Coding& coding, std::string_view bytes);

// Where the next byte sequence that might begin a member stands, at `from` or behind it; npos.
size_t find_member(const Coding& coding, std::string_view bytes, size_t from);
// … the last one that is whole within `bytes`, at 1 or behind it; npos.
size_t find_last_member(const Coding& coding, std::string_view bytes);

struct WholeMember {
  enum class Status {
    good,
    wrong_checksum,  // decoded to its end, but checksum or length differ
    failed,          // damaged, not there whole, or content over the limit
  };
  Status status = Status::failed;
  size_t size = 0;  // stored bytes, unless failed
  const char* problem = "";
};
// Appends the content to `out`, unless failed: then `out` is as before.
WholeMember decode_member(const Coding& coding, std::string_view bytes, size_t limit, Buffer& out);

// One member as a stream.
class MemberStream {
 public:
  enum class Status {
    more,            // go on
    need,            // with `want` bytes at hand, or there is an end that should not be
    done,            // the member has ended and is good
    wrong_checksum,  // … has ended, but checksum or length differ
    damaged,
  };
  struct Step {
    Status status = Status::more;
    size_t want = 0;
    const char* problem = "";
  };
  virtual ~MemberStream() = default;

  // Begins with a member's first byte.
  virtual void begin() = 0;
  // Takes bytes from the front of `bytes`, which begin where the step before left off, and appends
  // content to `out`, a mebibyte at most. `at_end`: there are no more.
  virtual Step step(std::string_view& bytes, bool at_end, Buffer& out) = 0;

  // Whether a member seems to begin here: its first 4 KiB decode.
  virtual bool try_out(std::string_view bytes) = 0;
};
inline constexpr size_t kTrialBytes = size_t{4} << 10;

std::unique_ptr<MemberStream> make_stream(const Coding& coding);

namespace detail {
WholeMember decode_gzip(std::string_view bytes, size_t limit, Buffer& out);
WholeMember decode_zstd(const Dictionary* dictionary, std::string_view bytes, size_t limit,
                        Buffer& out);
MemberHeader parse_gzip(std::string_view bytes);
MemberHeader parse_zstd(std::string_view bytes);
std::unique_ptr<MemberStream> make_gzip_stream();
std::unique_ptr<MemberStream> make_zstd_stream(const Dictionary* dictionary);
}  // namespace detail

}  // namespace sluice::warc
