#include "training/extract/labels.h"

#include <algorithm>
#include <unordered_map>

#include "base/hash.h"
#include "unicode/utf8.h"

namespace sluice::training {
namespace {

bool is_unspaced(char32_t c) {
  return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1000 && c <= 0x109F) ||
         (c >= 0x1780 && c <= 0x17FF) || (c >= 0x3040 && c <= 0x30FF) ||
         (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF);
}

bool is_punctuation(char32_t c) {
  return (c >= 0x80 && c < 0xC0 && c != 0xAA && c != 0xB5 && c != 0xBA) || c == 0xD7 || c == 0xF7 ||
         (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x303F) ||
         (c >= 0xFE30 && c <= 0xFE4F) || (c >= 0xFF00 && c <= 0xFF0F) || c >= 0x1F000;
}

uint64_t gram(const uint32_t* words, size_t size) {
  return hash64({reinterpret_cast<const char*>(words), size * sizeof *words});
}

}  // namespace

void append_words(std::string_view text, std::vector<uint32_t>& words) {
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back(static_cast<uint32_t>(hash64(word) >> 32));
    word.clear();
  };
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = decode_utf8(text, at);
    const size_t size = std::max<size_t>(next.size, 1);
    const std::string_view bytes = text.substr(at, size);
    at += size;
    if (next.value < 0x80) {
      const char byte = bytes[0];
      const bool capital = byte >= 'A' && byte <= 'Z';
      if (capital || (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '_') {
        word += capital ? static_cast<char>(byte + 32) : byte;
      } else {
        end_word();
      }
    } else if (is_unspaced(next.value)) {
      end_word();
      word = bytes;
      end_word();
    } else if (is_punctuation(next.value)) {
      end_word();
    } else {
      word += bytes;
    }
  }
  end_word();
}

std::vector<uint32_t> words_of(std::string_view text) {
  std::vector<uint32_t> words;
  append_words(text, words);
  return words;
}

std::vector<float> content_shares(const std::vector<std::vector<uint32_t>>& blocks,
                                  const std::vector<uint32_t>& truth) {
  std::vector<float> shares(blocks.size());
  const size_t size = std::min<size_t>(4, truth.size());
  if (size == 0) return shares;
  std::unordered_map<uint64_t, int> grams;  // of the truth: how often each stands there
  for (size_t i = 0; i + size <= truth.size(); ++i) ++grams[gram(&truth[i], size)];

  std::vector<uint32_t> page;
  for (const auto& words : blocks) page.insert(page.end(), words.begin(), words.end());
  std::vector<uint8_t> found(page.size());
  for (size_t i = 0; i + size <= page.size(); ++i) {
    if (grams.contains(gram(&page[i], size))) {
      std::fill_n(found.begin() + static_cast<ptrdiff_t>(i), size, uint8_t{1});
    }
  }
  constexpr size_t kRepeatable = 6;  // words
  std::unordered_map<uint64_t, int> seen;
  size_t at = 0;
  for (size_t b = 0; b < blocks.size(); ++b) {
    size_t count = 0;
    for (size_t i = 0; i < blocks[b].size(); ++i) count += found[at++];
    if (blocks[b].size() >= kRepeatable) {
      // A text that the page holds more often than the truth is content once only.
      const int copies = grams[gram(blocks[b].data(), size)];
      if (++seen[gram(blocks[b].data(), blocks[b].size())] > std::max(copies, 1)) continue;
    }
    if (!blocks[b].empty()) {
      shares[b] = static_cast<float>(count) / static_cast<float>(blocks[b].size());
    }
  }
  return shares;
}

double f_measure(std::vector<uint32_t> kept, std::vector<uint32_t> truth) {
  if (kept.empty() || truth.empty()) return kept.empty() && truth.empty() ? 1 : 0;
  std::sort(kept.begin(), kept.end());
  std::sort(truth.begin(), truth.end());
  size_t common = 0;
  for (size_t i = 0, j = 0; i < kept.size() && j < truth.size();) {
    if (kept[i] == truth[j]) ++common;
    const bool step_kept = kept[i] <= truth[j];
    const bool step_truth = truth[j] <= kept[i];
    i += step_kept ? 1 : 0;
    j += step_truth ? 1 : 0;
  }
  return 2.0 * static_cast<double>(common) / static_cast<double>(kept.size() + truth.size());
}

}  // namespace sluice::training
