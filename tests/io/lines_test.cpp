#include "io/lines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <ostream>
#include <random>

#include "sanitized.h"

namespace sluice::io {
namespace {

constexpr std::string_view kTooLarge = "document_too_large";

// What a consumer sees of an input: its lines, and what was lost between them.
struct Event {
  uint64_t offset = 0;
  std::string line{};  // without its line end; empty for losses
  bool terminated = true;
  std::string lost{};  // the reason; empty for lines

  friend bool operator==(const Event&, const Event&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Event& event) {
    return out << event.offset << " '" << event.line << "' " << event.lost;
  }
};

struct Reading {
  std::vector<Event> events;
  std::string errors;  // raw bytes of what was lost, as an errors file holds them: whole lines
};

// A stretch of plain data, and the damage behind it.
struct Piece {
  std::string bytes;
  std::optional<Defect> defect;
};
using Content = std::vector<Piece>;  // one input

// The plain reference: the content as a whole, split.
Reading reference(const Content& content, uint64_t limit) {
  Reading reading;
  uint64_t position = 0;
  for (size_t i = 0; i < content.size(); ++i) {
    std::string_view rest = content[i].bytes;
    const auto take = [&](size_t size, bool terminated) {
      const std::string line(rest.substr(0, size));
      if (size > limit) {
        reading.events.push_back({.offset = position, .lost = std::string(kTooLarge)});
        reading.errors += line + "\n";
      } else {
        reading.events.push_back({.offset = position, .line = line, .terminated = terminated});
      }
    };
    for (size_t end; (end = rest.find('\n')) != std::string_view::npos;) {
      take(end, true);
      rest.remove_prefix(end + 1);
      position += end + 1;
    }
    const std::optional<Defect>& defect = content[i].defect;
    if (!defect) {
      if (!rest.empty()) take(rest.size(), false);
      continue;
    }
    // A line that was too large already is lost for that, and its bytes are known as such.
    if (rest.size() > limit) {
      take(rest.size(), false);
    } else if (!rest.empty()) {
      reading.errors += std::string(rest) + "\n";
    }
    reading.events.push_back({.offset = defect->offset, .lost = std::string(defect->reason())});
    position += rest.size();
  }
  return reading;
}

// What a consumer makes of batches: lines over the limit may come as lines (from within one chunk).
void consume(const LineBatch& batch, uint64_t limit, Reading& reading) {
  reading.errors += batch.lost_rest;
  if (batch.lost_rest_unterminated) reading.errors += "\n";
  for_each_line(batch, [&](std::string_view line, bool terminated, uint64_t offset) {
    if (line.size() > limit) {
      reading.events.push_back({.offset = offset, .lost = std::string(kTooLarge)});
      reading.errors += std::string(line) + "\n";
    } else {
      reading.events.push_back(
          {.offset = offset, .line = std::string(line), .terminated = terminated});
    }
  });
  for (const LostLine& lost : batch.lost) {
    reading.events.push_back({.offset = lost.offset, .lost = std::string(lost.reason)});
    reading.errors += lost.raw.view();
    if (!lost.continues && !lost.raw.empty()) reading.errors += "\n";
  }
}

// The chunks of one input, `most` bytes at most, random sizes, now and then an empty one.
std::vector<Chunk> chunks_of(const Content& content, size_t most, std::mt19937_64& random) {
  std::vector<Chunk> chunks;
  for (const Piece& piece : content) {
    std::string_view rest = piece.bytes;
    while (!rest.empty()) {
      const size_t size = random() % 8 == 0 ? 0 : std::min(rest.size(), 1 + random() % most);
      chunks.emplace_back().bytes.append(rest.substr(0, size));
      rest.remove_prefix(size);
    }
    if (piece.defect) {
      if (chunks.empty() || chunks.back().defect || random() % 4 == 0) chunks.emplace_back();
      chunks.back().defect = piece.defect;
    }
  }
  if (chunks.empty() || random() % 3 == 0) chunks.emplace_back();
  chunks.back().last = true;
  return chunks;
}

Content random_content(uint64_t limit, std::mt19937_64& random) {
  Content content;
  const size_t defects = random() % 4;
  for (size_t i = 0; i <= defects; ++i) {
    Piece& piece = content.emplace_back();
    const size_t lines = random() % 12;
    for (size_t line = 0; line < lines; ++line) {
      const size_t longest = random() % 6 == 0 ? 4 * limit : limit;
      piece.bytes += std::string(random() % (longest + 2), static_cast<char>('a' + random() % 26));
      if (line + 1 == lines && random() % 2 == 0) break;  // no final line end
      piece.bytes += random() % 5 == 0 ? "\r\n" : "\n";
    }
    if (i < defects || random() % 4 == 0) {
      piece.defect =
          Defect{.kind = random() % 2 == 0 ? Defect::Kind::damaged : Defect::Kind::truncated,
                 .offset = random() % 1000};
    }
  }
  return content;
}

TEST(LineJoiner, GivesTheLinesOfTheWholeContentWhateverTheChunks) {
  for (uint64_t seed = 0; seed < rounds_of(20'000); ++seed) {
    std::mt19937_64 random(seed);
    const uint64_t limit = 1 + random() % 30;
    const size_t most = 1 + random() % 60;
    LineJoiner joiner(limit);
    LineBatch batch;
    // Several inputs in a row: nothing of one reaches the next.
    for (size_t input = 0; input < 3; ++input) {
      const Content content = random_content(limit, random);
      Reading reading;
      for (Chunk& chunk : chunks_of(content, most, random)) {
        joiner.join(chunk, batch);
        consume(batch, limit, reading);
        ASSERT_LE(joiner.carried(), limit) << "seed " << seed;
        ASSERT_LE(batch.head.size(), limit + chunk.bytes.size()) << "seed " << seed;
        for (const LostLine& lost : batch.lost) {
          ASSERT_LE(lost.raw.size(), limit + chunk.bytes.size()) << "seed " << seed;
        }
      }
      const Reading expected = reference(content, limit);
      ASSERT_EQ(reading.events, expected.events) << "seed " << seed << ", input " << input;
      ASSERT_EQ(reading.errors, expected.errors) << "seed " << seed << ", input " << input;
    }
  }
}

Chunk chunk(std::string_view bytes, bool last = false) {
  Chunk made;
  made.bytes.append(bytes);
  made.last = last;
  return made;
}

TEST(LineJoiner, LeavesTheLinesWithinAChunkWhereTheyAre) {
  LineJoiner joiner(100);
  LineBatch batch;
  Chunk first = chunk("one\ntwo\nthr");
  joiner.join(first, batch);
  EXPECT_EQ(batch.body.data(), first.bytes.data());
  EXPECT_EQ(batch.body, "one\ntwo\n");
  EXPECT_EQ(joiner.carried(), 3u);
  Chunk second = chunk("ee\nfour", true);
  joiner.join(second, batch);
  EXPECT_EQ(batch.head.view(), "three\n");
  EXPECT_EQ(batch.offset, 8u);
  EXPECT_EQ(batch.body.data(), second.bytes.data() + 3);
  EXPECT_EQ(batch.body, "four");
}

// A hostile input is one endless line: it must be streamed past.
TEST(LineJoiner, HoldsNoMoreOfAnEndlessLineThanTheLimit) {
  constexpr uint64_t kLimit = 1000;
  LineJoiner joiner(kLimit);
  LineBatch batch;
  const std::string filler(300, 'x');
  uint64_t passed = 0;
  size_t losses = 0;
  for (int i = 0; i < 10'000; ++i) {
    Chunk next = chunk(filler);
    joiner.join(next, batch);
    ASSERT_LE(joiner.carried(), kLimit);
    passed += batch.lost_rest.size();
    for (const LostLine& lost : batch.lost) passed += lost.raw.size();
    losses += batch.lost.size();
    ASSERT_TRUE(batch.head.empty() && batch.body.empty());
  }
  EXPECT_EQ(losses, 1u);
  EXPECT_EQ(passed, 3'000'000u);
  Chunk end = chunk("x\nnext\n", true);
  joiner.join(end, batch);
  EXPECT_EQ(batch.lost_rest, "x\n");
  EXPECT_EQ(batch.body, "next\n");
  EXPECT_EQ(batch.offset, 3'000'002u);
}

// Whoever copies the lost bytes to a file must learn that the line is over even if no byte of it is
// left.
TEST(LineJoiner, SaysThatALostLineEndsWithTheInputEvenWithoutFurtherBytes) {
  LineJoiner joiner(3);
  LineBatch batch;
  Chunk too_long = chunk("abcdef");
  joiner.join(too_long, batch);
  ASSERT_EQ(batch.lost.size(), 1u);
  EXPECT_TRUE(batch.lost[0].continues);
  Chunk end = chunk("", true);
  joiner.join(end, batch);
  EXPECT_TRUE(batch.lost_rest.empty());
  EXPECT_TRUE(batch.lost_rest_unterminated);
}

}  // namespace
}  // namespace sluice::io
