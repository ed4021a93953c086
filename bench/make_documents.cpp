// make-documents: JSON Lines of any size for benchmarks and tests, the same bytes for the same
// options everywhere.
//
//   make-documents BYTES [SEED] > documents.jsonl        BYTES as 512M, 4GiB
//
// Lengths are log-normal around 2 kB with a long tail, as on the web; every document has a
// WARC-like id, text with line ends, quotes and some non-Latin letters, and the metadata that
// datatrove writes.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>

#include "base/buffer.h"
#include "base/format.h"
#include "document/json_writer.h"

namespace {

using sluice::Buffer;

// std::uniform_int_distribution differs between libraries; this does not.
class Random {
 public:
  explicit Random(uint64_t seed) : engine_(seed) {}
  uint64_t below(uint64_t bound) { return engine_() % bound; }
  double unit() { return static_cast<double>(engine_() >> 11) * 0x1.0p-53; }

 private:
  std::mt19937_64 engine_;
};

constexpr std::string_view kWords[] = {
    "the",   "of",     "and",   "water", "lock",  "gate",     "river",  "to",
    "in",    "boat",   "level", "upper", "lower", "keeper",   "opens",  "a",
    "canal", "stone",  "which", "was",   "built", "long",     "ago",    "by",
    "hand",  "\"so\"", "it",    "is",    "said",  "Schleuse", "écluse", "шлюз",
    "水門",  "moon",   "tide",  "table", "for",   "harbour",  "spring", "high"};

double gaussian(Random& random) {
  // Sum of uniforms (Irwin-Hall), since std::normal_distribution differs between libraries.
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum;
}

std::string make_text(Random& random) {
  const auto length = static_cast<size_t>(std::exp(7.6 + 1.1 * gaussian(random)));
  std::string text;
  size_t line = 0;
  while (text.size() < length) {
    text += kWords[random.below(std::size(kWords))];
    const bool line_end = text.size() - line > 60 + random.below(200);
    text += line_end ? ".\n" : " ";
    if (line_end) line = text.size();
  }
  return text;
}

void append_document(Buffer& out, Random& random, uint64_t number) {
  char id[64];
  std::snprintf(id, sizeof id, "<urn:uuid:%08x-0000-4000-8000-%012llx>",
                static_cast<unsigned>(random.below(uint64_t{1} << 32)),
                static_cast<unsigned long long>(number));
  sluice::JsonWriter json(out);
  json.begin_object();
  json.key("text").string(make_text(random));
  json.key("id").string(id);
  json.key("metadata").begin_object();
  json.key("dump").string("CC-MAIN-2025-05");
  json.key("url").string("https://www.example.org/" + std::to_string(number % 997) + "/" + id);
  json.key("date").string("2025-01-18T07:41:12Z");
  json.key("file_path").string("crawl-data/CC-MAIN-2025-05/segments/0001/warc/00042.warc.gz");
  json.key("language").string(random.below(4) == 0 ? "de" : "en");
  json.key("language_score").number(std::round(random.unit() * 1e4) / 1e4);
  json.end_object().end_object();
  out.push_back('\n');
}

}  // namespace

int main(int argc, char** argv) {
  const auto bytes = argc > 1 ? sluice::parse_bytes(argv[1]) : std::nullopt;
  const auto seed = argc > 2 ? sluice::parse_u64(argv[2]) : 1;
  if (!bytes || !seed) {
    std::fputs("usage: make-documents BYTES [SEED] > documents.jsonl\n", stderr);
    return 2;
  }
  Random random(*seed);
  Buffer out;
  uint64_t written = 0;
  for (uint64_t number = 0; written < *bytes; ++number) {
    append_document(out, random, number);
    if (out.size() < (size_t{1} << 20) && written + out.size() < *bytes) continue;
    if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) return 1;
    written += out.size();
    out.clear();
  }
  return 0;
}
