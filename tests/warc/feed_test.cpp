#include <gtest/gtest.h>
#include <zdict.h>
#include <zstd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "warc/crawl_feed.h"
#include "warc/support.h"

namespace sluice::warc::test {
namespace {

using Counts = std::map<std::string, size_t>;

// Reads in every way there is, which must agree.
Reading read_in_all_ways(std::string_view stored, uint64_t max_record_bytes = uint64_t{128} << 20) {
  ReadOptions options = {.max_record_bytes = max_record_bytes};
  const Reading reading = read_bytes(stored, options);
  for (const size_t block_bytes : {64, 4'096, 65'536}) {
    for (const size_t threads : {0, 1, 2}) {
      options.block_bytes = block_bytes;
      options.threads = threads;
      options.read_bytes = threads == 1 ? 7 : 1'000;
      EXPECT_EQ(reading.events, read_bytes(stored, options).events)
          << "blocks of " << block_bytes << ", " << threads << " threads";
    }
  }
  EXPECT_EQ(reading.inputs_ended, 1u);
  return reading;
}

struct Part {
  std::string id;
  std::string record;
};

std::vector<Part> make_parts(size_t count) {
  std::vector<Part> parts;
  for (size_t i = 0; i < count; ++i) {
    const std::string id = std::to_string(i);
    parts.push_back({.id = "<urn:uuid:" + id + ">",
                     .record = warc_record(id, random_block(i * 37 % 4'000, i))});
  }
  return parts;
}

void expect_all(const std::vector<Part>& parts, const Reading& reading) {
  EXPECT_TRUE(reading.losses.empty()) << reading.events;
  ASSERT_EQ(reading.records.size(), parts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(reading.records[i].id, parts[i].id);
    EXPECT_TRUE(parts[i].record.ends_with(reading.records[i].block + "\r\n\r\n"));
  }
}

// Offsets are those that a CDX has: of the member or frame, of the record if there is none.
TEST(CrawlFeed, ReadsAMemberOrFrameARecord) {
  const std::vector<Part> parts = make_parts(50);
  for (const auto& stored :
       {gzip, zstd, +[](std::string_view plain, int) { return std::string(plain); }}) {
    std::string bytes;
    std::vector<uint64_t> offsets;
    for (const Part& part : parts) {
      offsets.push_back(bytes.size());
      bytes += stored(part.record, 1);
    }
    const Reading reading = read_in_all_ways(bytes);
    expect_all(parts, reading);
    for (size_t i = 0; i < parts.size(); ++i) {
      EXPECT_EQ(reading.records[i].offset, offsets[i]);
      EXPECT_EQ(reading.records[i].plain_offset, 0u);
    }
  }
}

TEST(CrawlFeed, ReadsOneMemberOrFrameForAll) {
  const std::vector<Part> parts = make_parts(200);
  std::string plain;
  std::vector<uint64_t> offsets;
  for (const Part& part : parts) {
    offsets.push_back(plain.size());
    plain += part.record;
  }
  for (const std::string& bytes : {gzip(plain), zstd(plain)}) {
    const Reading reading = read_in_all_ways(bytes);
    expect_all(parts, reading);
    for (size_t i = 0; i < parts.size(); ++i) {
      EXPECT_EQ(reading.records[i].offset, 0u);
      EXPECT_EQ(reading.records[i].plain_offset, offsets[i]);
    }
  }
}

// As of block-wise compressors: members end anywhere.
TEST(CrawlFeed, ReadsMembersThatEndWithinRecords) {
  const std::vector<Part> parts = make_parts(60);
  std::string plain;
  for (const Part& part : parts) plain += part.record;
  for (const size_t size : {1, 100, 5'000}) {
    std::string bytes;
    for (size_t at = 0; at < plain.size() && at < 100'000; at += size) {
      bytes += gzip(std::string_view(plain).substr(at, size));
    }
    const Reading reading = read_bytes(bytes, {.block_bytes = 10'000});
    EXPECT_EQ(reading.events, read_bytes(bytes).events);
    for (size_t i = 0; i < reading.ids().size(); ++i) EXPECT_EQ(reading.ids()[i], parts[i].id);
    EXPECT_GT(reading.ids().size(), 40u);
  }
}

// Larger than what is decoded whole, and more than one batch takes.
TEST(CrawlFeed, StreamsAMemberOverTheBound) {
  std::vector<Part> parts = make_parts(20);
  parts[7].record = warc_record("7", std::string(size_t{20} << 20, 'a'));
  std::string plain;
  for (const Part& part : parts) plain += part.record;
  std::string apart;
  for (const Part& part : parts) apart += gzip(part.record);
  for (const std::string& bytes : {gzip(plain), zstd(plain), apart}) {
    const Reading reading = read_bytes(bytes);
    expect_all(parts, reading);
    EXPECT_EQ(reading.events, read_bytes(bytes, {.block_bytes = 4'096, .threads = 2}).events);
  }
}

TEST(CrawlFeed, PassesARecordOverItsBound) {
  std::vector<Part> parts = make_parts(20);
  parts[7].record = warc_record("7", std::string(5'000, 'a'));
  std::string bytes;
  uint64_t offset = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (i == 7) offset = bytes.size();
    bytes += gzip(parts[i].record);
  }
  const Reading reading = read_in_all_ways(bytes, 4'500);
  EXPECT_EQ(reading.ids().size(), parts.size() - 1);
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_EQ(reading.losses[0].reason, "document_too_large");
  EXPECT_EQ(reading.losses[0].offset, offset);
}

// The IIPC's .warc.zst: a dictionary, itself compressed or not, in a skippable frame in front.
TEST(CrawlFeed, ReadsZstdWithADictionary) {
  const std::vector<Part> parts = make_parts(300);
  std::string samples;
  std::vector<size_t> sizes;
  for (const Part& part : parts) {
    samples += part.record;
    sizes.push_back(part.record.size());
  }
  std::string dictionary(8'192, '\0');
  const size_t size = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), samples.data(),
                                            sizes.data(), static_cast<unsigned>(sizes.size()));
  ASSERT_FALSE(ZDICT_isError(size));
  dictionary.resize(size);
  std::string frames;
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  for (const Part& part : parts) {
    std::string frame(ZSTD_compressBound(part.record.size()), '\0');
    frame.resize(ZSTD_compress_usingDict(context, frame.data(), frame.size(), part.record.data(),
                                         part.record.size(), dictionary.data(), dictionary.size(),
                                         3));
    frames += frame;
  }
  ZSTD_freeCCtx(context);
  for (const std::string& held : {dictionary, zstd(dictionary)}) {
    std::string bytes = "\x5d\x2a\x4d\x18";
    for (size_t i = 0; i < 4; ++i) bytes += static_cast<char>(held.size() >> (8 * i));
    const size_t begin = bytes.size() + held.size();
    const Reading reading = read_in_all_ways(bytes + held + frames);
    expect_all(parts, reading);
    EXPECT_EQ(reading.records[0].offset, begin);
  }
  EXPECT_EQ(read_bytes(frames).ids().size(), 0u);
}

TEST(CrawlFeed, ReadsArc) {
  const std::string version = arc_record("filedesc://a.arc", "1 0 Test\n");
  const std::string one = arc_record("http://a/", "HTTP/1.1 200 OK\n\none\n");
  const std::string two = arc_record("http://a/b c", "HTTP/1.1 200 OK\n\ntwo\n");
  for (const std::string& bytes :
       {version + one + two, gzip(version + one + two), gzip(version) + gzip(one) + gzip(two)}) {
    const Reading reading = read_in_all_ways(bytes);
    EXPECT_EQ(reading.ids(),
              (std::vector<std::string>{"filedesc://a.arc", "http://a/", "http://a/b c"}));
    EXPECT_TRUE(reading.losses.empty()) << reading.events;
    EXPECT_EQ(reading.records[2].block, "HTTP/1.1 200 OK\n\ntwo\n");
  }
  // A first member that is damaged does not take the format along.
  std::string damaged = gzip(version);
  damaged[20] = static_cast<char>(damaged[20] ^ 0x55);
  EXPECT_EQ(read_in_all_ways(damaged + gzip(one) + gzip(two)).ids(),
            (std::vector<std::string>{"http://a/", "http://a/b c"}));
}

// A member that begins with a record ends the one before it, whatever its length says.
TEST(CrawlFeed, TrustsMembersMoreThanLengths) {
  std::string lying = warc_record("lying", "block");
  lying.replace(lying.find("Length: 5"), 9, "Length: 5000");
  const std::string bytes = gzip(warc_record("a", "a")) + gzip(lying) + gzip(warc_record("z", "z"));
  const Reading reading = read_in_all_ways(bytes);
  EXPECT_EQ(reading.ids(), (std::vector<std::string>{"<urn:uuid:a>", "<urn:uuid:z>"}));
  EXPECT_EQ(reading.reasons(), (Counts{{"bad_length", 1}}));
}

TEST(CrawlFeed, NamesTheDamage) {
  const std::string a = gzip(warc_record("a", "first"));
  const std::string z = gzip(warc_record("z", "last"));
  const std::string m = gzip(warc_record("m", random_block(500, 1)));
  const auto flipped = [&m](size_t at) {
    std::string bytes = m;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    return bytes;
  };
  struct Damaged {
    std::string bytes;
    std::string reason;
  };
  for (const Damaged& damaged :
       {Damaged{flipped(0), "garbage"}, Damaged{flipped(m.size() - 8), "bad_crc"},
        Damaged{flipped(m.size() - 1), "bad_crc"},
        Damaged{m.substr(0, m.size() / 2), "damaged_member"}, Damaged{"some garbage", "garbage"},
        Damaged{gzip("no record"), "garbage"}}) {
    const Reading reading = read_in_all_ways(a + damaged.bytes + z);
    EXPECT_EQ(reading.ids(), (std::vector<std::string>{"<urn:uuid:a>", "<urn:uuid:z>"}));
    EXPECT_EQ(reading.reasons(), (Counts{{damaged.reason, 1}})) << reading.events;
    EXPECT_EQ(reading.losses[0].offset, a.size());
  }
  EXPECT_TRUE(read_in_all_ways(a + std::string(512, '\0') + z).losses.empty());
}

TEST(CrawlFeed, DeliversWhatPrecedesDamageInALargeMember) {
  const std::vector<Part> parts = make_parts(200);
  std::string plain;
  for (const Part& part : parts) plain += part.record;
  for (std::string bytes : {gzip(plain), zstd(plain)}) {
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0xff);
    const std::string good = bytes.substr(0, 4) == gzip("").substr(0, 4)
                                 ? gzip(warc_record("z", ""))
                                 : zstd(warc_record("z", ""));
    const Reading reading = read_in_all_ways(bytes + good);
    ASSERT_FALSE(reading.ids().empty());
    EXPECT_EQ(reading.ids().back(), "<urn:uuid:z>");
    EXPECT_EQ(reading.losses.size(), 1u) << reading.events;
  }
}

TEST(CrawlFeed, ReadsInputsOfAllKindsOneAfterTheOther) {
  const std::string a = warc_record("a", "first");
  const std::string b = warc_record("b", "second");
  const std::string cut = gzip(a).substr(0, 40);
  const std::string empty;
  const std::string arc = arc_record("filedesc://x", "1 0 Test\n");
  const std::string gzipped = gzip(a) + gzip(b);
  const std::string framed = zstd(a + b);
  const std::vector<std::string_view> inputs = {gzipped, empty, arc, cut, framed, a};
  const Reading reading = read_inputs(inputs);
  EXPECT_EQ(reading.inputs_ended, inputs.size());
  EXPECT_EQ(reading.ids(),
            (std::vector<std::string>{"<urn:uuid:a>", "<urn:uuid:b>", "filedesc://x",
                                      "<urn:uuid:a>", "<urn:uuid:b>", "<urn:uuid:a>"}));
  EXPECT_EQ(reading.reasons(), (Counts{{"truncated_member", 1}}));
  EXPECT_EQ(reading.records.back().input, 5u);
  EXPECT_EQ(reading.events, read_inputs(inputs, {.block_bytes = 10, .threads = 2}).events);
}

struct RealFile {
  const char* name;
  Counts kinds;  // "… cut" are not whole
  Counts losses;
};

// Crawl files of other projects' tests.
TEST(CrawlFeed, ReadsRealFiles) {
  const char* const data = std::getenv("SLUICE_DATA");
  if (data == nullptr) GTEST_SKIP() << "SLUICE_DATA is not set";
  const Counts example = {{"warcinfo", 2}, {"response", 1}, {"request", 2}, {"revisit", 1}};
  const std::vector<RealFile> files = {
      {"jwarc/cc.warc.gz", {{"response", 1}}, {}},
      {"jwarc/gzip_extra_sl.warc.gz", {{"warcinfo", 1}}, {}},
      {"resiliparse/block-sized-records.warc.gz", {{"other", 3}}, {}},
      {"resiliparse/clipped.warc.gz", {{"response cut", 1}}, {{"truncated_member", 1}}},
      {"resiliparse/clueweb-quirk.warc.gz", {{"warcinfo", 1}, {"response", 29}}, {}},
      {"resiliparse/warcfile.warc.gz",
       {{"warcinfo", 1}, {"request", 17}, {"response", 16}, {"metadata", 16}},
       {}},
      // Lengths of -1, -1 and "abc".
      {"warcio/bad.arc",
       {{"warcinfo cut", 1}, {"response cut", 2}, {"response", 1}},
       {{"bad_length", 3}}},
      {"warcio/example-bad-non-chunked.warc.gz", example, {}},  // one member for all
      {"warcio/example-digest.warc", {{"request", 4}}, {}},
      {"warcio/example-iana.org-chunked.warc",
       {{"warcinfo", 1}, {"response", 1}, {"request", 1}},
       {}},
      {"warcio/example-resource.warc.gz", {{"warcinfo", 2}, {"resource", 1}}, {}},
      {"warcio/example-space-in-target-uri.warc.gz", {{"warcinfo", 1}, {"resource", 1}}, {}},
      // Its line ends were changed, so that the file ends before the length says.
      {"warcio/example-space-in-url.arc",
       {{"warcinfo", 1}, {"response cut", 1}},
       {{"truncated_record", 1}}},
      // A body that was cut, with the length of the whole.
      {"warcio/example-trunc.warc",
       {{"warcinfo", 2}, {"response cut", 1}, {"request", 1}},
       {{"bad_length", 1}}},
      {"warcio/example-wget-bad-target-uri.warc.gz",
       {{"warcinfo", 1}, {"request", 1}, {"response", 1}, {"metadata", 1}, {"resource", 2}},
       {}},
      {"warcio/example-wrong-chunks.warc.gz", {{"response", 1}, {"request", 1}}, {}},
      {"warcio/example.arc", {{"warcinfo", 1}, {"response", 1}}, {}},
      {"warcio/example.arc.gz", {{"warcinfo", 1}, {"response", 1}}, {}},
      {"warcio/example.warc", example, {}},
      {"warcio/example.warc.gz", example, {}},
      {"warcio/post-test.warc.gz", {{"request", 3}, {"response", 3}}, {}},
  };
  for (const RealFile& file : files) {
    SCOPED_TRACE(file.name);
    std::ifstream stream(std::filesystem::path(data) / "warc" / file.name, std::ios::binary);
    ASSERT_TRUE(stream.is_open());
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    const Reading reading = read_in_all_ways(bytes);
    EXPECT_EQ(reading.kinds(), file.kinds) << reading.events;
    EXPECT_EQ(reading.reasons(), file.losses) << reading.events;
  }
}

}  // namespace
}  // namespace sluice::warc::test
