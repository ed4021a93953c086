#include "bpe/token_shards.h"

#include <gmock/gmock.h>

#include <random>

#include "base/error.h"
#include "bpe/npy.h"

namespace sluice::bpe {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::HasSubstr;

std::string bytes_of(const std::vector<TokenId>& ids, size_t bytes_per_id) {
  Buffer out;
  append_ids(ids, bytes_per_id, out);
  return std::string(out.view());
}

// A shard's files, the documents' ids handed over in stretches of `at_once` bytes.
struct Files {
  std::string tokens;
  std::string index;
  std::string map;
  ShardInfo info;
};
Files write(const TokenShard::Options& options, const std::vector<std::vector<TokenId>>& documents,
            size_t at_once = 1000) {
  TokenShard shard(options);
  Files files;
  Buffer map;
  std::string stream;
  for (size_t i = 0; i < documents.size(); ++i) {
    EXPECT_TRUE(shard.add_document(documents[i].size(), std::to_string(i), map));
    stream += bytes_of(documents[i], shard.id_bytes());
  }
  const auto append = [&](std::string_view bytes) {
    Buffer before;
    const std::string_view now = shard.take(bytes, before);
    files.tokens.append(before.view()).append(now);
  };
  for (size_t at = 0; at < stream.size(); at += at_once) append(stream.substr(at, at_once));
  Buffer last;
  shard.finish(last);
  files.tokens = shard.head() + files.tokens.append(last.view());
  Buffer index;
  while (shard.next_index(index)) {
  }
  files.index = index.view();
  files.map = map.view();
  files.info = shard.info();
  return files;
}

TEST(TokenShards, IdsTakeTwoBytesWhereTheHighestOneFits) {
  EXPECT_EQ(bytes_per_id(65'536), 2u);
  EXPECT_EQ(bytes_per_id(65'537), 4u);
  EXPECT_EQ(bytes_of({0x0102, 0xFFFF}, 2), "\x02\x01\xFF\xFF"s);
  EXPECT_EQ(bytes_of({0x0102, 0x1FFFF}, 4), "\x02\x01\x00\x00\xFF\xFF\x01\x00"s);
  for (const size_t width : {2, 4}) {
    std::vector<TokenId> ids = {7};
    read_ids(bytes_of({1, 65'535}, width), width, ids);
    EXPECT_THAT(ids, ElementsAre(7, 1, 65'535));
  }
}

TEST(TokenShards, ARawShardIsTheIdsAlone) {
  const Files files = write({.format = ShardFormat::raw, .vocab_size = 300}, {{1, 2}, {}, {258}});
  EXPECT_EQ(files.tokens, "\x01\x00\x02\x00\x02\x01"s);
  EXPECT_EQ(files.index, "");
  EXPECT_EQ(files.map,
            "{\"offset\":0,\"length\":2,\"id\":0}\n"
            "{\"offset\":2,\"length\":0,\"id\":1}\n"
            "{\"offset\":2,\"length\":1,\"id\":2}\n");
}

// NumPy's format 1.0: magic, version, length of the dictionary, dictionary; spaces and a line end
// make the whole a multiple of 64 bytes.
TEST(TokenShards, AnNpyShardBeginsWithNumPysHeader) {
  const Files flat = write({.format = ShardFormat::npy, .vocab_size = 300}, {{1, 2}, {3}});
  const std::string dictionary = "{'descr': '<u2', 'fortran_order': False, 'shape': (3,), }";
  EXPECT_EQ(flat.tokens, "\x93NUMPY\x01\x00\x76\x00"s + dictionary +
                             std::string(117 - dictionary.size(), ' ') + "\n" +
                             "\x01\x00\x02\x00\x03\x00"s);
  const Files rows =
      write({.format = ShardFormat::npy, .vocab_size = 70'000, .row = 2, .pad = 9}, {{1, 2}, {3}});
  EXPECT_THAT(rows.tokens,
              HasSubstr("{'descr': '<u4', 'fortran_order': False, 'shape': (2, 2), }"));
  EXPECT_EQ(rows.tokens.substr(kNpyHeadBytes), bytes_of({1, 2, 3, 9}, 4));
  EXPECT_EQ(write({.format = ShardFormat::npy, .vocab_size = 9}, {}).tokens.size(), kNpyHeadBytes);
}

TEST(TokenShards, AMegatronIndexTellsLengthsPointersAndDocuments) {
  const Files files =
      write({.format = ShardFormat::megatron, .vocab_size = 300}, {{1, 2, 3}, {}, {4}});
  EXPECT_EQ(files.tokens, bytes_of({1, 2, 3, 4}, 2));
  EXPECT_EQ(files.index, "MMIDIDX\0\0"s + "\1\0\0\0\0\0\0\0"s + "\x08"s +  // version, uint16
                             "\3\0\0\0\0\0\0\0"s + "\4\0\0\0\0\0\0\0"s +   // counts
                             "\3\0\0\0"s + "\0\0\0\0"s + "\1\0\0\0"s +     // lengths
                             "\0\0\0\0\0\0\0\0"s + "\6\0\0\0\0\0\0\0"s +   // pointers
                             "\6\0\0\0\0\0\0\0"s +                         //
                             "\0\0\0\0\0\0\0\0"s + "\1\0\0\0\0\0\0\0"s +   // documents
                             "\2\0\0\0\0\0\0\0"s + "\3\0\0\0\0\0\0\0"s);
  EXPECT_EQ(files.info.dtype, "uint16");
  const Files wide = write({.format = ShardFormat::megatron, .vocab_size = 65'537}, {{70'000}});
  EXPECT_EQ(wide.index.substr(17, 1), "\x04");
  EXPECT_EQ(wide.info.dtype, "int32");
}

// An index longer than what is handed over at a time.
TEST(TokenShards, ALongMegatronIndexIsOfOnePiece) {
  constexpr uint64_t kSequences = 300'000;
  MegatronIndex index;
  for (uint64_t i = 0; i < kSequences; ++i) ASSERT_TRUE(index.add(i % 3));
  Buffer out;
  size_t pieces = 0;
  while (index.next(2, out)) ++pieces;
  EXPECT_GT(pieces, 6u);
  EXPECT_EQ(out.size(), 34 + kSequences * 4 + kSequences * 8 + (kSequences + 1) * 8);
  EXPECT_EQ(out.view().substr(34 + 4 * 200'000, 4), std::string("\2\0\0\0", 4));  // 200,000 % 3
  EXPECT_EQ(out.view().substr(out.size() - 8), "\xE0\x93\x04\0\0\0\0\0"s);        // 300,000
  EXPECT_FALSE(index.add(uint64_t{1} << 31));  // lengths are int32
}

TEST(TokenShards, RowsOfAMegatronShardAreItsSequences) {
  const Files files =
      write({.format = ShardFormat::megatron, .vocab_size = 300, .row = 2, .pad = 7}, {{1, 2, 3}});
  EXPECT_EQ(files.tokens, bytes_of({1, 2, 3, 7}, 2));
  EXPECT_EQ(files.index.substr(18, 8), "\2\0\0\0\0\0\0\0"s);
  EXPECT_EQ(files.index.substr(34, 8), "\2\0\0\0\2\0\0\0"s);
}

TEST(TokenShards, TheLastRowIsFilledOrLeftOutAndBothAreTold) {
  const std::vector<std::vector<TokenId>> documents = {{1, 2, 3, 4}, {5}};
  TokenShard::Options options{.format = ShardFormat::raw, .vocab_size = 300, .row = 3, .pad = 9};
  const Files padded = write(options, documents);
  EXPECT_EQ(padded.tokens, bytes_of({1, 2, 3, 4, 5, 9}, 2));
  EXPECT_EQ(padded.info.tokens, 6u);
  EXPECT_EQ(padded.info.padding, 1u);
  EXPECT_EQ(padded.info.dropped, 0u);
  options.last_row = LastRow::drop;
  const Files cut = write(options, documents);
  EXPECT_EQ(cut.tokens, bytes_of({1, 2, 3}, 2));
  EXPECT_EQ(cut.info.tokens, 3u);
  EXPECT_EQ(cut.info.padding, 0u);
  EXPECT_EQ(cut.info.dropped, 2u);
}

// Rows and indexes must not depend on where batches end.
TEST(TokenShards, BytesDoNotDependOnStretches) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::vector<TokenId>> documents(random() % 20);
    for (auto& ids : documents) {
      ids.resize(random() % 30);
      for (TokenId& id : ids) id = static_cast<TokenId>(random() % 300);
    }
    const TokenShard::Options options{.format = static_cast<ShardFormat>(random() % 3),
                                      .vocab_size = random() % 2 == 0 ? 300u : 70'000u,
                                      .row = random() % 40,
                                      .last_row = static_cast<LastRow>(random() % 2),
                                      .pad = 1};
    const Files whole = write(options, documents, 1'000'000);
    const Files cut = write(options, documents, 4 * (1 + random() % 50));
    EXPECT_EQ(cut.tokens, whole.tokens);
    EXPECT_EQ(cut.index, whole.index);
    EXPECT_EQ(cut.info, whole.info);
    const size_t head = options.format == ShardFormat::npy ? kNpyHeadBytes : 0;
    EXPECT_EQ(whole.tokens.size(), head + whole.info.tokens * bytes_per_id(options.vocab_size));
  }
}

TEST(NpyHead, IsReadBackInAllItsVersions) {
  for (const uint64_t row : {0, 2048}) {
    const std::string head = npy_head(4, 1'024'000, row);
    const NpyArray array = read_npy_head(head);
    EXPECT_EQ(array.head_bytes, kNpyHeadBytes);
    EXPECT_EQ(array.bytes_per_id, 4u);
    EXPECT_EQ(array.ids, 1'024'000u);
    EXPECT_EQ(array.row, row);
  }
  const std::string dictionary = "{'fortran_order': False, 'descr':'<u2','shape':(7,)}";
  const std::string second =
      "\x93NUMPY\x02\x00"s + char(dictionary.size()) + "\0\0\0"s + dictionary;
  EXPECT_EQ(read_npy_head(second).ids, 7u);
  EXPECT_EQ(read_npy_head(second).head_bytes, second.size());
}

TEST(NpyHead, WhatIsNoArrayOfIdsIsRefused) {
  const auto refused = [](std::string head, const std::string& from, const std::string& to) {
    if (!from.empty()) head.replace(head.find(from), from.size(), to);
    try {
      read_npy_head(head);
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return "read: "s + head;
  };
  const std::string head = npy_head(2, 12, 3);
  EXPECT_THAT(refused("PK\x03\x04 and more of it", "", ""), HasSubstr("no .npy file"));
  EXPECT_THAT(refused(head.substr(0, 100), "", ""), HasSubstr("no .npy file"));
  EXPECT_THAT(refused(head, "<u2", "<f8"), HasSubstr("'<f8'"));
  EXPECT_THAT(refused(head, "False", "True "), HasSubstr("Fortran"));
  EXPECT_THAT(refused(head, "(4, 3)", "(4, 3, 1)"), HasSubstr("3 dimensions"));
  EXPECT_THAT(refused(head, "(4, 3)", "(4, x)"), HasSubstr("no list of numbers"));
  EXPECT_THAT(refused(head, "(4, 3)", "(99999999999, 99999999999)"), HasSubstr("larger"));
  EXPECT_THAT(refused(head, "'shape'", "'shade'"), HasSubstr("'shape'"));
}

TEST(ShardManifest, IsReadBackAsItWasWritten) {
  ShardInfo one;
  one.file = "part-7.bin";
  one.index = "part-7.idx";
  one.map = "part-7.bin.docs.jsonl";
  one.format = "megatron";
  one.dtype = "uint16";
  one.tokens = 4096;
  one.documents = 3;
  one.row = 2048;
  one.padding = 17;
  one.eos = 0;
  one.tokenizer = "gpt2@1f3a";
  one.vocab_size = 50'257;
  ShardInfo other;
  other.file = "b.npy";
  other.map = "b.docs";
  other.format = "npy";
  other.dtype = "uint32";
  const std::vector<ShardInfo> shards = {one, other};
  const std::string manifest = write_manifest(shards);
  EXPECT_THAT(manifest, HasSubstr("\"tokens\": 4096"));
  EXPECT_EQ(read_manifest(manifest), shards);
  EXPECT_EQ(read_manifest(write_manifest({})), std::vector<ShardInfo>());
  EXPECT_THROW(read_manifest("{"), ConfigError);
  EXPECT_THROW(read_manifest("{\"schema\":\"other/1\",\"shards\":[]}"), ConfigError);
  EXPECT_THROW(read_manifest("{\"schema\":\"sluice.token_shards/1\",\"shards\":[{}]}"),
               ConfigError);
}

}  // namespace
}  // namespace sluice::bpe
