// make-near-copies: a corpus of any size with near-duplicates in it, for benchmarks of
// deduplication, the same bytes for the same options and documents everywhere.
//
//   make-near-copies SIZE [SEED] [BYTES] < documents.jsonl > corpus.jsonl    SIZE as 512M, 1GiB
//
// First the documents of standard input as they came, then copies of them round after round, each
// with an id of its own ("<id>#<round>") and a share r of its words replaced by others of the whole
// corpus, a word as often as it stands there. Of kNearShare of the copies, r is 0 to 3 %: their
// 5-grams have a Jaccard similarity of about (1 - r)^5 / (2 - (1 - r)^5) with the original's, 1 to
// 0.75. Of the others it is 20 to 60 %, which leaves 0.2 to 0.005: nothing for them to meet by, and
// yet lengths, scripts and words as texts have them. Tells on standard error how many there are of
// which. Of texts longer than BYTES (all of them) only the words that begin before are used.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/buffer.h"
#include "base/format.h"
#include "base/mix_bits.h"
#include "document/document.h"

namespace {

using sluice::Buffer;
using sluice::Document;

constexpr double kNearShare = 0.2;
constexpr double kMostNear = 0.03;
constexpr double kLeastFar = 0.2;
constexpr double kMostFar = 0.6;

class Random {
 public:
  explicit Random(uint64_t seed) : bits_(seed) {}
  uint64_t below(uint64_t bound) { return bits_.next() % bound; }
  double unit() { return static_cast<double>(bits_.next() >> 11) * 0x1.0p-53; }

 private:
  sluice::SplitMix bits_;
};

bool is_space(char byte) { return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r'; }

// Calls use(word or white space, whether it is a word) for each piece of the text.
template <class Use>
void for_each_piece(std::string_view text, Use&& use) {
  for (size_t begin = 0; begin < text.size();) {
    const bool space = is_space(text[begin]);
    size_t end = begin + 1;
    while (end < text.size() && is_space(text[end]) == space) ++end;
    use(text.substr(begin, end - begin), !space);
    begin = end;
  }
}

class Corpus {
 public:
  Corpus(Buffer lines, size_t most_bytes);

  size_t size() const { return documents_.size(); }
  // Appends the line of a copy; of round 0 it is the document itself.
  void append_copy(size_t at, uint64_t round, double rate, Random& random, Buffer& out);

 private:
  std::string_view text(size_t at) const;

  Buffer bytes_;
  size_t most_bytes_;
  sluice::Fields fields_;
  std::vector<std::string_view> lines_;
  std::vector<Document> documents_;
  std::vector<std::string_view> words_;
  sluice::DocumentReader reader_;
  std::string text_;
  Document copy_;
};

Corpus::Corpus(Buffer lines, size_t most_bytes)
    : bytes_(std::move(lines)), most_bytes_(most_bytes), reader_(fields_) {
  std::string_view rest = bytes_.view();
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    Document document;
    if (reader_.read(line, document)) continue;
    lines_.push_back(line);
    documents_.push_back(std::move(document));
    for_each_piece(text(documents_.size() - 1), [&](std::string_view piece, bool is_word) {
      if (is_word) words_.push_back(piece);
    });
  }
}

std::string_view Corpus::text(size_t at) const {
  const std::string_view text = documents_[at].text();
  size_t end = std::min(most_bytes_, text.size());
  while (end < text.size() && !is_space(text[end])) ++end;
  return text.substr(0, end);
}

void Corpus::append_copy(size_t at, uint64_t round, double rate, Random& random, Buffer& out) {
  text_.clear();
  for_each_piece(text(at), [&](std::string_view piece, bool is_word) {
    const bool replaced = is_word && random.unit() < rate;
    text_ += replaced ? words_[random.below(words_.size())] : piece;
  });
  reader_.read(lines_[at], copy_);
  if (round > 0) copy_.set(fields_.id(), std::string(copy_.id()) + "#" + std::to_string(round));
  copy_.set_text(text_);
  copy_.write(out);
  out.push_back('\n');
}

Buffer read_all(FILE* file) {
  Buffer bytes;
  constexpr size_t kBlock = size_t{1} << 20;
  for (size_t read = kBlock; read == kBlock;) {
    char* const room = bytes.grow(kBlock);
    read = std::fread(room, 1, kBlock, file);
    bytes.truncate(bytes.size() - kBlock + read);
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t bytes = argc > 1 ? sluice::parse_bytes(argv[1]).value_or(0) : 0;
  const auto seed = argc > 2 ? sluice::parse_u64(argv[2]) : 1;
  const uint64_t most = argc > 3 ? sluice::parse_bytes(argv[3]).value_or(0) : UINT64_MAX;
  if (bytes == 0 || !seed || most == 0) {
    std::fputs("usage: make-near-copies SIZE [SEED] [BYTES] < documents.jsonl > corpus.jsonl\n",
               stderr);
    return 2;
  }
  Corpus corpus(read_all(stdin), most);
  if (corpus.size() == 0) {
    std::fputs("make-near-copies: standard input holds no documents\n", stderr);
    return 1;
  }
  Random random(*seed);
  Buffer out;
  uint64_t written = 0;
  uint64_t near = 0;
  uint64_t far = 0;
  for (uint64_t number = 0; written < bytes; ++number) {
    const size_t at = number % corpus.size();
    const uint64_t round = number / corpus.size();
    const bool is_near = random.unit() < kNearShare;
    double rate = 0;
    if (round > 0) {
      ++(is_near ? near : far);
      rate =
          is_near ? kMostNear * random.unit() : kLeastFar + (kMostFar - kLeastFar) * random.unit();
    }
    corpus.append_copy(at, round, rate, random, out);
    written += out.size();
    if (std::fwrite(out.data(), 1, out.size(), stdout) != out.size()) return 1;
    out.clear();
  }
  std::fprintf(stderr, "%zu documents as they came, %llu copies with 0-3 %% of words replaced, ",
               corpus.size(), static_cast<unsigned long long>(near));
  std::fprintf(stderr, "%llu with 20-60 %%\n", static_cast<unsigned long long>(far));
  return 0;
}
