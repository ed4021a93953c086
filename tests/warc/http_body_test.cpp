#include "warc/http_body.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "sanitized.h"
#include "warc/coding_samples.h"

namespace sluice::warc {
namespace {

using namespace std::string_literals;
using test::chunked;
using test::coding_name;
using test::encode;
using test::Format;
using test::kFormats;
using test::noise;
using test::page;
using test::response;

using Names = std::vector<std::string>;

Names names(const NoteSet<BodyNote>& notes) {
  Names result;
  notes.for_each([&](BodyNote note) { result.emplace_back(to_string(note)); });
  return result;
}

struct Outcome {
  std::string bytes;
  Names notes;
  bool whole = true;
  bool view = false;  // of the block
};

Outcome decode(std::string_view fields, std::string_view body, BodyDecoder& decoder) {
  const std::string block = response(fields, body);
  const HttpMessage message = parse_http(block);
  EXPECT_EQ(message.body, body);
  const DecodedBody decoded = decoder.decode(message);
  const bool view = decoded.bytes.data() >= block.data() &&
                    decoded.bytes.data() + decoded.bytes.size() <= block.data() + block.size();
  return {std::string(decoded.bytes), names(decoded.notes), decoded.whole(), view};
}

Outcome decode(std::string_view fields, std::string_view body) {
  BodyDecoder decoder;
  return decode(fields, body, decoder);
}

std::string encoded_field(std::string_view codings) {
  return "Content-Encoding: " + std::string(codings) + "\r\n";
}

constexpr std::string_view kChunked = "Transfer-Encoding: chunked\r\n";

TEST(BodyDecoder, LeavesBodiesWithoutCodingsWhereTheyAre) {
  for (const std::string& fields :
       {""s, encoded_field("identity"), encoded_field(""), encoded_field("None, identity,,"),
        "Transfer-Encoding: identity\r\n"s}) {
    const Outcome outcome = decode(fields, "<html>");
    EXPECT_EQ(outcome.bytes, "<html>") << fields;
    EXPECT_EQ(outcome.notes, Names{}) << fields;
    EXPECT_TRUE(outcome.view);
  }
  EXPECT_EQ(decode(encoded_field("gzip"), "").notes, Names{});
  EXPECT_EQ(decode(kChunked, "").notes, Names{});
}

struct Case {
  std::string body;
  std::string bytes;
  Names notes;
};

TEST(BodyDecoder, PutsChunksTogether) {
  const Case kCases[] = {
      {"5\r\nhello\r\n0\r\n\r\n", "hello", {"chunked"}},
      {"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", "hello world", {"chunked"}},
      {"5\nhello\n6\n world\n0\n\n", "hello world", {"chunked"}},
      {"5;a=b;c=\"d\"\r\nhello\r\n0;last\r\n\r\n", "hello", {"chunked"}},
      {"005  \r\nhello\r\n000\r\n\r\n", "hello", {"chunked"}},
      {"A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", "01234567890123456789", {"chunked"}},
      {"5\r\nhello\r\n0\r\nExpires: never\r\nX: y\r\n\r\n", "hello", {"chunked"}},
      {"0\r\n\r\n", "", {"chunked"}},
      {"5\r\nhello\r\n0", "hello", {"chunked"}},
      {"5\r\nhello\r\n0\r\n", "hello", {"chunked"}},
      {"5\r\nhello\r\n0\r\n\r\nmore", "hello", {"chunked", "trailing_bytes"}},
      // cut off
      {"5\r\nhello\r\n", "hello", {"chunked", "truncated"}},
      {"5\r\nhello", "hello", {"chunked", "truncated"}},
      {"5\r\nhel", "hel", {"chunked", "truncated"}},
      {"5\r\nhello\r\n6", "hello", {"chunked", "truncated"}},
      {"5\r\nhello\r\n6\r\n wo", "hello wo", {"chunked", "truncated"}},
      {"ffffffffffffffff\r\nhello", "hello", {"chunked", "truncated"}},
      {"5\r\nhello\r\nFFFFFFFFFFFFFFFF\r\nworld", "helloworld", {"chunked", "truncated"}},
      // wrong from some chunk on
      {"5\r\nhello\r\n-1\r\nworld", "hello", {"chunked", "damaged"}},
      {"5\r\nhello\r\n10000000000000000\r\nworld", "hello", {"chunked", "damaged"}},
      {"5\r\nhello\r\n3\r\nworld\r\n0\r\n\r\n", "hellowor", {"chunked", "damaged"}},
      // not chunked
      {"<html>", "<html>", {"not_chunked"}},
      {"hello", "hello", {"not_chunked"}},
      {"42", "42", {"not_chunked"}},
      {"-5\r\nhello", "-5\r\nhello", {"not_chunked"}},
      {"0x5\r\nhello", "0x5\r\nhello", {"not_chunked"}},
      {"10000000000000000\r\nhello", "10000000000000000\r\nhello", {"not_chunked"}},
      {"\r\n5\r\nhello", "\r\n5\r\nhello", {"not_chunked"}},
      {"3\r\nhello\r\n0\r\n\r\n", "3\r\nhello\r\n0\r\n\r\n", {"not_chunked"}},
      {";x\r\nhello", ";x\r\nhello", {"not_chunked"}},
      {"a list: of things\r\n", "a list: of things\r\n", {"not_chunked"}},
  };
  for (const Case& one : kCases) {
    const Outcome outcome = decode(kChunked, one.body);
    EXPECT_EQ(outcome.bytes, one.bytes) << one.body;
    EXPECT_EQ(outcome.notes, one.notes) << one.body;
  }
  EXPECT_TRUE(decode(kChunked, "5\r\nhello\r\n0\r\n\r\n").view);
  EXPECT_EQ(decode("Transfer-Encoding: chunked\r\ntransfer-encoding: CHUNKED\r\n",
                   "5\r\nhello\r\n0\r\n\r\n")
                .bytes,
            "hello");
}

TEST(BodyDecoder, PutsChunksOfAnySizesTogether) {
  std::mt19937_64 random(1);
  BodyDecoder decoder;
  for (int round = 0; round < 300; ++round) {
    const std::string content = page(random() % 5'000, random());
    const size_t largest = size_t{1} << (random() % 13);
    const Outcome outcome = decode(kChunked, chunked(content, largest, random), decoder);
    ASSERT_EQ(outcome.bytes, content);
    ASSERT_EQ(outcome.notes, Names{"chunked"});
  }
}

TEST(BodyDecoder, UndoesEachCoding) {
  for (const size_t size : {size_t{1}, size_t{100}, size_t{70'000}, size_t{3'000'000}}) {
    for (const Format format : kFormats) {
      for (const std::string& content : {page(size, size), noise(size, size)}) {
        BodyDecoder decoder;
        const Outcome outcome =
            decode(encoded_field(coding_name(format)), encode(format, content), decoder);
        ASSERT_TRUE(outcome.bytes == content) << coding_name(format) << " " << size;
        ASSERT_EQ(outcome.notes.size(), 1) << coding_name(format);
      }
    }
  }
}

TEST(BodyDecoder, KnowsCodingsByAllTheirNames) {
  const std::string content = page(1'000, 2);
  const std::string gzip = encode(Format::gzip, content);
  for (const std::string& fields :
       {encoded_field("gzip"), encoded_field("x-gzip"), encoded_field("GZip"),
        encoded_field("\"gzip\""), encoded_field("gzip;q=1"), encoded_field(" , gzip, identity"),
        "Transfer-Encoding: gzip\r\n"s, "content-encoding:gzip\r\n"s,
        "Content-Encoding: \r\n gzip\r\n"s}) {
    EXPECT_EQ(decode(fields, gzip).bytes, content) << fields;
    EXPECT_EQ(decode(fields, gzip).notes, Names{"gzip"}) << fields;
  }
  const Outcome unknown = decode(encoded_field("compress"), gzip);
  EXPECT_EQ(unknown.bytes, gzip);
  EXPECT_EQ(unknown.notes, Names{"unknown_coding"});
  EXPECT_EQ(decode(encoded_field("gzip, utf-8"), gzip).notes, Names{"unknown_coding"});
  EXPECT_EQ(decode(encoded_field("utf-8, gzip"), gzip).bytes, content);
}

TEST(BodyDecoder, UndoesAnyChainOfCodings) {
  std::mt19937_64 random(3);
  BodyDecoder decoder;
  for (int round = 0; round < 200; ++round) {
    const std::string content = page(1 + random() % 3'000, random());
    std::string body = content;
    std::string fields;
    for (size_t i = random() % 6; i > 0; --i) {
      const Format format = kFormats[random() % std::size(kFormats)];
      body = encode(format, body);
      fields += encoded_field(coding_name(format));
    }
    if (random() % 2 == 0) {
      body = chunked(body, 700, random);
      fields += kChunked;
    }
    const Outcome outcome = decode(fields, body, decoder);
    ASSERT_EQ(outcome.bytes, content) << fields;
    ASSERT_TRUE(outcome.whole) << fields;
  }
}

TEST(BodyDecoder, ReadsSeveralMembersAndFramesAsOne) {
  EXPECT_EQ(
      decode(encoded_field("gzip"), encode(Format::gzip, "one ") + encode(Format::gzip, "two"))
          .bytes,
      "one two");
  EXPECT_EQ(
      decode(encoded_field("zstd"), encode(Format::zstd, "one ") + encode(Format::zstd, "two"))
          .bytes,
      "one two");
  for (const Format format : kFormats) {
    const Outcome outcome =
        decode(encoded_field(coding_name(format)), encode(format, page(900, 1)) + "\r\n--\r\n");
    EXPECT_EQ(outcome.bytes, page(900, 1));
    EXPECT_EQ(outcome.notes.back(), "trailing_bytes") << coding_name(format);
  }
}

// Crawlers decode bodies and keep the headers.
TEST(BodyDecoder, KeepsBodiesThatAreDecodedAlready) {
  for (const std::string& content :
       {page(3'000, 4), "plain"s, "[1,2,3]"s, "\n"s, "{\"a\": \"b\"}"s, "\xef\xbb\xbf<html>"s,
        "\x89PNG\r\n\x1a\n"s, "%PDF-1.4\n"s, "x^2 + y^2 = z^2"s}) {
    for (const char* coding : {"gzip", "deflate", "br", "zstd"}) {
      const Outcome outcome = decode(encoded_field(coding), content);
      EXPECT_EQ(outcome.bytes, content) << coding;
      EXPECT_EQ(outcome.notes, Names{"not_encoded"}) << coding << " " << content;
      EXPECT_TRUE(outcome.view);
    }
  }
  for (uint64_t seed = 0; seed < 50; ++seed) {  // a format that nobody knows
    const std::string content = noise(5'000, seed);
    EXPECT_EQ(decode(encoded_field("gzip"), content).notes, Names{"not_encoded"});
    EXPECT_EQ(decode(encoded_field("zstd"), content).notes, Names{"not_encoded"});
  }
  EXPECT_EQ(decode(encoded_field("deflate"), noise(1'000'000, 3)).notes, Names{"not_encoded"});
  EXPECT_EQ(decode(encoded_field("br"), noise(1'000'000, 3)).notes, Names{"not_encoded"});
  const std::string gzip = encode(Format::gzip, "hello");
  EXPECT_EQ(decode(encoded_field("gzip, gzip"), gzip).bytes, "hello");
  EXPECT_EQ(decode(encoded_field("gzip, gzip"), gzip).notes, (Names{"gzip", "not_encoded"}));
  EXPECT_EQ(decode(std::string(kChunked) + encoded_field("gzip"), gzip).bytes, "hello");
}

TEST(BodyDecoder, DeliversAPrefixOfEveryPrefix) {
  const std::string content = page(2'500, 5);
  BodyDecoder decoder;
  for (const Format format : kFormats) {
    const std::string body = encode(format, content);
    size_t longest = 0;
    for (size_t size = 1; size < body.size(); ++size) {
      const std::string_view prefix = std::string_view(body).substr(0, size);
      const Outcome outcome = decode(encoded_field(coding_name(format)), prefix, decoder);
      if (outcome.notes == Names{"not_encoded"}) {  // too little to tell
        ASSERT_EQ(outcome.bytes, prefix);
        ASSERT_LT(size, format == Format::raw_deflate ? 64 : 16) << coding_name(format);
        continue;
      }
      ASSERT_TRUE(content.starts_with(outcome.bytes)) << coding_name(format) << " " << size;
      ASSERT_FALSE(outcome.whole) << coding_name(format) << " " << size;
      longest = std::max(longest, outcome.bytes.size());
    }
    EXPECT_GT(longest, content.size() / 2) << coding_name(format);
  }
}

TEST(BodyDecoder, DeliversAPrefixOfEveryPrefixOfChunks) {
  std::mt19937_64 random(6);
  const std::string content = page(1'500, 6);
  const std::string body = chunked(content, 300, random);
  const size_t first_line = body.find('\n') + 1;
  for (size_t size = first_line; size < body.size(); ++size) {
    const Outcome outcome = decode(kChunked, std::string_view(body).substr(0, size));
    ASSERT_TRUE(content.starts_with(outcome.bytes)) << size;
    ASSERT_EQ(outcome.notes.front(), "chunked") << size;
  }
}

TEST(BodyDecoder, DeliversWhatComesBeforeDamage) {
  const std::string content = page(500'000, 7);
  BodyDecoder decoder;
  for (const Format format : kFormats) {
    const std::string body = encode(format, content);
    std::mt19937_64 random(8);
    for (uint64_t round = 0; round < rounds_of(60); ++round) {
      std::string damaged = body;
      const size_t at = damaged.size() / 2 + random() % (damaged.size() / 2);
      damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
      const Outcome outcome = decode(encoded_field(coding_name(format)), damaged, decoder);
      const auto [here, there] =
          std::mismatch(outcome.bytes.begin(), outcome.bytes.end(), content.begin(), content.end());
      const auto same = static_cast<size_t>(here - outcome.bytes.begin());
      EXPECT_GT(same, content.size() / 10) << coding_name(format) << " at " << at;
      // Formats with a checksum notice every flipped bit.
      if (format == Format::gzip || format == Format::zlib || format == Format::zstd) {
        EXPECT_FALSE(outcome.whole && outcome.notes.size() == 1) << coding_name(format);
      }
    }
  }
  const std::string reserved = "\x1f\x8b\x08\xff\0\0\0\0\0\3 not a header"s;
  EXPECT_EQ(decode(encoded_field("gzip"), reserved).bytes, reserved);
  EXPECT_EQ(decode(encoded_field("gzip"), reserved).notes, Names{"undecodable"});
  EXPECT_FALSE(decode(encoded_field("gzip"), reserved).whole);

  std::string wrong_crc = encode(Format::gzip, content);
  wrong_crc[wrong_crc.size() - 6] ^= 1;
  EXPECT_EQ(decode(encoded_field("gzip"), wrong_crc).bytes, content);
  EXPECT_EQ(decode(encoded_field("gzip"), wrong_crc).notes, (Names{"gzip", "bad_checksum"}));
}

TEST(BodyDecoder, CutsAtItsBound) {
  const std::string bomb(5'000'000, 'a');
  for (const size_t most : {size_t{1}, size_t{1'000}, size_t{65'536}, size_t{1'000'000}}) {
    BodyDecoder decoder({.max_output_bytes = most});
    for (const Format format : kFormats) {
      const Outcome outcome =
          decode(encoded_field(coding_name(format)), encode(format, bomb), decoder);
      EXPECT_EQ(outcome.bytes.size(), most) << coding_name(format);
      EXPECT_EQ(outcome.notes.back(), "too_large") << coding_name(format);
    }
  }
  BodyDecoder exact({.max_output_bytes = bomb.size()});
  for (const Format format : kFormats) {
    const Outcome outcome = decode(encoded_field(coding_name(format)), encode(format, bomb), exact);
    EXPECT_TRUE(outcome.bytes == bomb);
    EXPECT_EQ(outcome.notes.size(), 1) << outcome.notes.back();
  }
}

TEST(BodyDecoder, BoundsTheNumberOfCodings) {
  std::string body = "hello";
  std::string codings = "gzip";
  for (int i = 0; i < 100; ++i) {
    body = encode(Format::gzip, body);
    if (i > 0) codings += ", gzip";
  }
  const Outcome outcome = decode(encoded_field(codings), body);
  EXPECT_EQ(outcome.bytes, body);
  EXPECT_EQ(outcome.notes, Names{"too_many_codings"});

  BodyDecoder patient({.max_codings = 60});
  EXPECT_EQ(decode(encoded_field("gzip"), encode(Format::gzip, "x"), patient).bytes, "x");
  EXPECT_EQ(decode(encoded_field(codings), body, patient).notes, Names{"too_many_codings"});
}

// A size told by the data is a hint: it costs neither memory nor correctness.
TEST(BodyDecoder, DoesNotTrustToldSizes) {
  const std::string content = page(50'000, 9);
  std::string gzip = encode(Format::gzip, content);
  for (const std::string& told : {"\xff\xff\xff\x7f"s, "\0\0\0\0"s, "\1\0\0\0"s}) {
    gzip.replace(gzip.size() - 4, 4, told);
    EXPECT_EQ(decode(encoded_field("gzip"), gzip).bytes, content);
    EXPECT_EQ(decode(encoded_field("gzip"), gzip).notes, (Names{"gzip", "bad_checksum"}));
  }
  // A frame of 2^60 bytes.
  const std::string frame = "\x28\xb5\x2f\xfd\xc0\x38\0\0\0\0\0\0\0\x10\x21\0\0hell"s;
  EXPECT_LE(decode(encoded_field("zstd"), frame).bytes.size(), frame.size());
}

TEST(BodyDecoder, GivesTheSameForAnyOrderOfBodies) {
  BodyDecoder reused;
  std::mt19937_64 random(10);
  for (int round = 0; round < 100; ++round) {
    const Format format = kFormats[random() % std::size(kFormats)];
    std::string body = encode(format, page(random() % 20'000, random()));
    if (random() % 2 == 0) body.resize(random() % body.size());
    const std::string fields = encoded_field(coding_name(format));
    const Outcome here = decode(fields, body, reused);
    const Outcome fresh = decode(fields, body);
    ASSERT_EQ(here.bytes, fresh.bytes);
    ASSERT_EQ(here.notes, fresh.notes);
  }
}

}  // namespace
}  // namespace sluice::warc
